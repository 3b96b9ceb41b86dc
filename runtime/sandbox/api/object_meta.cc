#include "sandbox/api/object_meta.h"

#include <algorithm>

#include "kube/select/label_rules.h"

namespace oarlock::sandbox {
namespace {

constexpr size_t kGeneratedBaseBytes = 58;
constexpr std::string_view kGeneratedLetters = "bcdfghjklmnpqrstvwxz2456789";
constexpr size_t kAnnotationsBytes = 256 * 1024;

constexpr std::string_view kLabelRule =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and "
    "must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used "
    "for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
constexpr std::string_view kSubdomainRule =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or "
    "'.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used "
    "for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
constexpr std::string_view kServiceRule =
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an "
    "alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', "
    "regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
constexpr std::string_view kNamePartRule =
    "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end "
    "with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for "
    "validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
constexpr std::string_view kKeyRule =
    "a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start "
    "and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex "
    "used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS "
    "subdomain prefix and '/' (e.g. 'example.com/MyName')";
constexpr std::string_view kValueRule =
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', "
    "and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or "
    "'12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

bool IsAlnum(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

bool IsLabel(std::string_view text) {
  if (text.empty() || !IsAlnum(text.front()) || !IsAlnum(text.back())) return false;
  return std::all_of(text.begin(), text.end(), [](char c) { return IsAlnum(c) || c == '-'; });
}

bool IsSubdomain(std::string_view text) {
  for (;;) {
    const size_t dot = text.find('.');
    if (!IsLabel(text.substr(0, dot))) return false;
    if (dot == std::string_view::npos) return true;
    text.remove_prefix(dot + 1);
  }
}

bool AnyPathSegment(const ResourceType& type) { return type.group == "rbac.authorization.k8s.io"; }

void CheckPathName(std::string_view name, FieldErrors& errors) {
  if (name == "." || name == "..") {
    errors.push_back(
        FieldError::Invalid("metadata.name", Json(name), "may not be '" + std::string(name) + "'"));
  }
  for (const char c : {'/', '%'}) {
    if (name.find(c) == std::string_view::npos) continue;
    errors.push_back(FieldError::Invalid("metadata.name", Json(name),
                                         std::string("may not contain '") + c + "'"));
  }
}

void CheckName(const ResourceType& type, std::string_view name, FieldErrors& errors) {
  if (AnyPathSegment(type)) return CheckPathName(name, errors);
  const bool label = type.group.empty() && type.plural == "namespaces";
  const bool service = type.group.empty() && type.plural == "services";
  const size_t longest = label || service ? 63 : 253;
  if (name.size() > longest) {
    errors.push_back(FieldError::Invalid(
        "metadata.name", Json(name),
        "must be no more than " + std::to_string(longest) + (longest == 63 ? " bytes" : " bytes")));
  }
  const bool fits = service ? IsLabel(name) && !(name[0] >= '0' && name[0] <= '9')
                    : label ? IsLabel(name)
                            : IsSubdomain(name);
  if (fits) return;
  errors.push_back(FieldError::Invalid("metadata.name", Json(name),
                                       service ? kServiceRule
                                       : label ? kLabelRule
                                               : kSubdomainRule));
}

std::string_view KeyRuleBroken(std::string_view key) {
  if (kube::CheckLabelKey(key).ok()) return {};
  return std::count(key.begin(), key.end(), '/') > 1 ? kKeyRule : kNamePartRule;
}

void CheckLabels(const Json& labels, FieldErrors& errors) {
  if (!labels.is_object()) return;
  for (const auto& [key, value] : labels.items()) {
    if (const auto rule = KeyRuleBroken(key); !rule.empty()) {
      errors.push_back(FieldError::Invalid("metadata.labels", Json(key), rule));
    }
    const std::string_view text = TextOf(value);
    if (text.size() > 63) {
      errors.push_back(
          FieldError::Invalid("metadata.labels", value, "must be no more than 63 bytes"));
    } else if (!kube::CheckLabelValue(text).ok()) {
      errors.push_back(FieldError::Invalid("metadata.labels", value, kValueRule));
    }
  }
}

void CheckAnnotations(const Json& annotations, FieldErrors& errors) {
  if (!annotations.is_object()) return;
  size_t bytes = 0;
  for (const auto& [key, value] : annotations.items()) {
    bytes += key.size() + TextOf(value).size();
    std::string lower = key;
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (const auto rule = KeyRuleBroken(lower); !rule.empty()) {
      errors.push_back(FieldError::Invalid("metadata.annotations", Json(key), rule));
    }
  }
  if (bytes > kAnnotationsBytes) {
    errors.push_back(FieldError::TooLong("metadata.annotations", kAnnotationsBytes));
  }
}

// In the order of the Go struct.
std::string OwnersText(const Json& owners) {
  std::string text;
  for (const Json& owner : owners) {
    std::string members;
    for (const char* field :
         {"apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion"}) {
      const Json& value = Member(owner, field);
      if (value.is_null()) continue;
      members += (members.empty() ? "" : ",") + WriteJson(Json(field)) + ":" + WriteJson(value);
    }
    text += (text.empty() ? "{" : ",{") + members + "}";
  }
  return "[" + text + "]";
}

void CheckOwners(const Json& owners, FieldErrors& errors) {
  if (!owners.is_array()) return;
  std::vector<std::string> controllers;
  for (size_t i = 0; i < owners.size(); ++i) {
    const Json& owner = owners[i];
    const std::string at = "metadata.ownerReferences[" + std::to_string(i) + "].";
    for (const char* field : {"apiVersion", "kind", "name", "uid"}) {
      if (!TextAt(owner, {field}).empty()) continue;
      errors.push_back(FieldError::Required(at + field, "must not be empty"));
    }
    if (Member(owner, "controller") == true) {
      controllers.push_back(std::string(TextAt(owner, {"kind"})) + "/" +
                            std::string(TextAt(owner, {"name"})));
    }
  }
  if (controllers.size() < 2) return;
  errors.push_back({"FieldValueInvalid", "metadata.ownerReferences",
                    "Invalid value: " + OwnersText(owners) +
                        ": Only one reference can have Controller set to true. Found \"true\" in "
                        "references for " +
                        controllers[0] + " and " + controllers[1]});
}

void CheckFinalizers(const Json& finalizers, FieldErrors& errors) {
  if (!finalizers.is_array()) return;
  for (size_t i = 0; i < finalizers.size(); ++i) {
    const std::string_view name = TextOf(finalizers[i]);
    const bool standard = name == "orphan" || name == "foregroundDeletion" || name == "kubernetes";
    if (standard) continue;
    const std::string field = "metadata.finalizers[" + std::to_string(i) + "]";
    if (const auto rule = KeyRuleBroken(name); !rule.empty()) {
      errors.push_back(FieldError::Invalid(field, finalizers[i], rule));
    } else if (name.find('/') == std::string_view::npos) {
      errors.push_back(FieldError::Invalid(
          field, finalizers[i],
          "name is neither a standard finalizer name nor is it fully qualified"));
    }
  }
}

Json& MetadataOf(Json& object) {
  Json& metadata = object["metadata"];
  if (!metadata.is_object()) metadata = Json::object();
  return metadata;
}

// Sets the member as `from` has it; away where it has none.
void Keep(const Json& from, const char* name, Json& to) {
  const Json& value = Member(from, name);
  if (value.is_null()) {
    to.erase(name);
  } else {
    to[name] = value;
  }
}

ApiStatus CheckNamespace(const ApiCall& call, Json& metadata) {
  if (!call.type->namespaced) {
    metadata.erase("namespace");
    return {};
  }
  const std::string_view given = TextAt(metadata, {"namespace"});
  if (!given.empty() && given != call.path.ns) {
    return BadRequest(
        "the namespace of the provided object does not match the namespace sent on the request");
  }
  metadata["namespace"] = call.path.ns;
  return {};
}

void EraseEmpty(Json& metadata) {
  for (const char* name : {"labels", "annotations", "finalizers", "ownerReferences",
                           "managedFields", "generateName", "name"}) {
    const Json& value = Member(metadata, name);
    if (value.is_null() || (value.is_structured() && value.empty()) || value == "") {
      metadata.erase(name);
    }
  }
}

}  // namespace

std::string GeneratedName(std::string_view base, base::Random& random) {
  std::string name(base.substr(0, kGeneratedBaseBytes));
  for (int i = 0; i < 5; ++i) name += kGeneratedLetters[random.Next() % kGeneratedLetters.size()];
  return name;
}

std::string NewUid(base::Random& random) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string uid;
  for (int i = 0; i < 32; ++i) {
    if (i == 8 || i == 12 || i == 16 || i == 20) uid += '-';
    size_t digit = random.Next() % 16;
    if (i == 12) digit = 4;
    if (i == 16) digit = 8 + digit % 4;
    uid += kHex[digit];
  }
  return uid;
}

ApiStatus FillMetaForCreate(const ApiCall& call, Json& object) {
  Json& metadata = MetadataOf(object);
  if (auto error = CheckNamespace(call, metadata)) return error;
  if (!TextAt(metadata, {"resourceVersion"}).empty()) {
    return ServerError("resourceVersion should not be set on objects to be created");
  }
  for (const char* name :
       {"deletionTimestamp", "deletionGracePeriodSeconds", "selfLink", "resourceVersion"}) {
    metadata.erase(name);
  }
  EraseEmpty(metadata);
  if (TextAt(metadata, {"name"}).empty() && !TextAt(metadata, {"generateName"}).empty()) {
    metadata["name"] = GeneratedName(TextAt(metadata, {"generateName"}), call.env.random);
  }
  metadata["uid"] = NewUid(call.env.random);
  metadata["creationTimestamp"] = call.Now();
  if (HasGeneration(*call.type)) metadata["generation"] = 1;
  return {};
}

ApiStatus FillMetaForUpdate(const ApiCall& call, const Json& old, Json& object) {
  Json& metadata = MetadataOf(object);
  const Json& before = Member(old, "metadata");
  const std::string_view name = TextAt(metadata, {"name"});
  if (name.empty()) {
    return BadRequest("the name of the object (" + call.path.name +
                      " based on URL) was undeterminable: name must be provided");
  }
  if (name != call.path.name) {
    return BadRequest("the name of the object (" + std::string(name) +
                      ") does not match the name on the URL (" + call.path.name + ")");
  }
  if (auto error = CheckNamespace(call, metadata)) return error;
  for (const char* kept : {"uid", "creationTimestamp", "deletionTimestamp",
                           "deletionGracePeriodSeconds", "generation", "selfLink"}) {
    Keep(before, kept, metadata);
  }
  metadata.erase("resourceVersion");
  EraseEmpty(metadata);
  return {};
}

void CheckMeta(const ResourceType& type, const Json& object, FieldErrors& errors) {
  const Json& metadata = Member(object, "metadata");
  const std::string_view name = TextAt(metadata, {"name"});
  if (name.empty()) {
    errors.push_back(FieldError::Required("metadata.name", "name or generateName is required"));
  } else {
    CheckName(type, name, errors);
  }
  CheckLabels(Member(metadata, "labels"), errors);
  CheckAnnotations(Member(metadata, "annotations"), errors);
  CheckOwners(Member(metadata, "ownerReferences"), errors);
  CheckFinalizers(Member(metadata, "finalizers"), errors);
}

void CheckMetaUpdate(const Json& old, const Json& object, FieldErrors& errors) {
  if (Member(Member(old, "metadata"), "deletionTimestamp").is_null()) return;
  const Json& before = At(old, {"metadata", "finalizers"});
  const Json& now = At(object, {"metadata", "finalizers"});
  std::string added;
  if (now.is_array()) {
    for (const Json& one : now) {
      const bool known =
          before.is_array() && std::find(before.begin(), before.end(), one) != before.end();
      if (!known) added += (added.empty() ? "" : ", ") + WriteJson(one);
    }
  }
  if (added.empty()) return;
  errors.push_back(FieldError::Forbidden(
      "metadata.finalizers",
      "no new finalizers can be added if the object is being deleted, found new finalizers "
      "[]string{" +
          added + "}"));
}

bool IsReadyToGo(const Json& object) {
  const Json& metadata = Member(object, "metadata");
  if (Member(metadata, "deletionTimestamp").is_null()) return false;
  const Json& finalizers = Member(metadata, "finalizers");
  const Json& grace = Member(metadata, "deletionGracePeriodSeconds");
  return (finalizers.is_null() || finalizers.empty()) && (grace.is_null() || grace == 0);
}

}  // namespace oarlock::sandbox
