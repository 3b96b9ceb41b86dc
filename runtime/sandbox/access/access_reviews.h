#pragma once
// The reviews of authentication.k8s.io and authorization.k8s.io: objects that ask the server who
// somebody is and what he may do, answered in their status and stored nowhere; and the tokens of
// ServiceAccounts.
//
// Called by the write verbs. Threads: [any]. Errors: CreateToken → ApiError 404, 422.

#include "sandbox/api/api_call.h"

namespace oarlock::sandbox {

inline constexpr int64_t kTokenSecondsMax = int64_t{1} << 32;

// Fills in the status of a review.
void AnswerReview(const ApiCall& call, Json& review);
// POST …/serviceaccounts/NAME/token.
ApiResult<server::HttpResponse> CreateToken(ApiCall& call);

}  // namespace oarlock::sandbox
