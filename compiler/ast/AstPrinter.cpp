// SPDX-License-Identifier: Apache-2.0
#include "compiler/ast/AstPrinter.h"
#include "compiler/ast/Spelling.h"
#include "llvm/ADT/StringExtras.h"

using namespace adopter;
using namespace adopter::ast;
using llvm::cast;

namespace {
class Printer {
public:
  explicit Printer(llvm::raw_ostream &out) : out(out) {}

  void print(llvm::StringRef role, const Node &node);

private:
  /// Lines printed while it lives belong to the line before it.
  struct Nested {
    explicit Nested(Printer &printer) : printer(printer) { ++printer.level; }
    ~Nested() { --printer.level; }
    Printer &printer;
  };

  llvm::raw_ostream &line() { return out.indent(2 * level); }
  void child(llvm::StringRef role, const Node *node) {
    if (node)
      print(role, *node);
  }
  template <typename T>
  void children(llvm::StringRef role, llvm::ArrayRef<const T *> nodes) {
    for (const T *node : nodes)
      child(role, node);
  }
  void names(llvm::StringRef role, llvm::ArrayRef<Identifier> names);
  void print(llvm::ArrayRef<Argument> arguments, llvm::StringRef role);
  void print(ParameterList params);
  void print(const Conditions &conditions);
  void print(const Requirements &requirements);
  void print(const Bindings &bindings, llvm::StringRef mark);
  void print(const Grade &grade);
  void print(const Block &block);
  template <typename T> void print(llvm::StringRef role, const Part<T> &part);
  void print(const RegionClause &clause);

  void printHead(const Node &node);
  void printBody(const Node &node);
  void printBody(const OpLine &opLine);
  void printBody(const SheetLine &sheetLine);
  void printBody(const RuleDecl &rule);

  llvm::raw_ostream &out;
  unsigned level = 0;
};
} // namespace

//===-- lists and values --------------------------------------------------===//

void Printer::names(llvm::StringRef role, llvm::ArrayRef<Identifier> names) {
  if (names.empty())
    return;
  line() << role << ": ";
  llvm::interleaveComma(names, out,
                        [&](const Identifier &name) { out << name.text; });
  out << '\n';
}

void Printer::print(llvm::ArrayRef<Argument> arguments, llvm::StringRef role) {
  for (const Argument &argument : arguments) {
    std::string label = role.str();
    if (argument.kind == ArgumentKind::Star)
      label += " *";
    if (argument.kind == ArgumentKind::DoubleStar)
      label += " **";
    if (argument.keyword)
      label += (" " + argument.keyword.text).str();
    print(label, *argument.value);
  }
}

void Printer::print(ParameterList params) {
  for (const Parameter &param : params) {
    line() << "param ";
    switch (param.kind) {
    case ParameterKind::Plain:
      break;
    case ParameterKind::Star:
      out << '*';
      break;
    case ParameterKind::DoubleStar:
      out << "**";
      break;
    case ParameterKind::Slash:
      out << '/';
      break;
    }
    out << param.name.text << '\n';
    Nested nested(*this);
    child("annotation", param.annotation);
    child("default", param.defaultValue);
  }
}

void Printer::print(const Conditions &conditions) {
  for (const Condition &condition : conditions) {
    child("where", condition.expr);
    child("where", condition.member);
  }
}

void Printer::print(const Requirements &requirements) {
  for (const Requirement &requirement : requirements) {
    line() << "require " << quote(requirement.reason) << '\n';
    Nested nested(*this);
    child("condition", requirement.condition);
  }
}

void Printer::print(const Bindings &bindings, llvm::StringRef mark) {
  for (const Binding &binding : bindings)
    child(("with " + mark + binding.name.text).str(), binding.value);
}

void Printer::print(const Grade &grade) {
  if (!grade)
    return;
  switch (grade.kind) {
  case GradeKind::Exact:
    line() << "grade exact\n";
    break;
  case GradeKind::Rounding:
    line() << "grade rounding\n";
    break;
  case GradeKind::Domain:
    line() << "grade domain " << quote(grade.domain) << '\n';
    break;
  }
}

void Printer::print(const Block &block) {
  if (!block)
    return;
  line() << "block\n";
  Nested nested(*this);
  children("", block.statements);
}

template <typename T>
void Printer::print(llvm::StringRef role, const Part<T> &part) {
  if (!part)
    return;
  line() << role << '\n';
  Nested nested(*this);
  children("", part.items);
}

void Printer::print(const RegionClause &clause) {
  line() << clause.word.text << '\n';
  Nested nested(*this);
  child("target", clause.target);
  for (const HeadItem &item : clause.operands) {
    child("operand", item.value);
    child("as", item.alias);
  }
  print(clause.carried, "carried");
  print(clause.body);
}

