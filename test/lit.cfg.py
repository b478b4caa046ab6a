# SPDX-License-Identifier: Apache-2.0
# Configuration of the lit tests; values of the build come from
# lit.site.cfg.py, which CMake writes into the build folder.
import os
import pathlib

import lit.formats

config.name = "adopter"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".adr", ".py", ".test"]
config.excludes = ["Inputs", "unit", "fuzz", "lit.cfg.py"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.adopter_build, "test")

source = pathlib.Path(config.adopter_source)

# adoptc, FileCheck, not, count and split-file are found on PATH.
config.environment["PATH"] = os.pathsep.join(
    [
        os.path.join(config.adopter_build, "bin"),
        config.llvm_tools,
        os.path.dirname(config.python),
        "/usr/bin",
        "/bin",
    ]
)
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
config.environment["LC_ALL"] = "C.UTF-8"
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "HOME"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

config.substitutions += [
    (
        "%check_rule",
        f"'{config.python}' '{source}/utils/check_rule.py'"
        f" --adoptc '{config.adopter_build}/bin/adoptc'"
        f" --filecheck '{config.llvm_tools}/FileCheck'",
    ),
    ("%python", f"'{config.python}'"),
    ("%inputs", str(source / "test" / "Inputs")),
    ("%rules", str(source / "stdlib-rules")),
    ("%utils", str(source / "utils")),
]

if config.sanitize:
    config.available_features.add("sanitizer")

# Tests that run models say `REQUIRES: torch` and call %torch_python.
torch_python = os.environ.get("ADOPTER_TORCH_PYTHON") or str(
    source / ".deps" / "venv" / "bin" / "python"
)
if os.path.exists(torch_python):
    site = pathlib.Path(torch_python).parent.parent
    if os.environ.get("ADOPTER_TORCH_PYTHON") or any(
        site.glob("lib/python3*/site-packages/torch/__init__.py")
    ):
        config.available_features.add("torch")
config.substitutions.append(("%torch_python", f"'{torch_python}'"))
