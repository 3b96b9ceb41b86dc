#pragma once
// ProtobufWatchFramer: the WatchFramer of protobuf streams: four bytes of length (big-endian), then
// a message with type (field 1) and object (field 2, an enveloped object inside field 1). Internal
// to kube: watch_framer.h says the rest.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kube/watch_framer.h"

namespace oarlock::kube {

class ProtobufWatchFramer final : public WatchFramer {
 public:
  base::Status Feed(std::string_view chunk, std::vector<RawEvent>& events) override;
  base::Status Finish(std::vector<RawEvent>& events) override;
  size_t buffered_bytes() const override { return buffer_.size(); }

 private:
  std::string buffer_;    // an unfinished frame, with its length
  std::string complete_;  // keeps the frame that a finished event's views point into
};

}  // namespace oarlock::kube
