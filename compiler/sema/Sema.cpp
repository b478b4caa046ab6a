// SPDX-License-Identifier: Apache-2.0
#include "compiler/sema/Sema.h"
#include "compiler/sema/SemaKernel.h"
#include "compiler/sema/SemaOp.h"
#include "compiler/sema/SemaRule.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace adopter;
using namespace adopter::sema;

namespace {

/// The order of the analysis: first every name is known, then what the
/// declarations say, then the rules.
class Analysis {
public:
  Analysis(SemaResult &result, DiagnosticEngine &diags)
      : context(result.program, result.origins, diags), ops(context),
        kernels(context) {}

  void run(llvm::ArrayRef<const ast::File *> files) {
    for (const ast::File *file : files)
      declare(*file);
    ops.defineDefaults();
    kernels.define();
    ops.defineExpressions();
    for (const ast::PatternDecl *pattern : patterns)
      checkPattern(context, *pattern);
    for (auto [iso, pack] : isos)
      analyseIso(context, *iso, pack);
    for (auto [rule, pack] : rules)
      RuleSema(context, *rule).run(pack);
    context.program.buildIndexes();
  }

private:
  void declare(const ast::File &file) {
    context.enterPack(packOf(file));
    for (const ast::Decl *decl : file.decls) {
      switch (decl->kind()) {
      case ast::NodeKind::OpDecl:
        ops.declare(llvm::cast<ast::OpDecl>(*decl));
        break;
      case ast::NodeKind::KernelDecl:
        kernels.declare(llvm::cast<ast::KernelDecl>(*decl));
        break;
      case ast::NodeKind::PatternDecl:
        declarePattern(llvm::cast<ast::PatternDecl>(*decl));
        break;
      case ast::NodeKind::IsoDecl: {
        const auto &iso = llvm::cast<ast::IsoDecl>(*decl);
        llvm::StringRef pack =
            context.pack
                ? context.text(context.program.packs[context.pack].name)
                : llvm::StringRef();
        if (isFirst(isoNames, iso.name, pack))
          isos.push_back({&iso, context.pack});
        break;
      }
      case ast::NodeKind::RuleDecl: {
        const auto &rule = llvm::cast<ast::RuleDecl>(*decl);
        llvm::StringRef pack =
            context.text(context.program.packs[context.pack].name);
        if (isFirst(ruleNames, rule.name, pack))
          rules.push_back({&rule, context.pack});
        break;
      }
      default:
        break; // architectures are read by compiler/arch
      }
    }
  }

  program::PackId findPack(llvm::StringRef name) {
    SymbolId symbol = context.intern(name);
    for (size_t i = 0; i < context.program.packs.size(); ++i)
      if (context.program.packs[program::PackId(i)].name == symbol)
        return program::PackId(i);
    return {};
  }

  /// Several files may belong to one pack, of one version.
  program::PackId declarePack(const ast::PackDecl &decl) {
    if (!decl.versionRange.isValid())
      context.report(decl.name.range, DiagKind::pack_version_missing,
                     decl.name.text);
    program::PackId known = findPack(decl.name.text);
    if (!known) {
      packs[decl.name.text] = &decl;
      return context.program.packs.add({context.intern(decl.name.text),
                                        decl.version.str(),
                                        llvm::join(decl.doc, "\n")});
    }
    program::Pack &pack = context.program.packs[known];
    const ast::PackDecl *first = packs.lookup(decl.name.text);
    if (pack.version != decl.version && first)
      context
          .report(decl.versionRange.isValid() ? decl.versionRange
                                              : decl.name.range,
                  DiagKind::pack_version_differs, decl.name.text)
          .note(first->name.range, DiagKind::note_declared_here,
                decl.name.text);
    if (pack.documentation.empty())
      pack.documentation = llvm::join(decl.doc, "\n");
    return known;
  }

  /// The pack that a file belongs to. Rules without `pack` belong to one named
  /// after the file; a file without rules may do without.
  program::PackId packOf(const ast::File &file) {
    const ast::Decl *firstRule = nullptr;
    for (const ast::Decl *decl : file.decls) {
      if (const auto *pack = llvm::dyn_cast<ast::PackDecl>(decl))
        return declarePack(*pack);
      if (!firstRule && llvm::isa<ast::RuleDecl>(decl))
        firstRule = decl;
    }
    if (!firstRule)
      return {};
    std::string path = context.span(firstRule->range()).path;
    llvm::StringRef name = llvm::sys::path::stem(path);
    if (program::PackId known = findPack(name))
      return known;
    return context.program.packs.add({context.intern(name), "", ""});
  }

  void declarePattern(const ast::PatternDecl &decl) {
    if (const ast::PatternDecl *first = context.addPattern(decl))
      context
          .report(decl.name.range, DiagKind::duplicate_declaration,
                  decl.name.text)
          .note(first->name.range, DiagKind::note_declared_here,
                decl.name.text);
    else
      patterns.push_back(&decl);
  }

  bool isFirst(llvm::StringMap<SourceRange> &names, const ast::Identifier &name,
               llvm::StringRef pack) {
    std::string key = (pack + "/" + name.text).str();
    auto [first, isNew] = names.try_emplace(key, name.range);
    if (!isNew)
      context.report(name.range, DiagKind::duplicate_declaration, name.text)
          .note(first->second, DiagKind::note_declared_here, name.text);
    return isNew;
  }

  Context context;
  OpSema ops;
  KernelSema kernels;
  std::vector<const ast::PatternDecl *> patterns;
  std::vector<std::pair<const ast::IsoDecl *, program::PackId>> isos;
  std::vector<std::pair<const ast::RuleDecl *, program::PackId>> rules;
  llvm::StringMap<const ast::PackDecl *> packs;
  llvm::StringMap<SourceRange> isoNames;  // "pack/iso"
  llvm::StringMap<SourceRange> ruleNames; // "pack/rule"
};

} // namespace

SemaResult adopter::sema::analyse(llvm::ArrayRef<const ast::File *> files,
                                  DiagnosticEngine &diags) {
  SemaResult result;
  Analysis(result, diags).run(files);
  return result;
}
