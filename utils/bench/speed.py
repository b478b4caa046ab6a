#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Time of `adoptc scan` as a ratio to a program that only parses the files.

In:  a build folder with bin/adoptc and parse_floor, and Python files or
     folders. Out: for one and two threads the median of each program's wall
     time over interleaved rounds, and their ratio. Times of different runs do
     not compare; the ratio of one run does.
"""
import argparse
import pathlib
import shutil
import statistics
import subprocess
import sys
import time


def run(command):
    start = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{command[0]} failed with {done.returncode}: {done.stderr[-500:]}")
    return time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path, help="build folder, e.g. build/release")
    parser.add_argument("inputs", nargs="+", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--option", action="append", default=[], help="passed on to adoptc scan, e.g. --option=--pack=paper")
    options = parser.parse_args()
    files = sorted(str(file) for path in options.inputs for file in (path.rglob("*.py") if path.is_dir() else [path]))
    size = sum(pathlib.Path(file).stat().st_size for file in files)
    floor = shutil.which("parse_floor", path=f"{options.build}/bin:{options.build}/utils/bench")
    if floor is None:
        sys.exit(f"parse_floor is not built; run: cmake --build {options.build} --target parse_floor")
    print(f"{len(files)} files, {size:,} bytes, {options.rounds} rounds")
    for threads in (1, 2):
        scan, parse = [], []
        for _ in range(options.rounds):
            parse.append(run([floor, str(threads), *files]))
            scan.append(run([f"{options.build}/bin/adoptc", "scan", "-j", str(threads), *options.option, *files]))
        scan_ms, parse_ms = statistics.median(scan) * 1e3, statistics.median(parse) * 1e3
        print(f"{threads} thread{'s' if threads > 1 else ' '}: parse {parse_ms:7.0f} ms   scan {scan_ms:7.0f} ms   ratio {scan_ms / parse_ms:.2f}")


if __name__ == "__main__":
    main()
