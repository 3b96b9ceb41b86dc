#pragma once
// The routes of the admin API by what they are about. Internal to admin; see admin.h.

#include "app/admin/admin.h"

namespace oarlock::app {

// kNotFound: there is no such plugin.
base::Result<supervisor::PluginStatus> FindPlugin(const supervisor::Supervisor& supervisor,
                                                  const std::string& name);

// GET /status, /plugins, /events; POST /pause, /resume; GET and POST /reload, /rollback,
// /log-level.
void AddPluginRoutes(server::Router& router, const AdminParts& parts);
// GET /queues, /why.
void AddQueueRoutes(server::Router& router, const AdminParts& parts);
// GET /informers, /objects.
void AddCacheRoutes(server::Router& router, const AdminParts& parts);

}  // namespace oarlock::app
