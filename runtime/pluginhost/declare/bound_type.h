#pragma once
// BoundType: a declared type after discovery: its resource, its informers and what is indexed.
//
// Made by Binding on [control], then read-only but for `available`. Threads: [any].

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cache/informer_factory.h"
#include "cache/lister.h"
#include "kube/rest_mapper.h"
#include "pluginhost/declare/declaration.h"

namespace oarlock::pluginhost {

struct BoundType {
  TypeDecl decl;
  bool available = false;                // false: optional, and the server does not serve it
  kube::ResourceInfo resource;           // in the accepted and served version that is liked best
  std::vector<kube::ResourceInfo> also;  // the other accepted and served ones, in order
  std::vector<cache::InformerLease> informers;      // one, or one per namespace; none if uncached
  std::map<uint32_t, std::string> indexes;          // the plugin's index id → name in the stores
  std::vector<std::shared_ptr<void>> index_leases;  // released before the informers

  // Over all informers; made by MakeLister, once they are there.
  const cache::Lister& lister() const { return *lister_; }
  void MakeLister();
  // The resource in that apiVersion; null when it is none of the versions.
  const kube::ResourceInfo* In(std::string_view api_version) const;
  // In the version in which objects of that namespace are read now.
  const kube::ResourceInfo& Serving(std::string_view ns) const;

 private:
  std::optional<cache::Lister> lister_;
};

}  // namespace oarlock::pluginhost
