#include "kube/decode.h"

#include "kube/protobuf/envelope.h"
#include "kube/protobuf/message_decoder.h"
#include "kube/tape/json_decoder.h"
#include "kube/tape/tape_builder.h"

namespace oarlock::kube {
namespace {

// What one thread keeps between two decodes.
struct Scratch {
  TapeBuilder builder;
  protobuf::DecodeScratch protobuf;
};

Scratch& ThisThreadScratch() {
  thread_local Scratch scratch;
  return scratch;
}

base::Result<Object> Finish(const base::Status& status, TapeBuilder& builder) {
  auto result = status.ok() ? builder.Finish() : base::Result<Object>(status);
  builder.Reset();
  return result;
}

// An enveloped object names its type; items of a list have the type of the list.
base::Status AppendProtobuf(std::string_view bytes, const DecodeOptions& options,
                            Scratch& scratch) {
  protobuf::TypeName type{options.default_api_version, options.default_kind, false};
  if (type.kind.empty()) type = protobuf::kMetadataOnly;
  if (protobuf::HasEnvelope(bytes)) {
    OARLOCK_ASSIGN_OR_RETURN(const protobuf::Envelope envelope, protobuf::OpenEnvelope(bytes));
    type = {envelope.api_version, envelope.kind, true};
    bytes = envelope.raw;
  }
  const protobuf::Message* message = protobuf::FindRoot(type.api_version, type.kind);
  if (message == nullptr) {
    return base::Status(base::StatusCode::kUnimplemented,
                        "protobuf of an unknown type: " + std::string(type.api_version) + " " +
                            std::string(type.kind));
  }
  protobuf::MessageDecoder decoder(scratch.builder, scratch.protobuf, options.drop_managed_fields);
  return decoder.Decode(*message, bytes, type);
}

base::Result<Object> DecodeInto(segment::SegmentCore* segment, const RawItem& item,
                                const DecodeOptions& options) {
  Scratch& scratch = ThisThreadScratch();
  scratch.builder.SetSegment(segment);
  const bool json = item.type == ContentType::kJson;
  return Finish(json ? AppendJsonObject(item.bytes, options, scratch.builder)
                     : AppendProtobuf(item.bytes, options, scratch),
                scratch.builder);
}

}  // namespace

base::Result<Object> DecodeObject(const RawItem& item, const DecodeOptions& options) {
  if (item.bytes.size() > kObjectBytesMax) {
    return base::Status(base::StatusCode::kTooLarge,
                        "an object of " + std::to_string(item.bytes.size()) +
                            " bytes; the limit is " + std::to_string(kObjectBytesMax));
  }
  auto object = DecodeInto(options.segment.get(), item, options);
  const bool full = !object.ok() && object.status().code() == base::StatusCode::kResourceExhausted;
  return full ? DecodeInto(nullptr, item, options) : object;
}

base::Result<Object> DocumentFromJson(std::string_view json) {
  TapeBuilder& builder = ThisThreadScratch().builder;
  return Finish(AppendJson(json, builder), builder);
}

}  // namespace oarlock::kube
