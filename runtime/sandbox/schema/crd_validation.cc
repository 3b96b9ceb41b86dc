// ValidateDefinition of crd.h: the rules for a CustomResourceDefinition and for structural schemas.
#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <set>

#include "base/text/lower_case.h"
#include "kube/schema.h"
#include "sandbox/schema/crd.h"
#include "sandbox/schema/name_rules.h"

namespace oarlock::sandbox {
namespace {

const std::vector<std::string>& SchemaTypes() {
  static const std::vector<std::string> kTypes{"array",  "boolean", "integer",
                                               "number", "object",  "string"};
  return kTypes;
}

bool Contains(const Json& list, std::string_view text) {
  return std::any_of(list.begin(), list.end(),
                     [text](const Json& item) { return TextOf(item) == text; });
}

// In the words of Go's package regexp, whose syntax RE2 shares.
std::string_view RegexError(RE2::ErrorCode code) {
  switch (code) {
    case RE2::ErrorBadEscape: return "invalid escape sequence";
    case RE2::ErrorBadCharClass: return "invalid character class";
    case RE2::ErrorBadCharRange: return "invalid character class range";
    case RE2::ErrorMissingBracket: return "missing closing ]";
    case RE2::ErrorMissingParen: return "missing closing )";
    case RE2::ErrorTrailingBackslash: return "trailing backslash at end of expression";
    case RE2::ErrorRepeatArgument: return "missing argument to repetition operator";
    case RE2::ErrorRepeatSize: return "invalid repeat count";
    case RE2::ErrorRepeatOp: return "invalid nested repetition operator";
    case RE2::ErrorBadPerlOp: return "invalid or unsupported Perl syntax";
    case RE2::ErrorBadUTF8: return "invalid UTF-8";
    case RE2::ErrorBadNamedCapture: return "invalid named capture";
    default: return "expression too large";
  }
}

// One schema of a version, node by node.
class StructuralRules {
 public:
  StructuralRules(const BuiltinSchemas& builtin, FieldErrors& errors)
      : builtin_(builtin), errors_(errors) {}

  void CheckRoot(const Json& node, const std::string& path) {
    if (const std::string_view type = TextAt(node, {"type"}); type.empty()) {
      errors_.push_back(FieldError::Required(path + ".type", "must not be empty at the root"));
    } else if (type != "object") {
      errors_.push_back(FieldError::Invalid(path + ".type", type, "must be object at the root"));
    }
    CheckRootMetadata(node, path);
    CheckNode(node, path, true);
  }

 private:
  void CheckRootMetadata(const Json& node, const std::string& path) {
    const Json& fields = At(node, {"properties", "metadata", "properties"});
    if (!fields.is_object()) return;
    for (const auto& item : fields.items()) {
      if (item.key() == "name" || item.key() == "generateName") continue;
      errors_.push_back(
          FieldError::Forbidden(path + ".properties[metadata]",
                                "must not specify anything other than name and "
                                "generateName, but metadata is implicitly specified"));
      return;
    }
  }

  // `root`: its type was looked at.
  void CheckNode(const Json& node, const std::string& path, bool root) {
    if (!node.is_object()) return;
    if (!TextAt(node, {"$ref"}).empty()) {
      errors_.push_back(FieldError::Forbidden(path + ".$ref", "$ref is not supported"));
    }
    CheckKeywords(node, path);
    CheckLists(node, path);
    CheckBranches(node, path);
    CheckBelow(node, path);
    if (!root) CheckDefault(node, path);
  }

  void CheckKeywords(const Json& node, const std::string& path) {
    const std::string type(TextAt(node, {"type"}));
    if (!type.empty() &&
        std::find(SchemaTypes().begin(), SchemaTypes().end(), type) == SchemaTypes().end()) {
      errors_.push_back(FieldError::NotSupported(path + ".type", type, SchemaTypes()));
    }
    if (Member(node, "uniqueItems") == true) {
      errors_.push_back(FieldError::Forbidden(
          path + ".uniqueItems",
          "uniqueItems cannot be set to true since the runtime complexity becomes quadratic"));
    }
    if (const std::string pattern(TextAt(node, {"pattern"})); !pattern.empty()) {
      const RE2 regex(pattern, RE2::Quiet);
      if (pattern.size() > kube::kSchemaPatternMax || !regex.ok()) {
        errors_.push_back(FieldError::Invalid(
            path + ".pattern", pattern,
            fmt::format(
                "must be a valid regular expression, but isn't: error parsing regexp: {}: `{}`",
                RegexError(regex.error_code()), regex.error_arg())));
      }
    }
    if (node.contains("properties") && Member(node, "additionalProperties").is_object()) {
      errors_.push_back(
          FieldError::Forbidden(path + ".additionalProperties",
                                "additionalProperties and properties are mutual exclusive"));
    }
  }

