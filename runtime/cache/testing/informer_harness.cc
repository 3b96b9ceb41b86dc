#include "cache/testing/informer_harness.h"

#include "kube/resource_version.h"

namespace oarlock::cache::testing {

void Recorder::OnEvent(const Notification& n) {
  const std::string key = n.object.key();
  std::string line = std::string(ChangeTypeName(n.type)) + " " + key + "@" +
                     std::string(n.object.resource_version()) + " " +
                     std::string(CauseName(n.cause));
  if (n.stale) line += " stale";
  const auto known = view.find(key);
  const bool has = known != view.end();
  if ((n.type == ChangeType::kAdd) == has) violations.push_back("word: " + line);
  if (n.type == ChangeType::kUpdate && has && !IsWhatWasTold(known->second, n.old_object)) {
    violations.push_back("old is not what was told before: " + line);
  }
  if (store != nullptr && n.type != ChangeType::kDelete) {
    const kube::Object now = store->Now().Get(key);
    const auto order =
        now ? kube::CompareResourceVersions(now.resource_version(), n.object.resource_version())
            : std::nullopt;
    if (order.has_value() && *order < 0) violations.push_back("store is behind: " + line);
  }
  if (n.type == ChangeType::kDelete) {
    view.erase(key);
  } else {
    view[key] = n.object;
  }
  log.push_back(std::move(line));
  notifications.push_back(n);
}

bool Recorder::IsWhatWasTold(const kube::Object& told, const kube::Object& old) const {
  if (same_memory) return told.SameAs(old);
  return told.uid() == old.uid() && told.resource_version() == old.resource_version();
}

void AdvanceByTimers(base::FakeClock& clock, base::ManualExecutor& executor, base::Duration delta) {
  const base::MonoTime end = clock.Now() + delta;
  executor.RunUntilIdle();
  while (clock.pending_timers() > 0 && clock.next_deadline() <= end) {
    clock.AdvanceToNextTimer();
    executor.RunUntilIdle();
  }
  if (end > clock.Now()) clock.Advance(end - clock.Now());
  executor.RunUntilIdle();
}

void InformerHarness::StartWith(std::vector<std::string> items, std::string version) {
  source->AddList({{}, std::move(items), std::move(version), {}, false});
  informer->Start();
  Run();
}

std::shared_ptr<Recorder> InformerHarness::Record(HandlerOptions options) {
  auto recorder = std::make_shared<Recorder>();
  recorder->store = informer->reader();
  registrations.push_back(informer->AddHandler(recorder, std::move(options)).value());
  Run();
  return recorder;
}

std::string InformerHarness::Content() const {
  std::vector<std::string> lines;
  for (const kube::Object& object : informer->store().List()) {
    lines.push_back(object.key() + "@" + std::string(object.resource_version()));
  }
  std::sort(lines.begin(), lines.end());
  std::string out;
  for (const std::string& line : lines) out += (out.empty() ? "" : " ") + line;
  return out;
}

}  // namespace oarlock::cache::testing
