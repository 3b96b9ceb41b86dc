#include "controller/sources/predicate.h"

#include <algorithm>
#include <utility>

namespace oarlock::controller {
namespace {

using cache::Cause;
using cache::ChangeType;
using cache::Notification;

// True for an update with two states to compare.
bool IsComparable(const Notification& n) {
  return n.type == ChangeType::kUpdate && n.cause != Cause::kRedeliver && n.old_object;
}

std::vector<kube::Value> Matches(const kube::Path& path, const kube::Object& object) {
  std::vector<kube::Value> out;
  path.ForEach(object.root(), [&out](kube::Value value) {
    out.push_back(value);
    return true;
  });
  return out;
}

bool SameAt(const kube::Path& path, const Notification& n) {
  const std::vector<kube::Value> before = Matches(path, n.old_object);
  const std::vector<kube::Value> after = Matches(path, n.object);
  return std::equal(before.begin(), before.end(), after.begin(), after.end(),
                    [](kube::Value a, kube::Value b) { return DeepEqual(a, b); });
}

bool Contains(kube::Value entries, kube::Value entry) {
  for (uint32_t i = 0; i < entries.size(); ++i) {
    if (DeepEqual(entries.At(i), entry)) return true;
  }
  return false;
}

// Of the entries of `now` that are not in `before`: are there any, and are all by `manager`?
bool AllNewEntriesAreBy(const std::string& manager, kube::Value before, kube::Value now) {
  bool any = false;
  for (uint32_t i = 0; i < now.size(); ++i) {
    const kube::Value entry = now.At(i);
    if (Contains(before, entry)) continue;
    if (entry["manager"].AsString() != manager) return false;
    any = true;
  }
  return any;
}

}  // namespace

Predicate GenerationChanged() {
  return [](const Notification& n) {
    if (!IsComparable(n)) return true;
    return n.old_object.generation() != n.object.generation() ||
           n.old_object.uid() != n.object.uid() ||
           n.old_object.is_deleting() != n.object.is_deleting();
  };
}

Predicate LabelsMatch(kube::LabelSelector selector) {
  return [selector = std::move(selector)](const Notification& n) {
    if (selector.Matches(n.object.labels())) return true;
    return n.old_object && selector.Matches(n.old_object.labels());
  };
}

Predicate AnyPathChanged(std::vector<kube::Path> paths) {
  return [paths = std::move(paths)](const Notification& n) {
    if (!IsComparable(n)) return true;
    return std::any_of(paths.begin(), paths.end(),
                       [&n](const kube::Path& path) { return !SameAt(path, n); });
  };
}

Predicate ChangeTypeIs(ChangeFilter filter) {
  return [filter](const Notification& n) {
    switch (n.type) {
      case ChangeType::kAdd: return filter.created;
      case ChangeType::kUpdate: return filter.updated;
      case ChangeType::kDelete: return filter.deleted;
    }
    return true;
  };
}

Predicate NotBySelf(std::string manager) {
  return [manager = std::move(manager)](const Notification& n) {
    if (!IsComparable(n)) return true;
    return !AllNewEntriesAreBy(manager, n.old_object.metadata()["managedFields"],
                               n.object.metadata()["managedFields"]);
  };
}

Predicate AllOf(std::vector<Predicate> parts) {
  return [parts = std::move(parts)](const Notification& n) {
    return std::all_of(parts.begin(), parts.end(), [&n](const Predicate& p) { return p(n); });
  };
}

Predicate AnyOf(std::vector<Predicate> parts) {
  return [parts = std::move(parts)](const Notification& n) {
    return std::any_of(parts.begin(), parts.end(), [&n](const Predicate& p) { return p(n); });
  };
}

Predicate Not(Predicate part) {
  return [part = std::move(part)](const Notification& n) { return !part(n); };
}

}  // namespace oarlock::controller
