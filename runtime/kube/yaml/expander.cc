#include "kube/yaml/expander.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "kube/decode.h"
#include "kube/text/field_path.h"

namespace oarlock::kube {
namespace {

using Type = YamlNode::Type;

constexpr size_t kPathStepsShown = 32;

}  // namespace

std::string YamlPath(const std::vector<YamlStep>& steps) {
  std::string path;
  for (size_t i = 0; i < std::min(steps.size(), kPathStepsShown); ++i) {
    const YamlStep& step = steps[i];
    path = step.key != nullptr ? MemberPath(path, *step.key) : ElementPath(path, step.index);
  }
  return steps.size() > kPathStepsShown ? path + "…" : path;
}

base::Result<Object> YamlExpander::Expand(const YamlTree& tree, Marks& marks) {
  tree_ = &tree;
  marks_ = &marks;
  builder_.Reset();
  path_.clear();
  FindPositions();
  if (!Emit(tree.front(), nullptr)) return status_;
  auto object = builder_.Finish();
  if (!object.ok()) return object.status().WithContext(text_.file());
  return object;
}

void YamlExpander::FindPositions() {
  offsets_.clear();
  for (const YamlNode& node : *tree_) offsets_.push_back(node.offset);
  std::sort(offsets_.begin(), offsets_.end());
  positions_ = text_.AtAll(offsets_);
}

Position YamlExpander::PositionOf(const YamlNode& node) const {
  const auto at = std::lower_bound(offsets_.begin(), offsets_.end(), node.offset);
  return positions_[static_cast<size_t>(at - offsets_.begin())];
}

const YamlNode& YamlExpander::Follow(const YamlNode& node) const {
  return node.type == Type::kAlias ? (*tree_)[node.target] : node;
}

bool YamlExpander::Fail(const YamlNode& node, std::string_view why) {
  status_ = text_.Error(node.offset, YamlPath(path_), why);
  return false;
}

bool YamlExpander::Spend(const YamlNode& node) {
  bytes_ += node.text.size();
  if (++nodes_ > kYamlNodesMax) {
    return Fail(node, "more than " + std::to_string(kYamlNodesMax) + " values after expansion");
  }
  if (bytes_ > kYamlBytesMax) {
    return Fail(node, "more than " + std::to_string(kYamlBytesMax) + " bytes after expansion");
  }
  return true;
}

bool YamlExpander::Emit(const YamlNode& written, const YamlNode* key) {
  const YamlNode& node = Follow(written);
  if (!Spend(node)) return false;
  uint32_t id = 0;
  if (node.type == Type::kMap || node.type == Type::kArray) {
    if (path_.size() >= kObjectDepthMax) return Fail(node, "nested too deeply");
    if (!(node.type == Type::kMap ? EmitMap(node, id) : EmitArray(node, id))) return false;
  } else {
    id = EmitScalar(node);
  }
  YamlMark& mark = (*marks_)[id];
  mark.value = PositionOf(node);
  if (key != nullptr) mark.key = PositionOf(*key);
  mark.quoted = node.quoted;
  return true;
}

uint32_t YamlExpander::EmitScalar(const YamlNode& node) {
  switch (node.type) {
    case Type::kBool: return builder_.Bool(node.flag);
    case Type::kNumber: return builder_.Number(node.text);
    case Type::kString: return builder_.String(node.text);
    default: return builder_.Null();
  }
}

bool YamlExpander::EmitArray(const YamlNode& node, uint32_t& id) {
  builder_.BeginArray();
  for (size_t i = 0; i < node.children.size(); ++i) {
    path_.push_back({nullptr, i});
    if (!Emit((*tree_)[node.children[i]], nullptr)) return false;
    path_.pop_back();
  }
  id = builder_.EndArray();
  return true;
}

bool YamlExpander::EmitMap(const YamlNode& node, uint32_t& id) {
  std::vector<Entry> entries;
  if (!Collect(node, 0, entries)) return false;
  builder_.BeginMap();
  for (const Entry& entry : entries) {
    bytes_ += entry.key->text.size();
    builder_.Key(entry.key->text);
    path_.push_back({&entry.key->text, 0});
    if (!Emit(*entry.value, entry.key)) return false;
    path_.pop_back();
  }
  id = builder_.EndMap();
  return true;
}

bool YamlExpander::Collect(const YamlNode& map, size_t depth, std::vector<Entry>& out) {
  bool merges = false;
  for (size_t i = 0; i < map.children.size(); i += 2) {
    const YamlNode& key = (*tree_)[map.children[i]];
    merges = merges || key.merge;
    if (!key.merge) out.push_back({&key, &(*tree_)[map.children[i + 1]]});
  }
  if (!merges) return true;
  for (size_t i = 0; i < map.children.size(); i += 2) {
    if (!(*tree_)[map.children[i]].merge) continue;
    const YamlNode& source = Follow((*tree_)[map.children[i + 1]]);
    if (source.type != Type::kArray) return CollectMerged(source, depth, out);
    for (const uint32_t child : source.children) {
      if (!CollectMerged((*tree_)[child], depth, out)) return false;
    }
  }
  return true;
}

bool YamlExpander::CollectMerged(const YamlNode& written, size_t depth, std::vector<Entry>& out) {
  const YamlNode& source = Follow(written);
  if (source.type != Type::kMap) return Fail(written, "`<<` takes a map or a list of maps");
  if (depth >= kObjectDepthMax) return Fail(written, "merge keys are nested too deeply");
  std::vector<Entry> merged;
  if (!Collect(source, depth + 1, merged)) return false;
  std::unordered_set<std::string_view> taken;
  for (const Entry& entry : out) taken.insert(entry.key->text);
  // Every look costs, or a few kilobytes of repeated merges would take hours.
  nodes_ += out.size() + merged.size();
  if (!Spend(written)) return false;
  for (const Entry& entry : merged) {
    if (!taken.contains(entry.key->text)) out.push_back(entry);
  }
  return true;
}

}  // namespace oarlock::kube
