#include "sandbox/merge/typed_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace oarlock::sandbox {
namespace {

// How ownership treats a value: what a schema says, or, where it says nothing, what is there.
enum class Form { kLeaf, kMembers, kElements };

Form FormOf(const Schema& schema, const Json& value) {
  if (schema.atomic) return Form::kLeaf;
  if (value.is_object()) {
    const bool known = schema.kind == Kind::kObject || schema.kind == Kind::kMap;
    return known || schema.preserve_unknown ? Form::kMembers : Form::kLeaf;
  }
  if (value.is_array() && schema.kind == Kind::kList && schema.list_type != ListType::kAtomic) {
    return Form::kElements;
  }
  return Form::kLeaf;
}

const Schema& Unknown() {
  static const Schema kUnknown = [] {
    Schema schema;
    schema.preserve_unknown = true;
    return schema;
  }();
  return kUnknown;
}

// Of a member that has no field of its own: below preserved fields all is deduced.
const Schema* MemberSchema(const Schema& schema, std::string_view name) {
  if (const Field* field = schema.Find(name)) return field->schema;
  if (schema.element != nullptr) return schema.element;
  if (schema.preserve_unknown) return &Unknown();
  static const Schema kAny;
  if (schema.kind == Kind::kMap) return &kAny;
  return nullptr;
}

const Schema& ElementSchema(const Schema& list) {
  return list.element != nullptr ? *list.element : Unknown();
}

bool IsEmptyMap(const Json& value) { return value.is_object() && value.empty(); }

std::string GoKind(const Json& value) {
  if (value.is_string()) return "string";
  return fmt::format("&value.valueUnstructured{{Value:{}}}", WriteJson(value));
}

class TypedChecker {
 public:
  std::string Check(const Schema& schema, const Json& value, const std::string& path) {
    if (value.is_null() || schema.preserve_unknown) return "";
    switch (schema.kind) {
      case Kind::kObject:
      case Kind::kMap: return CheckMembers(schema, value, path);
      case Kind::kList: return CheckElements(schema, value, path);
      case Kind::kString:
      case Kind::kBytes:
      case Kind::kTime:
      case Kind::kMicroTime:
      case Kind::kDuration:
        return value.is_string() ? "" : Wrong(path, "expected string, got " + GoKind(value));
      case Kind::kBoolean:
        return value.is_boolean() ? "" : Wrong(path, "expected boolean, got " + GoKind(value));
      case Kind::kInt32:
      case Kind::kInt64:
      case Kind::kNumber:
        return value.is_number()
                   ? ""
                   : Wrong(path, "expected numeric (int or float), got " + GoKind(value));
      default: return "";
    }
  }

 private:
  static std::string Wrong(const std::string& path, const std::string& what) {
    return fmt::format("{}: {}", path, what);
  }

  std::string CheckMembers(const Schema& schema, const Json& value, const std::string& path) {
    if (!value.is_object()) return Wrong(path, "expected map, got " + GoKind(value));
    for (const auto& [name, member] : value.items()) {
      const Schema* below = MemberSchema(schema, name);
      const std::string at = path + "." + name;
      if (below == nullptr) return at + ": field not declared in schema";
      if (std::string error = Check(*below, member, at); !error.empty()) return error;
    }
    return "";
  }

  std::string CheckElements(const Schema& schema, const Json& value, const std::string& path) {
    if (!value.is_array()) return Wrong(path, "expected list, got " + GoKind(value));
    std::set<std::string> seen;
    for (size_t i = 0; i < value.size(); ++i) {
      const std::string step = ElementStep(schema, value[i], i);
      if (!seen.insert(step).second) {
        return Wrong(path, "duplicate entries for key " + StepText(step));
      }
      std::string error = Check(ElementSchema(schema), value[i], path + StepText(step));
      if (!error.empty()) return error;
    }
    return "";
  }
};

void AddFields(const Schema& schema, const Json& value, FieldSet& out) {
  switch (FormOf(schema, value)) {
    case Form::kLeaf: out.Insert(); return;
    case Form::kMembers:
      for (const auto& [name, member] : value.items()) {
        const Schema* below = MemberSchema(schema, name);
        if (below == nullptr) continue;
        FieldSet& child = out.At(FieldStep(name));
        AddFields(*below, member, child);
        const bool bare = member.is_null() || IsEmptyMap(member);
        if (bare || schema.Find(name) == nullptr) child.Insert();
      }
      return;
    case Form::kElements:
      for (size_t i = 0; i < value.size(); ++i) {
        FieldSet& child = out.At(ElementStep(schema, value[i], i));
        AddFields(ElementSchema(schema), value[i], child);
        child.Insert();
      }
      return;
  }
}

// Elements by their steps; of equal steps the first.
std::map<std::string, const Json*> ByStep(const Schema& list, const Json& value) {
  std::map<std::string, const Json*> out;
  if (!value.is_array()) return out;
  for (size_t i = 0; i < value.size(); ++i) out.emplace(ElementStep(list, value[i], i), &value[i]);
  return out;
}

class Comparer {
 public:
  explicit Comparer(Comparison& out) : out_(out) {}

