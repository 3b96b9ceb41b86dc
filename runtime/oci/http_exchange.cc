#include "oci/http_exchange.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <stop_token>
#include <utility>

#include "base/mutex.h"

namespace oarlock::oci {

class HttpExchange::Sink final : public client::TransferSink {
 public:
  Sink(size_t body_max, BodyTaker* taker) : body_max_(body_max), taker_(taker) {}

  bool OnHead(const client::ResponseHead& head) override {
    base::MutexLock lock(mutex_);
    answer_.head = head;
    return !ended_;
  }

  client::BodyAction OnBody(std::string_view bytes) override {
    base::MutexLock lock(mutex_);
    // The taker may be gone once nobody waits.
    if (ended_) return client::BodyAction::kAbort;
    failure_ = Take(bytes);
    return failure_.ok() ? client::BodyAction::kContinue : client::BodyAction::kAbort;
  }

  void OnTransferEnd(const client::TransferResult& result) override {
    base::MutexLock lock(mutex_);
    if (failure_.ok()) failure_ = result.status;
    ended_ = true;
    changed_.NotifyAll();
  }

  void Interrupt(base::Status why) {
    base::MutexLock lock(mutex_);
    if (ended_) return;
    failure_ = std::move(why);
    ended_ = true;
    changed_.NotifyAll();
  }

  base::Result<HttpAnswer> Wait(base::Clock& clock, base::MonoTime deadline) {
    base::MutexLock lock(mutex_);
    while (!ended_) {
      if (clock.WaitUntil(changed_, mutex_, deadline) || ended_) continue;
      failure_ = base::DeadlineExceeded("no answer in time");
      ended_ = true;
    }
    if (!failure_.ok()) return failure_;
    return std::move(answer_);
  }

 private:
  base::Status Take(std::string_view bytes) OARLOCK_REQUIRES(mutex_) {
    if (!answer_.ok()) {
      const size_t room = kRegistryErrorBytesMax - answer_.body.size();
      answer_.body.append(bytes.substr(0, std::min(room, bytes.size())));
      return {};
    }
    if (taker_ != nullptr) return taker_->Take(bytes);
    if (bytes.size() > body_max_ - answer_.body.size()) {
      return {base::StatusCode::kTooLarge,
              "the answer is larger than " + std::to_string(body_max_) + " bytes"};
    }
    answer_.body.append(bytes);
    return {};
  }

  const size_t body_max_;
  BodyTaker* const taker_;
  base::Mutex mutex_;
  base::CondVar changed_;
  HttpAnswer answer_ OARLOCK_GUARDED_BY(mutex_);
  base::Status failure_ OARLOCK_GUARDED_BY(mutex_);
  bool ended_ OARLOCK_GUARDED_BY(mutex_) = false;
};

HttpExchange::HttpExchange(base::Clock& clock) : clock_(clock), pool_(engine_.AddPool({})) {}
HttpExchange::~HttpExchange() { engine_.Stop(); }

base::Result<HttpAnswer> HttpExchange::Do(client::TransferSpec spec, size_t body_max,
                                          BodyTaker* taker, const kube::CallContext& call) {
  const auto sink = std::make_shared<Sink>(body_max, taker);
  const auto id = std::make_shared<client::TransferId>(0);  // [io]
  engine_.Post([this, id, sink, spec = std::move(spec)]() mutable {
    *id = engine_.Start(pool_, std::move(spec), sink);
  });
  base::Result<HttpAnswer> answer = [&] {
    const std::stop_callback on_stop(
        call.stop, [&sink] { sink->Interrupt(base::Cancelled("stopped while it was fetched")); });
    return sink->Wait(clock_, call.deadline);
  }();
  if (!answer.ok()) {
    engine_.Post([this, id] { engine_.Cancel(*id); });
  }
  return answer;
}

}  // namespace oarlock::oci
