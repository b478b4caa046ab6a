// SPDX-License-Identifier: Apache-2.0
// What the lifter makes of Python, printed and read back, is the same.
#include "ArchFixture.h"
#include "runtime/model/ArchitectureEqual.h"

using namespace adopter;
using namespace adopter::arch;

namespace {

/// The text of the architecture, after all checks.
std::string roundTrip(llvm::StringRef python, llvm::StringRef path = "m.py") {
  Workshop shop;
  auto lifted = shop.lift(python, path);
  EXPECT_TRUE(lifted) << shop.messages;
  if (!lifted)
    return {};
  EXPECT_EQ(Workshop::problems(*lifted), "");
  std::string text = Workshop::print(*lifted);
  auto again = shop.read(text);
  EXPECT_TRUE(again) << shop.messages << text;
  if (!again)
    return text;
  EXPECT_EQ(shop.messages, "") << text;
  EXPECT_EQ(Workshop::problems(*again), "") << text;
  EXPECT_EQ(model::firstDifference(*lifted, *again).value_or(""), "")
      << text << "--- read back:\n"
      << Workshop::print(*again);
  EXPECT_EQ(Workshop::print(*again), text);
  return text;
}

TEST(RoundTrip, Mlp) {
  std::string text = roundTrip(R"(
import torch
from torch import nn
import torch.nn.functional as F

class Mlp(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.up = nn.Linear(config.hidden, 4 * config.hidden, bias=False)
        self.drop = nn.Dropout(config.p)
        self.act = nn.GELU()

    def forward(self, x, mask=None):
        h = self.drop(self.act(self.up(x)))
        if mask is not None:
            h = h + mask
        return F.softmax(h, dim=-1), h
)");
  EXPECT_NE(text.find("  up : torch.nn.Linear(config.hidden, "), text.npos)
      << text;
  EXPECT_NE(text.find("h_2 if mask is not None else h"), text.npos) << text;
}

TEST(RoundTrip, Control) {
  roundTrip(R"(
import torch

def f(xs, n, *args, flag: bool = True, **kwargs):
    total = 0
    for i, (a, b) in enumerate(xs):
        if a > n:
            break
        elif b:
            continue
        total += a * b
    while total < n and flag:
        total = total + 1
    with torch.no_grad() as g, g:
        try:
            total = int(total)
        except (ValueError, TypeError) as e:
            raise RuntimeError("no") from e
        finally:
            print(total)
    assert total, f"no {total}"
    return total

def g(x):
    return [y + 1 for y in x if y for z in y], {k: v for k, v in x.items()}, (lambda t: t + x)

def h(x):
    def inner(y):
        return y * scale
    scale = 2.0
    x[0, 1:, ..., None] = inner(x)
    del x[1]
    x.data = -x
    yield x
    y = yield
    return {"a": 1, **x}, {1, 2}, (*x, 1), x[:, -1], not x, 1 < y <= 3
)");
}

TEST(RoundTrip, Members) {
  roundTrip(R"(
import torch
from torch import nn

class Base(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.norm = nn.LayerNorm(n) if n > 2 else nn.Identity()
        self.layers = nn.ModuleList([nn.Linear(n, n) for _ in range(3)])
        self.register_buffer("mask", torch.ones(n), persistent=False)
        self.weight = nn.Parameter(torch.empty(n))
        if n > 4:
            self.extra = nn.Linear(n, n)
        else:
            self.extra = None
        self.reset()

    def reset(self):
        self.calls = 0

    def helper(self, x):
        return x * self.weight

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        if self.extra is not None:
            x = self.extra(x)
        self.calls += 1
        return self.helper(self.norm(x))

class Derived(Base):
    def forward(self, x):
        return super().forward(x) + self.helper(x) + nn.Softmax(dim=-1)(x)

class Output(dict):
    pass
)");
}

/// Every file of a list, for a look at a whole corpus; prints what differs:
/// ADOPTER_ROUND_TRIP=list arch_test --gtest_filter=*Corpus*
TEST(RoundTrip, Corpus) {
  const char *list = std::getenv("ADOPTER_ROUND_TRIP");
  if (!list)
    GTEST_SKIP() << "ADOPTER_ROUND_TRIP names no list of files";
  SourceManager lists;
  FileId id = llvm::cantFail(lists.read(list));
  llvm::SmallVector<llvm::StringRef, 0> paths;
  lists.file(id).text().split(paths, '\n', -1, false);
  for (llvm::StringRef path : paths) {
    Workshop shop;
    FileId file = llvm::cantFail(shop.sources.read(path));
    auto lifted = shop.lift(shop.sources.file(file).text(), path);
    if (!lifted)
      continue;
    std::string problem = Workshop::problems(*lifted);
    std::string text = Workshop::print(*lifted);
    auto again = shop.read(text);
    if (problem.empty())
      problem = shop.messages;
    if (problem.empty())
      problem = model::firstDifference(*lifted, *again).value_or("");
    if (problem.empty() && Workshop::print(*again) != text)
      problem = "printed differently";
    if (!problem.empty())
      ADD_FAILURE() << path.str() << ": "
                    << llvm::StringRef(problem).take_front(300).str();
  }
}

} // namespace
