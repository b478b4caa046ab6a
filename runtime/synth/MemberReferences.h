// SPDX-License-Identifier: Apache-2.0
/// \file
/// Who else in the file refers to a member of a class: methods of the class,
/// its bases and subclasses, other code through some object, and strings that
/// name it.
#ifndef ADOPTER_RUNTIME_SYNTH_MEMBERREFERENCES_H
#define ADOPTER_RUNTIME_SYNTH_MEMBERREFERENCES_H

#include "runtime/synth/MatchSite.h"

namespace adopter::synth {

/// The first reference to `member` outside `known`, or none.
std::optional<SourceRange> foreignReference(const FileModel &file,
                                            model::MemberId member,
                                            llvm::ArrayRef<SourceRange> known);

/// Texts by which the match itself refers to `member`: the calls it covers,
/// and what constructs it.
std::vector<SourceRange> ownReferences(const FileModel &file,
                                       const match::Match &match,
                                       model::MemberId member);

} // namespace adopter::synth

#endif // ADOPTER_RUNTIME_SYNTH_MEMBERREFERENCES_H
