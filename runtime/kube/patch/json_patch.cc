// RFC 6902 over a tree that is opened only where an operation reaches.
#include <algorithm>
#include <utility>

#include "kube/decode.h"
#include "kube/patch.h"
#include "kube/patch/edit_tree.h"

namespace oarlock::kube {
namespace {

using Node = EditNode;
using Pointer = std::vector<std::string>;

size_t CountNodes(const Node& node) {
  size_t count = 1;
  for (const Node& child : node.children) count += CountNodes(child);
  return count;
}

bool SameNumber(Value a, Value b) {
  if (a.NumberText() == b.NumberText()) return true;
  const auto whole = [](Value v) {
    return v.type() == ValueType::kInt || v.type() == ValueType::kUint;
  };
  return !(whole(a) && whole(b)) && a.AsDouble() == b.AsDouble();
}

// Equality as `test` wants it: 1 and 1.0 are the same number.
bool SameContent(Value a, Value b) {
  if (a.is_number() && b.is_number()) return SameNumber(a, b);
  if (a.type() != b.type() || a.size() != b.size()) return false;
  if (a.size() == 0) return DeepEqual(a, b);
  for (uint32_t i = 0; i < a.size(); ++i) {
    if (!SameContent(a.At(i), a.is_map() ? b[a.KeyAt(i)] : b.At(i))) return false;
  }
  return true;
}

bool SameContent(const Node& node, Value value) {
  if (node.kind == Node::Kind::kFrozen) return SameContent(node.frozen, value);
  const bool map = node.kind == Node::Kind::kMap;
  if (!(map ? value.is_map() : value.is_array()) || node.children.size() != value.size()) {
    return false;
  }
  for (uint32_t i = 0; i < value.size(); ++i) {
    const Node& child = node.children[i];
    if (!SameContent(child, map ? value[child.key] : value.At(i))) return false;
  }
  return true;
}

base::Status Bad(std::string message) { return base::InvalidArgument(std::move(message)); }

base::Result<Pointer> ParsePointer(Value text, std::string_view what) {
  if (!text.is_string()) return Bad("`" + std::string(what) + "` must be a string");
  std::string_view rest = text.AsString();
  Pointer pointer;
  if (!rest.empty() && rest.front() != '/') return Bad("a pointer is empty or starts with `/`");
  while (!rest.empty()) {
    rest.remove_prefix(1);
    const std::string_view raw = rest.substr(0, rest.find('/'));
    rest.remove_prefix(raw.size());
    if (pointer.size() == kObjectDepthMax) return Bad("the pointer is too long");
    std::string& segment = pointer.emplace_back();
    for (size_t i = 0; i < raw.size(); ++i) {
      if (raw[i] != '~') {
        segment += raw[i];
        continue;
      }
      const char code = ++i < raw.size() ? raw[i] : '\0';
      if (code != '0' && code != '1') return Bad("`~` must be ~0 or ~1");
      segment += code == '0' ? '~' : '/';
    }
  }
  return pointer;
}

class JsonPatcher {
 public:
  explicit JsonPatcher(Value document) { root_.frozen = document; }

  base::Status Apply(Value operation) {
    const std::string_view op = operation["op"].AsString();
    OARLOCK_ASSIGN_OR_RETURN(const Pointer path, ParsePointer(operation["path"], "path"));
    if (op == "remove") return Take(path).status();
    if (op == "move" || op == "copy") {
      OARLOCK_ASSIGN_OR_RETURN(const Pointer from, ParsePointer(operation["from"], "from"));
      return op == "move" ? Move(from, path) : Copy(from, path);
    }
    if (op != "add" && op != "replace" && op != "test") return Bad("unknown `op`");
    const Value value = operation["value"];
    if (!value.exists()) return Bad("`value` is missing");
    if (op == "test") return Test(path, value);
    Node node;
    node.frozen = value;
    return op == "add" ? Add(path, std::move(node)) : Replace(path, std::move(node));
  }

  base::Result<std::string> Render() const {
    std::string out;
    if (!AppendNode(root_, out)) {
      return base::Status(base::StatusCode::kTooLarge, "JSON patch: the result is too large");
    }
    return out;
  }

 private:
  // The node at the first `depth` segments, opened on the way.
  base::Result<Node*> Find(const Pointer& path, size_t depth) {
    Node* node = &root_;
    for (size_t i = 0; i < depth; ++i) {
      OpenNode(*node);
      const size_t at = ChildAt(*node, path[i]);
      if (at == node->children.size()) return Bad("there is no \"" + path[i] + "\"");
      node = &node->children[at];
    }
    return node;
  }

