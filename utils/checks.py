# SPDX-License-Identifier: Apache-2.0
"""What the check_*.py scripts share: the files of the tree, and reporting."""

import argparse
import pathlib
import subprocess
import sys
import xml.etree.ElementTree as ET

IGNORED = {".git", ".deps", "build", "__pycache__"}


def arguments(description):
    """The command line every check has: --root and --junit."""
    parser = argparse.ArgumentParser(
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--root",
        type=pathlib.Path,
        default=pathlib.Path(__file__).resolve().parent.parent,
        help="the repository (default: the one this script is in)",
    )
    parser.add_argument(
        "--junit", type=pathlib.Path, help="also write the result as JUnit XML"
    )
    return parser.parse_args()


def tree_files(root):
    """Relative paths of the files git knows or would add; where `root` is not
    the top of a clone, all files below it."""
    try:
        if not (root / ".git").exists():
            raise OSError
        listing = subprocess.run(
            ["git", "-C", root, "ls-files", "-co", "--exclude-standard", "-z"],
            capture_output=True,
            check=True,
        ).stdout.decode()
        paths = [pathlib.PurePosixPath(name) for name in listing.split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        paths = [
            pathlib.PurePosixPath(path.relative_to(root).as_posix())
            for path in root.rglob("*")
            if not IGNORED & set(path.relative_to(root).parts)
        ]
    return sorted(path for path in set(paths) if (root / path).is_file())


def read(root, path):
    return (root / path).read_text(encoding="utf-8", errors="replace")


def finish(name, cases, junit):
    """Prints the problems of `cases` (case name -> list of problems) and ends
    the process: 0 when there are none."""
    suite = ET.Element("testsuite", name=f"check.{name}", tests=str(len(cases)))
    failed = 0
    for case, problems in cases.items():
        element = ET.SubElement(suite, "testcase", classname=f"check.{name}", name=case)
        if problems:
            failed += 1
            ET.SubElement(element, "failure", message="\n".join(problems))
            print(f"{case}:")
            for problem in problems:
                print(f"  {problem}")
    suite.set("failures", str(failed))
    if junit:
        junit.parent.mkdir(parents=True, exist_ok=True)
        ET.ElementTree(suite).write(junit, encoding="utf-8", xml_declaration=True)
    print(f"{name}: {len(cases) - failed} checks passed, {failed} failed")
    sys.exit(1 if failed else 0)