  // Both null: nothing. `at` are the places in the three sets.
  void Compare(const Schema& schema, const Json* before, const Json* after) {
    Walk(schema, before, after, {&out_.added, &out_.modified, &out_.removed});
    out_.added.Prune();
    out_.modified.Prune();
    out_.removed.Prune();
  }

 private:
  struct Place {
    FieldSet* added;
    FieldSet* modified;
    FieldSet* removed;
    Place Below(const std::string& step) const {
      return {&added->At(step), &modified->At(step), &removed->At(step)};
    }
  };

  void Walk(const Schema& schema, const Json* before, const Json* after, Place at) {
    if (before == nullptr && after == nullptr) return;
    const Json& shown = after != nullptr && !after->is_null() ? *after
                        : before != nullptr                   ? *before
                                                              : *after;
    const Form form = FormOf(schema, shown);
    const bool both_empty =
        (before == nullptr || before->empty()) && (after == nullptr || after->empty());
    // A null is a list or map of nothing.
    const bool same_form = before == nullptr || after == nullptr || before->is_null() ||
                           after->is_null() || before->type() == after->type();
    if (form == Form::kLeaf || both_empty || !same_form) return Leaf(before, after, at);
    if (form == Form::kMembers) {
      WalkMembers(schema, before, after, at);
    } else {
      WalkElements(schema, before, after, at);
    }
    if (before == nullptr) at.added->Insert();
    if (after == nullptr) at.removed->Insert();
  }

  static void Leaf(const Json* before, const Json* after, Place at) {
    if (before == nullptr) {
      at.added->Insert();
    } else if (after == nullptr) {
      at.removed->Insert();
    } else if (*before != *after) {
      at.modified->Insert();
    }
  }

  static const Json* Find(const Json* object, const std::string& name) {
    if (object == nullptr || !object->is_object()) return nullptr;
    const auto at = object->find(name);
    return at == object->end() ? nullptr : &*at;
  }

  void WalkMembers(const Schema& schema, const Json* before, const Json* after, Place at) {
    std::set<std::string> names;
    for (const Json* side : {before, after}) {
      if (side == nullptr || !side->is_object()) continue;
      for (const auto& item : side->items()) names.insert(item.key());
    }
    for (const std::string& name : names) {
      const Schema* below = MemberSchema(schema, name);
      if (below == nullptr) continue;
      Walk(*below, Find(before, name), Find(after, name), at.Below(FieldStep(name)));
    }
  }

  void WalkElements(const Schema& schema, const Json* before, const Json* after, Place at) {
    static const Json kNothing;
    const auto old_ones = ByStep(schema, before != nullptr ? *before : kNothing);
    const auto new_ones = ByStep(schema, after != nullptr ? *after : kNothing);
    const auto find = [](const auto& map, const std::string& step) -> const Json* {
      const auto found = map.find(step);
      return found == map.end() ? nullptr : found->second;
    };
    for (const auto& [step, element] : old_ones) {
      Walk(ElementSchema(schema), element, find(new_ones, step), at.Below(step));
    }
    for (const auto& [step, element] : new_ones) {
      if (old_ones.contains(step)) continue;
      Walk(ElementSchema(schema), nullptr, element, at.Below(step));
    }
  }

