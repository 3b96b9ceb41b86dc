#pragma once
// WatchFramer: cuts a watch stream into events, one JSON object per line.
//
// Bytes are buffered until the newline before anything is decoded, so a cut inside a multi-byte
// character cannot matter (C-WAT-01). Only type and the object's byte range are looked for; the
// object itself stays undecoded. Not thread-safe: one per stream ([io]).
// Errors: kDataLoss for a line that is no event (message: its first 200 bytes), kTooLarge for a
// line past kWatchLineBytesMax. Empty lines are skipped. An unterminated last line is an error of
// Finish, unless it is empty or complete JSON.

#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "kube/list_watcher.h"

namespace oarlock::kube {

inline constexpr size_t kWatchLineBytesMax = 16 * 1024 * 1024;

class WatchFramer {
 public:
  // Appends the events completed by `chunk`. Views are valid until the next Feed. On an error the
  // events before the bad line have been appended.
  base::Status Feed(std::string_view chunk, std::vector<RawEvent>& events);
  base::Status Finish(std::vector<RawEvent>& events);
  size_t buffered_bytes() const { return buffer_.size(); }

 private:
  std::string buffer_;    // an unfinished line
  std::string complete_;  // keeps the line that a finished event's views point into
};

}  // namespace oarlock::kube
