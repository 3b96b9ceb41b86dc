#include "kube/protobuf/message_decoder.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "kube/protobuf/envelope.h"
#include "kube/protobuf/special_values.h"
#include "kube/tape/json_decoder.h"
#include "kube/text/base64.h"
#include "kube/text/utf8.h"

namespace oarlock::kube::protobuf {
namespace {

constexpr size_t kNotFound = static_cast<size_t>(-1);
constexpr size_t kMapEntriesKept = 16 * 1024;  // between two objects

// What the bytes of a container are taken for; JSON is 0 (json_decoder.cc).
constexpr uint64_t kMessageKinds = uint64_t{1} << 56;
constexpr uint64_t kArrayKinds = uint64_t{2} << 56;
constexpr uint64_t kMapKinds = uint64_t{3} << 56;

uint64_t KindOf(uint64_t kinds, const Field& field) {
  const uint64_t number = kinds == kMessageKinds ? 0 : field.number;  // a message is one anywhere
  return kinds | number << 32 | uint64_t{field.flags} << 24 |
         uint64_t{static_cast<uint8_t>(field.kind)} << 16 | field.message;
}

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

}  // namespace

base::Status MessageDecoder::Decode(const Message& message, std::string_view bytes,
                                    const TypeName& type) {
  skip_unknown_ = type.kind == "Status" && type.api_version == "v1";
  builder_.BeginMap();
  if (!builder_.ok()) return builder_.status();  // objects may lie in objects, without end
  WriteType(type);
  if (!Members(message, bytes)) return status_;
  builder_.EndMap();
  return {};
}

void MessageDecoder::WriteType(const TypeName& type) {
  const auto name = [&](std::string_view key, std::string_view value) {
    if (value.empty()) return;
    builder_.Key(key);
    builder_.String(value);
  };
  if (type.kind_first) name("kind", type.kind);
  name("apiVersion", type.api_version);
  if (!type.kind_first) name("kind", type.kind);
}

bool MessageDecoder::Fail(base::StatusCode code, std::string message) {
  if (status_.ok()) status_ = base::Status(code, std::move(message));
  return false;
}

bool MessageDecoder::Malformed(std::string_view where) {
  return Fail(base::StatusCode::kDataLoss, "malformed protobuf in " + std::string(where));
}

// True when it may be left out.
bool MessageDecoder::Unknown(std::string_view where, uint32_t number) {
  return skip_unknown_ ||
         Fail(base::StatusCode::kUnimplemented,
              "field " + std::to_string(number) + " of " + std::string(where) + " is not known");
}

bool MessageDecoder::CheckBuilder() {
  return builder_.ok() || Fail(builder_.status().code(), builder_.status().message());
}

// First where everything is, then one field after the other in the order of the JSON.
bool MessageDecoder::Members(const Message& message, std::string_view bytes) {
  const size_t base = scratch_.places.size();
  scratch_.places.resize(base + message.fields.size());
  bool ok = Locate(message, bytes, base);
  for (size_t i = 0; ok && i < message.fields.size(); ++i) {
    const Field& field = message.fields[i];
    const FieldPlace place = scratch_.places[base + i];  // a copy: the vector grows meanwhile
    if (place.end != 0 || field.has(kInline)) {
      ok = Member(message, bytes, field, place);
    } else if (IsNullWhenAbsent(field)) {
      builder_.Key(field.name);
      builder_.Null();
    }
  }
  scratch_.places.resize(base);
  return ok && CheckBuilder();
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
    const uint32_t begin = std::exchange(at, static_cast<uint32_t>(bytes.size() - reader.left()));
    const size_t index = IndexOf(message, wire.number, hint);
    if (index == kNotFound) {
      if (!Unknown(message.name, wire.number)) return false;
      continue;
    }
    if (wire.type != TypeOnWire(message.fields[index])) return Malformed(message.name);
    hint = index;
    FieldPlace& place = scratch_.places[base + index];
    if (place.end == 0) place.first = begin;
    place.last = begin;
    place.end = at;
  }
  return !reader.failed() || Malformed(message.name);
}

// A server writes every field that cannot be nil, empty or not: one that is not there belongs to a
// release later than the server's, whose JSON would not have it either.
bool MessageDecoder::IsNullWhenAbsent(const Field& field) {
  if (field.has(kOmitEmpty | kOmitZero)) return false;
  return field.has(kRepeated | kMap | kPointer) || field.kind == Kind::kBytes;
}

