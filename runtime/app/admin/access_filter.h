#pragma once
// AccessFilter: lets a request pass whose bearer token the API server knows and whose user may do
// that: TokenReview, then SubjectAccessReview of the path and the method ("get", "post").
//
// In front of the admin API over TLS, as controller-runtime's filter is in front of its metrics.
// What the server said is remembered for kAccessGranted or kAccessRefused; tokens are not kept,
// only their digests. 401 without a token that is known, 403 with the user and what he lacks, 503
// while the API server does not answer or too much is asked at once. Threads: Handle [server];
// reviews block and run on `executor`, and so do the requests that pass after one. Ownership:
// shared with what it has under way. Limits: kAccessDecisionsMax remembered decisions,
// kAccessReviewsMax reviews at once, kAccessReviewTimeout for each. Metrics:
// oarlock_admin_requests_total{result}.

#include <chrono>
#include <map>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/executor.h"
#include "base/log.h"
#include "base/metrics.h"
#include "base/mutex.h"
#include "kube/client.h"
#include "server/http_message.h"

namespace oarlock::app {

inline constexpr size_t kAccessDecisionsMax = 1024;
inline constexpr size_t kAccessReviewsMax = 32;
inline constexpr std::chrono::seconds kAccessReviewTimeout{10};
inline constexpr std::chrono::seconds kAccessGranted{60};
inline constexpr std::chrono::seconds kAccessRefused{10};

class AccessFilter final : public server::HttpHandler,
                           public std::enable_shared_from_this<AccessFilter> {
 public:
  struct Deps {
    std::shared_ptr<kube::Client> client;
    base::Executor& executor;
    base::Clock& clock;
    base::MetricRegistry& metrics;
    base::Log log;
  };
  AccessFilter(std::shared_ptr<server::HttpHandler> inner, const Deps& deps);

  void Handle(server::HttpRequest request, server::HttpReply reply) override;
  server::HttpResponse Refuse(int status, std::string_view why) override;

 private:
  struct Decision {
    int status = 0;  // 200: it may pass
    std::string text;
    base::MonoTime until{};
  };

  Decision Review(const std::string& token, const std::string& verb, const std::string& path);
  std::optional<Decision> Remembered(const std::string& key) OARLOCK_EXCLUDES(mutex_);
  void Remember(const std::string& key, const Decision& decision) OARLOCK_EXCLUDES(mutex_);
  // False: too many are under way.
  bool BeginReview() OARLOCK_EXCLUDES(mutex_);
  void EndReview() OARLOCK_EXCLUDES(mutex_);
  void Conclude(const Decision& decision, server::HttpRequest request,
                const server::HttpReply& reply);

  const std::shared_ptr<server::HttpHandler> inner_;
  const Deps deps_;
  // By result.
  std::map<std::string_view, std::shared_ptr<base::Counter>> requests_;
  base::Mutex mutex_;
  std::map<std::string, Decision> decisions_ OARLOCK_GUARDED_BY(mutex_);
  size_t reviews_ OARLOCK_GUARDED_BY(mutex_) = 0;
};

}  // namespace oarlock::app
