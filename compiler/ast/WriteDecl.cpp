// SPDX-License-Identifier: Apache-2.0
#include "compiler/ast/AstWriter.h"
#include "compiler/ast/Spelling.h"
#include "compiler/ast/Writer.h"

using namespace adopter;
using namespace adopter::ast;
using llvm::cast;

//===-- extents -----------------------------------------------------------===//

static uint32_t headEnd(const Decl &decl) {
  uint32_t end = decl.name.range.end;
  auto reach = [&](uint32_t place) { end = std::max(end, place); };
  auto reachParams = [&](ParameterList params) {
    if (!params.empty())
      reach(params.back().range.end);
  };
  switch (decl.kind()) {
  case NodeKind::OpDecl:
    reachParams(cast<OpDecl>(decl).params);
    break;
  case NodeKind::KernelDecl:
    reachParams(cast<KernelDecl>(decl).params);
    break;
  case NodeKind::PatternDecl: {
    const PatternDecl &pattern = cast<PatternDecl>(decl);
    if (!pattern.params.empty())
      reach(pattern.params.back().range.end);
    if (!pattern.binds.empty())
      reach(pattern.binds.back().range.end);
    break;
  }
  case NodeKind::ModuleDecl:
    if (!cast<ModuleDecl>(decl).bases.empty())
      reach(cast<ModuleDecl>(decl).bases.back().range.end);
    break;
  case NodeKind::FunctionDecl:
    reach(cast<FunctionDecl>(decl).body.range.begin);
    break;
  case NodeKind::PackDecl:
  case NodeKind::MemberDecl:
    reach(decl.range().end);
    break;
  default: // iso, rule: the name is all
    break;
  }
  return end;
}

Extent Writer::extentOf(const Decl &decl) {
  bool isApart = decl.kind() != NodeKind::OpDecl &&
                 decl.kind() != NodeKind::PackDecl &&
                 decl.kind() != NodeKind::MemberDecl;
  return {decl.range(), headEnd(decl), isApart};
}

template <typename T> static Extent extentOfLine(const T &line) {
  return {line.range(), line.range().end};
}

//===-- lines -------------------------------------------------------------===//

void ast::layOut(const OpLine &line, Layout &layout) {
  ExprWriter exprs(layout);
  auto params = [&] {
    layout.text("(");
    layout.openHanging();
    exprs.write(line.params);
    layout.text(")");
    layout.close();
  };
  layout.text(opLineKeyword(line.lineKind));
  if (line.lineKind != OpLineKind::Pure)
    layout.text(" ");
  switch (line.lineKind) {
  case OpLineKind::Also:
    layout.text(line.name.text);
    params();
    if (line.bindings) {
      layout.softBreak();
      layout.text("with ");
      layout.open();
      exprs.write(line.bindings.items, "");
      layout.close();
    }
    break;
  case OpLineKind::Operator:
    layout.text(line.text);
    break;
  case OpLineKind::Commutative:
  case OpLineKind::Mutates:
  case OpLineKind::Aliases:
  case OpLineKind::Attributes:
    layout.open();
    exprs.write(line.names, "");
    layout.close();
    break;
  case OpLineKind::Pure:
    break;
  case OpLineKind::Module:
    params();
    if (line.value) {
      layout.text(" = ");
      exprs.write(*line.value);
    }
    break;
  case OpLineKind::Parameter:
    layout.text(line.name.text);
    layout.text("(");
    layout.openHanging();
    exprs.write(line.shape);
    layout.text(")");
    layout.close();
    if (line.conditions) {
      layout.text(" where ");
      layout.open();
      exprs.write(line.conditions.items);
      layout.close();
    }
    break;
  case OpLineKind::Deprecated:
    layout.text(quote(line.text));
    break;
  }
}

/// Width of "requires".
static constexpr size_t SheetColumn = 8;

