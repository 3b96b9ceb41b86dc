#include "pluginhost/declare/type_set_refresher.h"

#include <utility>

#include "base/thread_name.h"
#include "base/time/sleep.h"

namespace oarlock::pluginhost {

TypeSetRefresher::TypeSetRefresher(const HostEnv& env, std::string name,
                                   std::function<void(const kube::ServedKinds&)> apply)
    : env_(env), name_(std::move(name)), apply_(std::move(apply)) {
  thread_ = std::thread([this] { Run(); });
}

TypeSetRefresher::~TypeSetRefresher() {
  stop_.request_stop();
  thread_.join();
}

void TypeSetRefresher::Run() {
  base::SetThisThreadName(name_);
  bool told = false;
  while (base::SleepUntil(env_.clock, env_.clock.Now() + kTypeSetPeriod, stop_.get_token())) {
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
