#pragma once
// ProtobufWatchFramer: cuts a protobuf watch stream into events: four bytes of length (big-endian),
// then a message with type (field 1) and object (field 2, an enveloped object inside field 1).
//
// Bytes are buffered until a frame is complete; the object stays undecoded. Not thread-safe: one
// per stream ([io]). Errors: kDataLoss for a frame that is no event or is cut off at the end,
// kTooLarge past kWatchLineBytesMax.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "kube/list_watcher.h"

namespace oarlock::kube {

class ProtobufWatchFramer {
 public:
  // Views are valid until the next Feed. On an error the events before have been appended.
  base::Status Feed(std::string_view chunk, std::vector<RawEvent>& events);
  base::Status Finish() const;
  size_t buffered_bytes() const { return buffer_.size(); }

 private:
  std::string buffer_;    // an unfinished frame, with its length
  std::string complete_;  // keeps the frame that a finished event's views point into
};

}  // namespace oarlock::kube
