#include "sandbox/merge/strategic_merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace oarlock::sandbox {
namespace {

constexpr std::string_view kPatch = "$patch";
constexpr std::string_view kRetainKeys = "$retainKeys";
constexpr std::string_view kDeleteFrom = "$deleteFromPrimitiveList/";
constexpr std::string_view kSetOrder = "$setElementOrder/";

base::Status BadDirective(const Json& directive, const Json& map) {
  return base::InvalidArgument(
      fmt::format("unknown patch type: {} in map: {}",
                  directive.is_string() ? std::string(TextOf(directive)) : WriteJson(directive),
                  WriteJson(map)));
}

// Where an element stands by its key (or, without one, by itself); npos = nowhere.
size_t IndexOf(const Json& list, const Json& element, const std::string& key) {
  for (size_t i = 0; i < list.size(); ++i) {
    const bool same = key.empty() ? list[i] == element
                                  : !Member(list[i], key).is_null() &&
                                        Member(list[i], key) == Member(element, key);
    if (same) return i;
  }
  return std::string::npos;
}

class Merger {
 public:
  base::Status Merge(const Schema* schema, Json& target, const Json& patch) {
    if (const Json& directive = Member(patch, kPatch); !directive.is_null()) {
      if (directive == "replace") {
        target = WithoutDirectives(patch);
        return base::Status::Ok();
      }
      if (directive == "delete") {
        target = Json::object();
        return base::Status::Ok();
      }
      if (directive != "merge") return BadDirective(directive, patch);
    }
    OARLOCK_RETURN_IF_ERROR(RetainKeys(target, patch));
    for (const auto& [name, value] : patch.items()) {
      if (name.starts_with('$')) continue;
      OARLOCK_RETURN_IF_ERROR(MergeMember(schema, target, patch, name, value));
    }
    return ApplyListDirectives(schema, target, patch);
  }

 private:
  static Json WithoutDirectives(const Json& patch) {
    Json out = patch;
    out.erase(std::string(kPatch));
    return out;
  }

  static base::Status RetainKeys(Json& target, const Json& patch) {
    const Json& retain = Member(patch, kRetainKeys);
    if (retain.is_null()) return base::Status::Ok();
    if (!retain.is_array()) {
      return base::InvalidArgument("invalid patch format of retainKeys");
    }
    const auto retained = [&retain](const std::string& name) {
      return std::find(retain.begin(), retain.end(), name) != retain.end();
    };
    for (const auto& [name, value] : patch.items()) {
      if (!name.starts_with('$') && !value.is_null() && !retained(name)) {
        return base::InvalidArgument(
            "retainKeys list doesn't contain all fields present in the request");
      }
    }
    for (auto at = target.begin(); at != target.end();) {
      at = retained(at.key()) ? std::next(at) : target.erase(at);
    }
    return base::Status::Ok();
  }

  base::Status MergeMember(const Schema* schema, Json& target, const Json& patch,
                           const std::string& name, const Json& value) {
    if (value.is_null()) {
      target.erase(name);
      return base::Status::Ok();
    }
    const Field* field = schema != nullptr ? schema->Find(name) : nullptr;
    const Schema* below = field != nullptr    ? field->schema
                          : schema != nullptr ? schema->element
                                              : nullptr;
    Json& slot = target[name];
    if (value.is_object()) {
      if (!slot.is_object()) slot = Json::object();
      return Merge(below, slot, value);
    }
    const bool merges = value.is_array() && field != nullptr && field->patch_merge;
    if (!merges) {
      slot = value;
      return base::Status::Ok();
    }
    if (!slot.is_array()) slot = Json::array();
    const Json before = slot;
    OARLOCK_RETURN_IF_ERROR(MergeList(*field, slot, value));
    return Order(slot, before, patch, name, value, field->patch_merge_key);
  }

