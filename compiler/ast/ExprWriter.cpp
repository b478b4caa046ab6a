// SPDX-License-Identifier: Apache-2.0
#include "compiler/ast/ExprWriter.h"
#include "compiler/ast/Spelling.h"

using namespace adopter;
using namespace adopter::ast;
using llvm::cast;
using llvm::dyn_cast;

namespace {
/// From the weakest binding on; the order of AdrParser.g4 read backwards.
enum Precedence : unsigned {
  Any,
  ConditionalLevel,
  OrLevel,
  AndLevel,
  NotLevel,
  CompareLevel,
  BitOrLevel,
  BitXorLevel,
  BitAndLevel,
  ShiftLevel,
  SumLevel,
  ProductLevel,
  SignLevel,
  PowerLevel,
  PostfixLevel,
};
} // namespace

static unsigned precedenceOf(BinaryOp op) {
  switch (op) {
  case BinaryOp::BitOr:
    return BitOrLevel;
  case BinaryOp::BitXor:
    return BitXorLevel;
  case BinaryOp::BitAnd:
    return BitAndLevel;
  case BinaryOp::ShiftLeft:
  case BinaryOp::ShiftRight:
    return ShiftLevel;
  case BinaryOp::Add:
  case BinaryOp::Subtract:
    return SumLevel;
  case BinaryOp::Multiply:
  case BinaryOp::Divide:
  case BinaryOp::FloorDivide:
  case BinaryOp::Modulo:
  case BinaryOp::MatMul:
    return ProductLevel;
  case BinaryOp::Power:
    return PowerLevel;
  }
  llvm_unreachable("unknown operator");
}

static unsigned precedenceOf(const Expr &expr) {
  switch (expr.kind()) {
  case NodeKind::Conditional:
    return ConditionalLevel;
  case NodeKind::BoolOp:
    return cast<BoolOp>(expr).op == BoolOpKind::Or ? OrLevel : AndLevel;
  case NodeKind::Compare:
    return CompareLevel;
  case NodeKind::Unary:
    return cast<Unary>(expr).op == UnaryOp::Not ? NotLevel : SignLevel;
  case NodeKind::Binary:
    return precedenceOf(cast<Binary>(expr).op);
  case NodeKind::Literal: {
    // A negative number is a sign and a literal to the parser.
    const Literal &literal = cast<Literal>(expr);
    return literal.literalKind != ConstantKind::String &&
                   llvm::StringRef(spell(literal)).starts_with("-")
               ? SignLevel
               : PostfixLevel;
  }
  default:
    return PostfixLevel;
  }
}

/// `1.real` is no expression: a number needs parentheses before a dot.
static bool isNumber(const Expr &expr) {
  auto *literal = dyn_cast<Literal>(&expr);
  return literal && (literal->literalKind == ConstantKind::Int ||
                     literal->literalKind == ConstantKind::Float ||
                     literal->literalKind == ConstantKind::Ellipsis);
}

/// What the text of `expr` begins with.
static const Expr &leftmost(const Expr &expr) {
  switch (expr.kind()) {
  case NodeKind::Call:
    return leftmost(*cast<Call>(expr).callee);
  case NodeKind::Attribute:
    return leftmost(*cast<Attribute>(expr).object);
  case NodeKind::Index:
    return leftmost(*cast<Index>(expr).object);
  case NodeKind::Binary:
    return leftmost(*cast<Binary>(expr).left);
  case NodeKind::Compare:
    return leftmost(*cast<Compare>(expr).operands[0]);
  case NodeKind::BoolOp:
    return leftmost(*cast<BoolOp>(expr).operands[0]);
  case NodeKind::Conditional:
    return leftmost(*cast<Conditional>(expr).thenValue);
  default:
    return expr;
  }
}

/// What stands last in the text of `expr`, bare, is a dict.
static bool endsInBrace(const Expr &expr) {
  if (auto *unary = dyn_cast<Unary>(&expr))
    return endsInBrace(*unary->operand);
  if (auto *binary = dyn_cast<Binary>(&expr))
    return endsInBrace(*binary->right);
  return llvm::isa<Dict>(expr);
}

/// `{` would open a block, and some words begin clauses or statements.
static bool isAmbiguousFirst(const Expr &expr) {
  const Expr &first = leftmost(expr);
  if (auto *name = dyn_cast<Name>(&first))
    return llvm::is_contained({"where", "require", "with", "grade", "set",
                               "inline", "function", "carried"},
                              name->name);
  return llvm::isa<Dict>(first);
}

//===-- lists -------------------------------------------------------------===//

