#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sums up test results of build folders, case by case.

Reads <build>/results: ctest.xml, which ctest writes, and beside it one file for
each ctest test, which the test itself writes: gtest-X.xml for unit.X,
lit-X.xml for lit.X, check-X.xml for check.X. A ctest test without a file of its
own counts as one case; so does one that failed although its file has no failure
(it crashed). Prints a table, the names of what failed, and as the last line
`N passed, N failed`. Exit status 1 when something failed, or nothing ran.
"""

import argparse
import pathlib
import sys
import xml.etree.ElementTree as ET

PREFIXES = {"unit": "gtest", "lit": "lit", "check": "check"}


def count_file(path):
    """(passed, skipped, [failed names]) of one JUnit-like file."""
    passed, skipped, failed = 0, 0, []
    for case in ET.parse(path).iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            failed.append(f"{case.get('classname')}.{case.get('name')}")
        elif (
            case.find("skipped") is not None
            or case.get("status") == "notrun"
            or case.get("result") == "skipped"
        ):
            skipped += 1
        else:
            passed += 1
    return passed, skipped, failed


def count_build(build):
    """Yields (ctest name, passed, skipped, failed names)."""
    results = build / "results"
    for test in ET.parse(results / "ctest.xml").iter("testcase"):
        name = test.get("name")
        good = test.get("status") == "run"
        kind, _, rest = name.partition(".")
        own = results / f"{PREFIXES.get(kind, kind)}-{rest}.xml"
        passed, skipped, failed = 0, 0, []
        try:
            passed, skipped, failed = count_file(own)
        except (OSError, ET.ParseError):
            passed = 1 if good else 0
        if not good and not failed:
            failed = [f"{name} (as a whole)"]
        yield name, passed, skipped, failed


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("build", type=pathlib.Path, nargs="+")
    options = parser.parse_args()

    passed, failed = 0, []
    for build in options.build:
        print(f"\n{build.name}:")
        print(f"  {'test':32}{'passed':>8}{'failed':>8}{'skipped':>8}")
        try:
            rows = list(count_build(build))
        except (OSError, ET.ParseError) as problem:
            print(f"  no results: {problem}")
            failed.append(f"{build.name}: no results")
            continue
        for name, good, skipped, bad in rows:
            print(f"  {name:32}{good:8}{len(bad):8}{skipped:8}")
            passed += good
            failed += [f"{build.name}: {case}" for case in bad]
    if failed:
        print("\nfailed:")
        for case in failed:
            print(f"  {case}")
    print(f"\n{passed} passed, {len(failed)} failed")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
