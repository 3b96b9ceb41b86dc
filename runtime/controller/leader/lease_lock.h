#pragma once
// LeaseLock: reads, writes and watches the one Lease of an election.
//
// Used by LeaderElector on its thread only, but for the sink's callback. Borrows the client, which
// should be one of the election's own: its requests must not wait behind others (LE-17).
// Errors: the server's. Limits: each call ends after max(1 s, renewDeadline / 2).

#include <functional>
#include <memory>
#include <stop_token>

#include "base/clock.h"
#include "controller/leader/election_options.h"
#include "controller/leader/lease_record.h"
#include "kube/client.h"

namespace oarlock::controller {

class LeaseLock {
 public:
  LeaseLock(const ElectionOptions& options, kube::Client& client, base::Clock& clock);

  // Null: there is none. `until`: an earlier end of the call than its own.
  base::Result<kube::Object> Read(base::MonoTime until, std::stop_token stop);
  // Creates it where `lease` is null; else it must still be what the server has (kConflict).
  base::Result<kube::Object> Write(const kube::Object& lease, const std::string& holder,
                                   bool acquired, base::MonoTime until, std::stop_token stop);
  // `changed(lease)` comes on the source's thread with each new form of it; null: the watch has
  // ended. Ends when the handle is destroyed; then one call may still be running.
  std::shared_ptr<void> Watch(const std::string& version,
                              std::function<void(const kube::Object&)> changed);

 private:
  kube::CallContext Context(base::MonoTime until, std::stop_token stop) const;

  const ElectionOptions& options_;
  kube::Client& client_;
  base::Clock& clock_;
  const kube::ObjectRef ref_;
  const std::shared_ptr<kube::ListerWatcher> source_;
};

}  // namespace oarlock::controller
