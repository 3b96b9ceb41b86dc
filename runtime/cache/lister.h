#pragma once
// Lister: reads of one resource from the cache, by name, namespace, selector or index.
//
// A value over one view, or over several when a user watches several namespaces: then their union.
// It keeps working when a view moves to another informer. Threads: [any]. Ownership: shares the
// readers and what they read. Errors: kNotFound as the API server would say it (detail 404, reason
// NotFound), or for an index that none of the views has.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "cache/store.h"
#include "cache/view/store_view.h"
#include "kube/gvk.h"
#include "kube/object.h"
#include "kube/selector.h"

namespace oarlock::cache {

using Readers = std::vector<std::shared_ptr<const ViewReader>>;

class Lister {
 public:
  // Views that do not overlap.
  Lister(kube::GroupVersionResource resource, Readers readers)
      : resource_(std::move(resource)), readers_(std::move(readers)) {}
  Lister(kube::GroupVersionResource resource, std::shared_ptr<const Store> store)
      : Lister(std::move(resource), Readers{std::make_shared<ViewReader>(std::move(store))}) {}

  // `ns` empty for cluster-scoped objects.
  base::Result<kube::Object> Get(std::string_view ns, std::string_view name) const;
  // The same as a lease, which touches no counter that readers share.
  base::Result<ObjectLease> Lease(std::string_view ns, std::string_view name,
                                  LeaseTable& leases) const;
  std::vector<kube::Object> List() const;
  // `ns` empty = all namespaces.
  std::vector<kube::Object> List(std::string_view ns,
                                 const kube::LabelSelector& selector = {}) const;
  base::Result<std::vector<kube::Object>> ByIndex(std::string_view index,
                                                  std::string_view value) const;
  // Of the view that has seen most; "" before the first list.
  std::string resource_version() const;

 private:
  base::Status NotFound(std::string_view name) const;

  kube::GroupVersionResource resource_;
  Readers readers_;
};

}  // namespace oarlock::cache
