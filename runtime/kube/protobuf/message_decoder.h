#pragma once
// MessageDecoder: feeds one protobuf message of a built-in type to a TapeBuilder, in the order and
// with the omissions that the server's JSON has. Internal to kube; decode.h is the door.
//
// Errors: kDataLoss for malformed bytes, kUnimplemented for a field number that the tables do not
// know (a newer server: ask for JSON instead), kTooLarge past the builder's limits.
// Not thread-safe; made per object, its scratch is the caller's.

#include <cstdint>
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
  uint32_t end = 0;    // behind the last value
  uint32_t count = 0;
  WireField last;
};

struct DecodeScratch {
  std::vector<FieldPlace> places;  // of the messages that are open
  std::vector<std::pair<std::string_view, std::string_view>> members;  // of the maps that are open
};

struct TypeName {
  std::string_view api_version;
  std::string_view kind;
  bool kind_first = false;  // the order of the two in the JSON of the same answer
};

class MessageDecoder {
 public:
  MessageDecoder(TapeBuilder& builder, DecodeScratch& scratch, bool drop_managed_fields)
      : builder_(builder), scratch_(scratch), drop_managed_fields_(drop_managed_fields) {}

  // The whole object as one map.
  base::Status Decode(const Message& message, std::string_view bytes, const TypeName& type);

 private:
  bool Members(const Message& message, std::string_view bytes);
  bool Locate(const Message& message, std::string_view bytes, size_t base);
  static size_t IndexOf(const Message& message, uint32_t number, size_t hint);
  bool Member(const Message& message, std::string_view bytes, const Field& field,
              const FieldPlace& place);
  static bool IsOmitted(const Field& field, const FieldPlace& place);
  bool Repeated(const Field& field, std::string_view values);
  bool Map(const Field& field, std::string_view values);
  bool Value(const Field& field, const WireField& wire);
  bool Text(std::string_view bytes);
  bool MessageValue(uint16_t message, std::string_view bytes);
  bool StringList(std::string_view bytes);
  bool MapMember(const Field& field, std::string_view key, std::string_view entry);
  bool Time(std::string_view bytes, bool micros);
  bool Wrapped(Kind kind, std::string_view bytes);
  bool EnvelopedObject(std::string_view bytes);
  bool IntOrString(std::string_view bytes);
  bool Schema(const Field& field, std::string_view bytes);
  bool Fail(base::StatusCode code, std::string message);
  bool Malformed(std::string_view where);

  TapeBuilder& builder_;
  DecodeScratch& scratch_;
  const bool drop_managed_fields_;
  int depth_ = 0;  // of messages below the root
  base::Status status_;
};

}  // namespace oarlock::kube::protobuf
