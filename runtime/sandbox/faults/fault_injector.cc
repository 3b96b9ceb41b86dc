#include "sandbox/faults/fault_injector.h"

#include <optional>
#include <utility>

#include "sandbox/faults/fault_streams.h"
#include "sandbox/faults/past_state.h"
#include "sandbox/faults/request_facts.h"

namespace oarlock::sandbox {
namespace {

using server::HttpResponse;

ApiError ErrorOf(const AnswerFault& fault) {
  ApiError error{fault.status, fault.reason, fault.message, {}};
  if (fault.retry_after) {
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(*fault.retry_after).count();
    error.retry_after = static_cast<int>(seconds);
    error.details = {{"retryAfterSeconds", seconds}};
  }
  return error;
}

HttpResponse Answer(const AnswerFault& fault) {
  HttpResponse answer = ErrorAnswer(ErrorOf(fault));
  if (fault.body) {
    answer.body = *fault.body;
    answer.content_type = fault.content_type;
  }
  return answer;
}

// An answer without a head: what the stream writes is all that is sent.
HttpResponse Bare(server::BodyStream::State ending) {
  HttpResponse answer;
  answer.bare = true;
  answer.stream = NoStream(ending);
  return answer;
}

// What takes the place of the API's own answer at that moment.
std::optional<HttpResponse> Instead(const FaultRule& rule, FaultMoment moment) {
  if (rule.answer && rule.answer->moment == moment) return Answer(*rule.answer);
  if (rule.drop && rule.drop->moment == moment) return Bare(rule.drop->ending);
  if (rule.silence && rule.silence->moment == moment) return Bare(server::BodyStream::State::kWait);
  return std::nullopt;
}

// As a server whose window has moved on.
HttpResponse ExpiredAnswer(ExpiredForm form, const RequestFacts& facts, uint64_t current) {
  const ApiError error =
      Expired("too old resource version: " + facts.version + " (" + std::to_string(current) + ")");
  if (form == ExpiredForm::kHttp || facts.verb != "watch") return ErrorAnswer(error);
  HttpResponse answer;
  answer.content_type = "application/json";
  answer.stream = TextStream(R"({"type":"ERROR","object":)" + WriteJson(error.ToStatus()) + "}\n");
  return answer;
}

// Whether the rule's actions mean anything for the request.
bool Concerns(const FaultRule& rule, const RequestFacts& facts) {
  if (rule.stale && !facts.is_read()) return false;
  if (rule.expired && !(facts.names_version && (facts.verb == "list" || facts.verb == "watch"))) {
    return false;
  }
  return !rule.events.any() || facts.verb == "watch";
}

bool IsTurn(const FaultRule& rule, uint64_t fitted, uint64_t applied) {
  if (rule.times > 0 && applied >= rule.times) return false;
  return fitted >= rule.from && (fitted - rule.from) % rule.every == 0;
}

void AddBodyFaults(const FaultRule& rule, const RequestFacts& facts, base::Clock& clock,
                   HttpResponse& answer) {
  if (rule.events.any() && facts.verb == "watch" && answer.stream) {
    answer.stream = WithEventFaults(std::move(answer.stream), rule.events,
                                    WriteJson(ErrorOf(rule.events.error).ToStatus()));
  }
  if (!rule.bytes.any()) return;
  if (!answer.stream) answer.stream = TextStream(std::exchange(answer.body, {}));
  answer.stream = WithByteFaults(std::move(answer.stream), rule.bytes, clock);
}

}  // namespace

struct FaultInjector::Rule {
  RulePtr rule;
  FaultCount count;
};

FaultInjector::FaultInjector(ApiEnvironment& env, std::shared_ptr<ApiServer> api)
    : env_(env), api_(std::move(api)) {}

FaultInjector::~FaultInjector() = default;

void FaultInjector::Set(FaultScript script) {
  std::vector<Rule> rules;
  for (FaultRule& rule : script.rules) {
    FaultCount count;
    count.rule = rule.name;
    rules.push_back({std::make_shared<const FaultRule>(std::move(rule)), std::move(count)});
  }
  const base::MutexLock lock(mutex_);
  rules_ = std::move(rules);
}

std::vector<FaultCount> FaultInjector::counts() const {
  const base::MutexLock lock(mutex_);
  std::vector<FaultCount> counts;
  for (const Rule& rule : rules_) counts.push_back(rule.count);
  return counts;
}

void FaultInjector::Close() {
  const base::MutexLock lock(mutex_);
  closed_ = true;
  while (running_ > 0) ended_.Wait(mutex_);
}

void FaultInjector::Handle(server::HttpRequest request, server::HttpReply reply) {
  RequestFacts facts;
  RulePtr rule;
  {
    const base::MutexLock lock(mutex_);
    if (!rules_.empty()) {
      facts = RequestFacts::Of(request);
      rule = Choose(facts);
    }
  }
  if (!rule) return api_->Handle(std::move(request), std::move(reply));
  if (!rule->delay) return Apply(rule, facts, request, reply);
  Later(*rule->delay, [this, rule, facts = std::move(facts), request = std::move(request),
                       reply = std::move(reply)] { Apply(rule, facts, request, reply); });
}

FaultInjector::RulePtr FaultInjector::Choose(const RequestFacts& facts) {
  for (Rule& one : rules_) {
    const FaultRule& rule = *one.rule;
    if (!facts.Fits(rule.match) || !Concerns(rule, facts)) continue;
    ++one.count.fitted;
    if (!IsTurn(rule, one.count.fitted, one.count.applied)) continue;
    ++one.count.applied;
    return one.rule;
  }
  return nullptr;
}

void FaultInjector::Later(base::Duration delay, base::Task task) {
  // A request that counts as delayed has its timer, or a world would be at rest before it; and it
  // counts before RunLater, which takes the lock as well.
  const base::MutexLock lock(mutex_);
  env_.clock.ScheduleAfter(delay, [weak = weak_from_this(), task = std::move(task)] {
    if (const auto self = weak.lock()) self->RunLater(task);
  });
  ++delayed_;
}

void FaultInjector::RunLater(const base::Task& task) {
  {
    const base::MutexLock lock(mutex_);
    if (closed_) return;
    ++running_;
  }
  task();
  --delayed_;  // its answer is on its way to the listener
  const base::MutexLock lock(mutex_);
  --running_;
  ended_.NotifyAll();
}

void FaultInjector::Apply(const RulePtr& rule, const RequestFacts& facts,
                          const server::HttpRequest& request, const server::HttpReply& reply) {
  HttpResponse answer = AnswerOf(*rule, facts, request);
  if (!answer.bare) AddBodyFaults(*rule, facts, env_.clock, answer);
  if (!rule->delay_answer) return reply(std::move(answer));
  Later(*rule->delay_answer, [reply, answer = std::move(answer)] { reply(answer); });
}

HttpResponse FaultInjector::AnswerOf(const FaultRule& rule, const RequestFacts& facts,
                                     const server::HttpRequest& request) {
  if (auto instead = Instead(rule, FaultMoment::kBeforeCommit)) return *std::move(instead);
  if (rule.expired) return ExpiredAnswer(*rule.expired, facts, env_.store.Read()->version);
  if (rule.stale) return FromThePast(*rule.stale, facts, request);
  HttpResponse answer = api_->Answer(request);
  if (auto instead = Instead(rule, FaultMoment::kAfterCommit)) return *std::move(instead);
  return answer;
}

HttpResponse FaultInjector::FromThePast(const StaleFault& fault, const RequestFacts& facts,
                                        const server::HttpRequest& request) {
  const Snapshot now = env_.store.Read();
  const uint64_t version = PastVersion(*now, fault, env_.clock.Now());
  Store past(env_.clock, {}, PastState(now, facts.qualified, version));
  TypeRegistry types(past, env_.schemas);
  ApiEnvironment env{env_.clock,   env_.random, past,        types,
                     env_.schemas, env_.tables, env_.access, env_.switches};
  return ApiServer(env).Answer(request);
}

HttpResponse FaultInjector::Refuse(int status, std::string_view why) {
  return api_->Refuse(status, why);
}

}  // namespace oarlock::sandbox
