#pragma once
// EditNode: a document as a tree that is opened only where somebody reaches in; everything else
// stays a view of a frozen document, so untouched numbers and text are copied verbatim. Internal to
// kube: JSON patches and EditDocument work on it.
//
// Values; not thread-safe. A frozen value is kept by its `owner`, or by whoever made the tree.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kube/object.h"
#include "kube/value.h"

namespace oarlock::kube {

struct EditNode {
  enum class Kind : uint8_t { kFrozen, kMap, kArray };
  Kind kind = Kind::kFrozen;
  bool touched = false;            // put there, or changed, by an edit
  Value frozen;                    // kFrozen
  Object owner;                    // of `frozen`; null: somebody else keeps it
  std::string key;                 // when the parent is a map
  std::vector<EditNode> children;  // kMap, kArray
};

// Makes a map or array whose children can be changed of a frozen one; any other node stays.
void OpenNode(EditNode& node);
// An index of an array as JSON Pointers write it.
std::optional<size_t> ToArrayIndex(std::string_view text);
// Where `segment` is among the children; the number of children when it is not there.
size_t ChildAt(const EditNode& node, const std::string& segment);
// Levels of opened nodes. Kept under kObjectDepthMax, so that no recursion here runs deep.
size_t OpenDepth(const EditNode& node);
// False once `out` is past kObjectBytesMax.
bool AppendNode(const EditNode& node, std::string& out);

}  // namespace oarlock::kube