  Comparison& out_;
};

// Elements of `base` that are not in `over` stay before the first shared one that follows them.
Json MergeElements(const Schema& schema, const Json& base, const Json& over) {
  const auto base_ones = ByStep(schema, base);
  const auto over_ones = ByStep(schema, over);
  Json out = Json::array();
  std::set<std::string> done;
  size_t next = 0;
  const auto pass_own = [&](bool to_end) {
    for (; next < base.size(); ++next) {
      const std::string step = ElementStep(schema, base[next], next);
      if (!over_ones.contains(step)) {
        out.push_back(base[next]);
      } else if (!to_end && !done.contains(step)) {
        return;
      }
    }
  };
  for (size_t i = 0; i < over.size(); ++i) {
    const std::string step = ElementStep(schema, over[i], i);
    if (!done.insert(step).second) continue;
    done.erase(step);
    pass_own(false);
    done.insert(step);
    const auto shared = base_ones.find(step);
    out.push_back(shared == base_ones.end()
                      ? over[i]
                      : MergeTyped(ElementSchema(schema), *shared->second, over[i]));
  }
  pass_own(true);
  return out;
}

bool AnyKept(const FieldSet* keep) { return keep != nullptr && !keep->empty(); }

void RemoveBelow(const Schema& schema, const FieldSet& set, const FieldSet* keep, Json& value);

// True where the value itself goes.
bool RemoveAt(const Schema& schema, const FieldSet& set, const FieldSet* keep, Json& value) {
  if (set.member() && !AnyKept(keep)) return true;
  const bool had = !value.empty();
  RemoveBelow(schema, set, keep, value);
  return had && value.is_structured() && value.empty() && !AnyKept(keep);
}

void RemoveBelow(const Schema& schema, const FieldSet& set, const FieldSet* keep, Json& value) {
  const auto kept = [keep](const std::string& step) {
    return keep == nullptr ? nullptr : keep->Find(step);
  };
  const Form form = FormOf(schema, value);
  if (form == Form::kMembers) {
    for (auto at = value.begin(); at != value.end();) {
      const std::string step = FieldStep(at.key());
      const FieldSet* below = set.Find(step);
      const Schema* member = MemberSchema(schema, at.key());
      const bool gone = below != nullptr && member != nullptr &&
                        RemoveAt(*member, *below, kept(step), at.value());
      at = gone ? value.erase(at) : std::next(at);
    }
  } else if (form == Form::kElements) {
    Json left = Json::array();
    for (size_t i = 0; i < value.size(); ++i) {
      const std::string step = ElementStep(schema, value[i], i);
      const FieldSet* below = set.Find(step);
      if (below != nullptr && RemoveAt(ElementSchema(schema), *below, kept(step), value[i])) {
        continue;
      }
      left.push_back(std::move(value[i]));
    }
    value = std::move(left);
  }
}

}  // namespace

std::string ElementStep(const Schema& list, const Json& element, size_t index) {
  switch (list.list_type) {
    case ListType::kMap: return KeyStep(ListKeysOf(list, element));
    case ListType::kSet: return ValueStep(element);
    case ListType::kAtomic: break;
  }
  return IndexStep(index);
}

std::string TypedError(const Schema& schema, const Json& value) {
  return TypedChecker().Check(schema, value, "");
}

FieldSet FieldsOf(const Schema& schema, const Json& value) {
  FieldSet out;
  AddFields(schema, value, out);
  out.Prune();
  return out;
}

Comparison Compare(const Schema& schema, const Json& before, const Json& after) {
  Comparison out;
  Comparer(out).Compare(schema, before.is_null() ? nullptr : &before,
                        after.is_null() ? nullptr : &after);
  return out;
}

Json MergeTyped(const Schema& schema, const Json& base, const Json& over) {
  if (base.type() != over.type()) return over;
  switch (FormOf(schema, over)) {
    case Form::kLeaf: return over;
    case Form::kElements: return MergeElements(schema, base, over);
    case Form::kMembers: break;
  }
  Json out = base;
  for (const auto& [name, member] : over.items()) {
    const Schema* below = MemberSchema(schema, name);
    const auto at = out.find(name);
    if (at == out.end() || below == nullptr) {
      out[name] = member;
    } else {
      *at = MergeTyped(*below, *at, member);
    }
  }
  return out;
}

void RemoveFields(const Schema& schema, const FieldSet& set, const FieldSet& keep, Json& value) {
  RemoveBelow(schema, set, &keep, value);
}

}  // namespace oarlock::sandbox