template <typename List, typename WriteOne>
void ExprWriter::commaList(const List &list, WriteOne writeOne) {
  for (size_t i = 0; i < list.size(); ++i) {
    if (i) {
      out.text(",");
      out.softBreak();
    }
    writeOne(list[i]);
  }
}

template <typename WriteInner>
void ExprWriter::bracketed(llvm::StringRef open, llvm::StringRef close,
                           WriteInner writeInner) {
  out.text(open);
  out.openHanging();
  writeInner();
  out.text(close);
  out.close();
}

void ExprWriter::write(ExprList list) {
  commaList(list, [&](const Expr *expr) { write(*expr); });
}

void ExprWriter::write(ArgumentList list) {
  commaList(list, [&](const Argument &argument) {
    if (argument.kind == ArgumentKind::Star)
      out.text("*");
    if (argument.kind == ArgumentKind::DoubleStar)
      out.text("**");
    if (argument.keyword) {
      out.text(argument.keyword.text);
      out.text(" = ");
    }
    write(*argument.value);
  });
}

void ExprWriter::write(ParameterList list) {
  commaList(list, [&](const Parameter &param) {
    switch (param.kind) {
    case ParameterKind::Plain:
      break;
    case ParameterKind::Star:
      out.text("*");
      break;
    case ParameterKind::DoubleStar:
      out.text("**");
      break;
    case ParameterKind::Slash:
      out.text("/");
      break;
    }
    out.text(param.name.text);
    if (param.annotation) {
      out.text(": ");
      write(*param.annotation);
    }
    if (param.defaultValue) {
      out.text(" = ");
      write(*param.defaultValue);
    }
  });
}

void ExprWriter::write(const Condition &condition) {
  if (condition.expr)
    return writeFirst(*condition.expr);
  out.text("$");
  out.text(condition.member->member.text);
  out.text(" : ");
  write(*condition.member->constructor);
}

void ExprWriter::write(llvm::ArrayRef<Condition> conditions) {
  commaList(conditions, [&](const Condition &condition) { write(condition); });
}

void ExprWriter::write(llvm::ArrayRef<Requirement> requirements) {
  commaList(requirements, [&](const Requirement &requirement) {
    writeFirst(*requirement.condition);
    out.text(" ");
    out.text(quote(requirement.reason));
  });
}

void ExprWriter::write(llvm::ArrayRef<Binding> bindings, llvm::StringRef mark) {
  commaList(bindings, [&](const Binding &binding) {
    out.text(mark);
    out.text(binding.name.text);
    out.text(" = ");
    write(*binding.value);
  });
}

void ExprWriter::write(llvm::ArrayRef<Identifier> names, llvm::StringRef mark) {
  commaList(names, [&](const Identifier &name) {
    out.text(mark);
    out.text(name.text);
  });
}

void ExprWriter::writeEquation(const Expr &left, const Expr &right) {
  out.open();
  if (isAmbiguousFirst(left))
    bracketed("(", ")", [&] { write(left); });
  else
    write(left, BitOrLevel);
  out.text(" ==");
  out.softBreak();
  write(right, BitOrLevel);
  out.close();
}

void ExprWriter::writeFirst(const Expr &expr) {
  if (isAmbiguousFirst(expr))
    bracketed("(", ")", [&] { write(expr); });
  else
    write(expr);
}

//===-- expressions -------------------------------------------------------===//

void ExprWriter::write(const Expr &expr, unsigned precedence) {
  if (precedenceOf(expr) >= precedence)
    return writeBare(expr);
  bracketed("(", ")", [&] { writeBare(expr); });
}

/// Inside an index a tuple needs no parentheses.
void ExprWriter::writeIndex(const Index &index) {
  write(*index.object, PostfixLevel);
  auto *tuple = dyn_cast<Tuple>(index.index);
  bracketed("[", "]", [&] {
    if (!tuple)
      return write(*index.index);
    write(tuple->elements);
    if (tuple->elements.size() == 1)
      out.text(",");
  });
}

