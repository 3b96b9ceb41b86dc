#pragma once
// SeenContent: the last content of each config object, and what a new look at it means.
//
// Holds a digest and some flags per object, no content. An object that is deleted is remembered, so
// that its return with equal content is no change. One per controller; pinned.
// Threads: [any]; calls for one id must not overlap (the host reconciles a key once at a time).
// Limits: kGoneObjects deleted objects are remembered, the oldest are forgotten first.

#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace oarlock::reloader {

inline constexpr size_t kGoneObjects = 10'000;

enum class Sight {
  kSame,      // nothing to do
  kBaseline,  // as it was when the plugin became active: was something missed before?
  kNew,       // was not there then
  kMissed,    // changed while the plugin was not active
  kChanged,   // changed now
  kRetry,     // changed, and an attempt at it failed half-way
  kReverted,  // back to the former content after such an attempt
};

struct Look {
  Sight sight = Sight::kSame;
  std::set<std::string> forced = {};  // kRetry: what Fail was given
};

class SeenContent {
 public:
  // The plugin becomes active: between the two, Baseline tells each present object's content.
  void BeginActivation();
  void Baseline(const std::string& id, uint64_t digest);
  void EndActivation();

  Look LookAt(const std::string& id, uint64_t digest);
  // All that this content asked for is done.
  void Settle(const std::string& id, uint64_t digest);
  // An attempt failed half-way; `forced`: workloads whose roll cannot be told by their variable.
  void Fail(const std::string& id, uint64_t digest, std::set<std::string> forced);
  void Gone(const std::string& id);

  size_t size() const;

 private:
  struct Attempt {
    uint64_t digest;
    std::set<std::string> forced;
  };
  struct Entry {
    uint64_t digest = 0;
    bool caught_up = false;  // looked at since the activation
    bool present = true;     // told since BeginActivation
    uint64_t gone = 0;       // number of its deletion, 0 = it is there
    std::optional<Attempt> attempt = {};
  };
  void MarkGone(const std::string& id, Entry& entry);

  mutable std::mutex mu_;
  std::unordered_map<std::string, Entry> entries_;
  std::deque<std::pair<std::string, uint64_t>> gone_;  // oldest first; some are back
  uint64_t deletions_ = 0;
};

}  // namespace oarlock::reloader
