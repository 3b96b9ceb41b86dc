#pragma once
// The planner: which informers serve all users of one resource together. A pure function.
//
// Called by the factory whenever a user comes or goes and when an informer turns out not to work.
// Rules, in this order:
// 1. Version: the one that most users accept (ties: by the order of the oldest of them), then the
//    same for the rest. A version that the server does not know is taken only by who has no other.
// 2. Within a version an informer covers a user when it is of all namespaces or of his, has no
//    selector or his (or he adds only field selectors on name and namespace), and holds objects in
//    his form or a wider one. A transformed informer covers users of the same transform, selectors
//    and form only: what the host would filter by may be gone.
// 3. Every user is served by a widest informer that covers him; each informer is what some user
//    asked for exactly. One that is forbidden covers only who asked for exactly that: a narrower
//    user may have the rights that it lacks. (One that is not found is no scope's fault.)
// So each user has one informer, none is covered by another that is allowed, and equal input gives
// equal output. Cost: a few look-ups per user. Threads: [any]. Limits: kInformersMax users.

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "cache/informer_request.h"

namespace oarlock::cache {

// What is known to be of no use.
struct PlanHealth {
  std::set<std::string, std::less<>> unusable;  // keys of informers: forbidden, or cannot be made
  std::set<std::string, std::less<>> unserved;  // versions that the server does not know
};

struct InformerPlan {
  std::map<std::string, InformerScope> informers;  // by key
  std::vector<std::string> assigned;               // per request: the key of its informer
};

// `requests`: oldest first, normalized, all of one group and resource.
InformerPlan PlanInformers(std::span<const InformerRequest* const> requests,
                           const PlanHealth& health);

// Whether an informer of `held` can serve a user who wants `wanted` (rule 2).
bool Covers(const InformerScope& held, const InformerScope& wanted);

}  // namespace oarlock::cache
