#pragma once
// BoundType: a declared type after discovery: its resource, its informers and what is indexed.
//
// Made by Binding on [control], then read-only. Threads: [any].

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
#include "pluginhost/declare/permissions.h"
#include "pluginhost/declare/plugin_index.h"

namespace oarlock::pluginhost {

// A declared type, or one of a type set.
struct TypeRef {
  uint32_t type = 0;
  uint32_t index = 0;
};

struct BoundType {
  TypeDecl decl;                         // of a type of a set: as if it had been declared alone
  uint32_t type_index = 0;               // the number of a type of a set
  bool available = false;                // false: optional, and the server does not serve it
  kube::ResourceInfo resource;           // in the accepted and served version that is liked best
  std::vector<kube::ResourceInfo> also;  // the other accepted and served ones, in order
  ObjectFilter visible;                  // of its cached objects, by the manifest's permissions
  std::vector<cache::InformerLease> informers;      // one, or one per namespace; none if uncached
  std::map<uint32_t, std::string> indexes;          // the plugin's index id → name in the stores
  std::vector<std::shared_ptr<void>> index_leases;  // released before the informers
  std::map<uint32_t, std::shared_ptr<PluginIndex>> plugin_indexes;  // callback ones, by id

  // Over all informers; made by MakeLister, once they are there.
  const cache::Lister& lister() const { return *lister_; }
  void MakeLister();
  TypeRef ref() const { return {decl.id, type_index}; }
  // What declaring it allows.
  AccessDecl ReadRule() const;
  // The resource in that apiVersion; null when it is none of the versions.
  const kube::ResourceInfo* In(std::string_view api_version) const;
  // In the version in which objects of that namespace are read now.
  const kube::ResourceInfo& Serving(std::string_view ns) const;

 private:
  std::optional<cache::Lister> lister_;
};

}  // namespace oarlock::pluginhost
