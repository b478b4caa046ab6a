// SPDX-License-Identifier: Apache-2.0
#include "runtime/synth/FileNames.h"
#include "PythonText.h"

using namespace adopter;
using namespace adopter::synth;

namespace {

bool nothing(llvm::StringRef) { return false; }

std::string spelled(std::string text, llvm::StringRef qualified) {
  PythonText python(std::move(text));
  FileNames names(*python, python.style);
  return names.existing(qualified, nothing).value_or("<none>");
}

TEST(FileNames, UsesTheFilesOwnNames) {
  EXPECT_EQ(spelled("from torch import nn\n", "torch.nn.Linear"), "nn.Linear");
  EXPECT_EQ(spelled("import torch\n", "torch.nn.Linear"), "torch.nn.Linear");
  EXPECT_EQ(spelled("import torch.nn as tn\n", "torch.nn.Linear"), "tn.Linear");
  EXPECT_EQ(spelled("import torch.nn.functional as F\n",
                    "torch.nn.functional.softmax"),
            "F.softmax");
  EXPECT_EQ(spelled("from torch.nn import Linear as L\n", "torch.nn.Linear"),
            "L");
  EXPECT_EQ(spelled("import math\n", "torch.nn.Linear"), "<none>");
  EXPECT_EQ(spelled("import a.b.c\n", "a.b.c.f"), "a.b.c.f");
  EXPECT_EQ(spelled("import a\n", "a.b.f"), "<none>");
}

TEST(FileNames, PrefersTheSpellingUsedMost) {
  EXPECT_EQ(spelled("import torch\nfrom torch import nn\n"
                    "import torch.nn.functional as F\n"
                    "a = nn.functional.silu(nn.functional.gelu(b))\n",
                    "torch.nn.functional.softmax"),
            "nn.functional.softmax");
  EXPECT_EQ(spelled("import torch\nfrom torch import nn\n"
                    "a = torch.nn.Linear(1, 2)\nb = torch.nn.Linear(1, 2)\n"
                    "c = nn.Linear(1, 2)\n",
                    "torch.nn.Dropout"),
            "torch.nn.Dropout");
}

TEST(FileNames, HiddenNamesAreNotUsed) {
  PythonText python("import torch\nfrom torch import nn\n");
  FileNames names(*python, python.style);
  auto isHidden = [](llvm::StringRef name) { return name == "nn"; };
  EXPECT_EQ(names.existing("torch.nn.Linear", isHidden), "torch.nn.Linear");
}

TEST(FileNames, FreshNames) {
  PythonText python("a = b.c(d=e)\n");
  FileNames names(*python, python.style);
  EXPECT_EQ(names.fresh("a"), "a_1");
  EXPECT_EQ(names.fresh("a"), "a_2");
  EXPECT_EQ(names.fresh("c"), "c");
  EXPECT_EQ(names.fresh("d"), "d");
}

/// The file after the imports of `wanted` (module, name) were added.
std::string
withImports(std::string text,
            std::vector<std::pair<std::string, std::string>> wanted) {
  PythonText python(std::move(text));
  FileNames names(*python, python.style);
  std::vector<NeededImport> needed;
  for (auto &[module, name] : wanted)
    names.imported(module, name, nothing, needed);
  std::string result = python.after(names.importEdits(needed));
  EXPECT_TRUE(python::PySource::isValid(result)) << result;
  return result;
}

TEST(ImportEdits, GoAmongThirdPartyImports) {
  EXPECT_EQ(withImports("\"\"\"Doc.\"\"\"\nimport math\n\nimport torch\n"
                        "import torch.utils.checkpoint\nfrom torch import nn\n"
                        "\nfrom ...activations import ACT2FN\n\n\nclass A:\n"
                        "    pass\n",
                        {{"liger_kernel.ops.swiglu", "Mul"}}),
            "\"\"\"Doc.\"\"\"\nimport math\n\nimport torch\n"
            "import torch.utils.checkpoint\n"
            "from liger_kernel.ops.swiglu import Mul\nfrom torch import nn\n"
            "\nfrom ...activations import ACT2FN\n\n\nclass A:\n    pass\n");
}

TEST(ImportEdits, MergeIntoAnImportOfTheModule) {
  EXPECT_EQ(
      withImports("import torch\nfrom k.ops import a, c\n", {{"k.ops", "b"}}),
      "import torch\nfrom k.ops import a, b, c\n");
  EXPECT_EQ(
      withImports("from k.ops import (\n    a,\n    c,\n)\n", {{"k.ops", "b"}}),
      "from k.ops import (\n    a,\n    b,\n    c,\n)\n");
  EXPECT_EQ(
      withImports("from k.ops import (\n    a,\n    c,\n)\n", {{"k.ops", "d"}}),
      "from k.ops import (\n    a,\n    c,\n    d,\n)\n");
  EXPECT_EQ(withImports("from k.ops import *\n", {{"k.ops", "d"}}),
            "from k.ops import *\nfrom k.ops import d\n");
}

TEST(ImportEdits, OneImportForEachName) {
  EXPECT_EQ(withImports("import torch\n", {{"k", "a"}, {"k", "a"}, {"k", "b"}}),
            "import torch\nfrom k import a, b\n");
  EXPECT_EQ(withImports("import torch\nfrom k import a\n", {{"k", "a"}}),
            "import torch\nfrom k import a\n");
}

TEST(ImportEdits, NamesThatAreTakenGetAnAlias) {
  EXPECT_EQ(withImports("import torch\na = 1\n", {{"k.x", "a"}}),
            "import torch\nfrom k.x import a as k_a\na = 1\n");
}

TEST(ImportEdits, FilesWithoutImports) {
  EXPECT_EQ(withImports("a = 1\n", {{"k", "f"}}), "from k import f\n\na = 1\n");
  EXPECT_EQ(withImports("\"\"\"Doc.\"\"\"\n\na = 1\n", {{"k", "f"}}),
            "\"\"\"Doc.\"\"\"\n\nfrom k import f\n\na = 1\n");
  EXPECT_EQ(withImports("# Licence\n\nfrom __future__ import annotations\n"
                        "a = 1\n",
                        {{"k", "f"}}),
            "# Licence\n\nfrom __future__ import annotations\n\n"
            "from k import f\n\na = 1\n");
  EXPECT_EQ(withImports("", {{"k", "f"}}), "from k import f\n\n");
}

TEST(ImportEdits, StayOutOfTryAndIf) {
  EXPECT_EQ(withImports("import math\ntry:\n    from k import f\n"
                        "except ImportError:\n    f = None\n",
                        {{"k", "g"}}),
            "import math\n\nfrom k import g\ntry:\n    from k import f\n"
            "except ImportError:\n    f = None\n");
}

TEST(ImportEdits, WholeModules) {
  EXPECT_EQ(withImports("from torch import nn\n", {{"torch", ""}}),
            "import torch\nfrom torch import nn\n");
}

} // namespace
