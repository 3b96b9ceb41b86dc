#pragma once
// FakeGenerations: a GenerationFactory without libraries, for tests of the reload: what each step
// of each library answers is what the test says; what was called is written down as "load demo@2".
//
// A spec's `library` is its digest, its `config` the digest of its configuration. Threads: hooks
// and answers are set by the test at any time, read on lifecycle threads.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "supervisor/generation_control.h"

namespace oarlock::supervisor::testing {

class FakeGenerations {
 public:
  std::unique_ptr<GenerationFactory> MakeFactory();

  // The next and all later calls of `step` on generations of `library` give this.
  void Answer(const std::string& library, const std::string& step, base::Status status);
  void Stick(const std::string& library, const std::string& step);
  void SetHealth(const std::string& library, GenerationHealth health);
  void SetViews(const std::string& library, std::vector<pluginhost::ControllerView> views);
  // What Reconfigure says: true: in place.
  void AcceptInPlace(bool accepts);
  // Called within `step` of `library`, before it answers.
  void Hook(const std::string& library, const std::string& step, std::function<void()> hook);

  // Forgets what was said and what happened.
  void Reset();

  std::vector<std::string> calls() const;
  void ClearCalls();
  size_t Count(const std::string& call) const;
  // Generations that are active now; two at once break the contract and are remembered.
  std::vector<std::string> active() const;
  bool two_were_active() const;
  size_t alive() const;

 private:
  class Generation;
  class Factory;
  base::Status Do(const std::string& library, const std::string& label, const std::string& step,
                  bool& stuck);
  void SetActive(const std::string& label, bool active);

  mutable base::Mutex mutex_;
  std::map<std::string, base::Status> answers_ OARLOCK_GUARDED_BY(mutex_);
  std::map<std::string, std::function<void()>> hooks_ OARLOCK_GUARDED_BY(mutex_);
  std::map<std::string, bool> sticks_ OARLOCK_GUARDED_BY(mutex_);
  std::map<std::string, GenerationHealth> health_ OARLOCK_GUARDED_BY(mutex_);
  std::map<std::string, std::vector<pluginhost::ControllerView>> views_ OARLOCK_GUARDED_BY(mutex_);
  std::vector<std::string> calls_ OARLOCK_GUARDED_BY(mutex_);
  std::vector<std::string> active_ OARLOCK_GUARDED_BY(mutex_);
  bool two_ OARLOCK_GUARDED_BY(mutex_) = false;
  bool in_place_ OARLOCK_GUARDED_BY(mutex_) = false;
  size_t alive_ OARLOCK_GUARDED_BY(mutex_) = 0;
};

}  // namespace oarlock::supervisor::testing
