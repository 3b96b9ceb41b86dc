#include "sandbox/schema/decode.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "kube/protobuf/type_table.h"
#include "kube/quantity.h"
#include "kube/text/base64.h"
#include "kube/timestamp.h"

namespace oarlock::sandbox {
namespace {

namespace go = kube::protobuf;

constexpr std::string_view kQuantityPattern =
    "quantities must match the regular expression "
    "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

std::string_view JsonKind(const Json& value) {
  if (value.is_string()) return "string";
  if (value.is_boolean()) return "bool";
  if (value.is_array()) return "array";
  if (value.is_object()) return "object";
  return "number";
}

bool IsInteger(const Schema& schema) {
  return schema.kind == Kind::kInt32 || schema.kind == Kind::kInt64 ||
         schema.kind == Kind::kIntOrString;
}

class Decoder {
 public:
  explicit Decoder(DecodeReport& report) : report_(report) {}

  // False where decoding ends at once, as Go's does for values with a parser of their own.
  bool Decode(const Schema& schema, Json& value) {
    switch (schema.kind) {
      case Kind::kAny: return true;
      case Kind::kObject: return DecodeObject(schema, value);
      case Kind::kMap: return DecodeMap(schema, value);
      case Kind::kList: return DecodeList(schema, value);
      case Kind::kString: return value.is_string() || Mismatch(schema, value);
      case Kind::kBoolean: return value.is_boolean() || Mismatch(schema, value);
      case Kind::kNumber: return value.is_number() || Mismatch(schema, value);
      case Kind::kInt32:
      case Kind::kInt64: return DecodeInteger(schema, value);
      case Kind::kIntOrString: return value.is_string() || DecodeInteger(schema, value);
      case Kind::kBytes: return DecodeBytes(schema, value);
      case Kind::kQuantity: return DecodeQuantity(value);
      case Kind::kTime: return DecodeTime(value, false);
      case Kind::kMicroTime: return DecodeTime(value, true);
      case Kind::kDuration: return value.is_string() || Mismatch(schema, value);
    }
    return true;
  }

 private:
  // Go goes on after the first one, and reports that.
  bool Mismatch(const Schema& schema, Json& value) {
    if (mismatch_.empty()) {
      std::string what(JsonKind(value));
      if (value.is_number() && IsInteger(schema)) what += " " + WriteJson(value);
      mismatch_ =
          fmt::format("json: cannot unmarshal {} into Go struct field {}{} of type {}", what,
                      structs_.empty() ? "" : structs_.back(), GoPath(), schema.GoType());
      report_.status = base::InvalidArgument(mismatch_);
    }
    value = nullptr;
    return true;
  }

  bool End(std::string text) {
    report_.status = base::InvalidArgument(std::move(text));
    return false;
  }

  std::string GoPath() const {
    std::string path;
    for (const std::string& name : go_path_) path += "." + name;
    return path;
  }

  bool DecodeObject(const Schema& schema, Json& value) {
    if (!value.is_object()) return Mismatch(schema, value);
    structs_.emplace_back(schema.struct_name());
    for (auto at = value.begin(); at != value.end();) {
      const Field* field = schema.Find(at.key());
      if (field == nullptr) {
        Unknown(at.key());
        at = value.erase(at);
        continue;
      }
      if (!DecodeField(*field, at.key(), at.value())) return false;
      at = at.value().is_null() ? value.erase(at) : std::next(at);
    }
    structs_.pop_back();
    return true;
  }

  bool DecodeField(const Field& field, const std::string& name, Json& value) {
    if (value.is_null()) return true;
    const size_t length = path_.size();
    if (!path_.empty()) path_ += '.';
    path_ += name;
    go_path_.push_back(name);
    const bool go_on = Decode(*field.schema, value);
    go_path_.pop_back();
    path_.resize(length);
    if (go_on && IsZero(field, value)) value = nullptr;
    return go_on;
  }

  static bool IsZero(const Field& field, const Json& value) {
    if (value.is_array()) return value.empty();
    if (value.is_object()) {
      if (field.is_struct && value.empty()) return true;
      // A pointer to a struct without fields is no map: {} says that it is there.
      return field.schema->kind == Kind::kMap && field.schema->definition.empty() && value.empty();
    }
    if ((field.go & go::kPointer) != 0) return false;
    if (value.is_string()) return TextOf(value).empty();
    if (value.is_boolean()) return !value.get<bool>();
    if (value.is_number()) return value == 0;
    return false;
  }

  bool DecodeMap(const Schema& schema, Json& value) {
    if (!value.is_object()) return Mismatch(schema, value);
    if (schema.element == nullptr) return true;
    for (auto& [name, member] : value.items()) {
      if (!DecodeElement(*schema.element, member, (path_.empty() ? "" : ".") + name)) return false;
    }
    return true;
  }

  bool DecodeList(const Schema& schema, Json& value) {
    if (!value.is_array()) return Mismatch(schema, value);
    if (schema.element == nullptr) return true;
    for (size_t i = 0; i < value.size(); ++i) {
      if (!DecodeElement(*schema.element, value[i], fmt::format("[{}]", i))) return false;
    }
    return true;
  }

