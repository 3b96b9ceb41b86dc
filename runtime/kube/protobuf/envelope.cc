#include "kube/protobuf/envelope.h"

#include "kube/decode.h"
#include "kube/protobuf/wire_reader.h"

namespace oarlock::kube {
namespace protobuf {
namespace {

bool ReadTypeMeta(std::string_view bytes, Envelope& out) {
  WireReader reader(bytes);
  WireField field;
  while (reader.Next(field)) {
    if (field.type != WireType::kBytes) return false;
    if (field.number == 1) out.api_version = field.bytes;
    if (field.number == 2) out.kind = field.bytes;
  }
  return !reader.failed();
}

}  // namespace

base::Result<Envelope> OpenEnvelope(std::string_view bytes) {
  const auto malformed = [] { return base::DataLoss("malformed protobuf envelope"); };
  if (!HasEnvelope(bytes)) return malformed();
  Envelope out;
  WireReader reader(bytes.substr(kMagic.size()));
  WireField field;
  while (reader.Next(field)) {
    if (field.type != WireType::kBytes) return malformed();
    switch (field.number) {
      case 1:
        if (!ReadTypeMeta(field.bytes, out)) return malformed();
        break;
      case 2: out.raw = field.bytes; break;
      case 3:
        if (field.bytes.empty()) break;
        return base::Status(base::StatusCode::kUnimplemented,
                            "protobuf content that is encoded as " + std::string(field.bytes));
      case 4: out.content_type = field.bytes; break;
      default: break;
    }
  }
  if (reader.failed()) return malformed();
  return out;
}

}  // namespace protobuf

// Every built-in object has its metadata in field 1, and there name = 1 and namespace = 3.
RawNames NamesInProtobuf(std::string_view bytes) {
  if (protobuf::HasEnvelope(bytes)) {
    const auto envelope = protobuf::OpenEnvelope(bytes);
    bytes = envelope.ok() ? (*envelope).raw : std::string_view();
  }
  protobuf::WireReader object(bytes);
  protobuf::WireField field;
  std::string_view metadata;
  while (metadata.empty() && object.Next(field)) {
    if (field.number == 1) metadata = field.bytes;
  }
  RawNames out;
  protobuf::WireReader names(metadata);
  while (names.Next(field)) {
    if (field.number == 1) out.name = field.bytes;
    if (field.number == 3) out.ns = field.bytes;
  }
  return out;
}

}  // namespace oarlock::kube
