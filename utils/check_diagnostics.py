#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks runtime/support/Diagnostics.def against the code and the tests.

 * unique: each name is declared once.
 * emitted: each name is reported somewhere in compiler/ or runtime/.
 * tested: some file of test/ names it, or expects its text: the longest part of
   the text without arguments stands on a line with `expected-` or `CHECK`.
 * wording: lower case, no full stop at the end, one line.
"""

import re

import checks

DIAG = re.compile(
    r"ADOPTER_DIAG\(\s*(\w+)\s*,\s*(\w+)\s*,\s*((?:\"(?:\\.|[^\"\\])*\"\s*)+)\)"
)


UNTESTED = "utils/untested_diagnostics.txt"


def read_diagnostics(text):
    """(name, severity, text) of every line."""
    text = re.sub(r"^\s*//[^\n]*", "", text, flags=re.MULTILINE)
    found = []
    for name, severity, literals in DIAG.findall(text):
        parts = re.findall(r"\"((?:\\.|[^\"\\])*)\"", literals)
        message = "".join(parts).replace('\\"', '"').replace("\\\\", "\\")
        found.append((name, severity, message))
    return found


def longest_part(message):
    return max(re.split(r"\{\d\}", message), key=len).strip(" `")


def wording(name, message):
    problems = []
    if message.endswith("."):
        problems.append(f"{name}: ends with a full stop")
    if "\n" in message or "\\n" in message:
        problems.append(f"{name}: has more than one line")
    word = re.match(r"[A-Z][a-z]+\b", message)
    if word and word[0] not in ("Python",):
        problems.append(f"{name}: starts with a capital letter")
    return problems


def main():
    options = checks.arguments(__doc__)
    root = options.root
    files = checks.tree_files(root)
    diagnostics = read_diagnostics(
        checks.read(root, "runtime/support/Diagnostics.def")
    )
    code = "\n".join(
        checks.read(root, path)
        for path in files
        if path.parts[0] in ("compiler", "runtime")
        and path.suffix in (".h", ".cpp", ".def")
        and path.name != "Diagnostics.def"
    )
    emitted = set(re.findall(r"DiagKind::(\w+)", code))
    tests = "\n".join(
        checks.read(root, path) for path in files if path.parts[0] == "test"
    )
    words = set(re.findall(r"\w+", tests))
    expectations = "\n".join(
        line for line in tests.split("\n") if "expected-" in line or "CHECK" in line
    )

    # What still lacks a test. The list may only shrink: a name that has one
    # must leave it, a new diagnostic must not enter it.
    untested = set(checks.read(root, UNTESTED).split()) if (root / UNTESTED).exists() else set()

    cases = {"unique": [], "wording": []}
    seen = set()
    for name, _, message in diagnostics:
        if name in seen:
            cases["unique"].append(f"{name}: declared twice")
        seen.add(name)
        cases["wording"] += wording(name, message)
        problems = []
        if name not in emitted:
            problems.append("nothing in compiler/ or runtime/ reports it")
        is_tested = name in words or longest_part(message) in expectations
        if not is_tested and name not in untested:
            problems.append("no file of test/ names it or expects its text")
        if is_tested and name in untested:
            problems.append(f"is tested; take it off {UNTESTED}")
        cases[name] = problems
    if not diagnostics:
        cases["unique"].append("Diagnostics.def: no diagnostic found")
    checks.finish("diagnostics", cases, options.junit)


if __name__ == "__main__":
    main()