  bool DecodeElement(const Schema& schema, Json& value, const std::string& step) {
    if (value.is_null()) {
      value = ZeroOf(schema);
      return true;
    }
    const size_t length = path_.size();
    path_ += step;
    const bool go_on = Decode(schema, value);
    path_.resize(length);
    return go_on;
  }

  static Json ZeroOf(const Schema& schema) {
    switch (schema.kind) {
      case Kind::kObject: return Json::object();
      case Kind::kString: return "";
      case Kind::kBoolean: return false;
      case Kind::kInt32:
      case Kind::kInt64:
      case Kind::kIntOrString: return 0;
      case Kind::kQuantity: return "0";
      default: return nullptr;
    }
  }

  bool DecodeInteger(const Schema& schema, Json& value) {
    if (!value.is_number_integer()) return Mismatch(schema, value);
    const auto number = value.get<int64_t>();
    const bool fits =
        schema.kind == Kind::kInt64 || (number >= std::numeric_limits<int32_t>::min() &&
                                        number <= std::numeric_limits<int32_t>::max());
    return fits || Mismatch(schema, value);
  }

  bool DecodeBytes(const Schema& schema, Json& value) {
    if (!value.is_string()) return Mismatch(schema, value);
    const auto bytes = kube::DecodeBase64(TextOf(value));
    if (!bytes) return End(Base64Error(TextOf(value)));
    value = kube::EncodeBase64(*bytes);
    return true;
  }

  // Where Go's decoder stops: the first byte that is none of the alphabet, or the end.
  static std::string Base64Error(std::string_view text) {
    size_t at = 0;
    const auto good = [](char c) {
      return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
             c == '+' || c == '/' || c == '\n' || c == '\r';
    };
    while (at < text.size() && good(text[at])) ++at;
    if (at == text.size()) at -= at % 4;
    return fmt::format("illegal base64 data at input byte {}", at);
  }

  bool DecodeQuantity(Json& value) {
    const std::string text = value.is_string() ? std::string(TextOf(value)) : WriteJson(value);
    const auto quantity = kube::Quantity::Parse(text);
    if (!quantity.ok()) return End(std::string(kQuantityPattern));
    value = quantity->Canonical();
    return true;
  }

  bool DecodeTime(Json& value, bool micro) {
    if (!value.is_string()) {
      Schema text;
      text.kind = Kind::kString;
      return Mismatch(text, value);
    }
    if (std::string error = TimeError(TextOf(value), micro); !error.empty()) {
      return End(std::move(error));
    }
    const auto time = kube::ParseTimestamp(TextOf(value));
    if (!time) return true;
    value = micro ? kube::FormatMicroTime(*time) : kube::FormatTime(*time);
    return true;
  }

  void Unknown(const std::string& name) {
    if (report_.unknown.size() >= kStrictErrorsMax) return;
    report_.unknown.push_back(
        fmt::format("unknown field \"{}{}{}\"", path_, path_.empty() ? "" : ".", name));
  }

  DecodeReport& report_;
  std::string mismatch_;
  std::string path_;  // with indices and map keys, of strict errors
  std::vector<std::string> go_path_;
  std::vector<std::string> structs_;
};

class Completer {
 public:
  static void Complete(const Schema& schema, Json& value) {
    if (schema.kind == Kind::kObject && value.is_object()) {
      for (const auto& [name, field] : schema.fields) CompleteField(name, field, value);
      if (!schema.typed_kind.empty()) {
        value["kind"] = schema.typed_kind;
        value["apiVersion"] = schema.typed_api_version;
      }
    } else if (schema.element != nullptr && (value.is_array() || value.is_object())) {
      for (Json& item : value) Complete(*schema.element, item);
    }
  }

 private:
  static void CompleteField(const std::string& name, const Field& field, Json& object) {
    const auto at = object.find(name);
    if (at != object.end() && !at->is_null()) {
      Complete(*field.schema, *at);
      if ((field.go & go::kOmitZero) != 0 && field.is_struct && at->empty()) object.erase(at);
      return;
    }
    Json zero = Zero(field);
    if (zero.is_discarded()) return;
    if (field.is_struct) Complete(*field.schema, zero);
    object[name] = std::move(zero);
  }

