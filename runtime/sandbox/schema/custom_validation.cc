// ValidateValue of custom_schema.h: the keywords of structural schemas, each with its words.
#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "kube/text/base64.h"
#include "sandbox/schema/custom_schema.h"

namespace oarlock::sandbox {
namespace {

std::string TypeOf(const Json& value) {
  if (value.is_null()) return "null";
  if (value.is_string()) return "string";
  if (value.is_boolean()) return "boolean";
  if (value.is_array()) return "array";
  if (value.is_object()) return "object";
  return value.is_number_integer() ? "integer" : "number";
}

bool HasType(const Constraints& rules, const Json& value) {
  const std::string type = TypeOf(value);
  if (rules.int_or_string) return type == "integer" || type == "string";
  return rules.type.empty() || rules.type == type || (rules.type == "number" && type == "integer");
}

// As the server writes a bound: whole numbers without a fraction.
std::string NumberText(double number) {
  if (number == std::floor(number) && std::abs(number) < 1e15) {
    return std::to_string(static_cast<int64_t>(number));
  }
  return fmt::format("{}", number);
}

size_t CountCharacters(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

bool HasFormat(const std::string& format, std::string_view text) {
  if (format == "date-time" || format == "datetime") return TimeError(text, false).empty();
  if (format == "date") return TimeError(std::string(text) + "T00:00:00Z", false).empty();
  if (format == "byte") return kube::DecodeBase64(text).has_value();
  if (format == "uuid") {
    static const RE2 kUuid("(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}");
    return RE2::FullMatch(re2::StringPiece(text.data(), text.size()), kUuid);
  }
  if (format == "ipv4") {
    static const RE2 kIpv4(R"((?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.|$)){4})");
    return RE2::FullMatch(re2::StringPiece(text.data(), text.size()), kIpv4);
  }
  return true;
}

class Validator {
 public:
  explicit Validator(FieldErrors& errors) : errors_(errors) {}

  void Validate(const Schema& schema, const Json& value, const std::string& path) {
    if (!schema.definition.empty() || schema.constraints == nullptr) return;
    const Constraints& rules = *schema.constraints;
    if (value.is_null() && schema.nullable) return;
    if (!HasType(rules, value)) {
      const std::string wanted = rules.int_or_string ? "integer,string" : rules.type;
      errors_.push_back(FieldError::TypeInvalid(
          path, TypeOf(value),
          fmt::format("{} in body must be of type {}: \"{}\"", path, wanted, TypeOf(value))));
      if (rules.type == "integer" && value.is_number()) Unnamed(NotOfFormat(rules, path));
      if (!value.is_number()) return;
    }
    Branches(rules, value, path);
    if (!rules.enumeration.empty()) Enumerated(rules, value, path);
    if (value.is_string()) Text(rules, value, path);
    if (value.is_number()) Number(rules, value, path);
    if (value.is_array()) Items(schema, rules, value, path);
    if (value.is_object()) Object(schema, rules, value, path);
  }

 private:
  void Invalid(const std::string& path, const Json& value, const std::string& what) {
    errors_.push_back(FieldError::Invalid(path, value, fmt::format("{} in body {}", path, what)));
  }

  // The server does not say where for these.
  void Unnamed(const std::string& what) {
    errors_.push_back(FieldError::Invalid("<nil>", "", what));
  }

  static std::string NotOfFormat(const Constraints& rules, const std::string& path) {
    return fmt::format("Checked value must be of type {} {} in {}", rules.type,
                       rules.format.empty() ? "(default format)" : "with format " + rules.format,
                       path);
  }

  static FieldErrors Tried(const Schema& schema, const Json& value, const std::string& path) {
    FieldErrors errors;
    Validator(errors).Validate(schema, value, path);
    return errors;
  }

  void Append(const FieldErrors& errors) {
    errors_.insert(errors_.end(), errors.begin(), errors.end());
  }

  void Branches(const Constraints& rules, const Json& value, const std::string& path) {
    for (const Schema* branch : rules.all_of) Validate(*branch, value, path);
    if (!rules.any_of.empty()) AnyOf(rules, value, path);
    if (!rules.one_of.empty()) OneOf(rules, value, path);
    if (rules.negated != nullptr && Tried(*rules.negated, value, path).empty()) {
      Unnamed(fmt::format("\"{}\" must not validate the schema (not)", path));
    }
  }

  void AnyOf(const Constraints& rules, const Json& value, const std::string& path) {
    FieldErrors best;
    for (const Schema* branch : rules.any_of) {
      FieldErrors errors = Tried(*branch, value, path);
      if (errors.empty()) return;
      if (best.empty() || errors.size() < best.size()) best = std::move(errors);
    }
    Unnamed(fmt::format("\"{}\" must validate at least one schema (anyOf)", path));
    Append(best);
  }

  void OneOf(const Constraints& rules, const Json& value, const std::string& path) {
    FieldErrors best;
    size_t valid = 0;
    for (const Schema* branch : rules.one_of) {
      FieldErrors errors = Tried(*branch, value, path);
      if (errors.empty()) ++valid;
      if (best.empty() || errors.size() < best.size()) best = std::move(errors);
    }
    if (valid == 1) return;
    const std::string found =
        valid == 0 ? "Found none valid" : fmt::format("Found {} valid alternatives", valid);
    Unnamed(fmt::format("\"{}\" must validate one and only one schema (oneOf). {}", path, found));
    if (valid == 0) Append(best);
  }

  void Enumerated(const Constraints& rules, const Json& value, const std::string& path) {
    std::vector<std::string> supported;
    for (const Json& one : rules.enumeration) {
      if (one == value) return;
      supported.push_back(one.is_string() ? std::string(TextOf(one)) : WriteJson(one));
    }
    errors_.push_back(FieldError::NotSupported(path, value, supported));
  }

  void Text(const Constraints& rules, const Json& value, const std::string& path) {
    const std::string_view text = TextOf(value);
    const auto length = static_cast<int64_t>(CountCharacters(text));
    if (rules.max_length && length > *rules.max_length) {
      errors_.push_back(FieldError::TooLong(path, static_cast<size_t>(*rules.max_length)));
    }
    if (rules.min_length && length < *rules.min_length) {
      Invalid(path, value, fmt::format("should be at least {} chars long", *rules.min_length));
    }
    if (rules.regex != nullptr) {
      const auto& regex = *static_cast<const RE2*>(rules.regex.get());
      if (!RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), regex)) {
        Invalid(path, value, fmt::format("should match '{}'", rules.pattern));
      }
    }
    if (!rules.format.empty() && rules.type == "string" && !HasFormat(rules.format, text)) {
      errors_.push_back(FieldError::TypeInvalid(
          path, value,
          fmt::format("{} in body must be of type {}: {}", path, rules.format, WriteJson(value))));
    }
  }

