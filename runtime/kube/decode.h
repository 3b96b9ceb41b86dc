#pragma once
// Decoding of object bytes into Objects. The one door for every wire format.
//
// Threads: [any], a decoder per thread is not needed. Errors: kDataLoss with the byte position,
// kTooLarge past a limit; the input is never trusted.
// Protobuf is known for built-in types only; an unknown type or a field that is newer than the
// tables is kUnimplemented: ask for JSON then. The object equals the one from the server's JSON.
// Bare protobuf (an item of a list) is of the default type; without one it is metadata only.
// Strict JSON, except that the inside of a managedFields that is dropped is skipped by its
// brackets. The root of an object must be a map. Limits: kObjectBytesMax, kObjectDepthMax,
// kObjectNodesMax.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/status.h"
#include "kube/object.h"
#include "kube/segment.h"

namespace oarlock::kube {

inline constexpr size_t kObjectBytesMax = 16 * 1024 * 1024;
inline constexpr uint32_t kObjectDepthMax = 256;
inline constexpr uint32_t kObjectNodesMax = 4'000'000;

enum class ContentType : uint8_t { kJson, kProtobuf };

// Bytes of one object as they came; valid only during the call that hands them over.
struct RawItem {
  ContentType type = ContentType::kJson;
  std::string_view bytes;
};

struct DecodeOptions {
  bool drop_managed_fields = true;
  // Put in front when the input has no apiVersion/kind (items of a list of a built-in type).
  std::string default_api_version;
  std::string default_kind;
  // Where the object is put, if it has room; null: memory of its own.
  SegmentPtr segment;
};

base::Result<Object> DecodeObject(const RawItem& item, const DecodeOptions& options = {});
inline base::Result<Object> ObjectFromJson(std::string_view json,
                                           const DecodeOptions& options = {}) {
  return DecodeObject({ContentType::kJson, json}, options);
}
// Whether objects of that type can be read as protobuf.
bool HasProtobuf(std::string_view api_version, std::string_view kind);
// metadata.namespace and .name of protobuf that cannot be decoded, as far as they are found.
struct RawNames {
  std::string_view ns;
  std::string_view name;
};
RawNames NamesInProtobuf(std::string_view bytes);
// Any JSON value as root (patches, schemas, configuration); nothing is dropped or added.
base::Result<Object> DocumentFromJson(std::string_view json);

}  // namespace oarlock::kube
