#include "controller/runs/last_errors.h"

#include "base/text/cut_text.h"

namespace oarlock::controller {

void LastErrors::Add(const queue::Item& item, const ReconcileResult& result, base::UnixTime now) {
  std::erase_if(errors_, [&item](const RunError& e) { return e.key == item.key; });
  if (errors_.size() >= kLastErrorsMax) errors_.pop_back();
  errors_.push_front({item.key, now, result.outcome, result.code,
                      std::string(base::CutText(result.reason, kErrorTextMax)),
                      std::string(base::CutText(result.message, kErrorTextMax)), item.failures + 1,
                      false});
}

void LastErrors::Resolve(const queue::Key& key) {
  for (RunError& error : errors_) error.resolved |= error.key == key;
}

}  // namespace oarlock::controller
