#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the CHECK comments of rule tests from what adoptc does now.

    utils/update_checks.py test/rules/softmax/triton_softmax.py
    utils/update_checks.py --check test/rules          # only tells what differs

A test is a Python file with a line `# RUN: %check_rule %s PACK/RULE %t`. Its
CHECK comments are replaced: a CHECK-MESSAGES below each statement that has a
message, and at the end of the file each changed piece as CHECK-FIXES, with one
line before and after it. Read the difference before you commit it: the tool
writes what adoptc does, not what it should do.
"""

import argparse
import difflib
import io
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import tokenize

from check_rule import CHECK_LINE

# Lines named in a reason shift with the CHECK comments themselves.
LINE = re.compile(r"\bat line \d+")
ROOT = pathlib.Path(__file__).resolve().parent.parent
RUN = re.compile(r"^#\s*RUN:\s*%check_rule\s+%s\s+(\S+)\s+%t(?:\s+--\s+(.*))?$", re.M)


def adoptc(options, *arguments):
    command = [options.adoptc, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode != 0:
        sys.exit(
            f"update_checks: {' '.join(command)}: exit status {done.returncode}\n"
            + (done.stdout + done.stderr).decode("utf-8", "replace")
        )
    return (done.stdout + done.stderr).decode("utf-8", "replace")


def logical_lines(text):
    """Line number -> (last line of its statement, its indentation)."""
    ends, start = {}, None
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (
            tokenize.NL,
            tokenize.COMMENT,
            tokenize.INDENT,
            tokenize.DEDENT,
            tokenize.ENDMARKER,
        ):
            continue
        if start is None:
            start = token.start
        if token.type == tokenize.NEWLINE:
            for line in range(start[0], token.start[0] + 1):
                ends[line] = (token.start[0], start[1])
            start = None
    return ends


def escape(text):
    """Keeps FileCheck from reading `[[` and `{{` as its own."""
    return text.replace("{{", "{{[{][{]}}").replace("[[", "{{\\[\\[}}")


def message_comments(text, path, output):
    """Line number -> comments to insert below it."""
    ends = logical_lines(text)
    pattern = re.compile(
        re.escape(str(path)) + r":(\d+):(\d+): ((?:error|warning|remark|note): .*)"
    )
    comments = {}
    for line in output.splitlines():
        found = pattern.fullmatch(line)
        if found:
            at = int(found[1])
            end, indent = ends.get(at, (at, 0))
            comments.setdefault(end, []).append((at, found[2], found[3], indent))
    return comments


def with_messages(lines, comments):
    """The lines with CHECK-MESSAGES between them."""
    result = []
    for number, line in enumerate(lines, 1):
        result.append(line)
        for back, (at, column, text, indent) in enumerate(comments.get(number, []), 1):
            offset = number - at + back
            result.append(
                f"{' ' * indent}# CHECK-MESSAGES: "
                f":[[@LINE-{offset}]]:{column}: {LINE.sub('at line {{[0-9]+}}', escape(text))}\n"
            )
    return result


def fix_comments(before, after):
    """The changed pieces of `after` as CHECK-FIXES comments."""
    matcher = difflib.SequenceMatcher(a=before, b=after, autojunk=False)
    result = []
    for group in matcher.get_grouped_opcodes(1):
        piece = after[group[0][3] : group[-1][4]]
        # FileCheck cannot start on an empty line.
        while piece and not piece[0].strip():
            piece = piece[1:]
        if result and piece:
            result.append("#\n")
        for index, line in enumerate(piece):
            suffix = "-NEXT" if index else ""
            if line.strip():
                result.append(f"# CHECK-FIXES{suffix}: {escape(line.rstrip())}\n")
            else:
                result.append("# CHECK-FIXES-EMPTY:\n")
    return result


def update(options, path):
    """True when the comments of the test are as they should be."""
    old = path.read_text(encoding="utf-8")
    found = RUN.search(old)
    if not found:
        return True
    lines = old.splitlines(keepends=True)
    # The comments at the end stand behind an empty line and `#` lines.
    marked = any(CHECK_LINE.match(line.encode()) for line in lines)
    plain = [line for line in lines if not CHECK_LINE.match(line.encode())]
    while marked and plain and plain[-1].strip() in ("", "#"):
        plain.pop()
    rule = [f"--rule={found[1]}"]
    rule += shlex.split((found[2] or "").replace("%S", str(path.parent)))
    with tempfile.TemporaryDirectory() as folder:
        model = pathlib.Path(folder, path.name)
        model.write_text("".join(plain), encoding="utf-8")
        messages = adoptc(options, "scan", "--format=text", *rule, model)
        out = pathlib.Path(folder, "out")
        out.mkdir()
        adoptc(options, "apply", *rule, "-o", out, model)
        written = list(out.rglob(path.name))
        fixed = (written[0] if written else model).read_text(encoding="utf-8")
    comments = message_comments("".join(plain), model, messages)
    new = with_messages(plain, comments)
    fixes = fix_comments(plain, fixed.splitlines(keepends=True))
    text = "".join(new + (["\n", *fixes] if fixes else []))
    if text == old:
        return True
    if options.check:
        sys.stdout.writelines(
            difflib.unified_diff(
                lines, text.splitlines(keepends=True), str(path), str(path)
            )
        )
        return False
    path.write_text(text, encoding="utf-8")
    print(f"{path}: updated")
    return True


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("paths", type=pathlib.Path, nargs="+", help="test or folder")
    parser.add_argument(
        "--check", action="store_true", help="write nothing, fail if something differs"
    )
    parser.add_argument("--adoptc", default=str(ROOT / "build/dev/bin/adoptc"))
    options = parser.parse_args()
    good = True
    for path in options.paths:
        tests = sorted(path.rglob("*.py")) if path.is_dir() else [path]
        for test in tests:
            good &= update(options, test)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
