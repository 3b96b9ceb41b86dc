#pragma once
// Reason: why a key became ready, for people who ask. A set, as adds of a key that waits already
// join theirs to those before. Values; threads [any].

#include <cstdint>
#include <string>
#include <vector>

namespace oarlock::queue {

enum Reason : uint16_t {
  kReasonCreated = 1 << 0,  // a change of an object, as the watch told it
  kReasonUpdated = 1 << 1,
  kReasonDeleted = 1 << 2,
  kReasonInitial = 1 << 3,  // it was there when its watch began
  kReasonRelist = 1 << 4,   // a change that a later list brought
  kReasonResync = 1 << 5,   // no change: its resync period has passed
  kReasonRelated = 1 << 6,  // with one of those: of another object that maps to this one
  kReasonRequeue = 1 << 7,  // the time that a run or the plugin asked for
  kReasonRetry = 1 << 8,    // the time after a failure
  kReasonPlugin = 1 << 9,   // the plugin's own add
  kReasonReload = 1 << 10,  // new code
};
using Reasons = uint16_t;

// Its words: {"updated", "related"}.
std::vector<std::string> ReasonWords(Reasons reasons);

}  // namespace oarlock::queue
