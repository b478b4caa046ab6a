#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Starts a new rule: the rule file and its test, as skeletons to fill in.

    utils/new_rule.py acme/fused_gelu

writes stdlib-rules/acme/fused_gelu.adr and test/rules/acme/fused_gelu.py and
says what to do next. Nothing has to be registered anywhere.
"""

import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

RULE = """\
pack {pack} "0.1"

/// What the kernel computes, and where it comes from.
kernel {pack}.{name}(x) {{
  requires package "{pack}"
  device   cuda
  dtypes   float16, bfloat16, float32
  modes    inference
  mutates  nothing
}}

/// What the rule looks for, and what it assumes.
rule {name} {{
  match {{
    $y = torch.relu($x)
  }}
  rewrite {{
    $y = {pack}.{name}($x)
  }}
  grade exact
  example {{ $x: f32[2, 3] }}
}}
"""

TEST = """\
# RUN: %check_rule %s {pack}/{name} %t
import torch
from torch import nn


class Matches(nn.Module):
    def forward(self, x):
        return torch.relu(x)


class NearMiss(nn.Module):
    \"\"\"Looks alike and must stay as it is.\"\"\"

    def forward(self, x):
        return torch.sigmoid(x)
"""


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rule", metavar="PACK/RULE")
    parser.add_argument("--root", type=pathlib.Path, default=ROOT, help="the clone")
    options = parser.parse_args()
    if not re.fullmatch(r"[a-z][a-z0-9_]*/[a-z][a-z0-9_]*", options.rule):
        parser.error("PACK/RULE are lower-case names, like acme/fused_gelu")
    pack, name = options.rule.split("/")
    rule = options.root / "stdlib-rules" / pack / f"{name}.adr"
    test = options.root / "test" / "rules" / pack / f"{name}.py"
    for path, text in ((rule, RULE), (test, TEST)):
        if path.exists():
            sys.exit(f"new_rule: {path} is there already")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.format(pack=pack, name=name), encoding="utf-8")
        print(f"wrote {path.relative_to(options.root)}")
    print(
        f"""
next:
  1. write the rule; check it:   adoptc check {rule.relative_to(options.root)}
  2. put into the test what must change and what must not, then
     utils/update_checks.py {test.relative_to(options.root)}
     and read what it wrote
  3. cmake --build --preset dev && ctest --preset dev -R lit.rules"""
    )


if __name__ == "__main__":
    main()
