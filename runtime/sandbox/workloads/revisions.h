#pragma once
// Revisions: the templates that a StatefulSet or DaemonSet has had, as ControllerRevisions, so that
// Pods of an old one are told apart and `kubectl rollout undo` has somewhere to go back to.
// Threads: the controllers' strand. Errors: those of writes.

#include <set>
#include <string>

#include "sandbox/workloads/pods.h"

namespace oarlock::sandbox {

inline constexpr const char* kRevisionHash = "controller-revision-hash";  // label of Pods

std::string_view RevisionOf(const Json& pod);  // by that label

struct Revisions {
  Documents all;       // from the oldest on
  std::string newest;  // name of the one of the present template

  // The template of that revision; the owner's own where it is not known.
  Json TemplateOf(const Json& owner, std::string_view name) const;
};

// Makes the one of the present template where there is none, with its hash in that label.
ApiResult<Revisions> SyncRevisions(InProcessClient& client, const Json& owner,
                                   const std::string& hash_label);
// Deletes the oldest that nobody uses, past the owner's limit.
ApiStatus ForgetRevisions(InProcessClient& client, const Json& owner, const Revisions& revisions,
                          const std::set<std::string>& used);

}  // namespace oarlock::sandbox
