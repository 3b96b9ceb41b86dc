#pragma once
// FieldSet: a set of places in a document, as managedFields keep it (FieldsV1): a tree whose steps
// are "f:name", `k:{"name":"c"}`, `v:"text"` and "i:0".
//
// Used by typed_value.h and server_side_apply.h. Values; threads: one at a time.
// Errors: FromJson skips what is no step.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sandbox/types/json.h"

namespace oarlock::sandbox {

class FieldSet {
 public:
  static FieldSet FromJson(const Json& fields_v1);
  Json ToJson() const;  // {} for the empty set

  bool empty() const { return !member_ && children_.empty(); }
  bool member() const { return member_; }
  const std::map<std::string, FieldSet>& children() const { return children_; }
  void Insert() { member_ = true; }
  FieldSet& At(const std::string& step) { return children_[step]; }
  const FieldSet* Find(const std::string& step) const;
  // Steps whose sets are empty are dropped; done by all below.
  void Prune();

  FieldSet Union(const FieldSet& other) const;
  FieldSet Intersection(const FieldSet& other) const;
  FieldSet Difference(const FieldSet& other) const;  // member by member
  // Without what is at or below a member of `other`.
  FieldSet Without(const FieldSet& other) const;
  // `.spec.containers[name="c"].image`, each member, in order.
  std::vector<std::string> Paths() const;

  friend bool operator==(const FieldSet&, const FieldSet&) = default;

 private:
  void AppendPaths(const std::string& path, std::vector<std::string>& out) const;

  bool member_ = false;
  std::map<std::string, FieldSet> children_;
};

std::string FieldStep(std::string_view name);  // f:
std::string ValueStep(const Json& value);      // v:
std::string IndexStep(size_t index);           // i:
// k: with the keys as one JSON object.
std::string KeyStep(const std::vector<std::pair<std::string, Json>>& keys);
// How a path shows a step: ".name", `[name="c"]`, `[="v"]`, "[0]".
std::string StepText(std::string_view step);

}  // namespace oarlock::sandbox
