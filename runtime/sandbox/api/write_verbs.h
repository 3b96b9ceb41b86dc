#pragma once
// create, update and patch, of objects and of their subresources status, scale and finalize.
//
// An update reads, changes, checks and commits at the version it read; where somebody else was
// quicker it starts over, unless the request named a version. Threads: [any].
// Errors: ApiError in a server's words. Limits: kWriteAttemptsMax.

#include "sandbox/api/api_call.h"

namespace oarlock::sandbox {

inline constexpr int kWriteAttemptsMax = 100;

ApiResult<server::HttpResponse> CreateObject(ApiCall& call);
ApiResult<server::HttpResponse> UpdateObject(ApiCall& call);
ApiResult<server::HttpResponse> PatchObject(ApiCall& call);
ApiResult<server::HttpResponse> GetScale(ApiCall& call);

// Whether the namespace of the call takes new objects: it is there and not being deleted.
ApiStatus CheckNamespaceOpen(const ApiCall& call, std::string_view name);
// Commits what the store is given, or says so in words of a server.
ApiError StoreError(const ApiCall& call, std::string_view name, const base::Status& status);

}  // namespace oarlock::sandbox
