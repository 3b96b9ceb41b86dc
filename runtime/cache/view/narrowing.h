#pragma once
// Narrowing: how a user's view differs from the informer that serves it: by namespace, by label
// selector, by a field selector on the metadata, and by form (metadata only).
//
// Made for a pair of (what the user asked for, what the informer holds); shared by the readers and
// the handlers of that view, whose identity at the informer it is. Immutable; threads [any].
// The API server would tell a user with a selector of its own the same: an object that starts to
// match is an add, one that no longer does is a delete (with the last state that matched).

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cache/informer_scope.h"
#include "cache/notification.h"
#include "cache/view/field_terms.h"
#include "kube/object.h"
#include "kube/selector.h"

namespace oarlock::cache {

class Listener;

class Narrowing {
 public:
  Narrowing() = default;  // shows everything as it is
  // `wanted` is covered by `held` (see view/planner.h).
  Narrowing(const InformerScope& wanted, const InformerScope& held);

  bool everything() const { return everything_; }
  // Everything of the namespaces it covers; ns() is the one it is confined to, or "".
  const std::string& ns() const { return ns_; }
  // Objects are shown in another form than they are stored in.
  bool metadata_only() const { return metadata_only_; }

  bool Matches(const kube::Object& object) const;
  // A matching object as the user sees it: itself, or its metadata in an object of its own.
  kube::Object Form(const kube::Object& object) const;
  // Null when it does not match.
  kube::Object Show(const kube::Object& object) const;
  // What the user is told of a change that the informer saw; nothing when it is not his business.
  std::optional<Notification> Show(const Notification& change) const;

 private:
  bool everything_ = true;
  std::string ns_;
  kube::LabelSelector labels_;
  FieldTerms fields_;
  bool metadata_only_ = false;
};

// A PartialObjectMetadata of meta.k8s.io/v1 with the object's metadata, without managedFields.
kube::Object MetadataOf(const kube::Object& object);

// Tells the same changes to many listeners, narrowed for each. Listeners of one view that follow
// each other share what was narrowed.
class NarrowedPush {
 public:
  explicit NarrowedPush(std::span<const Notification> changes) : changes_(changes) {}
  void To(Listener& listener);

 private:
  const std::span<const Notification> changes_;
  const Narrowing* last_ = nullptr;
  std::vector<Notification> narrowed_;
};

}  // namespace oarlock::cache
