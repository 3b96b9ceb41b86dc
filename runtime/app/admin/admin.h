#pragma once
// Admin: what the admin socket answers beyond GET /status: plugins as a table, reload, rollback.
//
// The texts are what the sub-commands print. The answer to GET /reload and GET /rollback begins
// with a line that a program reads: "pending", "done", "failed" or "invalid".
// Handlers run on [server] and never wait: who wants the end of a reload asks again.
// Threads: texts [any]; routes as server/router.h says.

#include <cstdint>
#include <string>
#include <vector>

#include "server/router.h"
#include "supervisor/supervisor.h"
#include "supervisor/watch/manifest_follower.h"

namespace oarlock::app {

// Times are shown relative to `now`.
std::string PluginsText(const std::vector<supervisor::PluginStatus>& plugins, base::UnixTime now,
                        const std::string& only = "");
// How a reload ended for each plugin. `answer` empty: not worked off yet.
std::string ReloadText(const std::optional<supervisor::ManifestFollower::Answer>& answer,
                       bool settled, const std::vector<supervisor::PluginStatus>& plugins);
std::string RollbackText(const supervisor::PluginStatus& plugin);

// GET /plugins[?NAME], POST /reload, GET /reload?TICKET, POST /rollback, GET /rollback?NAME. All
// borrowed; they outlive the listener.
void AddAdminRoutes(server::Router& router, supervisor::Supervisor& supervisor,
                    supervisor::ManifestFollower& follower, base::Clock& clock);

}  // namespace oarlock::app
