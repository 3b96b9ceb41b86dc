#pragma once
// YamlTree: one parsed YAML document as it was written, aliases and merge keys not yet expanded.
// YamlExpander: makes an Object of it. Internal to kube, used by the YAML reader. Not thread-safe.
// Nodes never move (the deque), so views of their text stay good.

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/status.h"
#include "kube/tape/tape_builder.h"
#include "kube/yaml.h"
#include "kube/yaml/text.h"

namespace oarlock::kube {

struct YamlNode {
  enum class Type : uint8_t { kNull, kBool, kNumber, kString, kArray, kMap, kAlias };
  Type type = Type::kNull;
  bool flag = false;    // of kBool
  bool quoted = false;  // quotes or a block scalar
  bool merge = false;   // of a key: plain `<<`
  bool open = false;    // a container whose end has not come yet
  size_t offset = 0;
  std::string text;                // kNumber, kString
  std::vector<uint32_t> children;  // elements; or key, value, key, value …
  uint32_t target = 0;             // of kAlias
};

using YamlTree = std::deque<YamlNode>;  // the root is the first

// One step from a value to a child, for messages.
struct YamlStep {
  const std::string* key;  // null: an element
  size_t index;
};
std::string YamlPath(const std::vector<YamlStep>& steps);

class YamlExpander {
 public:
  using Marks = std::unordered_map<uint32_t, YamlMark>;

  explicit YamlExpander(const YamlText& text) : text_(text) {}
  // The limits hold for all calls together.
  base::Result<Object> Expand(const YamlTree& tree, Marks& marks);

 private:
  struct Entry {
    const YamlNode* key;
    const YamlNode* value;
  };

  // All return false after Fail.
  bool Emit(const YamlNode& node, const YamlNode* key);
  bool EmitMap(const YamlNode& node, uint32_t& id);
  bool EmitArray(const YamlNode& node, uint32_t& id);
  uint32_t EmitScalar(const YamlNode& node);
  // Members of a map with merge keys resolved: its own win, then the earlier source.
  bool Collect(const YamlNode& map, size_t depth, std::vector<Entry>& out);
  bool CollectMerged(const YamlNode& source, size_t depth, std::vector<Entry>& out);
  bool Spend(const YamlNode& node);
  bool Fail(const YamlNode& node, std::string_view why);
  const YamlNode& Follow(const YamlNode& node) const;
  void FindPositions();
  Position PositionOf(const YamlNode& node) const;

  const YamlText& text_;
  const YamlTree* tree_ = nullptr;
  Marks* marks_ = nullptr;
  TapeBuilder builder_;
  std::vector<YamlStep> path_;
  std::vector<size_t> offsets_;  // sorted, positions_ beside it
  std::vector<Position> positions_;
  size_t nodes_ = 0;
  size_t bytes_ = 0;
  base::Status status_;
};

}  // namespace oarlock::kube
