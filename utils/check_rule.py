#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks one rule on one annotated Python file; `%check_rule` of the tests.

    # RUN: %check_rule %s softmax/triton_softmax %t
    y = F.softmax(x, dim=-1)
    # CHECK-MESSAGES: :[[@LINE-1]]:5: remark: ...
    # CHECK-FIXES: y = triton_softmax(x)

The CHECK comments are taken out first, so that they cannot help or hinder the
tool. Then, in this order:

 1. `adoptc scan` on the file: its messages against CHECK-MESSAGES. Line numbers
    are those of the annotated file. Without any CHECK-MESSAGES there must be no
    message at all; errors and warnings must always be asked for.
 2. `adoptc apply`: the result against CHECK-FIXES, whole lines. Without any
    CHECK-FIXES the file must stay as it is.
 3. The result is valid Python.
 4. The printed diff, applied strictly, gives the same bytes as the result: what
    is outside the diff is untouched.
 5. A second application changes nothing.

Options after `--` go to `adoptc` in every step, e.g. `-- --rules %S/my.adr`.
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys

CHECK_LINE = re.compile(rb"^[ \t]*#[ \t]*CHECK(-[A-Z]+)*(\{[A-Z]+\})?:")


class Failure(Exception):
    """One of the steps did not hold; the text says which and shows why."""


def run(command, step):
    """Runs `command`; returns (stdout, stderr) as bytes, fails if it fails."""
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode != 0:
        raise Failure(
            f"{step}: exit status {done.returncode}\n"
            f"+ {' '.join(map(str, command))}\n"
            + (done.stdout + done.stderr).decode("utf-8", "replace")
        )
    return done.stdout, done.stderr


def filecheck(options, prefix, text, step, extra):
    """Runs FileCheck of `text` against the annotated file."""
    command = [
        options.filecheck,
        str(options.file),
        f"--check-prefix={prefix}",
        "--dump-input-context=20",
        *extra,
    ]
    done = subprocess.run(command, input=text, capture_output=True, check=False)
    if done.returncode != 0:
        raise Failure(
            f"{step}\n" + (done.stdout + done.stderr).decode("utf-8", "replace")
        )


def apply_diff(before, diff):
    """Applies a unified diff of one file, refusing any line that differs."""
    lines = before.splitlines(keepends=True)
    result, at = [], 0
    hunk = re.compile(rb"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
    body = diff.splitlines(keepends=True)
    index, left_old, left_new = 0, 0, 0
    while index < len(body):
        line = body[index]
        index += 1
        if left_old <= 0 and left_new <= 0:
            header = hunk.match(line)
            if header:
                start = int(header[1])
                left_old = int(header[2] or 1)
                left_new = int(header[4] or 1)
                first = start if left_old == 0 else start - 1
                result += lines[at:first]
                at = first
            continue
        kind, text = line[:1], line[1:]
        if index < len(body) and body[index].startswith(b"\\"):
            index += 1
            text = text[: -1 if text.endswith(b"\n") else None]
        if kind in (b" ", b"-"):
            if at >= len(lines) or lines[at] != text:
                raise Failure(f"diff: line {at + 1} of the file is not {text!r}")
            at += 1
            left_old -= 1
        if kind in (b" ", b"+"):
            result.append(text)
            left_new -= 1
        if kind not in (b" ", b"+", b"-"):
            raise Failure(f"diff: cannot read {line!r}")
    return b"".join(result + lines[at:])


def written(folder, name, before):
    """What `adoptc apply -o folder` made of `name`; untouched files may lack."""
    found = sorted(path for path in folder.rglob(name) if path.is_file())
    if len(found) > 1:
        raise Failure(f"apply: wrote {name} more than once below {folder}")
    return found[0].read_bytes() if found else before


def fresh(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def check(options):
    source = options.file.read_bytes()
    lines = source.splitlines(keepends=True)
    name = options.file.name
    work = fresh(options.temporary)

    # Blank lines in place of comments keep the line numbers for messages;
    # without them CHECK-FIXES-NEXT can be used across a message.
    blanked = work / "blanked" / name
    plain = work / "plain" / name
    for path, text in (
        (blanked, [b"\n" if CHECK_LINE.match(line) else line for line in lines]),
        (plain, [line for line in lines if not CHECK_LINE.match(line)]),
    ):
        path.parent.mkdir()
        path.write_bytes(b"".join(text))
    before = plain.read_bytes()

    rule = [f"--rule={options.rule}", *options.extra]

    # 1
    out, err = run(
        [options.adoptc, "scan", "--format=text", *rule, blanked], "scan"
    )
    messages = out + err
    if b"CHECK-MESSAGES" in source:
        filecheck(
            options,
            "CHECK-MESSAGES",
            messages,
            "messages of scan differ from CHECK-MESSAGES",
            ["--implicit-check-not={{error|warning}}:", "--allow-empty"],
        )
    elif messages.strip():
        raise Failure(
            "scan: messages, but the file has no CHECK-MESSAGES\n"
            + messages.decode("utf-8", "replace")
        )

    # 2
    fixed = fresh(work / "fixed")
    run([options.adoptc, "apply", *rule, "-o", fixed, plain], "apply")
    after = written(fixed, name, before)
    if b"CHECK-FIXES" in source:
        filecheck(
            options,
            "CHECK-FIXES",
            after,
            "the result of apply differs from CHECK-FIXES",
            ["--match-full-lines", "--strict-whitespace"]
            if options.strict_whitespace
            else ["--match-full-lines"],
        )
    elif after != before:
        raise Failure(
            "apply: changed the file, but it has no CHECK-FIXES\n"
            + after.decode("utf-8", "replace")
        )

    # 3
    try:
        compile(after, name, "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as problem:
        raise Failure(
            f"the result is no valid Python: {problem}\n"
            + after.decode("utf-8", "replace")
        ) from problem

    # 4
    diff, _ = run([options.adoptc, "apply", "--format=diff", *rule, plain], "diff")
    if apply_diff(before, diff) != after:
        raise Failure(
            "the printed diff does not lead to the written result\n"
            + diff.decode("utf-8", "replace")
        )

    # 5
    again = work / "again" / name
    again.parent.mkdir()
    again.write_bytes(after)
    second = fresh(work / "second")
    run([options.adoptc, "apply", *rule, "-o", second, again], "second apply")
    if written(second, name, after) != after:
        diff, _ = run([options.adoptc, "apply", *rule, again], "second diff")
        raise Failure(
            "a second application changes the file again\n"
            + diff.decode("utf-8", "replace")
        )


def main():
    arguments = sys.argv[1:]
    extra = []
    if "--" in arguments:
        at = arguments.index("--")
        arguments, extra = arguments[:at], arguments[at + 1 :]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=pathlib.Path, help="annotated Python file")
    parser.add_argument("rule", help="pack/rule")
    parser.add_argument("temporary", type=pathlib.Path, help="folder to work in")
    parser.add_argument("--adoptc", default="adoptc")
    parser.add_argument("--filecheck", default="FileCheck")
    parser.add_argument(
        "--strict-whitespace",
        action="store_true",
        help="CHECK-FIXES compare indentation and spaces exactly",
    )
    options = parser.parse_args(arguments)
    options.extra = extra
    try:
        check(options)
    except Failure as failure:
        sys.exit(f"check_rule: {options.rule}: {failure}")


if __name__ == "__main__":
    main()
