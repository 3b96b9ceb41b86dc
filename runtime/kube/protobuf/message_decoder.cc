#include "kube/protobuf/message_decoder.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "kube/protobuf/envelope.h"
#include "kube/protobuf/special_values.h"
#include "kube/tape/json_decoder.h"
#include "kube/text/base64.h"
#include "kube/text/utf8.h"

namespace oarlock::kube::protobuf {
namespace {

constexpr size_t kNotFound = static_cast<size_t>(-1);

WireType TypeOnWire(const Field& field) {
  if (field.has(kMap)) return WireType::kBytes;
  switch (field.kind) {
    case Kind::kBool:
    case Kind::kInt:
    case Kind::kUint: return WireType::kVarint;
    case Kind::kDouble: return WireType::kFixed64;
    default: return WireType::kBytes;
  }
}

// What an absent field is worth, so that it is written like one that is there.
WireField ZeroOf(const Field& field) {
  WireField zero;
  zero.number = field.number;
  zero.type = TypeOnWire(field);
  return zero;
}

bool IsZero(const Field& field, const WireField& wire) {
  switch (field.kind) {
    case Kind::kString:
    case Kind::kBytes:
    case Kind::kStringList: return wire.bytes.empty();
    case Kind::kBool:
    case Kind::kInt:
    case Kind::kUint:
    case Kind::kDouble: return wire.scalar == 0;
    case Kind::kTime: return field.has(kOmitZero) && wire.bytes.empty();
    default: return false;  // Go omits no struct for being empty
  }
}

// The first field with that number of a small message.
bool FindField(std::string_view bytes, uint32_t number, WireField& out, bool& found) {
  WireReader reader(bytes);
  WireField field;
  found = false;
  while (reader.Next(field)) {
    if (field.number != number) continue;
    out = field;
    found = true;
  }
  return !reader.failed();
}

}  // namespace

base::Status MessageDecoder::Decode(const Message& message, std::string_view bytes,
                                    const TypeName& type) {
  const auto name = [&](std::string_view key, std::string_view value) {
    if (value.empty()) return;
    builder_.Key(key);
    builder_.String(value);
  };
  builder_.BeginMap();
  if (type.kind_first) name("kind", type.kind);
  name("apiVersion", type.api_version);
  if (!type.kind_first) name("kind", type.kind);
  if (!Members(message, bytes)) return status_;
  builder_.EndMap();
  return {};
}

bool MessageDecoder::Fail(base::StatusCode code, std::string message) {
  if (status_.ok()) status_ = base::Status(code, std::move(message));
  return false;
}

bool MessageDecoder::Malformed(std::string_view where) {
  return Fail(base::StatusCode::kDataLoss, "malformed protobuf in " + std::string(where));
}

// First where everything is, then one field after the other in the order of the JSON.
bool MessageDecoder::Members(const Message& message, std::string_view bytes) {
  const size_t base = scratch_.places.size();
  scratch_.places.resize(base + message.fields.size());
  bool ok = Locate(message, bytes, base);
  for (size_t i = 0; ok && i < message.fields.size(); ++i) {
    const FieldPlace place = scratch_.places[base + i];  // a copy: the vector grows meanwhile
    ok = Member(message, bytes, message.fields[i], place);
  }
  scratch_.places.resize(base);
  return ok && (builder_.ok() || Fail(base::StatusCode::kTooLarge, "too large"));
}

// Fields come in the order of their numbers, which is nearly that of the table.
size_t MessageDecoder::IndexOf(const Message& message, uint32_t number, size_t hint) {
  const size_t count = message.fields.size();
  for (size_t i = 0; i < count; ++i) {
    const size_t at = hint + i < count ? hint + i : hint + i - count;
    if (message.fields[at].number == number) return at;
  }
  return kNotFound;
}

bool MessageDecoder::Locate(const Message& message, std::string_view bytes, size_t base) {
  WireReader reader(bytes);
  WireField wire;
  size_t hint = 0;
  uint32_t at = 0;
  while (reader.Next(wire)) {
    const size_t index = IndexOf(message, wire.number, hint);
    if (index == kNotFound) {
      return Fail(base::StatusCode::kUnimplemented, "field " + std::to_string(wire.number) +
                                                        " of " + std::string(message.name) +
                                                        " is not known");
    }
    if (wire.type != TypeOnWire(message.fields[index])) return Malformed(message.name);
    hint = index;
    FieldPlace& place = scratch_.places[base + index];
    if (place.count++ == 0) place.first = at;
    at = static_cast<uint32_t>(bytes.size() - reader.rest().size());
    place.end = at;
    place.last = wire;
  }
  return !reader.failed() || Malformed(message.name);
}

// A server writes every field that cannot be nil, empty or not: one that is not there belongs to a
// release later than the server's, whose JSON would not have it either.
bool MessageDecoder::IsOmitted(const Field& field, const FieldPlace& place) {
  const bool can_be_nil = field.has(kRepeated | kMap | kPointer) || field.kind == Kind::kBytes;
  if (place.count == 0) return !can_be_nil || field.has(kOmitEmpty | kOmitZero);
  if (!field.has(kOmitEmpty | kOmitZero) || field.has(kRepeated | kMap | kPointer)) return false;
  return IsZero(field, place.last);
}

bool MessageDecoder::Member(const Message& message, std::string_view bytes, const Field& field,
                            const FieldPlace& place) {
  if (field.has(kInline)) return Members(kMessages[field.message], place.last.bytes);
  if (IsOmitted(field, place)) return true;
  if (drop_managed_fields_ && depth_ == 1 && field.name == "managedFields" &&
      &message == &kMessages[kObjectMetaMessage]) {
    return true;
  }
  builder_.Key(field.name);
  if (place.count == 0) {
    builder_.Null();
    return true;
  }
  const std::string_view values = bytes.substr(place.first, place.end - place.first);
  if (field.has(kRepeated)) return Repeated(field, values);
  if (field.has(kMap)) return Map(field, values);
  return Value(field, place.last);
}

// `values` begins and ends with one of the field; others may lie between.
bool MessageDecoder::Repeated(const Field& field, std::string_view values) {
  builder_.BeginArray();
  WireReader reader(values);
  WireField wire;
  while (reader.Next(wire)) {
    if (wire.number == field.number && !Value(field, wire)) return false;
  }
  builder_.EndArray();
  return builder_.ok() || Fail(base::StatusCode::kTooLarge, "too large");
}

// In the order of the keys, as Go writes maps; of equal keys the last.
bool MessageDecoder::Map(const Field& field, std::string_view values) {
  const size_t base = scratch_.members.size();
  WireReader reader(values);
  WireField wire;
  while (reader.Next(wire)) {
    if (wire.number != field.number) continue;
    WireField key;
    bool found = false;
    if (!FindField(wire.bytes, 1, key, found) || (found && key.type != WireType::kBytes)) {
      return Malformed(field.name);
    }
    scratch_.members.emplace_back(key.bytes, wire.bytes);
  }
  const auto begin = scratch_.members.begin() + static_cast<ptrdiff_t>(base);
  std::stable_sort(begin, scratch_.members.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  const size_t end = scratch_.members.size();
  builder_.BeginMap();
  bool ok = true;
  for (size_t i = base; ok && i < end; ++i) {
    if (i + 1 < end && scratch_.members[i + 1].first == scratch_.members[i].first) continue;
    ok = MapMember(field, scratch_.members[i].first, scratch_.members[i].second);
  }
  scratch_.members.resize(base);
  if (!ok) return false;
  builder_.EndMap();
  return builder_.ok() || Fail(base::StatusCode::kTooLarge, "too large");
}

bool MessageDecoder::MapMember(const Field& field, std::string_view key, std::string_view entry) {
  Field value{2, field.name, field.kind, 0, field.message};
  WireField wire = ZeroOf(value);
  bool found = false;
  if (!FindField(entry, 2, wire, found) || wire.type != TypeOnWire(value)) {
    return Malformed(field.name);
  }
  std::string valid;
  builder_.Key(ValidUtf8(key, valid));
  return Value(value, wire);
}

bool MessageDecoder::Value(const Field& field, const WireField& wire) {
  switch (field.kind) {
    case Kind::kString: return Text(wire.bytes);
    case Kind::kBytes: return Text(EncodeBase64(wire.bytes));
    case Kind::kBool: builder_.Bool(wire.scalar != 0); return true;
    case Kind::kInt: builder_.Int(static_cast<int64_t>(wire.scalar)); return true;
    case Kind::kUint: builder_.Uint(wire.scalar); return true;
    case Kind::kDouble:
      builder_.Number(DoubleText(std::bit_cast<double>(wire.scalar)));
      return true;
    case Kind::kMessage: return MessageValue(field.message, wire.bytes);
    case Kind::kStringList: return StringList(wire.bytes);
    case Kind::kTime:
    case Kind::kMicroTime: return Time(wire.bytes, field.kind == Kind::kMicroTime);
    case Kind::kDuration:
    case Kind::kQuantity:
    case Kind::kRawJson:
    case Kind::kRawExtension: return Wrapped(field.kind, wire.bytes);
    case Kind::kIntOrString: return IntOrString(wire.bytes);
    case Kind::kSchemaOrArray:
    case Kind::kSchemaOrBool:
    case Kind::kSchemaOrStrings: return Schema(field, wire.bytes);
  }
  return Malformed(field.name);
}

bool MessageDecoder::Text(std::string_view bytes) {
  std::string valid;
  builder_.String(ValidUtf8(bytes, valid));
  return builder_.ok() || Fail(base::StatusCode::kTooLarge, "too large");
}

bool MessageDecoder::MessageValue(uint16_t message, std::string_view bytes) {
  builder_.BeginMap();
  if (!builder_.ok()) return Fail(base::StatusCode::kTooLarge, "too large");
  ++depth_;
  const bool ok = Members(kMessages[message], bytes);
  --depth_;
  if (ok) builder_.EndMap();
  return ok;
}

bool MessageDecoder::StringList(std::string_view bytes) {
  if (bytes.empty()) {
    builder_.Null();
    return true;
  }
  return Repeated({1, "items", Kind::kString, kRepeated, 0}, bytes);
}

bool MessageDecoder::Time(std::string_view bytes, bool micros) {
  Timestamp time;
  if (bytes.empty()) {
    builder_.Null();
    return true;
  }
  if (!ReadTimestamp(bytes, time)) return Malformed("a time");
  return Text(TimeText(time, micros));
}

// A message with one field.
bool MessageDecoder::Wrapped(Kind kind, std::string_view bytes) {
  WireField inner;
  bool found = false;
  if (!FindField(bytes, 1, inner, found)) return Malformed("a value");
  switch (kind) {
    case Kind::kDuration: return Text(DurationText(static_cast<int64_t>(inner.scalar)));
    case Kind::kQuantity: return Text(inner.bytes.empty() ? "0" : inner.bytes);
    default: break;
  }
  if (inner.bytes.empty()) {
    builder_.Null();
    return true;
  }
  if (kind == Kind::kRawExtension && HasEnvelope(inner.bytes)) {
    return EnvelopedObject(inner.bytes);
  }
  const base::Status status = AppendJson(inner.bytes, builder_);
  return status.ok() || Fail(status.code(), status.message());
}

bool MessageDecoder::EnvelopedObject(std::string_view bytes) {
  const auto envelope = OpenEnvelope(bytes);
  if (!envelope.ok()) return Fail(envelope.status().code(), envelope.status().message());
  const Message* message = FindRoot((*envelope).api_version, (*envelope).kind);
  if (message == nullptr) return Fail(base::StatusCode::kUnimplemented, "an unknown object");
  MessageDecoder inner(builder_, scratch_, false);
  const base::Status status =
      inner.Decode(*message, (*envelope).raw, {(*envelope).api_version, (*envelope).kind, true});
  return status.ok() || Fail(status.code(), status.message());
}

bool MessageDecoder::IntOrString(std::string_view bytes) {
  WireField type, number, text;
  bool found = false;
  if (!FindField(bytes, 1, type, found) || !FindField(bytes, 2, number, found) ||
      !FindField(bytes, 3, text, found)) {
    return Malformed("an int or string");
  }
  if (type.scalar == 1) return Text(text.bytes);
  builder_.Int(static_cast<int32_t>(number.scalar));
  return true;
}

// A schema or something simpler in its place.
bool MessageDecoder::Schema(const Field& field, std::string_view bytes) {
  const uint32_t number = field.kind == Kind::kSchemaOrBool ? 2 : 1;
  WireField schema, other;
  bool has_schema = false;
  bool has_other = false;
  if (!FindField(bytes, number, schema, has_schema) ||
      !FindField(bytes, 3 - number, other, has_other)) {
    return Malformed("a schema");
  }
  const bool is_list = field.kind != Kind::kSchemaOrBool && has_other;
  if (is_list) {
    const bool strings = field.kind == Kind::kSchemaOrStrings;
    return Repeated({2, "", strings ? Kind::kString : Kind::kMessage, kRepeated, field.message},
                    bytes);
  }
  if (has_schema) return MessageValue(field.message, schema.bytes);
  if (field.kind == Kind::kSchemaOrBool) {
    builder_.Bool(other.scalar != 0);
  } else {
    builder_.Null();
  }
  return true;
}

}  // namespace oarlock::kube::protobuf
