#include "sandbox/workloads/jobs.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "kube/timestamp.h"
#include "sandbox/controllers/conditions.h"

namespace oarlock::sandbox {
namespace {

constexpr const char* kIndex = "batch.kubernetes.io/job-completion-index";
constexpr std::chrono::seconds kFirstPause{10};
constexpr std::chrono::minutes kLongestPause{10};
constexpr int kDoublingsMost = 10;

bool HasEnded(const Json& job) {
  const Json& status = Member(job, "status");
  return IsConditionTrue(status, "Complete") || IsConditionTrue(status, "Failed");
}

bool IsSuspended(const Json& job) { return At(job, {"spec", "suspend"}) == true; }

int64_t IndexOf(const Json& pod) {
  const std::string text(TextAt(pod, {"metadata", "annotations", kIndex}));
  return text.empty() ? -1 : std::strtoll(text.c_str(), nullptr, 10);
}

// "0-2,4"
std::string Ranges(const std::set<int64_t>& numbers) {
  std::string text;
  for (auto at = numbers.begin(); at != numbers.end();) {
    const int64_t first = *at;
    int64_t last = first;
    for (++at; at != numbers.end() && *at == last + 1; ++at) last = *at;
    text += (text.empty() ? "" : ",") + std::to_string(first);
    if (last > first) text += (last == first + 1 ? "," : "-") + std::to_string(last);
  }
  return text;
}

base::UnixTime EndTimeOf(const Json& pod) {
  for (const Json& one : At(pod, {"status", "containerStatuses"})) {
    const auto time = kube::ParseTimestamp(TextAt(one, {"state", "terminated", "finishedAt"}));
    if (time) return *time;
  }
  return {};
}

}  // namespace

ApiStatus Jobs::Reconcile(const std::string& key) {
  const Json job = client().Get(resource(), key);
  if (job.is_null() || IsDeleting(job)) return {};
  if (HasEnded(job)) return Expire(job);
  auto pods = Claim(client(), "pods", job);
  if (!pods.ok()) return pods.error();
  View view = ViewOf(job, std::move(*pods));
  ApiStatus failure;
  if (const auto end = EndOf(view)) {
    failure = Finish(view, *end);
  } else {
    failure = IsSuspended(job) ? Suspend(view) : Run(view);
  }
  Count(view);
  if (auto error = PutStatus(client(), resource(), job, std::move(view.status))) return error;
  return failure;
}

Jobs::View Jobs::ViewOf(const Json& job, Documents pods) const {
  View view{job, Member(job, "status")};
  view.indexed = TextAt(job, {"spec", "completionMode"}) == "Indexed";
  for (Json& pod : pods) {
    const auto phase = TextAt(pod, {"status", "phase"});
    if (phase == "Succeeded") {
      if (view.indexed) view.done.insert(IndexOf(pod));
      view.succeeded.push_back(std::move(pod));
    } else if (phase == "Failed") {
      view.failed.push_back(std::move(pod));
    } else if (!IsDeleting(pod)) {
      view.active.push_back(std::move(pod));
    }
  }
  return view;
}

std::optional<Jobs::End> Jobs::EndOf(const View& view) {
  const Json& spec = Member(view.job, "spec");
  if (static_cast<int64_t>(view.failed.size()) > IntAt(spec, {"backoffLimit"}, 6)) {
    return End{false, "BackoffLimitExceeded", "Job has reached the specified backoff limit"};
  }
  const auto started = kube::ParseTimestamp(TextAt(view.status, {"startTime"}));
  const int64_t limit = IntAt(spec, {"activeDeadlineSeconds"}, -1);
  if (started && limit >= 0 && !IsSuspended(view.job)) {
    const base::Duration rest = *started + std::chrono::seconds(limit) - clock().UnixNow();
    if (rest <= base::Duration::zero()) {
      return End{false, "DeadlineExceeded", "Job was active longer than specified deadline"};
    }
    LookAgain(view.job, rest);
  }
  const int64_t completions = IntAt(spec, {"completions"}, -1);
  const auto successes =
      static_cast<int64_t>(view.indexed ? view.done.size() : view.succeeded.size());
  // Without a number of completions the first success says that there is no more to do.
  const bool complete =
      completions >= 0 ? successes >= completions : successes > 0 && view.active.empty();
  if (!complete) return std::nullopt;
  return End{true, "CompletionsReached", "Reached expected number of succeeded pods"};
}

ApiStatus Jobs::Finish(View& view, const End& end) {
  const std::string now = Now();
  if (TextAt(view.status, {"startTime"}).empty()) view.status["startTime"] = now;
  SetCondition(
      view.status,
      {end.complete ? "SuccessCriteriaMet" : "FailureTarget", true, end.reason, end.message},
      now)["lastProbeTime"] = now;
  if (auto error = DeleteAll(view.active, view.active.size())) return error;
  view.active.clear();
  SetCondition(view.status, {end.complete ? "Complete" : "Failed", true, end.reason, end.message},
               now)["lastProbeTime"] = now;
  if (end.complete) view.status["completionTime"] = now;
  return {};
}

ApiStatus Jobs::Suspend(View& view) {
  const std::string now = Now();
  view.status.erase("startTime");
  if (!IsConditionTrue(view.status, "Suspended")) {
    SetCondition(view.status, {"Suspended", true, "JobSuspended", "Job suspended"},
                 now)["lastProbeTime"] = now;
  }
  if (auto error = DeleteAll(view.active, view.active.size())) return error;
  view.active.clear();
  return {};
}

ApiStatus Jobs::Run(View& view) {
  const std::string now = Now();
  if (IsConditionTrue(view.status, "Suspended")) {
    SetCondition(view.status, {"Suspended", false, "JobResumed", "Job resumed"},
                 now)["lastProbeTime"] = now;
  }
  if (TextAt(view.status, {"startTime"}).empty()) {
    view.status["startTime"] = now;
    const int64_t limit = IntAt(view.job, {"spec", "activeDeadlineSeconds"}, -1);
    if (limit >= 0) LookAgain(view.job, std::chrono::seconds(limit));
  }
  const int64_t completions = IntAt(view.job, {"spec", "completions"}, -1);
  const auto active = static_cast<int64_t>(view.active.size());
  int64_t wanted = IntAt(view.job, {"spec", "parallelism"}, 1);
  if (completions >= 0) {
    const auto successes =
        static_cast<int64_t>(view.indexed ? view.done.size() : view.succeeded.size());
    wanted = std::min(wanted, completions - successes);
  } else if (!view.succeeded.empty()) {
    wanted = active;
  }
  if (active > wanted) {
    const auto surplus = static_cast<size_t>(active - wanted);
    if (auto error = DeleteAll(view.active, surplus)) return error;
    view.active.erase(view.active.begin(), view.active.begin() + static_cast<long>(surplus));
  }
  if (active >= wanted) return {};
  if (const base::Duration pause = Pause(view); pause > base::Duration::zero()) {
    LookAgain(view.job, pause);
    return {};
  }
  return Start(view, wanted - active);
}

ApiStatus Jobs::Start(View& view, int64_t count) {
  std::set<int64_t> taken = view.done;
  for (const Json& pod : view.active) taken.insert(IndexOf(pod));
  for (int64_t index = 0; count > 0; ++index) {
    if (view.indexed && taken.contains(index)) continue;
    Json pod = PodOf(view.job, At(view.job, {"spec", "template"}));
    std::string prefix = std::string(NameOf(view.job)) + "-";
    if (view.indexed) {
      const std::string text = std::to_string(index);
      pod["metadata"]["annotations"][kIndex] = text;
      pod["metadata"]["labels"][kIndex] = text;
      for (Json& container : pod["spec"]["containers"]) {
        container["env"].push_back({{"name", "JOB_COMPLETION_INDEX"}, {"value", text}});
      }
      prefix += text + "-";
    }
    pod["metadata"]["generateName"] = prefix;
    if (auto error = client().Create("pods", NamespaceOf(view.job), pod)) return error;
    view.active.push_back(std::move(pod));
    --count;
  }
  return {};
}

ApiStatus Jobs::DeleteAll(const Documents& pods, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (auto error = DeleteDocument(client(), "pods", pods[i])) return error;
  }
  return {};
}

