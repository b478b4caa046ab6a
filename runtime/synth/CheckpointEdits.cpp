// SPDX-License-Identifier: Apache-2.0
#include "runtime/synth/CheckpointEdits.h"

using namespace adopter;
using namespace adopter::synth;
using namespace adopter::model;
using program::Expr;
using program::ExprId;
using program::ExprKind;

/// `$q_proj.weight`.
std::optional<CheckpointEdits::Source> CheckpointEdits::source(ExprId id) {
  const Expr &expr = file.program.exprs[id];
  if (expr.kind != ExprKind::Attribute || expr.args.empty())
    return std::nullopt;
  const Expr &object = file.program.exprs[expr.args[0].value];
  if (object.kind != ExprKind::Capture)
    return std::nullopt;
  MemberId member = site.match.captures[object.capture.index()].member;
  if (!member)
    return std::nullopt;
  return Source{object.capture, expr.name,
                arch.text(arch.members[member].name).str()};
}

/// Size of the parameter along `dim`, from the arguments its module was built
/// with.
std::optional<std::string> CheckpointEdits::sizeOf(const Source &source,
                                                   int64_t dim) {
  MemberId member = site.match.captures[source.member.index()].member;
  OpId built = file.calls.constructor(member);
  if (!built || arch.ops[built].decl == NoDecl || dim < 0)
    return std::nullopt;
  const auto &sheet =
      file.program.ops[program::OpDeclId(arch.ops[built].decl)].module;
  if (!sheet)
    return std::nullopt;
  for (const program::ParameterTensor &tensor : sheet->parameters) {
    if (tensor.name != source.parameter ||
        static_cast<size_t>(dim) >= tensor.shape.size())
      continue;
    const Expr &size = file.program.exprs[tensor.shape[dim]];
    if (size.kind != ExprKind::Param)
      return std::nullopt;
    ValueId value = arch.argument(arch.ops[built], size.name);
    OpId root = site.match.ops.back();
    ValueText text(site, {site.match.function, arch.ops[root].statement, root},
                   site.removal, nullptr);
    std::optional<Rendered> rendered = text.render(value);
    if (!rendered || text.self() != "self")
      return std::nullopt;
    return rendered->within(Precedence::Lambda);
  }
  return std::nullopt;
}

std::optional<CheckpointEdits::Entry>
CheckpointEdits::read(const program::CheckpointEntry &entry) {
  Entry result;
  auto added = site.newMembers.find(entry.member);
  if (added != site.newMembers.end()) {
    result.member = added->second;
  } else {
    MemberId member = site.match.captures[entry.member.index()].member;
    if (!member)
      return std::nullopt;
    result.member = arch.text(arch.members[member].name).str();
  }
  result.parameter = file.program.text(entry.parameter).str();

  if (auto only = source(entry.value)) {
    result.sources.push_back(*only);
  } else {
    const Expr &expr = file.program.exprs[entry.value];
    if (expr.kind != ExprKind::OpCall ||
        file.program.text(file.program.ops[expr.op].name) != "torch.cat" ||
        expr.args.size() < 2)
      return std::nullopt;
    const Expr &parts = file.program.exprs[expr.args[0].value];
    const Expr &dim = file.program.exprs[expr.args[1].value];
    if ((parts.kind != ExprKind::List && parts.kind != ExprKind::Tuple) ||
        dim.kind != ExprKind::Constant)
      return std::nullopt;
    const Constant &number = file.program.constants[dim.constant];
    if (number.kind != ConstantKind::Int)
      return std::nullopt;
    result.dim = number.integer;
    for (const program::ExprArgument &part : parts.args) {
      std::optional<Source> one = source(part.value);
      if (!one)
        return std::nullopt;
      result.sources.push_back(*one);
    }
  }
  for (const Source &one : result.sources) {
    if (file.program.text(one.parameter) != result.parameter)
      return std::nullopt;
    if (result.sources.size() == 1)
      break;
    std::optional<std::string> size = sizeOf(one, result.dim);
    if (!size)
      return std::nullopt;
    result.sizes.push_back(std::move(*size));
  }
  return result;
}

/// `("a", "b")`.
static std::string tupleOf(llvm::ArrayRef<std::string> names, char quote) {
  std::string text = "(";
  for (size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : ", ") + stringLiteral(names[i], quote);
  return text + (names.size() == 1 ? ",)" : ")");
}

/// "a, b and c".
static std::string listOf(llvm::ArrayRef<std::string> names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return text;
}

namespace {
/// Lines of a method, indented.
class Lines {
public:
  Lines(llvm::StringRef indent, llvm::StringRef step)
      : indent(indent), step(step) {}
  Lines &operator()(unsigned level, const std::string &line) {
    text += indent.str();
    for (unsigned i = 0; i < level; ++i)
      text += step;
    text += line + "\n";
    return *this;
  }
  std::string text;

private:
  llvm::StringRef indent;
  llvm::StringRef step;
};
} // namespace

