#pragma once
// BoundType: a declared type after discovery: its resource, its informers and what is indexed.
//
// Made by Binding on [control], then read-only but for `available`. Threads: [any].

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cache/informer_factory.h"
#include "cache/lister.h"
#include "kube/rest_mapper.h"
#include "pluginhost/declare/declaration.h"

namespace oarlock::pluginhost {

struct BoundType {
  TypeDecl decl;
  bool available = false;  // false: optional, and the server does not serve it
  kube::ResourceInfo resource;
  std::vector<cache::InformerLease> informers;      // one, or one per namespace; none if uncached
  std::map<uint32_t, std::string> indexes;          // the plugin's index id → name in the stores
  std::vector<std::shared_ptr<void>> index_leases;  // released before the informers

  std::vector<std::shared_ptr<const cache::Store>> stores() const;
  cache::Lister lister() const { return cache::Lister(resource.gvr, stores()); }
};

}  // namespace oarlock::pluginhost