  base::Status MergeList(const Field& field, Json& target, const Json& patch) {
    const std::string& key = field.patch_merge_key;
    const bool is_maps = !patch.empty() && patch[0].is_object();
    if (key.empty() || (!is_maps && !patch.empty())) {
      for (const Json& element : patch) {
        if (IndexOf(target, element, "") == std::string::npos) target.push_back(element);
      }
      return base::Status::Ok();
    }
    for (const Json& element : patch) {
      if (Member(element, kPatch) != "replace") continue;
      target = Json::array();
      for (const Json& other : patch) {
        if (!other.contains(kPatch)) target.push_back(other);
      }
      return base::Status::Ok();
    }
    for (const Json& element : patch) {
      OARLOCK_RETURN_IF_ERROR(MergeElement(field, key, target, element));
    }
    return base::Status::Ok();
  }

  base::Status MergeElement(const Field& field, const std::string& key, Json& target,
                            const Json& element) {
    if (!element.is_object() || Member(element, key).is_null()) {
      return base::InvalidArgument(
          fmt::format("map: {} does not contain declared merge key: {}", WriteJson(element), key));
    }
    const Json& directive = Member(element, kPatch);
    if (directive == "delete") {
      for (size_t at = IndexOf(target, element, key); at != std::string::npos;
           at = IndexOf(target, element, key)) {
        target.erase(at);
      }
      return base::Status::Ok();
    }
    if (!directive.is_null() && directive != "merge") return BadDirective(directive, element);
    size_t at = IndexOf(target, element, key);
    if (at == std::string::npos) {
      at = target.size();
      target.push_back(Json::object());
    }
    return Merge(field.schema->element, target[at], element);
  }

  // Elements that the patch orders come in its order; the others stay before what they were before.
  static base::Status Order(Json& list, const Json& before, const Json& patch,
                            const std::string& name, const Json& value, const std::string& key) {
    const Json& wanted = Member(patch, std::string(kSetOrder) + name);
    const Json& order = wanted.is_array() ? wanted : value;
    std::vector<Json> ordered;
    std::vector<Json> others;
    for (const Json& one : order) {
      const size_t at = IndexOf(list, one, key);
      if (at != std::string::npos) ordered.push_back(list[at]);
    }
    for (const Json& element : list) {
      if (IndexOf(order, element, key) == std::string::npos) others.push_back(element);
    }
    if (!wanted.is_array()) return base::Status::Ok();
    Json out = Json::array();
    size_t next = 0;
    for (const Json& element : ordered) {
      const size_t mine = IndexOf(before, element, key);
      while (next < others.size() && mine != std::string::npos &&
             IndexOf(before, others[next], key) < mine) {
        out.push_back(others[next++]);
      }
      out.push_back(element);
    }
    for (; next < others.size(); ++next) out.push_back(others[next]);
    list = std::move(out);
    return base::Status::Ok();
  }

  // Directives for lists that the patch does not mention otherwise.
  static base::Status ApplyListDirectives(const Schema* schema, Json& target, const Json& patch) {
    for (const auto& [name, value] : patch.items()) {
      if (name.starts_with(kDeleteFrom)) {
        const auto at = target.find(name.substr(kDeleteFrom.size()));
        if (!value.is_array()) return base::InvalidArgument("invalid patch format of " + name);
        if (at == target.end() || !at->is_array()) continue;
        Json left = Json::array();
        for (const Json& element : *at) {
          if (IndexOf(value, element, "") == std::string::npos) left.push_back(element);
        }
        *at = std::move(left);
      } else if (name.starts_with(kSetOrder)) {
        const std::string list = name.substr(kSetOrder.size());
        const auto at = target.find(list);
        if (patch.contains(list) || at == target.end() || !at->is_array()) continue;
        const Field* field = schema != nullptr ? schema->Find(list) : nullptr;
        const Json before = *at;
        OARLOCK_RETURN_IF_ERROR(Order(*at, before, patch, list, Json::array(),
                                      field != nullptr ? field->patch_merge_key : ""));
      }
    }
    return base::Status::Ok();
  }
};

}  // namespace

base::Result<Json> ApplyStrategicMergePatch(const Schema& schema, const Json& document,
                                            const Json& patch) {
  if (!patch.is_object()) {
    return base::InvalidArgument(
        "json: cannot unmarshal into Go value of type map[string]interface {}");
  }
  Json out = document.is_object() ? document : Json::object();
  OARLOCK_RETURN_IF_ERROR(Merger().Merge(&schema, out, patch));
  return out;
}

}  // namespace oarlock::sandbox
