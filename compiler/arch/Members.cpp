// SPDX-License-Identifier: Apache-2.0
/// \file
/// Members of a class: what its lines declare, what its methods assign.
#include "compiler/arch/Body.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace adopter;
using namespace adopter::arch;
using model::ClassId;
using model::MemberId;
using model::MemberKind;

/// Name of the function or class that `expr` calls, or empty.
static std::string calledName(const ast::Expr *expr) {
  const auto *call = llvm::dyn_cast<ast::Call>(expr);
  return call ? ast::qualifiedName(*call->callee) : std::string();
}

static MemberKind kindOf(const ast::MemberDecl &line) {
  if (line.isPlain)
    return MemberKind::Plain;
  return llvm::StringSwitch<MemberKind>(calledName(line.value))
      .Case("buffer", MemberKind::Buffer)
      .Cases("parameter", "torch.nn.Parameter", "torch.nn.parameter.Parameter",
             MemberKind::Parameter)
      .Default(MemberKind::Module);
}

static MemberId ownMember(const Context &file, ClassId owner, SymbolId name) {
  for (MemberId member : file.arch.classes[owner].members)
    if (file.arch.members[member].owner == owner &&
        file.arch.members[member].name == name)
      return member;
  return {};
}

static MemberId addMember(Context &file, ClassId owner, SymbolId name,
                          MemberKind kind) {
  model::Member member;
  member.name = name;
  member.kind = kind;
  member.owner = owner;
  MemberId id = file.arch.members.add(std::move(member));
  // Own ones stand before the inherited.
  std::vector<MemberId> &members = file.arch.classes[owner].members;
  auto inherited = llvm::find_if(members, [&](MemberId other) {
    return file.arch.members[other].owner != owner;
  });
  members.insert(inherited, id);
  return id;
}

void adopter::arch::declareMembers(Context &file, ClassId owner) {
  for (const ast::Decl *item : file.classes[owner]->items) {
    const auto *line = llvm::dyn_cast<ast::MemberDecl>(item);
    if (!line)
      continue;
    SymbolId name = file.symbol(line->name.text);
    if (!ownMember(file, owner, name))
      addMember(file, owner, name, kindOf(*line));
  }
  model::Class &own = file.arch.classes[owner];
  for (ClassId base : own.baseClasses)
    for (MemberId inherited : file.arch.classes[base].members)
      if (!file.arch.findMember(owner, file.arch.members[inherited].name))
        own.members.push_back(inherited);
}

void adopter::arch::defineMember(Context &file, ClassId owner, SymbolId name,
                                 model::ValueId value, model::OpId set) {
  model::Architecture &arch = file.arch;
  if (!owner)
    return;
  MemberId id = ownMember(file, owner, name);
  if (!id) {
    // Not among the lines: a class is called as classes are named.
    const model::Op *op = arch.definition(value);
    llvm::StringRef last = op && op->kind == OpKind::Call
                               ? arch.text(op->name).rsplit('.').second
                               : llvm::StringRef();
    bool isClass = !last.empty() && last.front() >= 'A' && last.front() <= 'Z';
    id = addMember(file, owner, name,
                   !isClass              ? MemberKind::Plain
                   : last == "Parameter" ? MemberKind::Parameter
                                         : MemberKind::Module);
  }
  bool conditional = false;
  for (RegionId at = arch.ops[set].region; at;) {
    RegionKind kind = arch.regions[at].kind;
    conditional |= kind != RegionKind::Body && kind != RegionKind::With;
    OpId parent = arch.regions[at].parent;
    at = parent ? arch.ops[parent].region : RegionId();
  }
  model::FunctionId function = arch.regions[arch.ops[set].region].function;
  arch.members[id].definitions.push_back({set, value, function, conditional});
}

bool adopter::arch::isRedefinedBelow(const Context &file, ClassId owner,
                                     SymbolId name) {
  const model::Architecture &arch = file.arch;
  for (uint32_t i = 0; i < arch.classes.size(); ++i) {
    ClassId id(i);
    bool isDerived = false;
    std::vector<ClassId> bases = arch.classes[id].baseClasses;
    for (size_t at = 0; at < bases.size(); ++at) {
      isDerived |= bases[at] == owner;
      ClassId current = bases[at];
      for (ClassId base : arch.classes[current].baseClasses)
        if (!llvm::is_contained(bases, base))
          bases.push_back(base);
    }
    if (!isDerived || id == owner)
      continue;
    if (ownMember(file, id, name))
      return true;
    for (model::FunctionId method : arch.classes[id].methods)
      if (arch.functions[method].name == name)
        return true;
  }
  return false;
}

//===-- a class without constructor ---------------------------------------===//

namespace {

/// Plain names in the lines of a class that must come from outside: parameters
/// of the constructor. The first word of `torch.nn.Linear` is none.
class FreeNames {
public:
  explicit FreeNames(const program::Program &program) {
    for (const program::OpDecl &op : program.ops)
      packages.insert(program.text(op.name).split('.').first);
    for (llvm::StringRef name : {"torch", "self", "math", "builtins"})
      packages.insert(name);
  }

