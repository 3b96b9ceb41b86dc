#pragma once
// ServerProbe: asks the API server for its version until it answers, once at start.
//
// /readyz needs to know whether the server was ever reached with these credentials, also when no
// plugin runs. Wrong CA, expired token, unreachable server: it keeps asking, with back-off, and the
// reason is what /readyz says meanwhile. One thread of its own that ends with the first answer.
// Threads: functions [any]; Stop [main].

#include <functional>
#include <stop_token>
#include <string>
#include <thread>

#include "base/clock.h"
#include "base/log.h"
#include "base/mutex.h"
#include "base/status.h"
#include "base/time/backoff.h"
#include "kube/call_context.h"

namespace oarlock::app {

class ServerProbe {
 public:
  using Ask = std::function<base::Result<std::string>(const kube::CallContext&)>;

  ServerProbe(Ask ask, base::Clock& clock, base::Random& random, base::Log log);
  ~ServerProbe();
  ServerProbe(const ServerProbe&) = delete;
  ServerProbe& operator=(const ServerProbe&) = delete;

  bool answered() const;
  // Why the last attempt failed; "no answer yet" before the first.
  std::string last_error() const;
  void Stop();

 private:
  void Run();

  Ask ask_;
  base::Clock& clock_;
  base::Random& random_;
  base::Log log_;
  mutable base::Mutex mutex_;
  bool answered_ OARLOCK_GUARDED_BY(mutex_) = false;
  std::string last_error_ OARLOCK_GUARDED_BY(mutex_) = "no answer yet";
  std::stop_source stop_;
  std::thread thread_;
};

}  // namespace oarlock::app
