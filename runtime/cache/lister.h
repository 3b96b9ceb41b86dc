#pragma once
// Lister: reads of one resource from the cache, by name, namespace, selector or index.
//
// A value over one store, or over several when a user watches several namespaces: then their union.
// Threads: [any]. Ownership: shares the stores. Errors: kNotFound as the API server would say it
// (detail 404, reason NotFound), or for an unknown index.

#include <memory>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "cache/store.h"
#include "kube/gvk.h"
#include "kube/object.h"
#include "kube/selector.h"

namespace oarlock::cache {

class Lister {
 public:
  Lister(kube::GroupVersionResource resource, std::vector<std::shared_ptr<const Store>> stores)
      : resource_(std::move(resource)), stores_(std::move(stores)) {}
  Lister(kube::GroupVersionResource resource, std::shared_ptr<const Store> store)
      : resource_(std::move(resource)), stores_{std::move(store)} {}

  // `ns` empty for cluster-scoped objects.
  base::Result<kube::Object> Get(std::string_view ns, std::string_view name) const;
  std::vector<kube::Object> List() const;
  // `ns` empty = all namespaces.
  std::vector<kube::Object> List(std::string_view ns,
                                 const kube::LabelSelector& selector = {}) const;
  base::Result<std::vector<kube::Object>> ByIndex(std::string_view index,
                                                  std::string_view value) const;

 private:
  kube::GroupVersionResource resource_;
  std::vector<std::shared_ptr<const Store>> stores_;
};

}  // namespace oarlock::cache