void ast::layOut(const SheetLine &line, Layout &layout) {
  ExprWriter exprs(layout);
  // What the words say stands in one column, as far as they are short.
  llvm::StringRef word = sheetLineKeyword(line.lineKind);
  layout.text(word);
  bool hasMore = line.lineKind != SheetLineKind::Deterministic &&
                 line.lineKind != SheetLineKind::Limit;
  if (hasMore && word.size() < SheetColumn)
    layout.text(std::string(SheetColumn - word.size(), ' '));
  switch (line.lineKind) {
  case SheetLineKind::Requires:
    layout.text(" package ");
    layout.text(quote(line.text));
    break;
  case SheetLineKind::Device:
    layout.text(" ");
    layout.open();
    for (size_t i = 0; i < line.names.size(); ++i) {
      if (i) {
        layout.text(",");
        layout.softBreak();
      }
      layout.text(line.names[i].text);
      if (i < line.minimums.size() && line.minimums[i]) {
        layout.text(" >= ");
        exprs.write(*line.minimums[i]);
      }
    }
    layout.close();
    break;
  case SheetLineKind::Dtypes:
  case SheetLineKind::Modes:
  case SheetLineKind::Gradients:
  case SheetLineKind::Mutates:
    layout.text(" ");
    layout.open();
    exprs.write(line.names, "");
    layout.close();
    break;
  case SheetLineKind::Deterministic:
    break;
  case SheetLineKind::Layout:
  case SheetLineKind::Note:
  case SheetLineKind::Import:
    layout.text(" ");
    layout.text(quote(line.text));
    break;
  case SheetLineKind::Module:
    layout.text(" (");
    layout.openHanging();
    exprs.write(line.params);
    layout.text(")");
    layout.close();
    break;
  case SheetLineKind::Limit:
    layout.text(line.name.text);
    layout.text(" ");
    layout.text(compareOpToken(line.op));
    layout.text(" ");
    exprs.write(*line.value);
    break;
  }
}

static void layOutAlternative(const Alternative &alternative, size_t column,
                              Layout &layout);

/// The clauses of all alternatives begin in one column, unless a line would get
/// too long for it; 0 then.
static size_t clauseColumn(const PatternDecl &pattern, size_t width) {
  size_t column = 0;
  auto hasClauses = [](const Alternative *alternative) {
    return alternative->where || alternative->require || alternative->with;
  };
  for (const Alternative *alternative : pattern.alternatives)
    if (hasClauses(alternative))
      column = std::max(column, write(*alternative->expr).size());
  for (const Alternative *alternative : pattern.alternatives) {
    Layout line;
    layOutAlternative(*alternative, column, line);
    if (hasClauses(alternative) && line.width() > width)
      return 0;
  }
  return column;
}

static void layOutAlternative(const Alternative &alternative, size_t column,
                              Layout &layout) {
  ExprWriter exprs(layout);
  exprs.writeFirst(*alternative.expr);
  size_t width = layout.width();
  unsigned padding = column > width ? unsigned(column - width) : 0;
  auto clause = [&](llvm::StringRef word, auto writeItems) {
    layout.softBreak(2 + std::exchange(padding, 0));
    layout.text(word);
    layout.text(" ");
    layout.open();
    writeItems();
    layout.close();
  };
  if (alternative.where)
    clause("where", [&] { exprs.write(alternative.where.items); });
  if (alternative.require)
    clause("require", [&] { exprs.write(alternative.require.items); });
  if (alternative.with)
    clause("with", [&] { exprs.write(alternative.with.items, "$"); });
}

//===-- declarations ------------------------------------------------------===//

void Writer::writeDoc(const Decl &decl) {
  for (llvm::StringRef line : decl.doc) {
    out += "///";
    if (!line.empty())
      out += ' ';
    out += line;
    newLine();
  }
}

