#pragma once
// ReadCounter: counts how often one kind of credential file was read, and whether it was usable:
// a rotation that goes wrong shows before the old credential expires (TP-4, TP-5).
// Owned by who reads. Threads: [any]. `registry` is borrowed for construction only.

#include <memory>
#include <string>

#include "base/metrics.h"

namespace oarlock::client {

class ReadCounter {
 public:
  // `file`: "token", "certificate", "authority", "kubeconfig".
  ReadCounter(base::MetricRegistry& registry, const std::string& file);

  void Count(bool usable) { (usable ? good_ : bad_)->Add(); }

 private:
  std::shared_ptr<base::Counter> good_;
  std::shared_ptr<base::Counter> bad_;
};

}  // namespace oarlock::client
