#pragma once
// CachedObjects: pages of what the informers hold of one resource, as JSON; Secrets without what is
// secret in them.
//
// For /objects. Where several informers hold the resource (by namespace, by selector), each object
// comes once, from the one that has most of it. Threads: [any]; costs O(objects) per page.
// Limits: kObjectsPageMax objects and kObjectsPageBytesMax bytes of JSON in a page.

#include <string>
#include <vector>

#include "app/admin/exchange.h"
#include "cache/informer_factory.h"

namespace oarlock::app {

inline constexpr size_t kObjectsPageMax = 500;
inline constexpr size_t kObjectsPageBytesMax = 8 * 1024 * 1024;

struct ObjectsQuery {
  std::string resource;  // "pods", "deployments.apps", "deployments.v1.apps" or a kind
  std::string ns;        // empty: all
  std::string name;      // empty: all
  std::string selector;  // of labels
  std::string after;     // key of the last object of the page before
  size_t limit = kObjectsPageMax;
};

// {"resource", "items", "continue"}. kNotFound: nothing of that name is cached here.
base::Result<Json> CachedObjects(const std::vector<cache::InformerFactory::Cached>& stores,
                                 const ObjectsQuery& query);

}  // namespace oarlock::app
