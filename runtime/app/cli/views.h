#pragma once
// What a host answers, as text for people. The input is the JSON of the admin API
// (admin/describe.h); what it lacks, from another version's host, is left empty.
// `wide` adds columns. Threads: [any].

#include <string>

#include "sandbox/types/json.h"

namespace oarlock::app {

using sandbox::Json;

std::string StatusView(const Json& status);
// Each with its reason and the steps of its reloads.
std::string PluginsView(const Json& answer, bool wide);
std::string InformersView(const Json& answer, bool wide);
// The controllers, then the keys of their queues.
std::string QueuesView(const Json& answer, bool wide);
std::string WhyView(const Json& answer);
std::string ObjectsView(const Json& items, bool wide);
std::string EventsView(const Json& answer);
std::string LogLevelView(const Json& answer);
// How a reload or rollback ended, a line for each plugin.
std::string EndView(const Json& answer);

// What is not as it should be, a line each; empty: all is well.
std::string Problems(const Json& status);
// What is still on its way, for a line of progress: "reloader starting; pods.v1 12000 objects".
std::string UnderWay(const Json& status);

}  // namespace oarlock::app
