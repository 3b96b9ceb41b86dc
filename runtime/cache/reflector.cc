#include "cache/reflector.h"

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "cache/reflector/cache_verifier.h"
#include "cache/reflector/raw_key.h"

namespace oarlock::cache {

Reflector::Reflector(ReflectorOptions options, Parts parts)
    : options_(std::move(options)),
      parts_(std::move(parts)),
      backoff_(options_.backoff, *parts_.clock, *parts_.random) {}

Reflector::~Reflector() = default;

void Reflector::Start() {
  if (stopped_ || phase_ != InformerPhase::kNew) return;
  SetPhase(InformerPhase::kSyncing, {});
  StartList();
}

void Reflector::Stop() {
  if (stopped_) return;
  stopped_ = true;
  ++generation_;
  if (timer_ != 0) parts_.clock->Cancel(std::exchange(timer_, 0));
  turn_.reset();
  if (verifier_ != nullptr) verifier_->Stop();
  DropCall();
}

// A call may end here while the source is inside one of its sinks: it is destroyed in a task.
void Reflector::DropCall() {
  DropGuard();
  if (call_ == nullptr) return;
  call_->Cancel();
  parts_.strand->Post([call = std::shared_ptr<kube::Call>(std::move(call_))] {});
}

uint64_t Reflector::NewCall() {
  DropCall();
  budget_ = std::make_shared<ByteBudget>();
  if (const auto target = parts_.target.lock()) target->OnContact(true);
  return ++generation_;
}

// Who waits holds no turn.
void Reflector::After(base::Duration delay, Next next) {
  DropCall();
  turn_.reset();
  const uint64_t generation = ++generation_;
  auto fire = [weak = weak_from_this(), generation, next] {
    const auto self = weak.lock();
    if (self == nullptr) return;
    self->parts_.strand->Post([weak, generation, next] {
      if (const auto again = weak.lock()) again->GoIf(generation, next);
    });
  };
  timer_ = parts_.clock->ScheduleAfter(delay, std::move(fire));
}

void Reflector::GoIf(uint64_t generation, Next next) {
  if (stopped_ || generation != generation_) return;
  timer_ = 0;
  if (next == Next::kSameList || next == Next::kWatchList) return TakeTurn(next);
  Go(next);
}

void Reflector::Go(Next next) {
  switch (next) {
    case Next::kList: return StartList();
    case Next::kSameList: return RequestList(list_options_);
    case Next::kWatchList: return StartWatchList();
    case Next::kWatch: return StartWatch();
  }
}

// Goes on at once, or when one of the process's turns for full lists is free.
void Reflector::TakeTurn(Next next) {
  if (parts_.list_gate == nullptr || turn_ != nullptr) return Go(next);
  DropCall();
  const uint64_t generation = ++generation_;
  turn_ = parts_.list_gate->Enter([weak = weak_from_this(), generation, next] {
    const auto self = weak.lock();
    if (self == nullptr) return;
    self->parts_.strand->Post([weak, generation, next] {
      const auto again = weak.lock();
      if (again != nullptr && !again->stopped_ && generation == again->generation_) again->Go(next);
    });
  });
  if (turn_->immediate()) Go(next);
}

// An outage is over with the server's first answer, whatever it says: what follows is no longer
// delayed by how long the outage was.
base::Duration Reflector::DelayFor(const base::Status& error) {
  const bool answered = error.detail().http_status != 0;
  if (answered && unreachable_) backoff_.Reset();
  unreachable_ = !answered;
  const base::Duration step = backoff_.Next();
  if (error.code() == base::StatusCode::kPermissionDenied) {
    return std::max(step, parts_.random->Between(kForbiddenDelay, kForbiddenDelay * 2));
  }
  const base::Duration asked = error.detail().retry_after.value_or(base::Duration{0});
  return std::max(step, std::min(asked, kReflectorRetryAfterMax));
}

InformerPhase Reflector::WaitingPhase() const {
  return synced_ ? InformerPhase::kStale : InformerPhase::kSyncing;
}

// A failed request, in the words of who has to act on it.
void Reflector::Report(std::string_view verb, const base::Status& error) {
  parts_.metrics->errors->Add();
  const std::string context = std::string(verb) + " " + options_.what;
  switch (error.code()) {
    case base::StatusCode::kPermissionDenied:
      return SetPhase(InformerPhase::kForbidden, error.WithContext(context));
    case base::StatusCode::kNotFound:
      return SetPhase(synced_ ? InformerPhase::kGone : InformerPhase::kNotServed,
                      error.WithContext(context));
    default: return SetPhase(WaitingPhase(), error.WithContext(context));
  }
}

void Reflector::SetPhase(InformerPhase phase, const base::Status& error) {
  const bool is_new = phase != phase_ || error.code() != reported_;
  phase_ = phase;
  reported_ = error.code();
  if (const auto target = parts_.target.lock()) target->OnReflectorPhase(phase, error);
  if (!is_new || parts_.log == nullptr) return;
  const bool warn =
      phase == InformerPhase::kForbidden || (phase == InformerPhase::kGone && !error.ok());
  const auto level = warn ? base::LogLevel::kWarning : base::LogLevel::kInfo;
  const std::string reason = error.ok() ? "" : error.ToString();
  const base::LogField fields[] = {
      {"of", options_.what}, {"phase", InformerPhaseName(phase)}, {"error", reason}};
  parts_.log->Write(level, "informer", fields);
}

void Reflector::NoteEvent() {
  last_event_ = parts_.clock->Now();
  const auto since_epoch = parts_.clock->UnixNow().time_since_epoch();
  parts_.counts->last_event->Set(std::chrono::duration<double>(since_epoch).count());
}

// Protobuf of a newer server: what runs is asked for again as JSON, so that nothing is lost. The
// list from its beginning; the watch from the last version, so with the same event.
bool Reflector::FallBackToJson(const kube::RawItem& item, const base::Status& error, bool of_list) {
  const bool unknown =
      item.type == kube::ContentType::kProtobuf && error.code() == base::StatusCode::kUnimplemented;
  if (!unknown || std::exchange(json_asked_, true)) return false;
  parts_.source->UseJson(error);
  if (streaming_list_ || !of_list) CountEnd(WatchEnd::kError);
  if (streaming_list_ || of_list) {
    AbortList();
    StartList();
  } else {
    StartWatch();
  }
  return true;
}

void Reflector::SetAsideRaw(const kube::RawItem& item, const base::Status& error, bool from_list) {
  parts_.metrics->set_aside_total->Add();
  const std::string key = KeyFromBytes(item);
  if (parts_.log != nullptr) {
    parts_.log->Warning("object set aside", {{"of", options_.what},
                                             {"key", key},
                                             {"error", error.ToString()},
                                             {"input", item.bytes.substr(0, kLoggedInputMax)}});
  }
  if (const auto target = parts_.target.lock()) target->OnSetAside(key, error, from_list);
}

void Reflector::SetAsideObject(const kube::Object& object, const base::Status& error,
                               bool from_list) {
  parts_.metrics->set_aside_total->Add();
  if (parts_.log != nullptr) {
    parts_.log->Warning(
        "object set aside",
        {{"of", options_.what}, {"key", object.key()}, {"error", error.ToString()}});
  }
  if (const auto target = parts_.target.lock()) {
    target->OnSetAside(object.key(), error, from_list);
  }
}

}  // namespace oarlock::cache
