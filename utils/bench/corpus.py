#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs adoptc over a tree of Python files and checks every patch.

In:  adoptc, and folders or files. Out: crashes, hangs, sites by rule and
     status, refusals by reason, patched files that `python3 -m py_compile`
     rejects, files that a second application changes. Exit code 1 if any of
     the checks fails.
"""
import argparse
import collections
import json
import pathlib
import py_compile
import subprocess
import sys
import tempfile


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("adoptc")
    parser.add_argument("inputs", nargs="+", type=pathlib.Path)
    parser.add_argument("--option", action="append", default=[], help="passed on to adoptc, e.g. --option=--rule=core/sdpa")
    parser.add_argument("--out", type=pathlib.Path, help="keep the patched files here")
    parser.add_argument("--reasons", action="store_true", help="list refusals by reason")
    options = parser.parse_args()
    files = sorted(file for path in options.inputs for file in (path.rglob("*.py") if path.is_dir() else [path]))

    failures = []
    sites = collections.Counter()
    reasons = collections.Counter()
    patched = 0
    with tempfile.TemporaryDirectory() as scratch:
        for number, file in enumerate(files):
            # One process a file, so that a crash or a hang has a name.
            out = (options.out or pathlib.Path(scratch)) / str(number)
            command = [options.adoptc, "apply", *options.option, "-o", str(out), "--format", "jsonl", str(file)]
            try:
                done = subprocess.run(command, capture_output=True, text=True, timeout=60)
            except subprocess.TimeoutExpired:
                failures.append(f"hang: {file}")
                continue
            if done.returncode not in (0, 1):
                failures.append(f"exit {done.returncode}: {file}: {done.stderr.strip()[-300:]}")
                continue
            for line in done.stdout.splitlines():
                site = json.loads(line)
                rule = f"{site['pack']}/{site['rule']}"
                sites[rule, site["status"]] += 1
                if site["status"] == "refused":
                    reasons[rule, site["reason"]] += 1
            for result in out.rglob("*.py") if out.exists() else []:
                if result.read_bytes() == file.read_bytes():
                    continue
                patched += 1
                try:
                    py_compile.compile(str(result), cfile=f"{scratch}/x.pyc", doraise=True)
                except py_compile.PyCompileError as error:
                    failures.append(f"does not compile: {result} (from {file}): {error}")
                again = subprocess.run([options.adoptc, "apply", *options.option, "--check", str(result)], capture_output=True, text=True)
                if again.returncode != 0:
                    failures.append(f"changes again: {result} (from {file}): {again.stderr.strip()[-300:]}")

    print(f"{len(files)} files, {patched} patched")
    for rule in sorted({rule for rule, _ in sites}):
        counts = {status: sites[rule, status] for status in ("applied", "guarded", "refused")}
        print(f"{rule:<34}" + "".join(f"{status} {count:<7}" for status, count in counts.items()))
    if options.reasons:
        for (rule, reason), count in reasons.most_common():
            print(f"{count:6} {rule}: {reason}")
    for failure in failures:
        print(failure)
    print(f"{len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
