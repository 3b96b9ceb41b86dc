#include "sandbox/types/field_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace oarlock::sandbox {
namespace {

std::string Shown(const Json& value) { return WriteJson(value); }

std::string InvalidText(const Json& value, std::string_view detail) {
  std::string out = "Invalid value: " + Shown(value);
  if (!detail.empty()) out += fmt::format(": {}", detail);
  return out;
}

}  // namespace

FieldError FieldError::Required(std::string field, std::string_view detail) {
  return {"FieldValueRequired", std::move(field),
          detail.empty() ? "Required value" : fmt::format("Required value: {}", detail)};
}

FieldError FieldError::Invalid(std::string field, const Json& value, std::string_view detail) {
  return {"FieldValueInvalid", std::move(field), InvalidText(value, detail)};
}

FieldError FieldError::InvalidShown(std::string field, std::string_view shown,
                                    std::string_view detail) {
  return {"FieldValueInvalid", std::move(field),
          fmt::format("Invalid value: {}: {}", shown, detail)};
}

FieldError FieldError::TypeInvalid(std::string field, const Json& value, std::string_view detail) {
  return {"FieldValueTypeInvalid", std::move(field), InvalidText(value, detail)};
}

FieldError FieldError::NotSupported(std::string field, const Json& value,
                                    const std::vector<std::string>& supported) {
  std::string list;
  for (const std::string& one : supported) {
    if (!list.empty()) list += ", ";
    list += Shown(one);
  }
  std::string message = "Unsupported value: " + Shown(value);
  if (!list.empty()) message += ": supported values: " + list;
  return {"FieldValueNotSupported", std::move(field), std::move(message)};
}

FieldError FieldError::Duplicate(std::string field, const Json& value) {
  return {"FieldValueDuplicate", std::move(field), "Duplicate value: " + Shown(value)};
}

FieldError FieldError::NotFound(std::string field, const Json& value) {
  return {"FieldValueNotFound", std::move(field), "Not found: " + Shown(value)};
}

FieldError FieldError::Forbidden(std::string field, std::string_view detail) {
  return {"FieldValueForbidden", std::move(field),
          detail.empty() ? "Forbidden" : fmt::format("Forbidden: {}", detail)};
}

FieldError FieldError::TooLong(std::string field, size_t bytes_max) {
  return {"FieldValueTooLong", std::move(field),
          fmt::format("Too long: may not be more than {} bytes", bytes_max)};
}

FieldError FieldError::TooMany(std::string field, size_t count, size_t count_max) {
  return {"FieldValueTooMany", std::move(field),
          fmt::format("Too many: {}: must have at most {} item{}", count, count_max,
                      count_max == 1 ? "" : "s")};
}

Json InvalidStatus(std::string_view group, std::string_view kind, std::string_view name,
                   const FieldErrors& errors) {
  Json causes = Json::array();
  std::vector<std::string> texts;  // each once, in order
  std::set<std::string> seen;
  for (const FieldError& error : errors) {
    causes.push_back(
        {{"reason", error.reason}, {"message", error.message}, {"field", error.field}});
    std::string text = error.field + ": " + error.message;
    if (seen.insert(text).second) texts.push_back(std::move(text));
  }
  std::string list = fmt::format("{}", fmt::join(texts, ", "));
  if (texts.size() > 1) list = "[" + list + "]";
  const std::string what = group.empty() ? std::string(kind) : fmt::format("{}.{}", kind, group);
  Json details = {{"causes", causes}};
  if (!kind.empty()) details["kind"] = kind;
  if (!name.empty()) details["name"] = name;
  if (!group.empty()) details["group"] = group;
  if (causes.empty()) details.erase("causes");
  return {{"kind", "Status"},
          {"apiVersion", "v1"},
          {"metadata", Json::object()},
          {"status", "Failure"},
          {"message",
           fmt::format("{} \"{}\" is invalid{}{}", what, name, list.empty() ? "" : ": ", list)},
          {"reason", "Invalid"},
          {"details", details},
          {"code", 422}};
}

}  // namespace oarlock::sandbox