//===-- nodes -------------------------------------------------------------===//

void Printer::print(llvm::StringRef role, const Node &node) {
  line();
  if (!role.empty())
    out << role << ": ";
  out << nodeKindName(node.kind());
  printHead(node);
  out << '\n';
  Nested nested(*this);
  if (auto *decl = llvm::dyn_cast<Decl>(&node))
    for (llvm::StringRef text : decl->doc)
      line() << "doc " << quote(text) << '\n';
  printBody(node);
}

/// What fits on the line of the node itself.
void Printer::printHead(const Node &node) {
  if (auto *decl = llvm::dyn_cast<Decl>(&node)) {
    out << ' ' << decl->name.text;
    return;
  }
  switch (node.kind()) {
  case NodeKind::Name:
    out << ' ' << cast<Name>(node).name;
    break;
  case NodeKind::Metavariable:
    out << " $" << cast<Metavariable>(node).name;
    break;
  case NodeKind::Literal:
    out << ' ' << spell(cast<Literal>(node));
    break;
  case NodeKind::Attribute:
    out << " ." << cast<Attribute>(node).name.text;
    break;
  case NodeKind::Unary:
    out << ' ' << unaryOpToken(cast<Unary>(node).op);
    break;
  case NodeKind::Binary:
    out << ' ' << binaryOpToken(cast<Binary>(node).op);
    break;
  case NodeKind::Compare:
    for (CompareOp op : cast<Compare>(node).ops)
      out << ' ' << compareOpToken(op);
    break;
  case NodeKind::BoolOp:
    out << (cast<BoolOp>(node).op == BoolOpKind::And ? " and" : " or");
    break;
  case NodeKind::OpLine:
    out << ' ' << opLineKeyword(cast<OpLine>(node).lineKind);
    break;
  case NodeKind::SheetLine:
    out << ' ' << sheetLineKeyword(cast<SheetLine>(node).lineKind);
    break;
  case NodeKind::MemberItem:
    out << " $" << cast<MemberItem>(node).member.text;
    break;
  case NodeKind::WordStatement:
    out << ' ' << cast<WordStatement>(node).word.text;
    break;
  default:
    break; // no text of its own
  }
}

void Printer::printBody(const OpLine &opLine) {
  if (opLine.name)
    line() << "name: " << opLine.name.text << '\n';
  print(opLine.params);
  print(opLine.bindings, "");
  children("shape", opLine.shape);
  print(opLine.conditions);
  child("value", opLine.value);
  names("names", opLine.names);
  if (!opLine.text.empty())
    line() << "text: " << quote(opLine.text) << '\n';
}

void Printer::printBody(const SheetLine &sheetLine) {
  names("names", sheetLine.names);
  for (size_t i = 0; i < sheetLine.minimums.size(); ++i)
    child(("minimum " + sheetLine.names[i].text).str(), sheetLine.minimums[i]);
  if (sheetLine.textRange.isValid())
    line() << "text: " << quote(sheetLine.text) << '\n';
  if (sheetLine.name)
    line() << "limit: " << sheetLine.name.text << ' '
           << compareOpToken(sheetLine.op) << '\n';
  child("value", sheetLine.value);
  print(sheetLine.params);
}

void Printer::printBody(const RuleDecl &rule) {
  print("match", rule.match);
  print(rule.where);
  print(rule.require);
  print("rewrite", rule.rewrite);
  print("checkpoint", rule.checkpoint);
  print(rule.grade);
  if (rule.benefit)
    line() << "benefit "
           << (rule.benefit.value ? spell(*rule.benefit.value) : "measured")
           << '\n';
  if (rule.mode)
    line() << "mode " << rule.mode.text << '\n';
  print("example", rule.example);
}

