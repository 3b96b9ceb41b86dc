#include "client/auth/token_credentials.h"

#include <fmt/format.h>

#include <utility>

#include "client/transport/rest_transport.h"
#include "kube/decode.h"

namespace oarlock::client {
namespace {

constexpr std::chrono::seconds kAnswerDeadline{30};

}  // namespace

// Gathers one answer.
class TokenCredentials::Sink final : public ResponseSink {
 public:
  explicit Sink(std::shared_ptr<TokenCredentials> owner) : owner_(std::move(owner)) {}

  base::Status OnOpen(const ResponseHead& /*head*/) override { return {}; }
  base::Result<kube::Flow> OnBody(std::string_view bytes) override {
    if (bytes.size() > kTokenAnswerMax - body_.size()) {
      return base::Status(base::StatusCode::kTooLarge, "the answer is too large for a token");
    }
    body_ += bytes;
    return kube::Flow::kContinue;
  }
  bool Restart() override {
    body_.clear();
    return true;
  }
  void OnEnd(base::Status status) override {
    owner_->OnAnswer(status.ok() ? base::Result<std::string>(std::move(body_)) : status);
  }

 private:
  const std::shared_ptr<TokenCredentials> owner_;
  std::string body_;
};

TokenCredentials::TokenCredentials(const std::shared_ptr<RestTransport>& transport,
                                   kube::ServiceAccount account)
    : transport_(transport), account_(std::move(account)), clock_(transport->clock()) {}

void TokenCredentials::Get(Ready ready) {
  bool ask = false;
  base::Result<CredentialSnapshot> answer = CredentialSnapshot();
  {
    base::MutexLock lock(mutex_);
    const base::MonoTime now = clock_.Now();
    const bool usable = now < ends_;
    ask = !asking_ && now >= ask_again_;
    asking_ = asking_ || ask;
    if (usable) {
      answer = snapshot_;
    } else if (asking_) {
      waiting_.push_back(std::exchange(ready, nullptr));
    } else {
      answer = last_error_;
    }
  }
  if (ask) Ask();
  if (ready) ready(std::move(answer));
}

void TokenCredentials::Invalidate(uint64_t generation) {
  base::MutexLock lock(mutex_);
  if (generation != snapshot_.generation) return;
  ends_ = {};
  ask_again_ = {};
}

void TokenCredentials::Ask() {
  const auto transport = transport_.lock();
  if (!transport) return OnAnswer(base::Cancelled("the client was stopped"));
  RestRequest request;
  request.verb = "create";
  request.method = "POST";
  request.path =
      fmt::format("/api/v1/namespaces/{}/serviceaccounts/{}/token", account_.ns, account_.name);
  request.content_type = "application/json";
  request.body = std::make_shared<const std::string>(
      fmt::format(R"({{"apiVersion":"authentication.k8s.io/v1","kind":"TokenRequest",)"
                  R"("spec":{{"expirationSeconds":{}}}}})",
                  kTokenLifetime.count()));
  request.pool = transport->request_pool();
  request.deadline = clock_.Now() + kAnswerDeadline;
  transport->Start(std::move(request), std::make_shared<Sink>(shared_from_this()));
}

void TokenCredentials::OnAnswer(base::Result<std::string> body) {
  std::vector<Ready> waiting;
  base::Result<CredentialSnapshot> answer = CredentialSnapshot();
  {
    base::MutexLock lock(mutex_);
    asking_ = false;
    last_error_ = body.ok() ? Take(*body) : Failed(body.status());
    if (!last_error_.ok()) ask_again_ = clock_.Now() + kTokenPause;
    waiting.swap(waiting_);
    answer = last_error_.ok() ? base::Result<CredentialSnapshot>(snapshot_) : last_error_;
  }
  for (const Ready& ready : waiting) ready(answer);
}

// By this machine's own clock: the server's may differ.
base::Status TokenCredentials::Take(const std::string& body) {
  const auto review = kube::ObjectFromJson(body, {.drop_managed_fields = false});
  if (!review.ok()) return Failed(review.status());
  const std::string_view token = review->root()["status"]["token"].AsString();
  const std::chrono::seconds life(review->root()["spec"]["expirationSeconds"].AsInt(0));
  if (token.empty() || life <= std::chrono::seconds::zero()) {
    return Failed(base::Internal("an answer without a token"));
  }
  snapshot_.authorization = "Bearer " + std::string(token);
  ++snapshot_.generation;
  ends_ = clock_.Now() + life;
  ask_again_ = clock_.Now() + life * 4 / 5;
  return base::Status::Ok();
}

base::Status TokenCredentials::Failed(const base::Status& why) const {
  if (why.code() == base::StatusCode::kCancelled) return why;
  return {base::StatusCode::kUnauthenticated,
          fmt::format("no token for ServiceAccount {}/{}: {}{}", account_.ns, account_.name,
                      why.message(),
                      why.code() == base::StatusCode::kPermissionDenied
                          ? "; the host needs create on its serviceaccounts/token (oarlock rbac)"
                          : "")};
}

}  // namespace oarlock::client