  void visit(const ast::Expr *expr) {
    if (!expr)
      return;
    switch (expr->kind()) {
    case ast::NodeKind::Name:
      if (llvm::StringRef name = llvm::cast<ast::Name>(expr)->name;
          !packages.contains(name) && !llvm::is_contained(names, name))
        names.push_back(name);
      return;
    case ast::NodeKind::Attribute:
      return visit(llvm::cast<ast::Attribute>(expr)->object);
    case ast::NodeKind::Call: {
      const auto *call = llvm::cast<ast::Call>(expr);
      if (ast::qualifiedName(*call->callee).empty())
        visit(call->callee);
      for (const ast::Argument &argument : call->args)
        visit(argument.value);
      return;
    }
    case ast::NodeKind::Index:
      visit(llvm::cast<ast::Index>(expr)->object);
      return visit(llvm::cast<ast::Index>(expr)->index);
    case ast::NodeKind::Slice:
      visit(llvm::cast<ast::Slice>(expr)->start);
      visit(llvm::cast<ast::Slice>(expr)->stop);
      return visit(llvm::cast<ast::Slice>(expr)->step);
    case ast::NodeKind::Tuple:
      return visit(llvm::cast<ast::Tuple>(expr)->elements);
    case ast::NodeKind::List:
      return visit(llvm::cast<ast::List>(expr)->elements);
    case ast::NodeKind::Dict:
      for (const ast::DictEntry &entry : llvm::cast<ast::Dict>(expr)->entries) {
        visit(entry.key);
        visit(entry.value);
      }
      return;
    case ast::NodeKind::Unary:
      return visit(llvm::cast<ast::Unary>(expr)->operand);
    case ast::NodeKind::Binary:
      visit(llvm::cast<ast::Binary>(expr)->left);
      return visit(llvm::cast<ast::Binary>(expr)->right);
    case ast::NodeKind::Compare:
      return visit(llvm::cast<ast::Compare>(expr)->operands);
    case ast::NodeKind::BoolOp:
      return visit(llvm::cast<ast::BoolOp>(expr)->operands);
    case ast::NodeKind::Conditional:
      visit(llvm::cast<ast::Conditional>(expr)->condition);
      visit(llvm::cast<ast::Conditional>(expr)->thenValue);
      return visit(llvm::cast<ast::Conditional>(expr)->elseValue);
    default:
      return;
    }
  }
  void visit(ast::ExprList exprs) {
    for (const ast::Expr *expr : exprs)
      visit(expr);
  }

  std::vector<llvm::StringRef> names;

private:
  llvm::StringSet<> packages;
};

} // namespace

namespace {

/// Names that methods of a class set themselves: their lines only repeat that.
class AssignedNames {
public:
  void visit(const ast::Block &block) {
    for (const ast::Statement *statement : block.statements)
      visit(*statement);
  }
  bool contains(llvm::StringRef name) const { return names.contains(name); }

private:
  void visit(const ast::Statement &statement) {
    if (const auto *set = llvm::dyn_cast<ast::AssignStatement>(&statement)) {
      if (const auto *target = llvm::dyn_cast<ast::Attribute>(set->target))
        names.insert(target->name.text);
      registration(set->value);
      visit(set->body);
    } else if (const auto *value =
                   llvm::dyn_cast<ast::ExprStatement>(&statement)) {
      registration(value->value);
      visit(value->body);
    } else if (const auto *region =
                   llvm::dyn_cast<ast::RegionStatement>(&statement)) {
      for (const ast::RegionClause &clause : region->clauses)
        visit(clause.body);
    } else if (const auto *inner =
                   llvm::dyn_cast<ast::FunctionStatement>(&statement)) {
      visit(inner->decl->body);
    }
  }

  /// `self.register_buffer("x", ...)`, `setattr(self, "x", ...)`.
  void registration(const ast::Expr *expr) {
    const auto *call = llvm::dyn_cast<ast::Call>(expr);
    for (const ast::Argument &argument :
         call ? call->args.take_front(2) : ast::ArgumentList())
      if (const auto *text = llvm::dyn_cast<ast::Literal>(argument.value);
          text && text->literalKind == ConstantKind::String)
        names.insert(text->string);
  }

  llvm::StringSet<> names;
};

} // namespace

void adopter::arch::buildConstructor(Context &file, ClassId owner) {
  model::Architecture &arch = file.arch;
  FreeNames free(file.program);
  AssignedNames assigned;
  for (const ast::Decl *item : file.classes[owner]->items)
    if (const auto *method = llvm::dyn_cast<ast::FunctionDecl>(item))
      assigned.visit(method->body);
  std::vector<const ast::MemberDecl *> lines;
  for (const ast::Decl *item : file.classes[owner]->items)
    if (const auto *line = llvm::dyn_cast<ast::MemberDecl>(item);
        line && !assigned.contains(line->name.text) &&
        calledName(line->value) != "undefined") {
      lines.push_back(line);
      free.visit(line->value);
      for (const ast::Condition &condition : line->where)
        free.visit(condition.expr);
    }
  if (lines.empty())
    return;
  model::Function constructor;
  constructor.name = file.symbol("__init__");
  constructor.qualifiedName =
      file.symbol((arch.text(arch.classes[owner].name) + ".__init__").str());
  constructor.owner = owner;
  constructor.range = constructor.bodyRange = file.classes[owner]->range();
  model::FunctionId id = arch.functions.add(std::move(constructor));
  addParameter(file, id, "self");
  for (llvm::StringRef name : free.names)
    addParameter(file, id, name);
  std::vector<model::FunctionId> &methods = arch.classes[owner].methods;
  methods.insert(methods.begin(), id);
  addBody(file, id);

  Body body(file, id);
  for (const ast::MemberDecl *line : lines) {
    body.beginStatement(model::StatementKind::Assign, line->range());
    body.conditional(line->where, line->range(), [&] {
      body.setMember(line->name.text, line->value, line->range());
    });
    body.endStatement();
  }
  body.finish();
}
