#pragma once
// TypeTable: what is known about the protobuf messages of the built-in types: for each message its
// fields in the order of their JSON. Internal to kube.
//
// The rows are generated from the Go types (generated/type_tables.cc). A number that is missing
// here belongs to a newer server: the object is then not decoded, so that nothing is lost silently.
// Constant; threads [any].

#include <cstdint>
#include <span>
#include <string_view>

namespace oarlock::kube::protobuf {

enum class Kind : uint8_t {
  kString,
  kBytes,  // base64 in JSON
  kBool,
  kInt,
  kUint,
  kDouble,
  kMessage,
  kStringList,  // a message with one repeated string; a plain array in JSON
  kTime,
  kMicroTime,
  kDuration,
  kQuantity,
  kIntOrString,
  kRawJson,       // a message whose first field is JSON text
  kRawExtension,  // the same, or an enveloped object
  kSchemaOrArray,
  kSchemaOrBool,
  kSchemaOrStrings,
};

inline constexpr uint8_t kOmitEmpty = 1;  // Go's rules: nil, false, 0, "" and empty collections
inline constexpr uint8_t kOmitZero = 2;   // also a zero struct or time
inline constexpr uint8_t kPointer = 4;    // absent is nil, else it is present with any value
inline constexpr uint8_t kRepeated = 8;
inline constexpr uint8_t kMap = 16;     // from strings; `kind` is that of the values
inline constexpr uint8_t kInline = 32;  // its members are those of the message around it
inline constexpr uint8_t kTyped = 64;   // a root; its JSON begins with kind and apiVersion

struct Field {
  uint32_t number;
  std::string_view name;  // in JSON; "" when inline
  Kind kind;
  uint8_t flags;
  uint16_t message;  // index into kMessages; of kMessage and kSchema*

  bool has(uint8_t flag) const { return (flags & flag) != 0; }
};

struct Message {
  std::string_view name;
  std::span<const Field> fields;
};

struct Root {
  std::string_view api_version;
  std::string_view kind;
  uint16_t message;
};

extern const std::span<const Message> kMessages;
extern const std::span<const Root> kRoots;
extern const uint16_t kListMetaMessage;
extern const uint16_t kObjectMetaMessage;

// Null when the type is not in the table.
const Message* FindRoot(std::string_view api_version, std::string_view kind);
// The one whose message that is.
const Root& RootOf(uint16_t message);

}  // namespace oarlock::kube::protobuf
