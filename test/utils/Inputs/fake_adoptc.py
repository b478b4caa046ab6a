#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Stands in for adoptc in the tests of check_rule.py: the rule `p/OLD-NEW`
turns the word OLD into NEW, except in comments. `--break-diff`, `--syntax-error` and `--quiet` make
it misbehave."""
import difflib
import pathlib
import re
import sys

command, *rest = sys.argv[1:]
flags = {word for word in rest if word.startswith("--")}
rule = next(word for word in flags if word.startswith("--rule="))
old, new = rule.rpartition("/")[2].split("-")
out = pathlib.Path(rest[rest.index("-o") + 1]) if "-o" in rest else None
file = pathlib.Path(rest[-1])
before = file.read_text()
word = re.compile(rf"^#.*$|\b{old}\b", re.MULTILINE)
after = word.sub(lambda found: new if found[0] == old else found[0], before)

if command == "scan":
    for number, line in enumerate(before.split("\n"), 1):
        for match in word.finditer(line):
            if match[0] == old and "--quiet" not in flags:
                print(f"{file}:{number}:{match.start() + 1}: remark: rewritten")
elif out:
    if "--syntax-error" in flags:
        after += "(\n"
    if after != before:
        out.mkdir(exist_ok=True)
        (out / file.name).write_text(after)
else:
    if "--break-diff" in flags:
        after += "more = 1\n"
    sys.stdout.writelines(
        difflib.unified_diff(
            before.splitlines(True), after.splitlines(True), "a", "b"
        )
    )
