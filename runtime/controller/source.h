#pragma once
// Source: one informer as a controller sees it: predicates, mappers, and the queue they feed.
//
// Made by pluginhost for each watched type of a controller and given to SharedInformer::AddHandler;
// whoever adds it keeps the registration. Where a route has a callback of a plugin, the handler is
// added with an executor of that plugin's generation, else it runs on [strand].
// Priority by cause: changes get the route's priority; the initial list, relists and redeliveries
// kPriorityLow below it, so real changes overtake them (C-WQ-09).
// Threads: OnEvent one call at a time. Ownership: shares the queue. Limits: mapper.h.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/metrics.h"
#include "cache/notification.h"
#include "controller/mapper.h"
#include "controller/predicate.h"
#include "queue/work_queue.h"

namespace oarlock::controller {

struct Route {
  Predicate predicate;  // null = everything
  Mapper mapper;
  queue::Priority priority = queue::kPriorityDefault;
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

 private:
  void Apply(const Route& route, const cache::Notification& notification);

  SourceOptions options_;
  std::shared_ptr<queue::WorkQueue> queue_;
  std::shared_ptr<base::Counter> events_;
  std::shared_ptr<base::Counter> filtered_;
  std::shared_ptr<base::Counter> keys_dropped_;
};

}  // namespace oarlock::controller