std::string CheckpointEdits::loadMethod(llvm::StringRef name,
                                        llvm::StringRef indent) {
  char q = file.style.quote;
  std::string quote(1, q);
  Lines line(indent, file.style.indent);
  line(0, "def " + name.str() + "(self, state_dict, prefix, *args):");
  for (const Group &group : groups) {
    std::string newKey =
        "f" + quote + "{prefix}" + group.member + ".{name}" + quote;
    line(1, "# Older checkpoints hold " + listOf(group.names) + " instead of " +
                group.member + ".");
    line(1, "for name in " + tupleOf(group.parameters, q) + ":");
    if (group.names.size() == 1) {
      line(2,
           "key = f" + quote + "{prefix}" + group.names[0] + ".{name}" + quote);
      line(2, "if key in state_dict:");
      line(3, "state_dict[" + newKey + "] = state_dict.pop(key)");
      continue;
    }
    line(2, "keys = [f" + quote + "{prefix}{part}.{name}" + quote +
                " for part in " + tupleOf(group.names, q) + "]");
    line(2, "if all(key in state_dict for key in keys):");
    line(3, "parts = [state_dict.pop(key) for key in keys]");
    line(3, "state_dict[" + newKey + "] = " + torch + ".cat(parts" +
                (group.dim == 0 ? "" : ", dim=" + std::to_string(group.dim)) +
                ")");
  }
  return line.text;
}

std::string CheckpointEdits::saveMethod(llvm::StringRef name,
                                        llvm::StringRef indent) {
  char q = file.style.quote;
  std::string quote(1, q);
  Lines line(indent, file.style.indent);
  line(0, "def " + name.str() + "(self, state_dict, prefix, *args):");
  for (const Group &group : groups) {
    line(1, "# Checkpoints keep " + listOf(group.names) + ".");
    if (group.names.size() > 1) {
      std::string sizes;
      for (const std::string &size : group.sizes)
        sizes += (sizes.empty() ? "" : ", ") + size;
      line(1, "sizes = [" + sizes + "]");
    }
    line(1, "for name in " + tupleOf(group.parameters, q) + ":");
    std::string key =
        "f" + quote + "{prefix}" + group.member + ".{name}" + quote;
    if (group.names.size() == 1) {
      line(2, "if " + key + " in state_dict:");
      line(3, "state_dict[f" + quote + "{prefix}" + group.names[0] + ".{name}" +
                  quote + "] = state_dict.pop(" + key + ")");
      continue;
    }
    line(2, "joined = state_dict.pop(" + key + ", None)");
    line(2, "if joined is not None:");
    line(3, "parts = joined.split(sizes" +
                (group.dim == 0 ? std::string()
                                : ", dim=" + std::to_string(group.dim)) +
                ")");
    line(3, "for part, value in zip(" + tupleOf(group.names, q) + ", parts):");
    line(4, "state_dict[f" + quote + "{prefix}{part}.{name}" + quote +
                "] = value.clone()");
  }
  return line.text;
}

bool CheckpointEdits::plan() {
  for (const program::CheckpointEntry &item : site.rule.checkpoint) {
    std::optional<Entry> entry = read(item);
    if (!entry)
      return site.refusal.because(DiagKind::refused_checkpoint_inverse,
                                  file.program.text(item.parameter));
    std::vector<std::string> names;
    for (const Source &one : entry->sources)
      names.push_back(one.name);
    bool isNew = true;
    for (Group &group : groups)
      if (group.member == entry->member && group.names == names &&
          group.sizes == entry->sizes && group.dim == entry->dim) {
        group.parameters.push_back(entry->parameter);
        isNew = false;
      }
    if (isNew)
      groups.push_back(
          {entry->member, names, {entry->parameter}, entry->sizes, entry->dim});
  }
  return true;
}

bool CheckpointEdits::build(std::vector<patch::Edit> &out) {
  if (groups.empty())
    return true;
  if (!init.place() || !init.constructor())
    return site.refusal.because(DiagKind::refused_expression);
  auto hidden = [](llvm::StringRef) { return false; };
  if (auto known = file.names.existing("torch", hidden))
    torch = *known;
  else
    torch = file.names.imported("torch", "", hidden, site.imports);

  const Function &constructor = arch.functions[init.constructor()];
  llvm::StringRef text = file.source.text();
  std::string indent = indentationAt(text, constructor.range.begin).str();
  std::string self = site.selfName(init.constructor());
  std::string load = file.names.fresh("_load_" + groups.front().member);
  std::string save = file.names.fresh("_save_" + groups.front().member);

  SourceRange place = arch.statements[init.place()].range;
  uint32_t end = lineEnd(text, place.end);
  std::string inner = indentationAt(text, place.begin).str();
  std::string registered =
      "\n" + inner + self + "._register_load_state_dict_pre_hook(" + self +
      "." + load + ")\n" + inner + self + "._register_state_dict_hook(type(" +
      self + ")." + save + ")";
  out.push_back({{place.file, end, end}, std::move(registered), {}, 3});

  uint32_t after = nextLine(text, constructor.range.end);
  std::string methods =
      "\n" + loadMethod(load, indent) + "\n" + saveMethod(save, indent);
  if (after == text.size() && !text.ends_with("\n"))
    methods = "\n" + methods;
  out.push_back({{place.file, after, after}, std::move(methods), {}, 3});
  return true;
}
