#pragma once
// Admin: the API for those who operate a host: what runs, what waits and why, and changes of it.
//
// JSON in and out; docs/operations.md has the list of paths. Served on the admin socket and, where
// it is configured, over TLS (admin_listener.h). What is asked for wrongly is answered by 4xx and
// {"error": …}. Handlers never wait: who wants the end of a reload asks again.
// Threads: AddAdminRoutes [main]; its handlers [server] of the listener.

#include <functional>
#include <optional>

#include "app/leader/replica.h"
#include "base/clock.h"
#include "base/log.h"
#include "cache/informer_factory.h"
#include "server/router.h"
#include "supervisor/supervisor.h"
#include "supervisor/watch/manifest_follower.h"

namespace oarlock::app {

// All borrowed; they outlive the listeners.
struct AdminParts {
  supervisor::Supervisor& supervisor;
  supervisor::ManifestFollower& follower;
  cache::InformerFactory& informers;
  base::Clock& clock;
  base::Log log;
  std::function<std::optional<ReplicaStatus>()> election;
};

void AddAdminRoutes(server::Router& router, const AdminParts& parts);

}  // namespace oarlock::app