  void CheckLists(const Json& node, const std::string& path) {
    if (TextAt(node, {"type"}) == "array" && !Member(node, "items").is_object()) {
      errors_.push_back(FieldError::Required(path + ".items", "must be specified"));
    }
    const std::string list(TextAt(node, {"x-kubernetes-list-type"}));
    if (list.empty()) return;
    if (list != "atomic" && list != "set" && list != "map") {
      errors_.push_back(FieldError::NotSupported(path + ".x-kubernetes-list-type", list,
                                                 {"atomic", "set", "map"}));
    }
    if (list == "map") CheckKeys(node, path);
  }

  void CheckKeys(const Json& node, const std::string& path) {
    const Json& keys = Member(node, "x-kubernetes-list-map-keys");
    const std::string field = path + ".x-kubernetes-list-map-keys";
    if (keys.empty()) {
      errors_.push_back(
          FieldError::Required(field, "must not be empty if x-kubernetes-list-type is map"));
      return;
    }
    const Json& properties = At(node, {"items", "properties"});
    for (const Json& key : keys) {
      if (!properties.is_object() || !properties.contains(TextOf(key))) {
        errors_.push_back(
            FieldError::Invalid(field, keys, "entries must all be names of item properties"));
        break;
      }
    }
    const Json& required = At(node, {"items", "required"});
    for (const Json& key : keys) {
      const Json& property = Member(properties, TextOf(key));
      if (property.is_null() || property.contains("default")) continue;
      if (required.is_array() && Contains(required, TextOf(key))) continue;
      errors_.push_back(FieldError::Required(
          fmt::format("{}.items.properties[{}].default", path, TextOf(key)),
          "this property is in x-kubernetes-list-map-keys, so it must have a default or be a "
          "required property"));
    }
  }

  // Below allOf and its like nothing may define the structure.
  void CheckBranches(const Json& node, const std::string& path) {
    for (const char* keyword : {"allOf", "anyOf", "oneOf"}) {
      const Json& branches = Member(node, keyword);
      for (size_t i = 0; i < branches.size(); ++i) {
        CheckBranch(node, branches[i], fmt::format("{}.{}[{}]", path, keyword, i));
      }
    }
    if (const Json& negated = Member(node, "not"); negated.is_object()) {
      CheckBranch(node, negated, path + ".not");
    }
  }

  void CheckBranch(const Json& parent, const Json& node, const std::string& path) {
    const bool int_or_string = Member(parent, "x-kubernetes-int-or-string") == true;
    for (const char* keyword :
         {"type", "description", "title", "default", "nullable", "additionalProperties"}) {
      const Json& value = Member(node, keyword);
      if (value.is_null() || value == false || value == "") continue;
      if (int_or_string && std::string_view(keyword) == "type") continue;
      errors_.push_back(
          FieldError::Forbidden(path + "." + keyword, "must be empty to be structural"));
    }
    if (const Json& properties = Member(node, "properties"); properties.is_object()) {
      for (const auto& [name, property] : properties.items()) {
        CheckBranch(property, property, fmt::format("{}.properties[{}]", path, name));
      }
    }
    if (const Json& items = Member(node, "items"); items.is_object()) {
      CheckBranch(items, items, path + ".items");
    }
  }

  void CheckChild(const Json& node, const std::string& path, std::string_view what) {
    const bool typed = !TextAt(node, {"type"}).empty() ||
                       Member(node, "x-kubernetes-int-or-string") == true ||
                       Member(node, "x-kubernetes-preserve-unknown-fields") == true;
    if (!typed) {
      errors_.push_back(FieldError::Required(
          path + ".type", fmt::format("must not be empty for specified {}", what)));
    }
    CheckNode(node, path, false);
  }

  void CheckBelow(const Json& node, const std::string& path) {
    if (const Json& properties = Member(node, "properties"); properties.is_object()) {
      for (const auto& [name, property] : properties.items()) {
        CheckChild(property, fmt::format("{}.properties[{}]", path, name), "object fields");
      }
    }
    if (const Json& items = Member(node, "items"); items.is_object()) {
      CheckChild(items, path + ".items", "array items");
    }
    if (const Json& more = Member(node, "additionalProperties"); more.is_object()) {
      CheckChild(more, path + ".additionalProperties", "object fields");
    }
  }

  void CheckDefault(const Json& node, const std::string& path) {
    if (!node.contains("default")) return;
    const CustomSchema schema(builtin_, Json{{"type", "object"}, {"properties", {{"x", node}}}});
    for (FieldError error : ValidateValue(*schema.root().Find("x")->schema, node["default"], "")) {
      error.field = path + ".default";
      errors_.push_back(std::move(error));
    }
  }

