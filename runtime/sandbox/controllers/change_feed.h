#pragma once
// ChangeFeed: what has changed in the store since the last look, over all resources and in the
// order of versions: the controllers' watch, without a queue.
//
// Threads: one at a time. Ownership: borrows the store. Errors: none; when the windows do not reach
// back so far, or a snapshot was restored, everything is told from the start.

#include <functional>

#include "sandbox/controllers/controller.h"

namespace oarlock::sandbox {

class ChangeFeed {
 public:
  explicit ChangeFeed(const Store& store) : store_(store) {}
  // `reset` runs before everything is told anew.
  void Pull(const std::function<void()>& reset,
            const std::function<void(const ObjectChange&)>& tell);

 private:
  bool Reaches(const StoreState& state) const;

  const Store& store_;
  uint64_t reached_ = 0;  // 0: nothing is told yet
};

}  // namespace oarlock::sandbox
