#include "sandbox/merge/field_set.h"

#include <utility>

namespace oarlock::sandbox {

FieldSet FieldSet::FromJson(const Json& fields_v1) {
  FieldSet set;
  if (!fields_v1.is_object()) return set;
  for (const auto& [step, below] : fields_v1.items()) {
    if (step == ".") {
      set.member_ = true;
    } else if (step.size() > 1 && step[1] == ':') {
      FieldSet& child = set.children_[step];
      child = FromJson(below);
      if (child.empty()) child.member_ = true;
    }
  }
  return set;
}

Json FieldSet::ToJson() const {
  Json out = Json::object();
  for (const auto& [step, child] : children_) {
    Json below = child.ToJson();
    if (child.member_ && !child.children_.empty()) below["."] = Json::object();
    out[step] = std::move(below);
  }
  return out;
}

const FieldSet* FieldSet::Find(const std::string& step) const {
  const auto at = children_.find(step);
  return at == children_.end() ? nullptr : &at->second;
}

void FieldSet::Prune() {
  for (auto at = children_.begin(); at != children_.end();) {
    at->second.Prune();
    at = at->second.empty() ? children_.erase(at) : std::next(at);
  }
}

FieldSet FieldSet::Union(const FieldSet& other) const {
  FieldSet out = *this;
  out.member_ = member_ || other.member_;
  for (const auto& [step, child] : other.children_) {
    FieldSet& mine = out.children_[step];
    mine = mine.Union(child);
  }
  return out;
}

FieldSet FieldSet::Intersection(const FieldSet& other) const {
  FieldSet out;
  out.member_ = member_ && other.member_;
  for (const auto& [step, child] : children_) {
    const FieldSet* theirs = other.Find(step);
    if (theirs == nullptr) continue;
    if (FieldSet both = child.Intersection(*theirs); !both.empty()) out.children_[step] = both;
  }
  return out;
}

FieldSet FieldSet::Difference(const FieldSet& other) const {
  FieldSet out;
  out.member_ = member_ && !other.member_;
  for (const auto& [step, child] : children_) {
    const FieldSet* theirs = other.Find(step);
    FieldSet rest = theirs == nullptr ? child : child.Difference(*theirs);
    if (!rest.empty()) out.children_[step] = std::move(rest);
  }
  return out;
}

FieldSet FieldSet::Without(const FieldSet& other) const {
  if (other.member_) return {};
  FieldSet out;
  out.member_ = member_;
  for (const auto& [step, child] : children_) {
    const FieldSet* theirs = other.Find(step);
    FieldSet rest = theirs == nullptr ? child : child.Without(*theirs);
    if (!rest.empty()) out.children_[step] = std::move(rest);
  }
  return out;
}

void FieldSet::AppendPaths(const std::string& path, std::vector<std::string>& out) const {
  if (member_) out.push_back(path);
  for (const auto& [step, child] : children_) child.AppendPaths(path + StepText(step), out);
}

std::vector<std::string> FieldSet::Paths() const {
  std::vector<std::string> out;
  AppendPaths("", out);
  return out;
}

std::string FieldStep(std::string_view name) { return "f:" + std::string(name); }
std::string ValueStep(const Json& value) { return "v:" + WriteJson(value); }
std::string IndexStep(size_t index) { return "i:" + std::to_string(index); }

std::string KeyStep(const std::vector<std::pair<std::string, Json>>& keys) {
  Json object = Json::object();
  for (const auto& [name, value] : keys) object[name] = value;
  return "k:" + WriteJson(object);
}

std::string StepText(std::string_view step) {
  const std::string text(step.substr(2));
  switch (step[0]) {
    case 'f': return "." + text;
    case 'v': return "[=" + text + "]";
    case 'k': {
      const auto keys = ParseJson(text);
      if (!keys.ok() || !keys->value.is_object()) return "[" + text + "]";
      std::string out;
      for (const auto& [name, value] : keys->value.items()) {
        out += (out.empty() ? "[" : ",") + name + "=" + WriteJson(value);
      }
      return out + "]";
    }
    default: return "[" + text + "]";
  }
}

}  // namespace oarlock::sandbox
