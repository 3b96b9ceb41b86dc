#pragma once
// StartList, StartWatch: one streaming list page or watch for a reflector, over RestTransport.
// The returned Call cancels when destroyed; a cancelled call's sink hears nothing more.
// Threads: [any]; sinks are called on [io]. Errors: through the sink.

#include <memory>
#include <string>
#include <vector>

#include "client/transport/rest_transport.h"
#include "kube/list_watcher.h"

namespace oarlock::client {

// `request`: path, headers, verb; kind, method and pool are set here.
std::unique_ptr<kube::Call> StartList(const std::shared_ptr<RestTransport>& transport,
                                      RestRequest request, std::shared_ptr<kube::ListSink> sink);
// `timeout`: what the server was told; 0 = no deadline of ours either.
std::unique_ptr<kube::Call> StartWatch(const std::shared_ptr<RestTransport>& transport,
                                       RestRequest request, std::chrono::seconds timeout,
                                       std::shared_ptr<kube::WatchSink> sink);

}  // namespace oarlock::client
