#pragma once
// WriteFence: whether writes may begin now: a leader's may while its term lasts, others' never.
//
// Implemented by the leader election (controller/leader/lease_term.h), asked by the transport on
// its I/O thread in the turn in which a request's bytes would go to a connection, and in a signal
// handler there. Threads: [any], never blocking. Errors: none.

#include <cstdint>

namespace oarlock::kube {

class WriteFence {
 public:
  virtual ~WriteFence() = default;
  // 0: closed. Else the term that lasts; what began in one term must not go on in another.
  virtual uint64_t term() const = 0;
};

}  // namespace oarlock::kube
