#pragma once
// FaultInjector: stands between the listener of a sandbox and its API, and makes the requests that
// its script names go wrong.
//
// Made by Sandbox; scripts come from the command line and from tests, at any time. Without a rule
// that fits, a request goes straight on.
// Threads: Handle on [server]; a delayed request is handled on the clock's thread; the rest [any].
// Ownership: shared by the listener; borrows the environment until Close, which waits for what the
// clock has begun. Errors: none of its own. Limits: those of the script; delayed requests are
// bounded by the listener's connections.

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "sandbox/api/api_server.h"
#include "sandbox/faults/fault_script.h"

namespace oarlock::sandbox {

struct RequestFacts;

class FaultInjector final : public server::HttpHandler,
                            public std::enable_shared_from_this<FaultInjector> {
 public:
  FaultInjector(ApiEnvironment& env, std::shared_ptr<ApiServer> api);
  ~FaultInjector() override;

  // Takes the place of the former script; counts begin anew. What is under way goes on as it began.
  void Set(FaultScript script);
  std::vector<FaultCount> counts() const;
  // Requests that wait for the clock.
  uint64_t delayed() const { return delayed_.load(); }
  // No request is handled later any more. Idempotent.
  void Close();

  void Handle(server::HttpRequest request, server::HttpReply reply) override;
  server::HttpResponse Refuse(int status, std::string_view why) override;

 private:
  struct Rule;
  using RulePtr = std::shared_ptr<const FaultRule>;

  RulePtr Choose(const RequestFacts& facts) OARLOCK_REQUIRES(mutex_);
  void Later(base::Duration delay, base::Task task);
  void RunLater(const base::Task& task);
  void Apply(const RulePtr& rule, const RequestFacts& facts, const server::HttpRequest& request,
             const server::HttpReply& reply);
  server::HttpResponse AnswerOf(const FaultRule& rule, const RequestFacts& facts,
                                const server::HttpRequest& request);
  server::HttpResponse FromThePast(const StaleFault& fault, const RequestFacts& facts,
                                   const server::HttpRequest& request);

  ApiEnvironment& env_;
  const std::shared_ptr<ApiServer> api_;
  std::atomic<uint64_t> delayed_{0};

  mutable base::Mutex mutex_;
  base::CondVar ended_;
  bool closed_ OARLOCK_GUARDED_BY(mutex_) = false;
  size_t running_ OARLOCK_GUARDED_BY(mutex_) = 0;  // tasks of the clock under way
  std::vector<Rule> rules_ OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::sandbox
