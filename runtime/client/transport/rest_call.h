#pragma once
// RestCall: one logical request of the API server, from the caller's wish to the final answer.
//
// It waits while the host asked for a pause, gets credentials, sends, and decides about retries:
// 429 and 5xx with Retry-After for every verb (RC-2), broken connections for GET (RC-3), one more
// try with newer credentials after a 401. Waits are timers of the Clock. Lists and watches are not
// retried for broken connections or 401: their reflector decides.
// Made and started by RestTransport::Start. Threads: Cancel and Resume [any], the rest [io].
// Ownership: kept alive by the transport until it ended. Limits: TransportOptions::retries_max,
// kErrorBodyBytesMax.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/status.h"
#include "client/credentials.h"
#include "client/transport/http_engine.h"
#include "kube/list_watcher.h"

namespace oarlock::client {

class RestTransport;

enum class CallKind : uint8_t { kVerb, kList, kWatch };

struct RestRequest {
  base::Status invalid;  // not OK: the call ends with it and nothing is sent
  CallKind kind = CallKind::kVerb;
  std::string verb;    // for metrics and messages: "get", "list", "watch", "patch", …
  std::string method;  // HTTP
  std::string path;    // path and query below the server's prefix
  std::string accept = "application/json";
  std::string content_type;
  std::shared_ptr<const std::string> body;   // null = none
  std::vector<std::string> headers;          // more, "Name: value"
  std::shared_ptr<Credentials> credentials;  // null: the transport's
  PoolId pool = 0;
  base::MonoTime deadline = base::kNever;
};

// Who reads the answer. Called on [io] with no lock held.
class ResponseSink {
 public:
  virtual ~ResponseSink() = default;
  // A 2xx head. Not OK aborts the call with that status.
  virtual base::Status OnOpen(const ResponseHead& head) = 0;
  // Body of a 2xx answer. An error aborts the call with it.
  virtual base::Result<kube::Flow> OnBody(std::string_view bytes) = 0;
  // Forget what came: the request is sent again. False = cannot.
  virtual bool Restart() = 0;
  // Exactly once and last.
  virtual void OnEnd(base::Status status) = 0;
};

class RestCall final : public TransferSink, public std::enable_shared_from_this<RestCall> {
 public:
  RestCall(std::shared_ptr<RestTransport> transport, RestRequest request,
           std::shared_ptr<ResponseSink> sink);
  ~RestCall() override;

  // Ends with kCancelled unless it has ended.
  void Cancel();
  void Resume();

  void Begin();
  void Finish(base::Status status);
  // A watch that was opened with another certificate ends well, as if the server had closed it.
  void OnNewCertificate(const std::string& client_cert_pem);

 private:
  bool OnHead(const ResponseHead& head) override;
  BodyAction OnBody(std::string_view bytes) override;
  void OnTransferEnd(const TransferResult& result) override;

  void Proceed();
  Credentials& credentials_source();
  void AskCredentials();
  void OnCredentials(base::Result<CredentialSnapshot> credentials);
  void Send();
  void OnAnswer();
  void OnUnauthenticated();
  void OnTransferError(const TransferResult& result);
  void RetryAfter(base::Duration wait, const std::string& code);
  void WaitUntil(base::MonoTime at);
  void OnDeadline();
  bool MayRetry(base::Duration wait) const;
  base::Status AnswerStatus() const;
  // For the end of a call that was cut short: "; the last attempt: …", or nothing.
  std::string LastAttempt() const;
  void LogAttempt(const TransferResult& result) const;

  const std::shared_ptr<RestTransport> transport_;
  const RestRequest request_;
  std::shared_ptr<ResponseSink> sink_;
  CredentialSnapshot credentials_;
  uint64_t refused_generation_ = 0;  // got a 401
  bool retried_unauthenticated_ = false;
  uint64_t term_ = 0;  // of the pool's fence, when it began
  TransferId transfer_ = 0;
  base::TimerId deadline_timer_ = 0;
  base::TimerId wait_timer_ = 0;
  base::MonoTime sent_at_;
  base::MonoTime wait_since_ = base::kNever;  // in the server's pause; kNever = not
  ResponseHead head_;
  std::string error_body_;
  size_t body_bytes_ = 0;
  base::Status abort_status_;
  base::Status last_error_;
  int attempts_ = 0;
  bool finished_ = false;
};

}  // namespace oarlock::client