/// The nodes below, each with its role.
void Printer::printBody(const Node &node) {
  switch (node.kind()) {
  case NodeKind::Name:
  case NodeKind::Metavariable:
  case NodeKind::Wildcard:
  case NodeKind::Literal:
    return;
  case NodeKind::Call:
    child("callee", cast<Call>(node).callee);
    return print(cast<Call>(node).args, "arg");
  case NodeKind::Attribute:
    return child("object", cast<Attribute>(node).object);
  case NodeKind::Index:
    child("object", cast<Index>(node).object);
    return child("index", cast<Index>(node).index);
  case NodeKind::Slice:
    child("start", cast<Slice>(node).start);
    child("stop", cast<Slice>(node).stop);
    return child("step", cast<Slice>(node).step);
  case NodeKind::Tuple:
    return children("", cast<Tuple>(node).elements);
  case NodeKind::List:
    return children("", cast<List>(node).elements);
  case NodeKind::Dict:
    for (const DictEntry &entry : cast<Dict>(node).entries) {
      child("key", entry.key);
      child(entry.key ? "value" : "**", entry.value);
    }
    return;
  case NodeKind::Unary:
    return child("", cast<Unary>(node).operand);
  case NodeKind::Binary:
    child("", cast<Binary>(node).left);
    return child("", cast<Binary>(node).right);
  case NodeKind::Compare:
    return children("", cast<Compare>(node).operands);
  case NodeKind::BoolOp:
    return children("", cast<BoolOp>(node).operands);
  case NodeKind::Conditional:
    child("then", cast<Conditional>(node).thenValue);
    child("if", cast<Conditional>(node).condition);
    return child("else", cast<Conditional>(node).elseValue);

  case NodeKind::OpLine:
    return printBody(cast<OpLine>(node));
  case NodeKind::SheetLine:
    return printBody(cast<SheetLine>(node));
  case NodeKind::Alternative:
    child("", cast<Alternative>(node).expr);
    print(cast<Alternative>(node).where);
    print(cast<Alternative>(node).require);
    return print(cast<Alternative>(node).with, "$");
  case NodeKind::MemberItem:
    if (!cast<MemberItem>(node).attribute.empty())
      line() << "as " << quote(cast<MemberItem>(node).attribute) << '\n';
    return child("", cast<MemberItem>(node).constructor);
  case NodeKind::ValueItem:
    children(cast<ValueItem>(node).unpacks ? "unpack" : "target",
             cast<ValueItem>(node).targets);
    return child("value", cast<ValueItem>(node).value);
  case NodeKind::CheckpointItem:
    child("target", cast<CheckpointItem>(node).target);
    child("value", cast<CheckpointItem>(node).value);
    return print(cast<CheckpointItem>(node).where);
  case NodeKind::Example:
    names("names", cast<Example>(node).names);
    return child("value", cast<Example>(node).value);

  case NodeKind::ExprStatement:
    child("", cast<ExprStatement>(node).value);
    return print(cast<ExprStatement>(node).body);
  case NodeKind::AssignStatement:
    child(cast<AssignStatement>(node).isSet ? "set" : "target",
          cast<AssignStatement>(node).target);
    child("value", cast<AssignStatement>(node).value);
    return print(cast<AssignStatement>(node).body);
  case NodeKind::WordStatement:
    return children("", cast<WordStatement>(node).operands);
  case NodeKind::RegionStatement:
    child("target", cast<RegionStatement>(node).target);
    for (const RegionClause &clause : cast<RegionStatement>(node).clauses)
      print(clause);
    return;
  case NodeKind::FunctionStatement:
    return child("", cast<FunctionStatement>(node).decl);

  case NodeKind::PackDecl:
    if (cast<PackDecl>(node).versionRange.isValid())
      line() << "version " << quote(cast<PackDecl>(node).version) << '\n';
    return;
  case NodeKind::OpDecl:
    print(cast<OpDecl>(node).params);
    return children("", cast<OpDecl>(node).lines);
  case NodeKind::KernelDecl:
    print(cast<KernelDecl>(node).params);
    return children("", cast<KernelDecl>(node).lines);
  case NodeKind::PatternDecl:
    names("params", cast<PatternDecl>(node).params);
    names("binds", cast<PatternDecl>(node).binds);
    return children("", cast<PatternDecl>(node).alternatives);
  case NodeKind::IsoDecl:
    child("left", cast<IsoDecl>(node).left);
    child("right", cast<IsoDecl>(node).right);
    print(cast<IsoDecl>(node).where);
    return print(cast<IsoDecl>(node).grade);
  case NodeKind::RuleDecl:
    return printBody(cast<RuleDecl>(node));
  case NodeKind::ModuleDecl:
    children("decorator", cast<ModuleDecl>(node).decorators);
    print(cast<ModuleDecl>(node).bases, "base");
    return children("", cast<ModuleDecl>(node).items);
  case NodeKind::MemberDecl:
    child(cast<MemberDecl>(node).isPlain ? "=" : ":",
          cast<MemberDecl>(node).value);
    return print(cast<MemberDecl>(node).where);
  case NodeKind::FunctionDecl:
    children("decorator", cast<FunctionDecl>(node).decorators);
    print(cast<FunctionDecl>(node).params);
    return print(cast<FunctionDecl>(node).body);
  }
}

void ast::printTree(const File &file, llvm::raw_ostream &out) {
  Printer printer(out);
  for (const Decl *decl : file.decls)
    printer.print("", *decl);
}

void ast::printTree(const Node &node, llvm::raw_ostream &out) {
  Printer(out).print("", node);
}