  void Number(const Constraints& rules, const Json& value, const std::string& path) {
    const auto number = value.get<double>();
    if (rules.format == "int32" && value.is_number_integer() &&
        (number > std::numeric_limits<int32_t>::max() ||
         number < std::numeric_limits<int32_t>::min())) {
      Unnamed(NotOfFormat(rules, path));
    }
    if (rules.multiple_of && std::fmod(number, *rules.multiple_of) != 0) {
      Invalid(path, value, "should be a multiple of " + NumberText(*rules.multiple_of));
    }
    if (rules.maximum &&
        (number > *rules.maximum || (rules.exclusive_maximum && number == *rules.maximum))) {
      Invalid(path, value,
              fmt::format("should be less than {}{}", rules.exclusive_maximum ? "" : "or equal to ",
                          NumberText(*rules.maximum)));
    }
    if (rules.minimum &&
        (number < *rules.minimum || (rules.exclusive_minimum && number == *rules.minimum))) {
      Invalid(
          path, value,
          fmt::format("should be greater than {}{}", rules.exclusive_minimum ? "" : "or equal to ",
                      NumberText(*rules.minimum)));
    }
  }

  void Items(const Schema& schema, const Constraints& rules, const Json& value,
             const std::string& path) {
    const auto count = static_cast<int64_t>(value.size());
    if (rules.min_items && count < *rules.min_items) {
      Invalid(path, count, fmt::format("should have at least {} items", *rules.min_items));
    }
    if (rules.max_items && count > *rules.max_items) {
      errors_.push_back(
          FieldError::TooMany(path, value.size(), static_cast<size_t>(*rules.max_items)));
    }
    for (size_t i = 0; schema.element != nullptr && i < value.size(); ++i) {
      Validate(*schema.element, value[i], fmt::format("{}[{}]", path, i));
    }
    if (schema.list_type != ListType::kAtomic) Duplicates(schema, value, path);
  }

  void Duplicates(const Schema& schema, const Json& value, const std::string& path) {
    std::set<Json> seen;
    for (size_t i = 0; i < value.size(); ++i) {
      Json identity = value[i];
      if (schema.list_type == ListType::kMap) {
        identity = Json::object();
        for (const auto& [name, key] : ListKeysOf(schema, value[i])) identity[name] = key;
      }
      if (!seen.insert(identity).second) {
        errors_.push_back(FieldError::Duplicate(fmt::format("{}[{}]", path, i), identity));
      }
    }
  }

  void Object(const Schema& schema, const Constraints& rules, const Json& value,
              const std::string& path) {
    const std::string prefix = path.empty() ? "" : path + ".";
    const auto count = static_cast<int64_t>(value.size());
    if (rules.min_properties && count < *rules.min_properties) {
      Invalid(path, count,
              fmt::format("should have at least {} properties", *rules.min_properties));
    }
    if (rules.max_properties && count > *rules.max_properties) {
      errors_.push_back(
          FieldError::TooMany(path, value.size(), static_cast<size_t>(*rules.max_properties)));
    }
    for (const std::string& name : rules.required) {
      if (!value.contains(name)) errors_.push_back(FieldError::Required(prefix + name));
    }
    if (schema.embedded) {
      for (const char* name : {"apiVersion", "kind"}) {
        if (TextAt(value, {name}).empty()) errors_.push_back(FieldError::Required(prefix + name));
      }
    }
    for (const auto& [name, member] : value.items()) {
      const Field* field = schema.Find(name);
      const Schema* below = field != nullptr ? field->schema : schema.element;
      if (below != nullptr) Validate(*below, member, prefix + name);
    }
  }

  FieldErrors& errors_;
};

}  // namespace

FieldErrors ValidateValue(const Schema& schema, const Json& value, const std::string& path) {
  FieldErrors errors;
  Validator(errors).Validate(schema, value, path);
  return errors;
}

}  // namespace oarlock::sandbox
