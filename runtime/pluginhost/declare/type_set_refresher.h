#pragma once
// TypeSetRefresher: asks the server again and again what it serves, for the type sets of one
// generation: CRDs come and go.
//
// Owned by Generation, from Bind to Close. One host thread, which runs no plugin code and may
// block. Errors: a failed question is asked again a period later; a warning says so once in a row.
// Limits: kTypeSetPeriod between two questions, kTypeSetTimeout for each.

#include <functional>
#include <stop_token>
#include <string>
#include <thread>

#include "base/clock.h"
#include "kube/rest_mapper.h"
#include "pluginhost/host_env.h"

namespace oarlock::pluginhost {

inline constexpr base::Duration kTypeSetPeriod = std::chrono::seconds(30);
inline constexpr std::chrono::seconds kTypeSetTimeout{30};

class TypeSetRefresher {
 public:
  // `apply` is called on the thread with each answer.
  TypeSetRefresher(const HostEnv& env, std::string name,
                   std::function<void(const kube::ServedKinds&)> apply);
  ~TypeSetRefresher();  // cancels and joins
  TypeSetRefresher(const TypeSetRefresher&) = delete;
  TypeSetRefresher& operator=(const TypeSetRefresher&) = delete;

 private:
  void Run();

  const HostEnv& env_;
  const std::string name_;
  const std::function<void(const kube::ServedKinds&)> apply_;
  std::stop_source stop_;
  std::thread thread_;
};

}  // namespace oarlock::pluginhost