void Writer::write(const Decl &decl) {
  writeDoc(decl);
  switch (decl.kind()) {
  case NodeKind::PackDecl:
    out += "pack ";
    out += decl.name.text;
    if (cast<PackDecl>(decl).versionRange.isValid()) {
      out += ' ';
      out += quote(cast<PackDecl>(decl).version);
    }
    break;
  case NodeKind::OpDecl:
    return write(cast<OpDecl>(decl));
  case NodeKind::KernelDecl:
    return write(cast<KernelDecl>(decl));
  case NodeKind::PatternDecl:
    return write(cast<PatternDecl>(decl));
  case NodeKind::IsoDecl:
    return write(cast<IsoDecl>(decl));
  case NodeKind::RuleDecl:
    return write(cast<RuleDecl>(decl));
  case NodeKind::ModuleDecl:
    return write(cast<ModuleDecl>(decl));
  case NodeKind::MemberDecl:
    return write(cast<MemberDecl>(decl));
  case NodeKind::FunctionDecl:
    return write(cast<FunctionDecl>(decl));
  default:
    llvm_unreachable("no declaration");
  }
}

/// `op name(params)`, with room for what follows on the line.
static Layout signature(llvm::StringRef word, llvm::StringRef name,
                        ParameterList params, llvm::StringRef close) {
  Layout layout;
  layout.text(word);
  layout.text(" ");
  layout.text(name);
  layout.text("(");
  layout.openHanging();
  ExprWriter(layout).write(params);
  layout.text(close);
  layout.close();
  return layout;
}

template <typename T>
void Writer::writeLines(const Decl &decl, llvm::ArrayRef<const T *> lines) {
  llvm::SmallVector<Extent, 8> units;
  for (const T *line : lines)
    units.push_back(extentOfLine(*line));
  writeBody(units, headEnd(decl), decl.range().end, [&](size_t i) {
    Layout layout;
    layOut(*lines[i], layout);
    emit(layout);
  });
}

void Writer::write(const OpDecl &op) {
  emit(signature("op", op.name.text, op.params, ")"));
  if (!op.lines.empty() ||
      hasComment({op.range().file, headEnd(op), op.range().end}))
    writeLines(op, op.lines);
}

void Writer::write(const KernelDecl &kernel) {
  emit(signature("kernel", kernel.name.text, kernel.params, ")"));
  writeLines(kernel, kernel.lines);
}

void Writer::write(const PatternDecl &pattern) {
  Layout layout;
  ExprWriter exprs(layout);
  layout.text("pattern ");
  layout.text(pattern.name.text);
  layout.text("(");
  layout.openHanging();
  exprs.write(pattern.params, "$");
  layout.text(")");
  layout.close();
  if (!pattern.binds.empty()) {
    layout.text(" binds ");
    layout.open();
    exprs.write(pattern.binds, "$");
    layout.close();
  }
  emit(layout);
  llvm::SmallVector<Extent, 8> units;
  for (const Alternative *alternative : pattern.alternatives)
    units.push_back(extentOfLine(*alternative));
  size_t column = clauseColumn(pattern, LineWidth - indent - 2);
  writeBody(units, headEnd(pattern), pattern.range().end, [&](size_t i) {
    Layout line;
    layOutAlternative(*pattern.alternatives[i], column, line);
    emit(line);
  });
}

void Writer::write(const IsoDecl &iso) {
  out += "iso ";
  out += iso.name.text;
  llvm::SmallVector<Extent, 3> units;
  SourceRange equation{iso.range().file, iso.left->range().begin,
                       iso.right->range().end};
  // The condition follows the equation it belongs to.
  if (iso.where)
    equation.end = std::max(equation.end, iso.where.range.end);
  units.push_back({equation, equation.end});
  if (iso.grade)
    units.push_back({iso.grade.range, iso.grade.range.end});
  writeBody(units, headEnd(iso), iso.range().end, [&](size_t i) {
    Layout layout;
    ExprWriter exprs(layout);
    if (i == 0) {
      exprs.writeEquation(*iso.left, *iso.right);
      if (iso.where) {
        layout.softBreak(2);
        layout.text("where ");
        layout.open();
        exprs.write(iso.where.items);
        layout.close();
      }
    } else {
      layOut(iso.grade, layout);
    }
    emit(layout);
  });
}
