// SPDX-License-Identifier: Apache-2.0
#include "runtime/python/PyNode.h"

using namespace adopter;
using namespace adopter::python;

PyNode PyNode::nextSibling() const {
  if (index == 0)
    return {};
  uint32_t next = data().next;
  return next < source->tree().nodes[data().parent].next ? PyNode(*source, next)
                                                         : PyNode();
}

PyNode PyNode::lastChild() const {
  PyNode last;
  for (PyNode child : children())
    last = child;
  return last;
}

PyNode PyNode::field(PyField field) const {
  for (PyNode child : children())
    if (child.fieldName() == field)
      return child;
  return {};
}

PyNode PyNode::child(uint32_t n) const {
  for (PyNode child : children())
    if (n-- == 0)
      return child;
  return {};
}

uint32_t PyNode::childCount() const {
  uint32_t count = 0;
  for ([[maybe_unused]] PyNode child : children())
    ++count;
  return count;
}

PyNode adopter::python::nodeCovering(const PySource &source,
                                     SourceRange range) {
  PyNode node = source.root();
  for (;;) {
    PyNode inner;
    for (PyNode child : node.children()) {
      if (child.begin() > range.begin)
        break;
      if (child.end() >= range.end) {
        inner = child;
        break;
      }
    }
    if (!inner)
      return node;
    node = inner;
  }
}
