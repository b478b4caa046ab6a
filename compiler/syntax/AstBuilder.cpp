// SPDX-License-Identifier: Apache-2.0
#include "compiler/syntax/AstBuilder.h"
#include "compiler/syntax/Literals.h"

using namespace adopter;
using namespace adopter::syntax;
using namespace adopter::ast;

AstBuilder::AstBuilder(AstContext &context, const AdrText &text,
                       antlr4::TokenStream &stream,
                       llvm::ArrayRef<Comment> comments, ErrorList &errors)
    : context(context), text(text), stream(stream), comments(comments),
      isDoc(comments.size(), false), errors(errors) {}

const File *AstBuilder::build(P::FileContext *tree,
                              llvm::ArrayRef<uint32_t> blankLines) {
  File *file = context.create<File>();
  file->id = text.file();
  file->decls = get<llvm::ArrayRef<const Decl *>>(tree);
  llvm::SmallVector<Comment, 16> rest;
  for (size_t i = 0; i < comments.size(); ++i) {
    if (isDoc[i])
      continue;
    rest.push_back(comments[i]);
    rest.back().text = context.copy(rest.back().text);
  }
  file->comments = context.copy(llvm::ArrayRef<Comment>(rest));
  file->blankLines = context.copy(blankLines);
  return file;
}

//===-- places and names --------------------------------------------------===//

SourceRange AstBuilder::range(antlr4::Token *token) const {
  return text.range(token->getStartIndex(), token->getStopIndex());
}

SourceRange AstBuilder::range(antlr4::ParserRuleContext *tree) const {
  return text.range(tree->getStart()->getStartIndex(),
                    tree->getStop()->getStopIndex());
}

Identifier AstBuilder::identifier(antlr4::Token *token) {
  SourceRange place = range(token);
  return {context.copy(text.bytes(place)), place};
}

Identifier AstBuilder::identifier(antlr4::ParserRuleContext *name) {
  return get<Identifier>(name);
}

Identifier AstBuilder::metavariable(antlr4::tree::TerminalNode *leaf) {
  Identifier name = identifier(leaf->getSymbol());
  name.text = name.text.drop_front();
  return name;
}

llvm::ArrayRef<Identifier> AstBuilder::metavariables(
    const std::vector<antlr4::tree::TerminalNode *> &leaves) {
  llvm::SmallVector<Identifier, 8> names;
  for (antlr4::tree::TerminalNode *leaf : leaves)
    names.push_back(metavariable(leaf));
  return context.copy(llvm::ArrayRef<Identifier>(names));
}

llvm::StringRef AstBuilder::string(antlr4::tree::TerminalNode *leaf) {
  SourceRange place = range(leaf);
  llvm::StringRef spelling = text.bytes(place);
  std::string value;
  if (std::optional<EscapeError> error = decodeString(spelling, value)) {
    SourceRange escape{place.file,
                       place.begin + static_cast<uint32_t>(error->begin),
                       place.begin + static_cast<uint32_t>(error->end)};
    errors.add(escape, DiagKind::invalid_escape, text.bytes(escape));
  }
  return context.copy(value);
}

/// The last run of `///` lines directly above `tree`.
llvm::ArrayRef<llvm::StringRef>
AstBuilder::doc(antlr4::ParserRuleContext *tree) {
  antlr4::Token *first = tree->getStart();
  uint32_t end = range(first).begin, begin = 0;
  for (size_t i = first->getTokenIndex(); i-- > 0;) {
    if (isSeparator(stream.get(i)->getType()))
      continue;
    begin = range(stream.get(i)).end;
    break;
  }
  auto isDocLine = [](const Comment &comment) {
    return !comment.isTrailing && comment.text.starts_with("///") &&
           !comment.text.starts_with("////");
  };
  size_t last = llvm::partition_point(comments,
                                      [&](const Comment &comment) {
                                        return comment.range.begin < end;
                                      }) -
                comments.begin();
  // A remark between the documentation and its declaration does no harm.
  while (last && comments[last - 1].range.begin >= begin &&
         !isDocLine(comments[last - 1]))
    --last;
  size_t i = last;
  while (i && comments[i - 1].range.begin >= begin &&
         isDocLine(comments[i - 1])) {
    if (i < last &&
        text.bytes()
                .slice(comments[i - 1].range.end, comments[i].range.begin)
                .count('\n') != 1)
      break;
    --i;
  }
  llvm::SmallVector<llvm::StringRef, 8> lines;
  for (; i < last; ++i) {
    llvm::StringRef line = comments[i].text.drop_front(3);
    line.consume_front(" ");
    lines.push_back(context.copy(line));
    isDoc[i] = true;
  }
  return context.copy(llvm::ArrayRef<llvm::StringRef>(lines));
}

void AstBuilder::checkOnce(SourceRange first, SourceRange place,
                           llvm::StringRef word) {
  if (first.isValid())
    errors.add(place, DiagKind::duplicate_part, word)
        .notes.push_back(DiagnosticEngine::make(
            first, DiagKind::note_first_written_here, {word.str()}));
}

//===-- file --------------------------------------------------------------===//

AstBuilder::Any AstBuilder::visitFile(P::FileContext *tree) {
  return getAll<const Decl *>(tree->declaration());
}

AstBuilder::Any AstBuilder::visitSep(P::SepContext *) { return {}; }

AstBuilder::Any AstBuilder::visitDeclaration(P::DeclarationContext *tree) {
  pendingDecorators = decorators(tree->decorator());
  // The declaration itself is the last child; decorators come before it.
  return visit(tree->children.back());
}

AstBuilder::Any AstBuilder::visitPackDecl(P::PackDeclContext *tree) {
  auto *pack = context.create<PackDecl>(range(tree), identifier(tree->name()),
                                        doc(tree));
  if (antlr4::tree::TerminalNode *version = tree->STRING()) {
    pack->version = string(version);
    pack->versionRange = range(version);
  }
  auto *file = static_cast<P::FileContext *>(tree->parent->parent);
  if (file->declaration(0) != tree->parent)
    errors.add(pack->range(), DiagKind::misplaced_pack);
  return static_cast<const Decl *>(pack);
}

AstBuilder::Any AstBuilder::visitNames(P::NamesContext *tree) {
  return getAll<Identifier>(tree->name());
}

AstBuilder::Any AstBuilder::visitQualifiedName(P::QualifiedNameContext *tree) {
  std::string name = identifier(tree->name()).text.str();
  for (P::AnyNameContext *part : tree->anyName())
    name.append(1, '.').append(identifier(part).text);
  return Identifier{context.copy(name), range(tree)};
}

AstBuilder::Any AstBuilder::visitAnyName(P::AnyNameContext *tree) {
  return identifier(tree->getStart());
}

AstBuilder::Any AstBuilder::visitName(P::NameContext *tree) {
  return identifier(tree->getStart());
}
