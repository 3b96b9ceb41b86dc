#include "pluginhost/declare/type_set_refresher.h"

#include <utility>

#include "base/thread_name.h"

namespace oarlock::pluginhost {

TypeSetRefresher::TypeSetRefresher(const HostEnv& env, std::string name,
                                   std::function<void(const kube::ServedKinds&)> apply)
    : env_(env), name_(std::move(name)), apply_(std::move(apply)) {
  thread_ = std::thread([this] { Run(); });
}

TypeSetRefresher::~TypeSetRefresher() {
  stop_.request_stop();
  {
    base::MutexLock lock(mutex_);
    changed_.NotifyAll();
  }
  thread_.join();
}

bool TypeSetRefresher::Sleep() {
  const base::MonoTime until = env_.clock.Now() + kTypeSetPeriod;
  base::MutexLock lock(mutex_);
  while (!stop_.stop_requested() && env_.clock.WaitUntil(changed_, mutex_, until)) {
  }
  return !stop_.stop_requested();
}

void TypeSetRefresher::Run() {
  base::SetThisThreadName(name_);
  bool told = false;
  while (Sleep()) {
    const auto served = env_.mapper.All({env_.clock.Now() + kTypeSetTimeout, stop_.get_token()});
    if (served.ok()) {
      apply_(*served);
    } else if (!told && !stop_.stop_requested()) {
      env_.log.Warning("type sets are not up to date: the server does not say what it serves",
                       {{"plugin", name_}, {"error", served.status().message()}});
    }
    told = !served.ok();
  }
}

}  // namespace oarlock::pluginhost
