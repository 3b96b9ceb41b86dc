#pragma once
// create of pods/binding: puts a Pod on a node, once. Threads: [any]. Errors: ApiError 404, 409 in
// a server's words.

#include "sandbox/api/api_call.h"

namespace oarlock::sandbox {

ApiResult<server::HttpResponse> BindPod(ApiCall& call);

}  // namespace oarlock::sandbox
