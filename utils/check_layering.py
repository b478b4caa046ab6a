#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the layering of the libraries against CMakeLists.txt and #include.

 * includes: a folder includes only headers of libraries it DEPENDS on, directly
   or through others; the graph has no cycle, and every DEPENDS names a library.
 * law 1: runtime/ never depends on or includes compiler/.
 * law 2: ANTLR is included only in compiler/syntax, tree-sitter only in
   runtime/python.
 * law 3: exceptions end in compiler/syntax/ParseDriver.cpp: `throw` stands only
   in compiler/syntax, `try` and `catch` only in that file.
"""

import re

import checks

CALL = re.compile(
    r"adopter_add_(library|executable|grammar)\s*\(([^)]*)\)", re.IGNORECASE
)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)
KEYWORDS = {"NAME", "SOURCES", "DEPENDS", "LINK_PRIVATE", "PACKAGE", "GRAMMARS"}
# Comments, string and character literals, raw strings first.
NOT_CODE = re.compile(
    r'R"([^()\s\\]*)\(.*?\)\1"|//[^\n]*|/\*.*?\*/'
    r"|\"(?:\\.|[^\"\\\n])*\"|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+'",
    re.DOTALL,
)


class Library:
    def __init__(self, folder, name, depends, private):
        self.folder = folder
        self.name = name
        self.depends = depends
        self.private = private


def read_libraries(root, files):
    """Target name -> Library, from every CMakeLists.txt below the top."""
    libraries = {}
    for path in files:
        if path.name != "CMakeLists.txt" or path.parts[0] not in (
            "grammar",
            "runtime",
            "compiler",
        ):
            continue
        text = re.sub(r"#[^\n]*", "", checks.read(root, path))
        for call in CALL.finditer(text):
            values, key = {}, None
            for word in call[2].split():
                if word in KEYWORDS:
                    key = word
                    values.setdefault(key, [])
                elif key:
                    values[key].append(word)
            name = values.get("NAME", ["?"])[0]
            libraries[name] = Library(
                path.parent,
                name,
                values.get("DEPENDS", []),
                values.get("LINK_PRIVATE", []),
            )
    return libraries


def closure(libraries, name, problems, stack=()):
    """All libraries that `name` may include: itself, what it depends on, and at
    the bottom of the stack what it links privately."""
    if name in stack:
        problems.append("cycle: " + " -> ".join([*stack, name]))
        return set()
    reached = {name}
    library = libraries[name]
    wanted = list(library.depends)
    if not stack:
        wanted += [target for target in library.private if target in libraries]
    for other in wanted:
        if other in libraries:
            reached |= closure(libraries, other, problems, (*stack, name))
        elif not stack:
            problems.append(
                f"{library.folder}/CMakeLists.txt: DEPENDS names {other}, "
                "which is no library of ours"
            )
    return reached


def code_of(text):
    return NOT_CODE.sub(" ", text)


def main():
    options = checks.arguments(__doc__)
    root = options.root
    files = checks.tree_files(root)
    libraries = read_libraries(root, files)
    cases = {"includes": [], "law 1": [], "law 2": [], "law 3": []}

    by_folder = {}
    for library in libraries.values():
        by_folder.setdefault(library.folder, []).append(library)
    reached = {name: closure(libraries, name, cases["includes"]) for name in libraries}
    for name, others in reached.items():
        for other in others:
            if str(libraries[name].folder).startswith("runtime") and str(
                libraries[other].folder
            ).startswith("compiler"):
                cases["law 1"].append(f"{name} depends on {other}")

    for path in files:
        if path.suffix not in (".h", ".cpp", ".def") or path.parts[0] not in (
            "runtime",
            "compiler",
        ):
            continue
        text = checks.read(root, path)
        owners = by_folder.get(path.parent)
        if not owners:
            cases["includes"].append(f"{path}: no library is built in its folder")
            continue
        allowed = {
            libraries[name].folder for owner in owners for name in reached[owner.name]
        }
        for include in INCLUDE.finditer(text):
            header = include[2]
            line = text.count("\n", 0, include.start()) + 1
            where = f"{path}:{line}: {header}"
            top = header.split("/")[0]
            if top in ("runtime", "compiler", "grammar"):
                folder = type(path)(header).parent
                if folder not in allowed:
                    cases["includes"].append(f"{where} is not in DEPENDS")
                if path.parts[0] == "runtime" and top == "compiler":
                    cases["law 1"].append(where)
            elif include[1] == '"' and "/" not in header:
                cases["includes"].append(f"{where} is not from the repository root")
            antlr = "antlr4" in header or top == "grammar"
            if antlr and path.parent.as_posix() != "compiler/syntax":
                cases["law 2"].append(where)
            if top == "tree_sitter" and path.parent.as_posix() != "runtime/python":
                cases["law 2"].append(where)

        driver = path.as_posix() == "compiler/syntax/ParseDriver.cpp"
        syntax = path.parent.as_posix() == "compiler/syntax"
        for number, line in enumerate(code_of(text).split("\n"), 1):
            for word in re.findall(r"\b(try|catch|throw)\b", line):
                if driver or (syntax and word == "throw"):
                    continue
                cases["law 3"].append(f"{path}: `{word}` in `{line.strip()}`")

    checks.finish("layering", cases, options.junit)


if __name__ == "__main__":
    main()
