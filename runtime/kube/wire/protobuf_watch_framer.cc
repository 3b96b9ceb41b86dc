#include "kube/wire/protobuf_watch_framer.h"

#include <algorithm>

#include "kube/protobuf/envelope.h"
#include "kube/protobuf/wire_reader.h"
#include "kube/wire/event_type.h"

namespace oarlock::kube {
namespace {

using protobuf::WireField;
using protobuf::WireReader;
using protobuf::WireType;

constexpr size_t kLengthBytes = 4;

uint32_t ReadLength(std::string_view bytes) {
  uint32_t length = 0;
  for (size_t i = 0; i < kLengthBytes; ++i) {
    length = (length << 8) | static_cast<unsigned char>(bytes[i]);
  }
  return length;
}

base::Status NoEvent() { return base::DataLoss("watch frame is no event"); }

base::Status ReadEvent(std::string_view frame, std::vector<RawEvent>& events) {
  if (protobuf::HasEnvelope(frame)) {
    OARLOCK_ASSIGN_OR_RETURN(const auto envelope, protobuf::OpenEnvelope(frame));
    frame = envelope.raw;
  }
  std::string_view type;
  std::string_view extension;
  WireReader reader(frame);
  WireField field;
  while (reader.Next(field)) {
    if (field.type != WireType::kBytes) return NoEvent();
    if (field.number == 1) type = field.bytes;
    if (field.number == 2) extension = field.bytes;
  }
  WireReader inside(extension);
  std::string_view object;
  while (inside.Next(field)) {
    if (field.number == 1) object = field.bytes;
  }
  if (reader.failed() || inside.failed() || type.empty() || object.empty()) return NoEvent();
  events.push_back({EventTypeOf(type), {ContentType::kProtobuf, object}});
  return {};
}

}  // namespace

base::Status ProtobufWatchFramer::Feed(std::string_view chunk, std::vector<RawEvent>& events) {
  while (!chunk.empty()) {
    // The length first, then the rest of the frame.
    const size_t known = std::min(buffer_.size() + chunk.size(), kLengthBytes);
    char head[kLengthBytes] = {};
    for (size_t i = 0; i < known; ++i) {
      head[i] = i < buffer_.size() ? buffer_[i] : chunk[i - buffer_.size()];
    }
    const size_t length = known < kLengthBytes ? 0 : ReadLength({head, kLengthBytes});
    if (length > kWatchLineBytesMax) {
      return {base::StatusCode::kTooLarge, "watch frame of " + std::to_string(length) + " bytes"};
    }
    const size_t missing = kLengthBytes + length - buffer_.size();
    if (known < kLengthBytes || chunk.size() < missing) {
      buffer_.append(chunk);
      return {};
    }
    std::string_view frame = chunk.substr(0, missing);
    chunk.remove_prefix(missing);
    if (!buffer_.empty()) {
      // At most once per call: only the first frame of a chunk can have begun in an earlier one.
      buffer_.append(frame);
      complete_.swap(buffer_);
      buffer_.clear();
      frame = complete_;
    }
    OARLOCK_RETURN_IF_ERROR(ReadEvent(frame.substr(kLengthBytes), events));
  }
  return {};
}

base::Status ProtobufWatchFramer::Finish(std::vector<RawEvent>&) {
  if (buffer_.empty()) return {};
  return base::DataLoss("watch stream ends inside a frame");
}

}  // namespace oarlock::kube
