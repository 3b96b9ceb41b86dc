#pragma once
// ControllerRun: one instance at work: its sources on the informers, its workers on the queue.
//
// Made by Generation at activation, ended at deactivation. Threads: functions on the supervisor's
// lifecycle thread; status [any]. Ownership: shares the queue, which outlives the generation.

#include <memory>
#include <vector>

#include "base/status.h"
#include "cache/shared_informer.h"
#include "controller/controller.h"
#include "pluginhost/generation_threads.h"
#include "pluginhost/instance.h"
#include "pluginhost/plugin_calls.h"
#include "queue/work_queue.h"

namespace oarlock::pluginhost {

// What the manifest says about one controller; zero or negative = as declared.
struct ControllerOverride {
  int max_concurrent = 0;
  base::Duration resync = base::Duration(-1);
};

class ControllerRun {
 public:
  ControllerRun(Instance& instance, PluginCalls& calls, GenerationThreads& threads,
                std::shared_ptr<queue::WorkQueue> queue, const ControllerOverride& override_spec,
                base::Duration reconcile_deadline);
  ~ControllerRun();

  // The queue an instance needs, by what it declared.
  static std::shared_ptr<queue::WorkQueue> MakeQueue(const Instance& instance);

  // Starts workers and sources: every known object of a primary type becomes a key, unless
  // `skip_known`.
  base::Status Start(bool skip_known = false);
  // No new key is handed out; runs under way go on.
  void Pause() { controller_.Pause(); }
  void Resume() { controller_.Resume(); }
  // Pause, and waits for the runs under way. At the deadline they are cancelled.
  base::Status Drain(base::MonoTime deadline);
  // Ends sources and workers, joins the workers. kDeadlineExceeded: a run or a callback of the
  // plugin does not end.
  base::Status Stop(base::MonoTime deadline);
  controller::ControllerStatus status() const { return controller_.status(); }

 private:
  Instance& instance_;
  PluginCalls& calls_;
  GenerationThreads& threads_;
  std::shared_ptr<queue::WorkQueue> queue_;
  base::Duration resync_;
  controller::Controller controller_;
  std::vector<cache::HandlerRegistration> registrations_;
};

}  // namespace oarlock::pluginhost