  base::Result<Node*> FindParent(const Pointer& path) {
    OARLOCK_ASSIGN_OR_RETURN(Node* const parent, Find(path, path.size() - 1));
    OpenNode(*parent);
    if (parent->kind == Node::Kind::kFrozen) {
      return Bad("the parent of \"" + path.back() + "\" is neither an object nor an array");
    }
    return parent;
  }

  base::Status Add(const Pointer& path, Node node) {
    if (path.empty()) {
      root_ = std::move(node);
      return base::Status::Ok();
    }
    if (path.size() + OpenDepth(node) > kObjectDepthMax) return Bad("nested too deeply");
    OARLOCK_ASSIGN_OR_RETURN(Node* const parent, FindParent(path));
    auto& children = parent->children;
    const size_t at = ChildAt(*parent, path.back());
    if (parent->kind == Node::Kind::kMap) {
      node.key = path.back();
      if (at < children.size()) {
        children[at] = std::move(node);
      } else {
        children.push_back(std::move(node));
      }
      return base::Status::Ok();
    }
    if (path.back() != "-" && ToArrayIndex(path.back()) != at) {
      return Bad("\"" + path.back() + "\" is no index of the array");
    }
    children.insert(children.begin() + static_cast<std::ptrdiff_t>(at), std::move(node));
    return base::Status::Ok();
  }

  base::Status Replace(const Pointer& path, Node node) {
    OARLOCK_ASSIGN_OR_RETURN(Node* const target, Find(path, path.size()));
    node.key = std::move(target->key);
    *target = std::move(node);
    return base::Status::Ok();
  }

  base::Result<Node> Take(const Pointer& path) {
    if (path.empty()) return Bad("the whole document cannot be removed");
    OARLOCK_ASSIGN_OR_RETURN(Node* const parent, FindParent(path));
    const size_t at = ChildAt(*parent, path.back());
    if (at == parent->children.size()) return Bad("there is no \"" + path.back() + "\"");
    Node taken = std::move(parent->children[at]);
    parent->children.erase(parent->children.begin() + static_cast<std::ptrdiff_t>(at));
    return taken;
  }

  base::Status Move(const Pointer& from, const Pointer& path) {
    if (from == path) return Find(from, from.size()).status();
    if (from.size() < path.size() && std::equal(from.begin(), from.end(), path.begin())) {
      return Bad("a value cannot move into itself");
    }
    OARLOCK_ASSIGN_OR_RETURN(Node node, Take(from));
    return Add(path, std::move(node));
  }

  base::Status Copy(const Pointer& from, const Pointer& path) {
    OARLOCK_ASSIGN_OR_RETURN(const Node* const source, Find(from, from.size()));
    copied_ += CountNodes(*source);
    if (copied_ > kJsonPatchCopiesMax) {
      return {base::StatusCode::kTooLarge, "`copy` duplicates too many values"};
    }
    return Add(path, Node(*source));
  }

  base::Status Test(const Pointer& path, Value value) {
    OARLOCK_ASSIGN_OR_RETURN(const Node* const node, Find(path, path.size()));
    return SameContent(*node, value) ? base::Status::Ok() : Bad("the value differs");
  }

  Node root_;
  size_t copied_ = 0;
};

}  // namespace

base::Result<std::string> ApplyJsonPatch(Value document, std::string_view patch_json) {
  auto patch = DocumentFromJson(patch_json);
  if (!patch.ok()) return patch.status().WithContext("JSON patch");
  const Value operations = patch->root();
  if (!operations.is_array()) return Bad("JSON patch: must be an array of operations");
  if (operations.size() > kJsonPatchOpsMax) {
    return base::Status(
        base::StatusCode::kTooLarge,
        "JSON patch: more than " + std::to_string(kJsonPatchOpsMax) + " operations");
  }
  JsonPatcher patcher(document);
  for (uint32_t i = 0; i < operations.size(); ++i) {
    const Value operation = operations.At(i);
    if (auto status = patcher.Apply(operation); !status.ok()) {
      return status.WithContext("JSON patch: operation " + std::to_string(i) + " (" +
                                std::string(operation["op"].AsString()) + " " +
                                std::string(operation["path"].AsString()) + ")");
    }
  }
  return patcher.Render();
}

}  // namespace oarlock::kube
