// SPDX-License-Identifier: Apache-2.0
/// \file
/// A node of a Python syntax tree, passed by value.
///
///   if (node.is(PyKind::Call))
///     for (PyNode argument : node.field(PyField::Arguments).children()) ...
///
/// Comments and punctuation are no nodes; operators are (PyNodes.def).
#ifndef ADOPTER_RUNTIME_PYTHON_PYNODE_H
#define ADOPTER_RUNTIME_PYTHON_PYNODE_H

#include "runtime/python/PySource.h"
#include <iterator>

namespace adopter::python {

class PyNode {
public:
  /// No node; every question but isValid() needs a node.
  PyNode() = default;
  PyNode(const PySource &source, uint32_t index)
      : source(&source), index(index) {}

  bool isValid() const { return source != nullptr; }
  explicit operator bool() const { return isValid(); }

  PyKind kind() const { return data().kind; }
  bool is(PyKind kind) const { return data().kind == kind; }
  /// The field of the parent that this node is.
  PyField fieldName() const { return data().field; }
  uint32_t begin() const { return data().begin; }
  uint32_t end() const { return data().end; }
  /// Levels below the module.
  uint32_t depth() const { return data().depth; }
  SourceRange range() const {
    return {source->file(), data().begin, data().end};
  }
  llvm::StringRef text() const {
    return source->text().slice(data().begin, data().end);
  }
  /// Place in preorder: orders nodes of one source.
  uint32_t order() const { return index; }

  PyNode parent() const {
    return index == 0 ? PyNode() : PyNode(*source, data().parent);
  }
  PyNode firstChild() const {
    return data().next == index + 1 ? PyNode() : PyNode(*source, index + 1);
  }
  PyNode nextSibling() const;
  PyNode lastChild() const;
  /// First child in `field`, or none.
  PyNode field(PyField field) const;
  /// Child `n`, or none.
  PyNode child(uint32_t n) const;
  uint32_t childCount() const;

  class Iterator {
  public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = PyNode;
    using difference_type = std::ptrdiff_t;
    using pointer = const PyNode *;
    using reference = PyNode;

    Iterator() = default;
    Iterator(const PySource *source, uint32_t index)
        : source(source), index(index) {}
    PyNode operator*() const { return {*source, index}; }
    Iterator &operator++() {
      index = source->tree().nodes[index].next;
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const Iterator &a, const Iterator &b) {
      return a.index == b.index;
    }

  private:
    const PySource *source = nullptr;
    uint32_t index = 0;
  };
  struct Range {
    Iterator first, last;
    Iterator begin() const { return first; }
    Iterator end() const { return last; }
    bool empty() const { return first == last; }
  };
  Range children() const {
    return {{source, index + 1}, {source, data().next}};
  }
  /// Every node below, in source order, this one excluded.
  struct Descendants {
    class Iterator {
    public:
      Iterator(const PySource *source, uint32_t index)
          : source(source), index(index) {}
      PyNode operator*() const { return {*source, index}; }
      Iterator &operator++() {
        ++index;
        return *this;
      }
      friend bool operator==(const Iterator &a, const Iterator &b) {
        return a.index == b.index;
      }

    private:
      const PySource *source;
      uint32_t index;
    };
    Iterator first, last;
    Iterator begin() const { return first; }
    Iterator end() const { return last; }
  };
  Descendants descendants() const {
    return {{source, index + 1}, {source, data().next}};
  }

  friend bool operator==(PyNode a, PyNode b) {
    return a.source == b.source && a.index == b.index;
  }

private:
  const PyTree::Node &data() const { return source->tree().nodes[index]; }

  const PySource *source = nullptr;
  uint32_t index = 0;
};

/// The innermost node that covers all of `range`.
PyNode nodeCovering(const PySource &source, SourceRange range);

} // namespace adopter::python

#endif // ADOPTER_RUNTIME_PYTHON_PYNODE_H
