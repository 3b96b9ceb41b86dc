#pragma once
// Protobuf as an API server sends it, written by hand. For tests of this module and of those above
// it. Pure functions.

#include <cstdint>
#include <string>
#include <string_view>

namespace oarlock::kube::testing {

inline std::string Varint(uint64_t value) {
  std::string out;
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<char>(value | 0x80));
  out.push_back(static_cast<char>(value));
  return out;
}
inline std::string Number(uint32_t number, uint64_t value) {
  return Varint(uint64_t{number} << 3) + Varint(value);
}
inline std::string Bytes(uint32_t number, std::string_view bytes) {
  return Varint(uint64_t{number} << 3 | 2) + Varint(bytes.size()) + std::string(bytes);
}
inline std::string Enveloped(std::string_view api_version, std::string_view kind,
                             std::string_view raw) {
  return std::string("k8s\0", 4) + Bytes(1, Bytes(1, api_version) + Bytes(2, kind)) +
         Bytes(2, raw) + Bytes(3, "") + Bytes(4, "");
}
// A ConfigMap of the namespace "default", bare as an item of a list. Its uid is "u-<name>".
inline std::string ConfigMapItem(std::string_view name, std::string_view version,
                                 std::string_view value = {}) {
  const std::string metadata =
      Bytes(1, name) + Bytes(3, "default") + Bytes(5, "u-" + std::string(name)) + Bytes(6, version);
  return Bytes(1, metadata) + Bytes(2, Bytes(1, "v") + Bytes(2, value));
}
inline std::string ConfigMapProtobuf(std::string_view name, std::string_view version,
                                     std::string_view value = {}) {
  return Enveloped("v1", "ConfigMap", ConfigMapItem(name, version, value));
}
// What a later release might add.
inline std::string UnknownField() { return Bytes(77, "news"); }
inline std::string StatusProtobuf(int code, std::string_view reason, std::string_view message) {
  return Enveloped("v1", "Status",
                   Bytes(1, "") + Bytes(2, "Failure") + Bytes(3, message) + Bytes(4, reason) +
                       Number(6, static_cast<uint64_t>(code)));
}
inline std::string ListProtobuf(std::string_view api_version, std::string_view kind,
                                std::string_view version, std::string_view items) {
  return Enveloped(api_version, kind, Bytes(1, Bytes(2, version)) + std::string(items));
}
// One event of a watch stream.
inline std::string WatchFrame(std::string_view type, std::string_view object) {
  const std::string event = Bytes(1, type) + Bytes(2, Bytes(1, object));
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8) {
    out.push_back(static_cast<char>(event.size() >> shift));
  }
  return out + event;
}

}  // namespace oarlock::kube::testing