  const BuiltinSchemas& builtin_;
  FieldErrors& errors_;
};

// As the server shows the internal form of versions when their schemas are one.
std::string VersionsShown(const Json& versions) {
  if (!versions.is_array()) return "null";
  std::string out;
  for (const Json& version : versions) {
    out += fmt::format(
        "{}{{\"Name\":{},\"Served\":{},\"Storage\":{},\"Deprecated\":{},"
        "\"DeprecationWarning\":{},\"Schema\":null,\"Subresources\":null,"
        "\"AdditionalPrinterColumns\":null,\"SelectableFields\":null}}",
        out.empty() ? "" : ",", WriteJson(Member(version, "name")),
        Member(version, "served") == true, Member(version, "storage") == true,
        Member(version, "deprecated") == true, WriteJson(Member(version, "deprecationWarning")));
  }
  return "[" + out + "]";
}

void CheckNames(const Json& spec, FieldErrors& errors) {
  const auto check = [&](const char* name, bool lower_only) {
    const std::string text(TextAt(spec, {"names", name}));
    const std::string field = std::string("spec.names.") + name;
    if (text.empty()) {
      errors.push_back(FieldError::Required(field));
      return;
    }
    const std::string error = Dns1035LabelError(lower_only ? text : base::LowerCase(text));
    if (!error.empty()) {
      errors.push_back(FieldError::Invalid(
          field, text,
          lower_only ? error : "may have mixed case, but should otherwise match: " + error));
    }
  };
  check("plural", true);
  check("singular", true);
  check("kind", false);
  check("listKind", false);
  if (!TextAt(spec, {"names", "kind"}).empty() &&
      TextAt(spec, {"names", "kind"}) == TextAt(spec, {"names", "listKind"})) {
    errors.push_back(FieldError::Invalid("spec.names.listKind", At(spec, {"names", "listKind"}),
                                         "kind and listKind may not be the same"));
  }
}

void CheckVersions(const BuiltinSchemas& builtin, const Json& spec, FieldErrors& errors) {
  const Json& versions = Member(spec, "versions");
  std::set<std::string> names;
  size_t stored = 0;
  bool unique = true;
  for (size_t i = 0; i < versions.size(); ++i) {
    const Json& version = versions[i];
    const std::string field = fmt::format("spec.versions[{}]", i);
    const std::string name(TextAt(version, {"name"}));
    unique = names.insert(name).second && unique;
    if (Member(version, "storage") == true) ++stored;
    const Json& schema = At(version, {"schema", "openAPIV3Schema"});
    if (schema.is_null()) {
      errors.push_back(FieldError::Required(field + ".schema.openAPIV3Schema"));
    } else {
      // The server shows the schema of an only version as that of all.
      StructuralRules(builtin, errors)
          .CheckRoot(schema, versions.size() == 1 ? "spec.validation.openAPIV3Schema"
                                                  : field + ".schema.openAPIV3Schema");
    }
    if (const std::string error = Dns1035LabelError(name); !error.empty()) {
      errors.push_back(FieldError::Invalid(field + ".name", name, error));
    }
  }
  if (!unique) {
    errors.push_back(FieldError::InvalidShown("spec.versions", VersionsShown(versions),
                                              "must contain unique version names"));
  }
  if (stored != 1) {
    errors.push_back(
        FieldError::InvalidShown("spec.versions", VersionsShown(versions),
                                 "must have exactly one version marked as storage version"));
    errors.push_back(FieldError::Invalid("status.storedVersions", nullptr,
                                         "must have at least one stored version"));
  }
}

void CheckImmutable(const Json& spec, const Json& before, FieldErrors& errors) {
  for (const auto& path :
       {std::vector<std::string>{"group"}, {"scope"}, {"names", "kind"}, {"names", "plural"}}) {
    const Json* now = &spec;
    const Json* then = &before;
    std::string field = "spec";
    for (const std::string& name : path) {
      now = &Member(*now, name);
      then = &Member(*then, name);
      field += "." + name;
    }
    if (*now != *then) errors.push_back(FieldError::Invalid(field, *now, "field is immutable"));
  }
}

}  // namespace

FieldErrors ValidateDefinition(const BuiltinSchemas& builtin, const Json& definition,
                               const Json& before) {
  FieldErrors errors;
  const Json& spec = Member(definition, "spec");
  const std::string name(TextAt(definition, {"metadata", "name"}));
  const std::string group(TextAt(spec, {"group"}));
  if (name != fmt::format("{}.{}", TextAt(spec, {"names", "plural"}), group)) {
    errors.push_back(
        FieldError::Invalid("metadata.name", name, "must be spec.names.plural+\".\"+spec.group"));
  }
  if (group.empty()) {
    errors.push_back(FieldError::Required("spec.group"));
  } else if (const std::string error = Dns1123SubdomainError(group); !error.empty()) {
    errors.push_back(FieldError::Invalid("spec.group", group, error));
  } else if (group.find('.') == std::string::npos) {
    errors.push_back(
        FieldError::Invalid("spec.group", group, "should be a domain with at least one dot"));
  }
  const std::string scope(TextAt(spec, {"scope"}));
  if (scope.empty()) {
    errors.push_back(FieldError::Required("spec.scope"));
  } else if (scope != "Cluster" && scope != "Namespaced") {
    errors.push_back(FieldError::NotSupported("spec.scope", scope, {"Cluster", "Namespaced"}));
  }
  CheckVersions(builtin, spec, errors);
  CheckNames(spec, errors);
  if (!before.is_null()) CheckImmutable(spec, Member(before, "spec"), errors);
  return errors;
}

}  // namespace oarlock::sandbox
