#include "sandbox/schema/builtin_validation.h"

#include <algorithm>
#include <string>

#include "sandbox/schema/name_rules.h"
#include "sandbox/schema/validation_rules.h"

namespace oarlock::sandbox {
namespace {

constexpr std::string_view kLabelNames[] = {"services", "namespaces"};
constexpr std::string_view kPathNames[] = {
    "roles.rbac.authorization.k8s.io", "clusterroles.rbac.authorization.k8s.io",
    "rolebindings.rbac.authorization.k8s.io", "clusterrolebindings.rbac.authorization.k8s.io"};

NameRule RuleOf(std::string_view type) {
  const auto has = [type](const auto& list) {
    return std::find(std::begin(list), std::end(list), type) != std::end(list);
  };
  if (has(kLabelNames)) return NameRule::kLabel;
  return has(kPathNames) ? NameRule::kPathSegment : NameRule::kSubdomain;
}

void CheckMetadataOf(const ResourceType& type, const Json& object, const Json& before,
                     FieldErrors& errors) {
  const Json& metadata = Member(object, "metadata");
  const NameRule rule = type.builtin ? RuleOf(type.qualified()) : NameRule::kSubdomain;
  CheckMetadata(metadata, type.namespaced, rule, errors);
  if (before.is_null()) return;
  for (const char* name : {"name", "namespace", "uid", "creationTimestamp"}) {
    CheckSame(Member(metadata, name), At(before, {"metadata", name}),
              std::string("metadata.") + name, errors);
  }
}

}  // namespace

bool CheckRequired(const Json& object, const std::string& field, const char* name,
                   FieldErrors& errors) {
  const Json& value = Member(object, name);
  const bool missing = value.is_null() || value == "" || (value.is_structured() && value.empty());
  if (missing) errors.push_back(FieldError::Required(field + "." + name));
  return !missing;
}

void CheckOneOf(const Json& object, const std::string& field, const char* name,
                const Texts& supported, FieldErrors& errors) {
  const Json& value = Member(object, name);
  if (value.is_null()) return;
  if (std::find(supported.begin(), supported.end(), std::string(TextOf(value))) ==
      supported.end()) {
    errors.push_back(FieldError::NotSupported(field + "." + name, value, supported));
  }
}

void CheckNotNegative(const Json& object, const std::string& field, const char* name,
                      FieldErrors& errors) {
  const Json& value = Member(object, name);
  if (value.is_number() && value < 0) {
    errors.push_back(
        FieldError::Invalid(field + "." + name, value, "must be greater than or equal to 0"));
  }
}

void CheckSame(const Json& now, const Json& then, const std::string& field, FieldErrors& errors) {
  if (now != then) errors.push_back(FieldError::Invalid(field, now, "field is immutable"));
}

void CheckPort(const Json& port, const std::string& field, FieldErrors& errors) {
  const Json number = port.is_null() ? Json(0) : port;
  if (!number.is_number() || (number >= 1 && number <= 65535)) return;
  errors.push_back(FieldError::Invalid(field, number, "must be between 1 and 65535, inclusive"));
}

FieldErrors ValidateMetadata(const ResourceType& type, const Json& object, const Json& before) {
  FieldErrors errors;
  CheckMetadataOf(type, object, before, errors);
  return errors;
}

FieldErrors ValidateBuiltin(const ResourceType& type, const Json& object, const Json& before) {
  FieldErrors errors;
  CheckMetadataOf(type, object, before, errors);
  const std::string name = type.qualified();
  for (const ValidateRow* rows : {kCoreValidation, kWorkloadValidation, kGroupValidation}) {
    for (; !rows->type.empty(); ++rows) {
      if (rows->type == name) rows->function(object, before, errors);
    }
  }
  return errors;
}

}  // namespace oarlock::sandbox
