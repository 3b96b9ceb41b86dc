#include "sandbox/schema/name_rules.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include "base/text/lower_case.h"

namespace oarlock::sandbox {
namespace {

constexpr std::string_view kLabelPattern = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
constexpr std::string_view kSubdomainPattern =
    R"([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*)";
constexpr std::string_view k1035Pattern = "[a-z]([-a-z0-9]*[a-z0-9])?";
constexpr std::string_view kNamePattern = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
constexpr std::string_view kValuePattern = "(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?";

bool Matches(std::string_view text, std::string_view pattern) {
  return RE2::FullMatch(re2::StringPiece(text.data(), text.size()), std::string(pattern));
}

std::string Examples(std::initializer_list<std::string_view> examples, std::string_view pattern) {
  std::string out = " (e.g. ";
  bool first = true;
  for (const std::string_view example : examples) {
    if (!first) out += " or ";
    out += fmt::format("'{}', ", example);
    first = false;
  }
  return out + fmt::format("regex used for validation is '{}')", pattern);
}

std::string NameExamples() { return Examples({"MyName", "my.name", "123-abc"}, kNamePattern); }

constexpr std::string_view kNameRule =
    " must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an "
    "alphanumeric character";

std::string ErrorOf(NameRule rule, std::string_view name) {
  switch (rule) {
    case NameRule::kSubdomain: return Dns1123SubdomainError(name);
    case NameRule::kLabel: return Dns1123LabelError(name);
    case NameRule::kLabel1035: return Dns1035LabelError(name);
    case NameRule::kPathSegment:
      if (name == "." || name == "..") return fmt::format("may not be '{}'", name);
      if (name.find('/') != std::string_view::npos) return "may not contain '/'";
      if (name.find('%') != std::string_view::npos) return "may not contain '%'";
      return "";
  }
  return "";
}

void CheckName(const Json& metadata, NameRule rule, FieldErrors& errors) {
  const std::string name(TextAt(metadata, {"name"}));
  const std::string generated(TextAt(metadata, {"generateName"}));
  if (!generated.empty()) {
    std::string base = generated;
    if (base.ends_with('-')) base.back() = 'a';  // the suffix follows
    if (const std::string error = ErrorOf(rule, base); !error.empty()) {
      errors.push_back(FieldError::Invalid("metadata.generateName", generated, error));
    }
  }
  if (name.empty()) {
    errors.push_back(FieldError::Required("metadata.name", "name or generateName is required"));
  } else if (const std::string error = ErrorOf(rule, name); !error.empty()) {
    errors.push_back(FieldError::Invalid("metadata.name", name, error));
  }
}

void CheckFinalizers(const Json& metadata, FieldErrors& errors) {
  const Json& finalizers = Member(metadata, "finalizers");
  for (const Json& one : finalizers) {
    if (const std::string error = QualifiedNameError(TextOf(one)); !error.empty()) {
      errors.push_back(FieldError::Invalid("metadata.finalizers", one, error));
    }
  }
  for (size_t i = 0; i < finalizers.size(); ++i) {
    const std::string_view one = TextOf(finalizers[i]);
    const bool standard = one == "orphan" || one == "foregroundDeletion" || one == "kubernetes";
    if (standard || one.find('/') != std::string_view::npos) continue;
    errors.push_back(
        FieldError::Invalid(fmt::format("metadata.finalizers[{}]", i), one,
                            "name is neither a standard finalizer name nor is it fully qualified"));
  }
}

// Members in the order of the Go struct.
std::string OwnerShown(const Json& owner) {
  std::string out;
  for (const char* name :
       {"apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion"}) {
    const Json& value = Member(owner, name);
    const bool flag = std::string_view(name) == "controller" || name[0] == 'b';
    if (value.is_null() && flag) continue;
    const Json& shown = value.is_null() ? Json("") : value;
    out += fmt::format("{}\"{}\":{}", out.empty() ? "" : ",", name, WriteJson(shown));
  }
  return "{" + out + "}";
}

std::string OwnersShown(const Json& owners) {
  std::string out;
  for (const Json& owner : owners) out += (out.empty() ? "" : ",") + OwnerShown(owner);
  return "[" + out + "]";
}

void CheckOwner(const Json& owner, const std::string& field, FieldErrors& errors) {
  for (const char* name : {"apiVersion", "kind", "name", "uid"}) {
    if (!TextAt(owner, {name}).empty()) continue;
    errors.push_back(FieldError::Required(field + "." + name, "must not be empty"));
  }
  const std::string_view version = TextAt(owner, {"apiVersion"});
  if (version == "v1" && TextAt(owner, {"kind"}) == "Event") {
    errors.push_back(FieldError::InvalidShown(field, OwnerShown(owner),
                                              "/v1, Kind=Event is disallowed from being an owner"));
  }
}

void CheckOwners(const Json& metadata, FieldErrors& errors) {
  const Json& owners = Member(metadata, "ownerReferences");
  const Json* controller = nullptr;
  for (size_t i = 0; i < owners.size(); ++i) {
    CheckOwner(owners[i], fmt::format("metadata.ownerReferences[{}]", i), errors);
    if (Member(owners[i], "controller") != true) continue;
    if (controller != nullptr) {
      errors.push_back(FieldError::InvalidShown(
          "metadata.ownerReferences", OwnersShown(owners),
          fmt::format("Only one reference can have Controller set to true. Found \"true\" in "
                      "references for {}/{} and {}/{}",
                      TextAt(*controller, {"kind"}), TextAt(*controller, {"name"}),
                      TextAt(owners[i], {"kind"}), TextAt(owners[i], {"name"}))));
    }
    controller = &owners[i];
  }
}

void CheckRequirement(const Json& requirement, const std::string& field, FieldErrors& errors) {
  const std::string_view op = TextAt(requirement, {"operator"});
  const Json& values = Member(requirement, "values");
  if (op == "In" || op == "NotIn") {
    if (values.empty()) {
      errors.push_back(FieldError::Required(
          field + ".values", "must be specified when `operator` is 'In' or 'NotIn'"));
    }
  } else if (op == "Exists" || op == "DoesNotExist") {
    if (!values.empty()) {
      errors.push_back(FieldError::Forbidden(
          field + ".values", "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
    }
  } else {
    errors.push_back(FieldError::Invalid(field + ".operator", op, "not a valid selector operator"));
  }
  const std::string_view key = TextAt(requirement, {"key"});
  if (const std::string error = QualifiedNameError(key); !error.empty()) {
    errors.push_back(FieldError::Invalid(field + ".key", key, error));
  }
}

}  // namespace

std::string Dns1123LabelError(std::string_view text) {
  if (text.size() > 63) return "must be no more than 63 characters";
  if (Matches(text, kLabelPattern)) return "";
  if (Matches(text, kSubdomainPattern)) return "must not contain dots";
  return "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', "
         "and "
         "must start and end with an alphanumeric character" +
         Examples({"my-name", "123-abc"}, kLabelPattern);
}

std::string Dns1123SubdomainError(std::string_view text) {
  if (text.size() > 253) return "must be no more than 253 characters";
  if (Matches(text, kSubdomainPattern)) return "";
  return "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' "
         "or "
         "'.', and must start and end with an alphanumeric character" +
         Examples({"example.com"}, kSubdomainPattern);
}

std::string Dns1035LabelError(std::string_view text) {
  if (text.size() > 63) return "must be no more than 63 characters";
  if (Matches(text, k1035Pattern)) return "";
  return "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with "
         "an "
         "alphabetic character, and end with an alphanumeric character" +
         Examples({"my-name", "abc-123"}, k1035Pattern);
}

std::string QualifiedNameError(std::string_view text) {
  std::string_view name = text;
  if (const size_t slash = text.find('/'); slash != std::string_view::npos) {
    if (text.find('/', slash + 1) != std::string_view::npos) {
      return fmt::format(
          "a valid label key{}{} with an optional DNS subdomain prefix and '/' (e.g. "
          "'example.com/MyName')",
          kNameRule, NameExamples());
    }
    const std::string_view prefix = text.substr(0, slash);
    name = text.substr(slash + 1);
    if (prefix.empty()) return "prefix part must be non-empty";
    if (const std::string error = Dns1123SubdomainError(prefix); !error.empty()) {
      return "prefix part " + error;
    }
  }
  if (name.empty()) return "name part must be non-empty";
  if (name.size() > 63) return "name part must be no more than 63 bytes";
  if (Matches(name, kNamePattern)) return "";
  return fmt::format("name part{}{}", kNameRule, NameExamples());
}

std::string LabelValueError(std::string_view text) {
  if (text.size() > 63) return "must be no more than 63 bytes";
  if (Matches(text, kValuePattern)) return "";
  return "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or "
         "'.', and must start and end with an alphanumeric character" +
         Examples({"MyValue", "my_value", "12345"}, kValuePattern);
}

void CheckLabels(const Json& labels, const std::string& field, FieldErrors& errors) {
  if (!labels.is_object()) return;
  for (const auto& [key, value] : labels.items()) {
    if (const std::string error = QualifiedNameError(key); !error.empty()) {
      errors.push_back(FieldError::Invalid(field, key, error));
      if (key.empty()) {
        errors.push_back(FieldError::Invalid(
            field, key, fmt::format("name part{}{}", kNameRule, NameExamples())));
      }
    }
    if (const std::string error = LabelValueError(TextOf(value)); !error.empty()) {
      errors.push_back(FieldError::Invalid(field, value, error));
    }
  }
}

void CheckLabelSelector(const Json& selector, const std::string& field, FieldErrors& errors) {
  CheckLabels(Member(selector, "matchLabels"), field + ".matchLabels", errors);
  const Json& expressions = Member(selector, "matchExpressions");
  for (size_t i = 0; i < expressions.size(); ++i) {
    CheckRequirement(expressions[i], fmt::format("{}.matchExpressions[{}]", field, i), errors);
  }
}

void CheckMetadata(const Json& metadata, bool namespaced, NameRule rule, FieldErrors& errors) {
  CheckName(metadata, rule, errors);
  if (namespaced && TextAt(metadata, {"namespace"}).empty()) {
    errors.push_back(FieldError::Required("metadata.namespace"));
  }
  CheckLabels(Member(metadata, "labels"), "metadata.labels", errors);
  if (const Json& annotations = Member(metadata, "annotations"); annotations.is_object()) {
    for (const auto& item : annotations.items()) {
      const std::string error = QualifiedNameError(base::LowerCase(item.key()));
      if (!error.empty()) {
        errors.push_back(FieldError::Invalid("metadata.annotations", item.key(), error));
      }
    }
  }
  CheckFinalizers(metadata, errors);
  CheckOwners(metadata, errors);
}

}  // namespace oarlock::sandbox
