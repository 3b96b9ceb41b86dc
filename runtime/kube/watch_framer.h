#pragma once
// WatchFramer: cuts a watch stream into events; one implementation per format (wire/).
//
// Bytes are buffered until an event is complete, before anything is decoded, so a cut inside a
// multi-byte character cannot matter (C-WAT-01). Only type and the object's byte range are looked
// for; the object itself stays undecoded. Not thread-safe: one per stream ([io]).
// Errors: kDataLoss for what is no event and for a stream that is cut off inside one, kTooLarge for
// an event past kWatchLineBytesMax.

#include <memory>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "kube/decode.h"
#include "kube/list_watcher.h"

namespace oarlock::kube {

inline constexpr size_t kWatchLineBytesMax = 16 * 1024 * 1024;

class WatchFramer {
 public:
  virtual ~WatchFramer() = default;

  // Appends the events completed by `chunk`. Views are valid until the next Feed. On an error the
  // events before the bad one have been appended.
  virtual base::Status Feed(std::string_view chunk, std::vector<RawEvent>& events) = 0;
  // After the last chunk. What is left may still be an event.
  virtual base::Status Finish(std::vector<RawEvent>& events) = 0;
  virtual size_t buffered_bytes() const = 0;
};

std::unique_ptr<WatchFramer> MakeWatchFramer(ContentType type);

}  // namespace oarlock::kube