  // What Go writes for a field that nobody set; discarded = nothing.
  static Json Zero(const Field& field) {
    const Json nothing(Json::value_t::discarded);
    const bool omits = (field.go & go::kOmitEmpty) != 0;
    if ((field.go & go::kOmitZero) != 0) return nothing;
    if (field.is_struct) return Json::object();
    if ((field.go & (go::kPointer | go::kRepeated | go::kMap)) != 0) {
      return omits ? nothing : Json(nullptr);
    }
    switch (field.schema->kind) {
      case Kind::kTime:
      case Kind::kMicroTime: return nullptr;
      case Kind::kIntOrString: return 0;
      case Kind::kQuantity: return "0";
      case Kind::kDuration: return "0s";
      case Kind::kString: return omits ? nothing : Json("");
      case Kind::kBoolean: return omits ? nothing : Json(false);
      case Kind::kInt32:
      case Kind::kInt64:
      case Kind::kNumber: return omits ? nothing : Json(0);
      default: return omits && field.schema->kind != Kind::kAny ? nothing : Json(nullptr);
    }
  }
};

// One element of a layout of Go's package time.
struct TimePart {
  std::string_view layout;
  size_t digits;
  int low, high;
  std::string_view range;  // "month", named when the number is out of range
};

constexpr TimePart kTimeParts[] = {
    {"2006", 4, 0, 9999, ""},   {"-", 0, 0, 0, ""}, {"01", 2, 1, 12, "month"},  {"-", 0, 0, 0, ""},
    {"02", 2, 1, 31, "day"},    {"T", 0, 0, 0, ""}, {"15", 2, 0, 23, "hour"},   {":", 0, 0, 0, ""},
    {"04", 2, 0, 59, "minute"}, {":", 0, 0, 0, ""}, {"05", 2, 0, 59, "second"},
};

size_t CountDigits(std::string_view text) {
  size_t n = 0;
  while (n < text.size() && text[n] >= '0' && text[n] <= '9') ++n;
  return n;
}

// Takes the part from `rest`; what is wrong with it otherwise.
std::string TakePart(const TimePart& part, std::string_view& rest, std::string_view text,
                     std::string_view layout) {
  const auto cannot = [&] {
    return fmt::format("parsing time \"{}\" as \"{}\": cannot parse \"{}\" as \"{}\"", text, layout,
                       rest, part.layout);
  };
  if (part.digits == 0) {
    if (!rest.starts_with(part.layout)) return cannot();
    rest.remove_prefix(1);
    return "";
  }
  if (CountDigits(rest.substr(0, part.digits)) != part.digits) return cannot();
  int number = 0;
  for (const char c : rest.substr(0, part.digits)) number = number * 10 + (c - '0');
  if (number < part.low || number > part.high) {
    return fmt::format("parsing time \"{}\": {} out of range", text, part.range);
  }
  rest.remove_prefix(part.digits);
  return "";
}

bool TakeZone(std::string_view& rest) {
  if (rest.starts_with('Z')) {
    rest.remove_prefix(1);
    return true;
  }
  if (rest.size() < 6 || (rest[0] != '+' && rest[0] != '-') || rest[3] != ':' ||
      CountDigits(rest.substr(1, 2)) != 2 || CountDigits(rest.substr(4, 2)) != 2) {
    return false;
  }
  rest.remove_prefix(6);
  return true;
}

}  // namespace

std::string TimeError(std::string_view text, bool micro) {
  const std::string_view layout =
      micro ? "2006-01-02T15:04:05.000000Z07:00" : "2006-01-02T15:04:05Z07:00";
  const auto cannot = [&](std::string_view rest, std::string_view part) {
    return fmt::format("parsing time \"{}\" as \"{}\": cannot parse \"{}\" as \"{}\"", text, layout,
                       rest, part);
  };
  std::string_view rest = text;
  for (const TimePart& part : kTimeParts) {
    if (std::string error = TakePart(part, rest, text, layout); !error.empty()) return error;
  }
  if (micro) {
    if (!rest.starts_with('.') || rest.size() < 7 || CountDigits(rest.substr(1, 6)) != 6) {
      return cannot(rest, ".000000");
    }
    rest.remove_prefix(7);
  } else if (rest.size() > 1 && rest[0] == '.' && CountDigits(rest.substr(1)) > 0) {
    rest.remove_prefix(1 + CountDigits(rest.substr(1)));
  }
  if (!TakeZone(rest)) return cannot(rest, "Z07:00");
  if (!rest.empty()) return fmt::format("parsing time \"{}\": extra text: \"{}\"", text, rest);
  return kube::ParseTimestamp(text) ? ""
                                    : fmt::format("parsing time \"{}\": day out of range", text);
}

DecodeReport DecodeBuiltin(const Schema& schema, Json& object) {
  DecodeReport report;
  Decoder(report).Decode(schema, object);
  return report;
}

void CompleteBuiltin(const Schema& schema, Json& object) { Completer::Complete(schema, object); }

std::vector<std::string> StrictWarnings(const std::vector<std::string>& duplicates,
                                        const std::vector<std::string>& unknown) {
  std::vector<std::string> out;
  for (const std::string& path : duplicates) out.push_back("duplicate field \"" + path + "\"");
  out.insert(out.end(), unknown.begin(), unknown.end());
  return out;
}

std::string StrictError(const std::vector<std::string>& duplicates,
                        const std::vector<std::string>& unknown) {
  const auto all = StrictWarnings(duplicates, unknown);
  if (all.empty()) return "";
  return fmt::format("strict decoding error: {}", fmt::join(all, ", "));
}

}  // namespace oarlock::sandbox