bool MessageDecoder::Member(const Message& message, std::string_view bytes, const Field& field,
                            const FieldPlace& place) {
  WireField wire;
  if (place.end != 0) WireReader(bytes.substr(place.last, place.end - place.last)).Next(wire);
  if (field.has(kInline)) return Members(kMessages[field.message], wire.bytes);
  const bool always = !field.has(kOmitEmpty | kOmitZero) || field.has(kRepeated | kMap | kPointer);
  if (!always && IsZero(field, wire)) return true;
  if (drop_managed_fields_ && depth_ == 1 && &message == &kMessages[kObjectMetaMessage] &&
      field.name == "managedFields") {
    return true;
  }
  builder_.Key(field.name);
  const std::string_view values = bytes.substr(place.first, place.end - place.first);
  if (field.has(kRepeated)) return Repeated(field, values);
  if (field.has(kMap)) return Map(field, values);
  return Value(field, wire);
}

// Whether the same bytes were decoded into the same segment before; then they are placed.
bool MessageDecoder::IsKnown(uint64_t kind, std::string_view bytes) {
  return builder_.MayBeKnown() && builder_.PlaceKnown(kind, bytes);
}

// `values` begins and ends with one of the field; others may lie between.
bool MessageDecoder::Repeated(const Field& field, std::string_view values) {
  if (IsKnown(KindOf(kArrayKinds, field), values)) return true;
  builder_.BeginArray();
  if (!CheckBuilder()) return false;
  WireReader reader(values);
  WireField wire;
  while (reader.Next(wire)) {
    if (wire.number == field.number && !Value(field, wire)) return false;
  }
  builder_.EndArray();
  return CheckBuilder();
}

// In the order of the keys, as Go writes maps, and nearly always as they come; of equal keys the
// last.
bool MessageDecoder::Map(const Field& field, std::string_view values) {
  if (IsKnown(KindOf(kMapKinds, field), values)) return true;
  const size_t base = scratch_.members.size();
  const Field value{2, field.name, field.kind, 0, field.message};
  const WireType type = TypeOnWire(value);
  bool sorted = true;
  WireReader reader(values);
  WireField wire;
  while (reader.Next(wire)) {
    if (wire.number != field.number) continue;
    SmallField entry[] = {{WireType::kBytes}, {type}};
    if (!ReadSmall(wire.bytes, field.name, entry)) return false;
    const MapEntry member{entry[0].bytes, {2, type, entry[1].scalar, entry[1].bytes}};
    sorted &= scratch_.members.size() == base || scratch_.members.back().key < member.key;
    scratch_.members.push_back(member);
  }
  if (!sorted) {
    std::stable_sort(scratch_.members.begin() + static_cast<ptrdiff_t>(base),
                     scratch_.members.end(),
                     [](const auto& a, const auto& b) { return a.key < b.key; });
  }
  const bool ok = WriteMap(value, base);
  scratch_.members.resize(base);
  if (base == 0 && scratch_.members.capacity() > kMapEntriesKept) scratch_.members = {};
  return ok;
}

bool MessageDecoder::WriteMap(const Field& value, size_t base) {
  builder_.BeginMap();
  if (!CheckBuilder()) return false;
  const size_t end = scratch_.members.size();
  for (size_t i = base; i < end; ++i) {
    const MapEntry member = scratch_.members[i];  // a copy: the vector grows meanwhile
    if (i + 1 < end && scratch_.members[i + 1].key == member.key) continue;
    builder_.Key(ValidUtf8(member.key, scratch_.text));
    if (!Value(value, member.value)) return false;
  }
  builder_.EndMap();
  return CheckBuilder();
}

// A message whose fields are numbered from 1 without a gap. Of a field that comes twice the last.
bool MessageDecoder::ReadSmall(std::string_view bytes, std::string_view where,
                               std::span<SmallField> fields) {
  WireReader reader(bytes);
  WireField wire;
  while (reader.Next(wire)) {
    if (wire.number > fields.size()) {
      if (!Unknown(where, wire.number)) return false;
      continue;
    }
    SmallField& field = fields[wire.number - 1];
    if (wire.type != field.type) return Malformed(where);
    field.scalar = wire.scalar;
    field.bytes = wire.bytes;
    field.present = true;
  }
  return !reader.failed() || Malformed(where);
}

bool MessageDecoder::Value(const Field& field, const WireField& wire) {
  switch (field.kind) {
    case Kind::kString: return Text(wire.bytes);
    case Kind::kBytes: return Text(EncodeBase64(wire.bytes));
    case Kind::kBool: builder_.Bool(wire.scalar != 0); return true;
    case Kind::kInt: builder_.Int(static_cast<int64_t>(wire.scalar)); return true;
    case Kind::kUint: builder_.Uint(wire.scalar); return true;
    case Kind::kDouble: return Double(std::bit_cast<double>(wire.scalar));
    case Kind::kMessage: return MessageValue(field, wire.bytes);
    case Kind::kStringList: return StringList(wire.bytes);
    case Kind::kTime:
    case Kind::kMicroTime: return Time(wire.bytes, field.kind == Kind::kMicroTime);
    case Kind::kDuration:
    case Kind::kQuantity:
    case Kind::kRawJson:
    case Kind::kRawExtension: return Wrapped(field.kind, wire.bytes);
    case Kind::kIntOrString: return IntOrString(wire.bytes);
    case Kind::kSchemaOrBool: return SchemaOrBool(field, wire.bytes);
    case Kind::kSchemaOrArray:
    case Kind::kSchemaOrStrings: return SchemaOrList(field, wire.bytes);
  }
  return Malformed(field.name);
}

