// SPDX-License-Identifier: Apache-2.0
// Architectures as people write them in tests.
#include "ArchFixture.h"

using namespace adopter;
using namespace adopter::arch;

namespace {

TEST(ArchBuilder, ClassWithoutConstructor) {
  Workshop shop;
  auto arch = shop.read(R"(
module SwiGLU(torch.nn.Module) {
  gate : torch.nn.Linear(dim, hidden, bias = False)
  drop : torch.nn.Dropout(config.p) where config.p > 0.0
  method forward(self, x) {
    h = self.gate(x)
    return torch.nn.functional.silu(self.drop(h))
  }
}
)");
  ASSERT_TRUE(arch) << shop.messages;
  EXPECT_EQ(shop.messages, "");
  EXPECT_EQ(Workshop::problems(*arch), "");
  const model::Class &swiglu = arch->classes[model::ClassId(0)];
  ASSERT_EQ(swiglu.methods.size(), 2u);
  const model::Function &init = arch->functions[swiglu.methods[0]];
  EXPECT_EQ(arch->text(init.name), "__init__");
  std::vector<std::string> names;
  for (const model::Parameter &parameter : init.parameters)
    names.push_back(arch->text(parameter.name).str());
  EXPECT_EQ(names,
            (std::vector<std::string>{"self", "dim", "hidden", "config"}));
  ASSERT_EQ(swiglu.members.size(), 2u);
  EXPECT_EQ(arch->members[swiglu.members[0]].kind, model::MemberKind::Module);
  ASSERT_EQ(arch->members[swiglu.members[1]].definitions.size(), 1u);
  EXPECT_TRUE(arch->members[swiglu.members[1]].definitions[0].conditional);
  // The call of the dropout has the face of the op that it computes.
  bool found = false;
  for (const model::Op &op : arch->ops)
    if (op.kind == model::OpKind::Call &&
        arch->text(op.name) == "torch.dropout")
      found = op.member && op.callee && arch->args(op).size() == 3;
  EXPECT_TRUE(found);
}

TEST(ArchBuilder, SpellingsAndOperators) {
  Workshop shop;
  auto arch = shop.read(R"(
function f(x, y) {
  a = x.softmax(-1)
  b = torch.nn.functional.softmax(x, dim = -1)
  c = x + y
  d = torch.add(x, y)
  return a, b, c, d
}
)");
  ASSERT_TRUE(arch) << shop.messages;
  auto value = [&](llvm::StringRef name) {
    for (const model::Binding &binding :
         arch->functions[model::FunctionId(0)].bindings)
      if (arch->text(binding.variable) == name)
        return binding.value;
    return model::ValueId();
  };
  EXPECT_TRUE(arch->sameValue(value("a"), value("b")));
  EXPECT_TRUE(arch->sameValue(value("c"), value("d")));
  EXPECT_FALSE(arch->sameValue(value("a"), value("c")));
}

TEST(ArchBuilder, Mistakes) {
  Workshop shop;
  auto arch = shop.read(R"(
module M(torch.nn.Module) {
  method forward(self, x) {
    members(nothing)
    a = $x
    b = element(x)
    set a = b
    c = closure("inner")
    d = method(x)
    for i in x carried (h) { pass h }
    return d
  }
}
)");
  ASSERT_TRUE(arch);
  for (llvm::StringRef name :
       {"unknown_member_line", "hole_in_architecture", "malformed_form",
        "invalid_set_target", "unknown_function", "misplaced_word",
        "carried_without_name"})
    EXPECT_NE(shop.messages.find(("[" + name + "]").str()), std::string::npos)
        << name.str() << "\n"
        << shop.messages;
}

} // namespace
