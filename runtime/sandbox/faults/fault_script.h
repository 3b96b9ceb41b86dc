#pragma once
// FaultScript: which requests to a sandbox go wrong, and how, as a value; and its reader.
//
// Written as YAML (docs/sandbox.md has each action with an example), read by `oarlock sandbox
// --faults` and by tests, applied by fault_injector.h. Rules are tried in order; of those whose
// match fits, the first whose turn it is (from, every, times) is applied, and no other.
// Threads: values. Errors: kInvalidArgument, one line for each fault of the script:
// "file:line:column: path: what, and what to do". Limits: kFaultRulesMax, and those of kube/yaml.h.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/status.h"
#include "server/http_message.h"

namespace oarlock::sandbox {

inline constexpr size_t kFaultRulesMax = 1'000;

// Empty fields match everything; a request that is not for a resource has only verb and path.
struct FaultMatch {
  std::vector<std::string> verbs;      // get list watch create update patch apply delete …
  std::vector<std::string> resources;  // "pods", "deployments.apps", "pods/status"
  std::string ns;
  std::string name;
  std::string user_agent;  // a part of it
  std::string path;        // what it begins with
};

// Whether a write has happened when the fault shows.
enum class FaultMoment { kBeforeCommit, kAfterCommit };

// A Status with these fields, or a body as it stands.
struct AnswerFault {
  FaultMoment moment = FaultMoment::kBeforeCommit;
  int status = 500;
  std::string reason;
  std::string message;
  std::optional<base::Duration> retry_after;
  std::optional<std::string> body;
  std::string content_type = "application/json";
};

// No answer at all: the connection ends (`drop`) or stays open (`silence`).
struct DropFault {
  FaultMoment moment = FaultMoment::kBeforeCommit;
  server::BodyStream::State ending = server::BodyStream::State::kClose;
};
struct SilenceFault {
  FaultMoment moment = FaultMoment::kBeforeCommit;
};

// A get or list that a server answers from a state of the past.
struct StaleFault {
  uint64_t versions = 0;
  base::Duration age{0};
};

enum class ExpiredForm { kStream, kHttp };  // of a watch; a list is always told by HTTP

// What happens to the events of a watch.
struct EventFaults {
  bool duplicate = false;                    // each is sent twice
  std::vector<std::string> duplicate_types;  // only these; empty: all
  std::optional<uint64_t> mute_after;        // events; nothing comes after them
  std::optional<uint64_t> error_after;       // events; an ERROR frame with `error`, then the end
  AnswerFault error;
  bool any() const { return duplicate || mute_after || error_after; }
};

// What happens to the bytes of a body.
struct ByteFaults {
  std::vector<size_t> chunks;  // sizes of its pieces; the last one repeats; empty: as they come
  base::Duration pause{0};     // after each piece
  // The connection ends after `cut_events` whole events and `cut_bytes` more.
  std::optional<uint64_t> cut_bytes;
  uint64_t cut_events = 0;
  server::BodyStream::State ending = server::BodyStream::State::kClose;
  bool any() const { return !chunks.empty() || cut_bytes; }
};

struct FaultRule {
  std::string name;
  FaultMatch match;
  uint64_t from = 1;                           // the first request that fits and is hit
  uint64_t every = 1;                          // from then on each n-th
  uint64_t times = 0;                          // how often; 0: without end
  std::optional<base::Duration> delay;         // until the request is handled
  std::optional<base::Duration> delay_answer;  // until its answer is sent
  // One of these at most.
  std::optional<AnswerFault> answer;
  std::optional<DropFault> drop;
  std::optional<SilenceFault> silence;
  std::optional<StaleFault> stale;
  std::optional<ExpiredForm> expired;
  // Where there is a body.
  EventFaults events;
  ByteFaults bytes;
};

// What a rule has done so far.
struct FaultCount {
  std::string rule;
  uint64_t fitted = 0;   // requests that it matches
  uint64_t applied = 0;  // of these, how many went wrong
};

struct FaultScript {
  std::vector<FaultRule> rules;

  static base::Result<FaultScript> Parse(std::string_view yaml, std::string_view file);
};

}  // namespace oarlock::sandbox
