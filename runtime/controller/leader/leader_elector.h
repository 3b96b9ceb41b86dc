#pragma once
// LeaderElector: the thread ("leader") on which the process's LeaderElection runs.
//
// Built by `app`. Lifecycle: constructed → Start → Stop; Start and Stop [main]. The observer is
// called on the thread. Stop gives the lease back, for which the work must have ended.

#include <stop_token>
#include <thread>

#include "controller/leader/leader_election.h"

namespace oarlock::controller {

class LeaderElector {
 public:
  LeaderElector(ElectionOptions options, const ElectionEnv& env)
      : election_(std::move(options), env, stop_source_.get_token()) {}
  ~LeaderElector() { Stop(); }
  LeaderElector(const LeaderElector&) = delete;
  LeaderElector& operator=(const LeaderElector&) = delete;

  void Start();
  // Without `give_back` the lease is left to expire: some work may not have ended.
  void Stop(bool give_back = true);
  const LeaderElection& election() const { return election_; }
  // Until when its thread waits, if no news come; the past while it works.
  base::MonoTime idle_until() { return election_.news().idle_until(); }

 private:
  void Run();

  std::stop_source stop_source_;
  LeaderElection election_;
  bool give_back_ = true;  // written before the stop is requested
  std::thread thread_;
};

}  // namespace oarlock::controller
