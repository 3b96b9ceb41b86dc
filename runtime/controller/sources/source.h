#pragma once
// Source: one informer as a controller sees it: predicates, mappers, and the queue they feed.
//
// Made by pluginhost for each watched type of a controller and given to SharedInformer::AddHandler;
// whoever adds it keeps the registration. Where a route has a callback of a plugin, the handler is
// added with an executor of that plugin's generation, else it runs on [strand].
// Priority by cause: changes get the route's priority; the initial list, relists and redeliveries
// kPriorityLow below it, so real changes overtake them (C-WQ-09).
// What one batch of notifications maps to reaches the queue together: one turn of its lock, one
// wake-up of a worker.
// Threads: one call at a time. Ownership: shares the queue. Limits: mapper.h; a batch is handed
// over in pieces of kKeysAtOnce.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/metrics.h"
#include "cache/notification.h"
#include "controller/sources/mapper.h"
#include "controller/sources/predicate.h"
#include "queue/work_queue.h"

namespace oarlock::controller {

struct Route {
  Predicate predicate;  // null = everything
  Mapper mapper;
  queue::Priority priority = queue::kPriorityDefault;
  bool related = false;  // it maps to other objects than the one that changed
};

struct SourceOptions {
  std::string controller;  // metric labels
  std::string resource;    // "configmaps.v1"
  // What the controller may see at all (its access view); before any predicate. Null = everything.
  std::function<bool(const kube::Object&)> visible;
  std::vector<Route> routes;
  // After a reload that shall not run every key again: the initial list maps to nothing.
  bool skip_initial = false;
  base::MetricRegistry* metrics = nullptr;
};

class Source final : public cache::EventHandler {
 public:
  Source(SourceOptions options, std::shared_ptr<queue::WorkQueue> queue);

  void OnEvent(const cache::Notification& notification) override;
  void OnBatchBegin() override { in_batch_ = true; }
  void OnBatchEnd() override;

 private:
  void Map(const cache::Notification& notification);
  void Apply(const Route& route, const cache::Notification& notification);
  void Add(queue::Key key, queue::AddOptions options);
  void Flush();

  SourceOptions options_;
  std::shared_ptr<queue::WorkQueue> queue_;
  // What the batch under way has brought and the queue does not have yet.
  bool in_batch_ = false;
  uint64_t batch_events_ = 0;
  std::vector<queue::KeyAdd> adds_;
  std::shared_ptr<base::Counter> events_;
  std::shared_ptr<base::Counter> filtered_;
  std::shared_ptr<base::Counter> keys_dropped_;
};

}  // namespace oarlock::controller
