#pragma once
// LastErrors: the newest failure of each key that failed lately, and whether it has succeeded
// since. Part of a Controller, under its lock. Limits: kLastErrorsMax keys, kErrorTextMax bytes of
// a text.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/status.h"
#include "controller/reconciler.h"
#include "queue/work_queue.h"

namespace oarlock::controller {

inline constexpr size_t kLastErrorsMax = 32;
inline constexpr size_t kErrorTextMax = 1024;

struct RunError {
  queue::Key key;
  base::UnixTime time{};
  Outcome outcome = Outcome::kErrorTransient;
  base::StatusCode code = base::StatusCode::kInternal;
  std::string reason;
  std::string message;
  uint32_t failures = 0;  // in a row, this one included
  bool resolved = false;  // the key succeeded since
};

class LastErrors {
 public:
  void Add(const queue::Item& item, const ReconcileResult& result, base::UnixTime now);
  void Resolve(const queue::Key& key);
  std::vector<RunError> list() const { return {errors_.begin(), errors_.end()}; }  // newest first

 private:
  std::deque<RunError> errors_;
};

}  // namespace oarlock::controller
