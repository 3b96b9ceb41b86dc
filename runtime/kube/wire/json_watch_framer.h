#pragma once
// JsonWatchFramer: the WatchFramer of JSON streams, one object per line. Internal to kube:
// watch_framer.h says the rest. The message of an error has the line's first 200 bytes. Empty lines
// are skipped. An unterminated last line is an error of Finish, unless it is empty or complete
// JSON.

#include <string>
#include <string_view>
#include <vector>

#include "kube/watch_framer.h"

namespace oarlock::kube {

class JsonWatchFramer final : public WatchFramer {
 public:
  base::Status Feed(std::string_view chunk, std::vector<RawEvent>& events) override;
  base::Status Finish(std::vector<RawEvent>& events) override;
  size_t buffered_bytes() const override { return buffer_.size(); }

 private:
  std::string buffer_;    // an unfinished line
  std::string complete_;  // keeps the line that a finished event's views point into
};

}  // namespace oarlock::kube
