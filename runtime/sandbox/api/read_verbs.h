#pragma once
// get, list and watch. Threads: [any]. Errors: ApiError in a server's words.

#include "sandbox/api/api_call.h"
#include "sandbox/api/list_options.h"

namespace oarlock::sandbox {

ApiResult<server::HttpResponse> GetObject(ApiCall& call);
// A list, or a watch where the options ask for one.
ApiResult<server::HttpResponse> ListObjects(ApiCall& call);
// Those of the call's namespace that the options select, of the newest state; for deletecollection.
std::vector<StoredPtr> SelectedObjects(const ApiCall& call, const ListOptions& options);

}  // namespace oarlock::sandbox
