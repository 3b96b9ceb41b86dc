#include "kube/patch/edit_tree.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "kube/decode.h"
#include "kube/json_text.h"

namespace oarlock::kube {

void OpenNode(EditNode& node) {
  if (node.kind != EditNode::Kind::kFrozen) return;
  const Value value = node.frozen;
  if (!value.is_map() && !value.is_array()) return;
  node.kind = value.is_map() ? EditNode::Kind::kMap : EditNode::Kind::kArray;
  node.children.reserve(value.size());
  for (const Member& member : DistinctMembers(value)) {
    EditNode child;
    child.frozen = member.value;
    child.owner = node.owner;
    child.touched = node.touched;
    child.key = std::string(member.key);
    node.children.push_back(std::move(child));
  }
}

std::optional<size_t> ToArrayIndex(std::string_view text) {
  size_t index = 0;
  if (text.empty() || (text.size() > 1 && text.front() == '0')) return std::nullopt;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return index;
}

size_t ChildAt(const EditNode& node, const std::string& segment) {
  const auto& children = node.children;
  if (node.kind == EditNode::Kind::kArray) {
    return std::min(ToArrayIndex(segment).value_or(children.size()), children.size());
  }
  const auto found = std::find_if(children.begin(), children.end(),
                                  [&](const EditNode& child) { return child.key == segment; });
  return static_cast<size_t>(found - children.begin());
}

size_t OpenDepth(const EditNode& node) {
  size_t depth = 0;
  for (const EditNode& child : node.children) depth = std::max(depth, OpenDepth(child));
  return node.kind == EditNode::Kind::kFrozen ? 0 : depth + 1;
}

bool AppendNode(const EditNode& node, std::string& out) {
  if (node.kind == EditNode::Kind::kFrozen) {
    node.frozen.AppendJson(out);
    return out.size() <= kObjectBytesMax;
  }
  const bool map = node.kind == EditNode::Kind::kMap;
  out += map ? '{' : '[';
  for (size_t i = 0; i < node.children.size(); ++i) {
    if (i != 0) out += ',';
    if (map) {
      AppendJsonString(node.children[i].key, out);
      out += ':';
    }
    if (!AppendNode(node.children[i], out)) return false;
  }
  out += map ? '}' : ']';
  return true;
}

}  // namespace oarlock::kube
