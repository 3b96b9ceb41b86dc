#include "client/transport/rest_call.h"

#include <algorithm>
#include <utility>

#include "client/transport/rest_transport.h"
#include "kube/api_status.h"

namespace oarlock::client {
namespace {

constexpr base::Duration kBrokenConnectionWait = std::chrono::seconds(1);  // RC-3

constexpr size_t kLoggedPathBytes = 500;

// "404 page not found", or a Status about the path: the server does not serve the type (any more).
bool IsMissingType(const base::Status& status) {
  return status.detail().reason != "NotFound" ||
         status.message().find("could not find the requested resource") != std::string::npos;
}

bool IsSuccess(int status) { return status >= 200 && status < 300; }

}  // namespace

RestCall::RestCall(std::shared_ptr<RestTransport> transport, RestRequest request,
                   std::shared_ptr<ResponseSink> sink)
    : transport_(std::move(transport)), request_(std::move(request)), sink_(std::move(sink)) {}

RestCall::~RestCall() = default;

void RestCall::Cancel() {
  transport_->engine().Post([self = shared_from_this()] {
    self->Finish(base::Cancelled("cancelled by the caller" + self->LastAttempt()));
  });
}

void RestCall::Resume() {
  transport_->engine().Post([self = shared_from_this()] {
    if (self->transfer_ != 0) self->transport_->engine().Resume(self->transfer_);
  });
}

void RestCall::Begin() {
  if (finished_) return;
  if (!request_.invalid.ok()) {
    Finish(request_.invalid);
    return;
  }
  term_ = transport_->engine().Term(request_.pool);
  if (request_.deadline != base::kNever) {
    deadline_timer_ = transport_->clock().Schedule(request_.deadline, [self = shared_from_this()] {
      self->transport_->engine().Post([self] { self->OnDeadline(); });
    });
  }
  Proceed();
}

void RestCall::Finish(base::Status status) {
  if (finished_) return;
  const auto self = shared_from_this();
  finished_ = true;
  transport_->clock().Cancel(deadline_timer_);
  transport_->clock().Cancel(wait_timer_);
  if (transfer_ != 0) transport_->engine().Cancel(transfer_);
  transfer_ = 0;
  transport_->Forget(*this);
  const std::shared_ptr<ResponseSink> sink = std::move(sink_);
  sink->OnEnd(std::move(status));
}

void RestCall::Proceed() {
  if (finished_) return;
  const base::MonoTime now = transport_->clock().Now();
  const base::MonoTime open_at = transport_->host().open_at();
  if (open_at <= now) {
    const base::MonoTime since = std::exchange(wait_since_, base::kNever);
    transport_->metrics().ObserveWait(request_.verb, now - std::min(since, now));
    AskCredentials();
    return;
  }
  wait_since_ = std::min(wait_since_, now);
  if (open_at >= request_.deadline) {
    Finish(base::Status(base::StatusCode::kResourceExhausted,
                        "the server asked for a pause that ends after this call's deadline",
                        {.http_status = 429, .retry_after = open_at - now}));
    return;
  }
  WaitUntil(open_at + transport_->Jitter(open_at - now));
}

void RestCall::WaitUntil(base::MonoTime at) {
  wait_timer_ = transport_->clock().Schedule(at, [self = shared_from_this()] {
    self->transport_->engine().Post([self] { self->Proceed(); });
  });
}

Credentials& RestCall::credentials_source() {
  return request_.credentials ? *request_.credentials : transport_->credentials();
}

void RestCall::AskCredentials() {
  credentials_source().Get(
      [self = shared_from_this()](base::Result<CredentialSnapshot> credentials) {
        HttpEngine& engine = self->transport_->engine();
        if (engine.OnIoThread()) {
          self->OnCredentials(std::move(credentials));
          return;
        }
        engine.Post([self, credentials = std::move(credentials)]() mutable {
          self->OnCredentials(std::move(credentials));
        });
      });
}

void RestCall::OnCredentials(base::Result<CredentialSnapshot> credentials) {
  if (finished_) return;
  if (!credentials.ok()) {
    Finish(credentials.status().WithContext("credentials"));
    return;
  }
  if (credentials->authorization.find_first_of("\r\n") != std::string::npos) {
    Finish(base::InvalidArgument("credentials: the token has a line break"));
    return;
  }
  // The same answer again would only be refused again.
  if (retried_unauthenticated_ && credentials->generation == refused_generation_) {
    Finish(last_error_);
    return;
  }
  credentials_ = *std::move(credentials);
  if (!request_.credentials) transport_->OnCredentials(credentials_);
  Send();
}

void RestCall::OnNewCertificate(const std::string& client_cert_pem) {
  if (request_.kind != CallKind::kWatch || transfer_ == 0) return;
  if (credentials_.client_cert_pem != client_cert_pem) Finish({});
}

void RestCall::Send() {
  head_ = {};
  error_body_.clear();
  body_bytes_ = 0;
  abort_status_ = {};
  ++attempts_;
  sent_at_ = transport_->clock().Now();
  TransferSpec spec = transport_->MakeSpec(request_, credentials_);
  spec.term = term_;
  transfer_ = transport_->engine().Start(request_.pool, std::move(spec), shared_from_this());
}

bool RestCall::OnHead(const ResponseHead& head) {
  head_ = head;
  transport_->OnHead(request_, head);
  if (!IsSuccess(head.status)) return true;
  abort_status_ = sink_->OnOpen(head);
  return abort_status_.ok();
}

BodyAction RestCall::OnBody(std::string_view bytes) {
  transport_->metrics().CountBytes(request_.kind, bytes.size());
  body_bytes_ += bytes.size();
  if (!IsSuccess(head_.status)) {
    error_body_.append(bytes.substr(0, kErrorBodyBytesMax - error_body_.size()));
    return BodyAction::kContinue;
  }
  base::Result<kube::Flow> flow = sink_->OnBody(bytes);
  if (!flow.ok()) {
    abort_status_ = flow.status();
    return BodyAction::kAbort;
  }
  return *flow == kube::Flow::kPause ? BodyAction::kPause : BodyAction::kContinue;
}

void RestCall::OnTransferEnd(const TransferResult& result) {
  transfer_ = 0;
  if (request_.kind != CallKind::kWatch) {
    transport_->metrics().ObserveDuration(request_.verb, transport_->clock().Now() - sent_at_);
    transport_->metrics().ObserveSizes(
        request_.verb, request_.body == nullptr ? 0 : request_.body->size(), body_bytes_);
  }
  LogAttempt(result);
  transport_->OnTransferEnd(request_, result);
  if (result.error == TransferError::kAborted) {
    Finish(abort_status_.ok() ? result.status : abort_status_);
  } else if (!result.status.ok() && (IsSuccess(head_.status) || !result.got_head)) {
    OnTransferError(result);
  } else {
    OnAnswer();  // an error's body that ended early is still an error
  }
}

void RestCall::OnAnswer() {
  if (IsSuccess(head_.status)) {
    Finish({});
    return;
  }
  last_error_ = AnswerStatus();
  if (head_.status == 401) {
    OnUnauthenticated();
    return;
  }
  if (head_.status == 404 && IsMissingType(last_error_)) transport_->OnMissingType();
  if (head_.status == 429) transport_->host().Pause(head_.retry_after);
  const bool retryable = head_.status == 429 || head_.status >= 500;
  if (retryable && head_.retry_after && MayRetry(*head_.retry_after)) {
    RetryAfter(*head_.retry_after, std::to_string(head_.status));
    return;
  }
  Finish(last_error_);
}

void RestCall::OnUnauthenticated() {
  credentials_source().Invalidate(credentials_.generation);
  if (request_.kind != CallKind::kVerb || retried_unauthenticated_) {
    Finish(last_error_);
    return;
  }
  retried_unauthenticated_ = true;
  refused_generation_ = credentials_.generation;
  AskCredentials();
}

void RestCall::OnTransferError(const TransferResult& result) {
  last_error_ = result.status;
  const bool broken =
      result.error == TransferError::kBroken || result.error == TransferError::kHttp2;
  const bool safe = request_.kind == CallKind::kVerb && request_.method == "GET";
  if (broken && safe && MayRetry(kBrokenConnectionWait) && sink_->Restart()) {
    RetryAfter(kBrokenConnectionWait, kErrorCodeLabel);
    return;
  }
  Finish(result.status);
}

bool RestCall::MayRetry(base::Duration wait) const {
  if (attempts_ > transport_->options().retries_max || wait > kHostPauseMax) return false;
  return transport_->clock().Now() + wait < request_.deadline;
}

void RestCall::RetryAfter(base::Duration wait, const std::string& code) {
  transport_->metrics().CountRetry(code, request_.verb);
  WaitUntil(transport_->clock().Now() + wait + transport_->Jitter(wait));
}

void RestCall::OnDeadline() {
  Finish(base::DeadlineExceeded(request_.verb + " " +
                                request_.path.substr(0, request_.path.find('?')) +
                                ": no answer before the deadline" + LastAttempt()));
}

std::string RestCall::LastAttempt() const {
  return last_error_.ok() ? "" : "; the last attempt: " + last_error_.ToString();
}

// Never headers or bodies: they hold tokens and Secrets (RC-21, TP-8).
void RestCall::LogAttempt(const TransferResult& result) const {
  const base::Log& log = transport_->log();
  if (!log.Enabled(base::LogLevel::kDebug)) return;
  const base::Duration took = transport_->clock().Now() - sent_at_;
  log.Debug("request", {{"verb", request_.verb},
                        {"path", std::string_view(request_.path).substr(0, kLoggedPathBytes)},
                        {"attempt", attempts_},
                        {"status", head_.status},
                        {"bytes", body_bytes_},
                        {"ms", std::chrono::duration<double, std::milli>(took).count()},
                        {"error", result.status.message()}});
}

base::Status RestCall::AnswerStatus() const {
  if (head_.status >= 300 && head_.status < 400) {
    return base::Status(base::StatusCode::kUnavailable,
                        "the server redirects to \"" + head_.location.substr(0, 200) +
                            "\"; redirects are not followed",
                        {.http_status = head_.status});
  }
  return kube::StatusFromResponse(head_.status, error_body_, head_.retry_after);
}

}  // namespace oarlock::client
