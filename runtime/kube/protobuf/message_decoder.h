#pragma once
// MessageDecoder: feeds one protobuf message of a built-in type to a TapeBuilder, in the order and
// with the omissions that the server's JSON has. Internal to kube; decode.h is the door.
//
// Errors: kDataLoss for malformed bytes, kUnimplemented for a field number that the tables do not
// know (a newer server: ask for JSON instead), kTooLarge past the builder's limits. A Status is for
// people and no state of anything, so what is unknown of it is left out.
// Not thread-safe; made per object, its scratch is the caller's.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "kube/protobuf/type_table.h"
#include "kube/protobuf/wire_reader.h"
#include "kube/tape/tape_builder.h"

namespace oarlock::kube::protobuf {

// Where in its message the values of one field are.
struct FieldPlace {
  uint32_t first = 0;  // offset of the first tag
  uint32_t last = 0;   // of the last tag
  uint32_t end = 0;    // behind the last value; 0: the field is not there
};

struct MapEntry {
  std::string_view key;
  WireField value;
};

struct DecodeScratch {
  std::vector<FieldPlace> places;  // of the messages that are open
  std::vector<MapEntry> members;   // of the maps that are open
  std::string text;                // what had to be made valid UTF-8
};

struct TypeName {
  std::string_view api_version;
  std::string_view kind;
  bool kind_first = false;  // the order of the two in the JSON of the same answer
};
// What a list's items are when only their metadata was asked for.
inline constexpr TypeName kMetadataOnly{"meta.k8s.io/v1", "PartialObjectMetadata", true};

class MessageDecoder {
 public:
  MessageDecoder(TapeBuilder& builder, DecodeScratch& scratch, bool drop_managed_fields)
      : builder_(builder), scratch_(scratch), drop_managed_fields_(drop_managed_fields) {}

  // The whole object as one map.
  base::Status Decode(const Message& message, std::string_view bytes, const TypeName& type);

 private:
  // A field of a message that is too small for a table.
  struct SmallField {
    WireType type = WireType::kBytes;
    bool present = false;
    uint64_t scalar = 0;
    std::string_view bytes = {};
  };

  void WriteType(const TypeName& type);
  bool Members(const Message& message, std::string_view bytes);
  bool Locate(const Message& message, std::string_view bytes, size_t base);
  static size_t IndexOf(const Message& message, uint32_t number, size_t hint);
  bool Member(const Message& message, std::string_view bytes, const Field& field,
              const FieldPlace& place);
  static bool IsNullWhenAbsent(const Field& field);
  bool IsKnown(uint64_t kind, std::string_view bytes);
  bool Repeated(const Field& field, std::string_view values);
  bool Map(const Field& field, std::string_view values);
  bool Value(const Field& field, const WireField& wire);
  bool Text(std::string_view bytes);
  bool Double(double value);
  bool MessageValue(const Field& field, std::string_view bytes);
  bool StringList(std::string_view bytes);
  bool WriteMap(const Field& value, size_t base);
  bool Time(std::string_view bytes, bool micros);
  bool Wrapped(Kind kind, std::string_view bytes);
  bool EnvelopedObject(std::string_view bytes);
  bool IntOrString(std::string_view bytes);
  bool SchemaOrBool(const Field& field, std::string_view bytes);
  bool SchemaOrList(const Field& field, std::string_view bytes);
  bool ReadSmall(std::string_view bytes, std::string_view where, std::span<SmallField> fields);
  bool Unknown(std::string_view where, uint32_t number);
  bool CheckBuilder();
  bool Fail(base::StatusCode code, std::string message);
  bool Malformed(std::string_view where);

  TapeBuilder& builder_;
  DecodeScratch& scratch_;
  const bool drop_managed_fields_;
  bool skip_unknown_ = false;
  int depth_ = 0;  // of messages below the root
  base::Status status_;
};

}  // namespace oarlock::kube::protobuf