bool MessageDecoder::Text(std::string_view bytes) {
  builder_.String(ValidUtf8(bytes, scratch_.text));
  if (scratch_.text.capacity() > TapeBuilder::kScratchBytesKept) scratch_.text = {};
  return CheckBuilder();
}

bool MessageDecoder::Double(double value) {
  if (!std::isfinite(value)) return Malformed("a number");
  builder_.Number(DoubleText(value));
  return true;
}

bool MessageDecoder::MessageValue(const Field& field, std::string_view bytes) {
  // What is in the object's own metadata depends on the options.
  const bool own_metadata = depth_ == 0 && field.message == kObjectMetaMessage;
  if (!own_metadata && IsKnown(KindOf(kMessageKinds, field), bytes)) return true;
  builder_.BeginMap();
  if (!CheckBuilder()) return false;
  if (field.has(kTyped)) {
    const Root& root = RootOf(field.message);
    WriteType({root.api_version, root.kind, true});
  }
  ++depth_;
  const bool ok = Members(kMessages[field.message], bytes);
  --depth_;
  if (ok) builder_.EndMap();
  return ok;
}

bool MessageDecoder::StringList(std::string_view bytes) {
  SmallField items[] = {{WireType::kBytes}};
  return ReadSmall(bytes, "a list of texts", items) &&
         Repeated({1, "", Kind::kString, kRepeated, 0}, bytes);
}

bool MessageDecoder::Time(std::string_view bytes, bool micros) {
  SmallField fields[] = {{WireType::kVarint}, {WireType::kVarint}};
  if (!ReadSmall(bytes, "a time", fields)) return false;
  if (bytes.empty()) {
    builder_.Null();
    return true;
  }
  const Timestamp time{static_cast<int64_t>(fields[0].scalar),
                       static_cast<int32_t>(fields[1].scalar)};
  TimeRoom room;
  const std::string_view text = TimeText(time, micros, room);
  if (text.empty()) return Malformed("a time");
  builder_.String(text);
  return CheckBuilder();
}

// A message with one field.
bool MessageDecoder::Wrapped(Kind kind, std::string_view bytes) {
  SmallField inner[] = {{kind == Kind::kDuration ? WireType::kVarint : WireType::kBytes}};
  if (!ReadSmall(bytes, "a value", inner)) return false;
  const std::string_view text = inner[0].bytes;
  if (kind == Kind::kDuration) return Text(DurationText(static_cast<int64_t>(inner[0].scalar)));
  if (kind == Kind::kQuantity) return Text(text.empty() ? "0" : text);
  if (text.empty()) {
    builder_.Null();
    return true;
  }
  if (kind == Kind::kRawExtension && HasEnvelope(text)) return EnvelopedObject(text);
  const base::Status status = AppendJson(text, builder_);
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
  SmallField fields[] = {{WireType::kVarint}, {WireType::kVarint}, {WireType::kBytes}};
  if (!ReadSmall(bytes, "an int or string", fields)) return false;
  if (fields[0].scalar == 1) return Text(fields[2].bytes);
  builder_.Int(static_cast<int32_t>(fields[1].scalar));
  return true;
}

// A schema, or a bool in its place.
bool MessageDecoder::SchemaOrBool(const Field& field, std::string_view bytes) {
  SmallField fields[] = {{WireType::kVarint}, {WireType::kBytes}};
  if (!ReadSmall(bytes, "a schema or bool", fields)) return false;
  if (fields[1].present) return MessageValue(field, fields[1].bytes);
  builder_.Bool(fields[0].scalar != 0);
  return true;
}

// A schema, or several, or texts in its place.
bool MessageDecoder::SchemaOrList(const Field& field, std::string_view bytes) {
  SmallField fields[] = {{WireType::kBytes}, {WireType::kBytes}};
  if (!ReadSmall(bytes, "a schema or list", fields)) return false;
  if (fields[1].present) {
    const bool texts = field.kind == Kind::kSchemaOrStrings;
    return Repeated({2, "", texts ? Kind::kString : Kind::kMessage, kRepeated, field.message},
                    bytes);
  }
  if (fields[0].present) return MessageValue(field, fields[0].bytes);
  builder_.Null();
  return true;
}

}  // namespace oarlock::kube::protobuf