base::Duration Jobs::Pause(const View& view) const {
  if (view.failed.empty()) return {};
  base::UnixTime last;
  for (const Json& pod : view.failed) last = std::max(last, EndTimeOf(pod));
  const int doublings = std::min(static_cast<int>(view.failed.size()) - 1, kDoublingsMost);
  const base::Duration pause =
      std::min<base::Duration>(kFirstPause * (1 << doublings), kLongestPause);
  return last + pause - clock().UnixNow();
}

void Jobs::Count(View& view) const {
  const auto ready = std::count_if(view.active.begin(), view.active.end(), IsReady);
  view.status["ready"] = ready;
  view.status["terminating"] = 0;
  view.status["uncountedTerminatedPods"] = Json::object();
  SetCounts({{"active", view.active.size()},
             {"succeeded", view.succeeded.size()},
             {"failed", view.failed.size()}},
            view.status);
  if (view.indexed && !view.done.empty()) view.status["completedIndexes"] = Ranges(view.done);
}

ApiStatus Jobs::Expire(const Json& job) {
  const int64_t seconds = IntAt(job, {"spec", "ttlSecondsAfterFinished"}, -1);
  if (seconds < 0) return {};
  const Json& status = Member(job, "status");
  const Json& complete = FindCondition(status, "Complete");
  const Json& end = complete.is_null() ? FindCondition(status, "Failed") : complete;
  const auto ended = kube::ParseTimestamp(TextAt(end, {"lastTransitionTime"}));
  if (!ended) return {};
  const base::Duration rest = *ended + std::chrono::seconds(seconds) - clock().UnixNow();
  if (rest <= base::Duration::zero()) return DeleteDocument(client(), resource(), job);
  LookAgain(job, rest);
  return {};
}

}  // namespace oarlock::sandbox