void ExprWriter::writeBinary(const Binary &binary) {
  unsigned precedence = precedenceOf(binary.op);
  if (binary.op == BinaryOp::Power) {
    write(*binary.left, PostfixLevel);
    out.text(" ** ");
    return write(*binary.right, SignLevel);
  }
  // One group for the whole run of operators of one strength.
  llvm::SmallVector<const Binary *, 8> run{&binary};
  while (auto *left = dyn_cast<Binary>(run.back()->left)) {
    if (precedenceOf(left->op) != precedence)
      break;
    run.push_back(left);
  }
  // `} // x` would be a comment behind a block.
  auto operand = [&](const Expr &expr, unsigned strength, bool isDivided) {
    if (isDivided && endsInBrace(expr))
      bracketed("(", ")", [&] { write(expr); });
    else
      write(expr, strength);
  };
  out.open();
  operand(*run.back()->left, precedence,
          run.back()->op == BinaryOp::FloorDivide);
  for (size_t i = run.size(); i-- > 0;) {
    out.text(" ");
    out.text(binaryOpToken(run[i]->op));
    out.softBreak();
    operand(*run[i]->right, precedence + 1,
            i > 0 && run[i - 1]->op == BinaryOp::FloorDivide);
  }
  out.close();
}

void ExprWriter::writeBare(const Expr &expr) {
  switch (expr.kind()) {
  case NodeKind::Name:
    return out.text(cast<Name>(expr).name);
  case NodeKind::Metavariable:
    out.text("$");
    return out.text(cast<Metavariable>(expr).name);
  case NodeKind::Wildcard:
    return out.text("_");
  case NodeKind::Literal:
    return out.text(spell(cast<Literal>(expr)));
  case NodeKind::Call:
    write(*cast<Call>(expr).callee, PostfixLevel);
    return bracketed("(", ")", [&] { write(cast<Call>(expr).args); });
  case NodeKind::Attribute: {
    const Attribute &attribute = cast<Attribute>(expr);
    if (isNumber(*attribute.object))
      bracketed("(", ")", [&] { write(*attribute.object); });
    else
      write(*attribute.object, PostfixLevel);
    out.text(".");
    return out.text(attribute.name.text);
  }
  case NodeKind::Index:
    return writeIndex(cast<Index>(expr));
  case NodeKind::Slice: {
    const Slice &slice = cast<Slice>(expr);
    if (slice.start)
      write(*slice.start);
    out.text(":");
    if (slice.stop)
      write(*slice.stop);
    if (slice.step) {
      out.text(":");
      write(*slice.step);
    }
    return;
  }
  case NodeKind::Tuple:
    return bracketed("(", ")", [&] {
      write(cast<Tuple>(expr).elements);
      if (cast<Tuple>(expr).elements.size() == 1)
        out.text(",");
    });
  case NodeKind::List:
    return bracketed("[", "]", [&] { write(cast<List>(expr).elements); });
  case NodeKind::Dict:
    return bracketed("{", "}", [&] {
      commaList(cast<Dict>(expr).entries, [&](const DictEntry &entry) {
        if (entry.key) {
          write(*entry.key);
          out.text(": ");
        } else {
          out.text("**");
        }
        write(*entry.value);
      });
    });
  case NodeKind::Unary: {
    const Unary &unary = cast<Unary>(expr);
    out.text(unaryOpToken(unary.op));
    if (unary.op == UnaryOp::Not)
      out.text(" ");
    return write(*unary.operand,
                 unary.op == UnaryOp::Not ? NotLevel : SignLevel);
  }
  case NodeKind::Binary:
    return writeBinary(cast<Binary>(expr));
  case NodeKind::Compare: {
    const Compare &compare = cast<Compare>(expr);
    out.open();
    write(*compare.operands[0], BitOrLevel);
    for (size_t i = 0; i < compare.ops.size(); ++i) {
      out.text(" ");
      out.text(compareOpToken(compare.ops[i]));
      out.softBreak();
      write(*compare.operands[i + 1], BitOrLevel);
    }
    return out.close();
  }
  case NodeKind::BoolOp: {
    const BoolOp &boolOp = cast<BoolOp>(expr);
    bool isOr = boolOp.op == BoolOpKind::Or;
    out.open();
    for (size_t i = 0; i < boolOp.operands.size(); ++i) {
      if (i) {
        out.text(isOr ? " or" : " and");
        out.softBreak();
      }
      write(*boolOp.operands[i], isOr ? AndLevel : NotLevel);
    }
    return out.close();
  }
  case NodeKind::Conditional: {
    const Conditional &conditional = cast<Conditional>(expr);
    out.open();
    write(*conditional.thenValue, OrLevel);
    out.text(" if");
    out.softBreak();
    write(*conditional.condition, OrLevel);
    out.text(" else");
    out.softBreak();
    write(*conditional.elseValue, ConditionalLevel);
    return out.close();
  }
  default:
    llvm_unreachable("no expression");
  }
}

std::string ast::write(const Expr &expr) {
  Layout layout;
  ExprWriter(layout).write(expr);
  return layout.str(0, ~size_t(0));
}
