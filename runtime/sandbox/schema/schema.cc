#include "sandbox/schema/schema.h"

#include <utility>

namespace oarlock::sandbox {

const Field* Schema::Find(std::string_view name) const {
  const auto at = fields.find(name);
  return at == fields.end() ? nullptr : &at->second;
}

std::string_view Schema::struct_name() const {
  const std::string_view name = definition;
  return name.substr(name.rfind('.') + 1);
}

std::string Schema::GoType() const {
  switch (kind) {
    case Kind::kObject: {
      const std::string_view name = definition;
      const size_t dot = name.rfind('.', name.rfind('.') - 1);
      return std::string(name.substr(dot + 1));
    }
    case Kind::kMap: return "map[string]" + (element != nullptr ? element->GoType() : "");
    case Kind::kList: return "[]" + (element != nullptr ? element->GoType() : "");
    case Kind::kBytes: return "[]uint8";
    case Kind::kBoolean: return "bool";
    case Kind::kInt32:
    case Kind::kIntOrString: return "int32";
    case Kind::kInt64: return "int64";
    case Kind::kNumber: return "float64";
    case Kind::kQuantity: return "resource.Quantity";
    default: return "string";
  }
}

std::vector<std::pair<std::string, Json>> ListKeysOf(const Schema& list, const Json& element) {
  std::vector<std::pair<std::string, Json>> out;
  for (const std::string& key : list.list_keys) {
    const Json& value = Member(element, key);
    if (!value.is_null()) {
      out.emplace_back(key, value);
      continue;
    }
    const Field* field = list.element != nullptr ? list.element->Find(key) : nullptr;
    if (field != nullptr && field->has_default) out.emplace_back(key, field->default_value);
  }
  return out;
}

}  // namespace oarlock::sandbox
