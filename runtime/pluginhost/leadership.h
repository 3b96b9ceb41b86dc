#pragma once
// Leadership: does this replica lead, as plugins may ask (oarlock.leader/1). Implemented by whoever
// runs the election; borrowed. Threads: [any], never blocking.

#include <cstdint>
#include <string>

namespace oarlock::pluginhost {

struct LeaderEpoch {
  std::string lease_uid;
  uint64_t transitions = 0;  // the lease's count of changes of its holder
};

class Leadership {
 public:
  virtual ~Leadership() = default;
  virtual bool leading() const = 0;
  virtual LeaderEpoch epoch() const = 0;
};

}  // namespace oarlock::pluginhost
