#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the form of the tree.

 * length: no source file has more than 520 lines.
 * licence: every source file names its licence in the first lines.
 * headers: every .h starts with the licence and a `/// \\file` comment, and is
   guarded by ADOPTER_<PATH>_H.
 * names: C++ files are UpperCamel, folders lower case; nothing is called
   Utils, Helpers, Common or Misc.
 * rules: every rule of stdlib-rules/ is named in some test.
"""

import re

import checks

LIMIT = 520
SOURCES = {".h", ".cpp", ".def", ".py", ".sh", ".cmake", ".g4"}
SPDX = "SPDX-License-Identifier: Apache-2.0"
RULE = re.compile(r"^[ \t]*(?:export[ \t]+)?rule[ \t]+([A-Za-z_]\w*)", re.MULTILINE)
VAGUE = {"utils", "util", "helpers", "helper", "common", "misc"}


def is_source(path):
    return path.suffix in SOURCES or path.name == "CMakeLists.txt"


def ours(path):
    """Models under Inputs belong to the tests, not to the tree's own code."""
    return "Inputs" not in path.parts


def check_headers(path, text):
    lines = text.split("\n")
    if lines[0] != f"// {SPDX}" or len(lines) < 3:
        return [f"{path}: does not start with `// {SPDX}`"]
    if lines[1] != r"/// \file":
        return [f"{path}: line 2 is not `/// \\file`"]
    if not re.match(r"/// \S", lines[2]):
        return [f"{path}: says nothing about its purpose below `\\file`"]
    guard = "ADOPTER_" + re.sub(r"[^A-Z0-9]", "_", path.as_posix().upper())
    if f"#ifndef {guard}\n#define {guard}\n" not in text:
        return [f"{path}: include guard is not {guard}"]
    return []


def check_rules(root, files):
    """Rules of the standard packs that no test names."""
    tests = "\n".join(
        f"{path}\n{checks.read(root, path)}"
        for path in files
        if path.parts[0] == "test" and ours(path)
    )
    words = set(re.findall(r"\w+", tests))
    missing = []
    for path in files:
        if path.parts[0] != "stdlib-rules" or path.suffix != ".adr":
            continue
        for rule in RULE.findall(checks.read(root, path)):
            if rule not in words:
                missing.append(f"{path}: no test names the rule `{rule}`")
    return missing


def main():
    options = checks.arguments(__doc__)
    root = options.root
    files = checks.tree_files(root)
    cases = {"length": [], "licence": [], "headers": [], "names": []}
    for path in files:
        if not is_source(path) or not ours(path):
            continue
        text = checks.read(root, path)
        count = text.count("\n")
        if count > LIMIT:
            cases["length"].append(f"{path}: {count} lines, at most {LIMIT}")
        # A lit test is input for the tool; its first line is the RUN line.
        is_lit = path.suffix == ".py" and path.parts[0] == "test" and "RUN:" in text
        if not is_lit and SPDX not in "\n".join(text.split("\n")[:3]):
            cases["licence"].append(f"{path}: no `{SPDX}` in its first lines")
        if path.suffix == ".h":
            cases["headers"] += check_headers(path, text)
        if path.suffix in (".h", ".cpp"):
            if not re.fullmatch(r"[A-Z][A-Za-z0-9]*", path.stem) and path.stem != "main":
                cases["names"].append(f"{path}: is not UpperCamel")
            folders = [part for part in path.parts[:-1] if part != part.lower()]
            # llvm_compat stands in for LLVM's own headers, under their paths.
            if folders and "llvm_compat" not in path.parts:
                cases["names"].append(f"{path}: folder {folders[0]} is not lower case")
            if path.stem.lower() in VAGUE:
                cases["names"].append(f"{path}: the name says nothing")
    cases["rules"] = check_rules(root, files)
    checks.finish("tree", cases, options.junit)


if __name__ == "__main__":
    main()
