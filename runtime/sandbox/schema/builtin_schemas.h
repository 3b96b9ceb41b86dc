#pragma once
// BuiltinSchemas: the schemas of the built-in types, from the pinned server's own OpenAPI, joined
// with what kube/protobuf knows of the Go types behind them.
//
// Nothing is parsed before someone asks: a type costs what it refers to, once. The server keeps one
// and asks it by type; OpenAPI documents are put together from Definition().
// Threads: [any]. Errors: what the table does not have is null.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kube/gvk.h"
#include "sandbox/schema/schema.h"

namespace oarlock::sandbox {

class BuiltinSchemas {
 public:
  BuiltinSchemas();
  ~BuiltinSchemas();

  // Also of lists ("PodList"), and of bodies of subresources ("Scale", "Eviction").
  const Schema* Find(const kube::GroupVersionKind& kind) const;
  // "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta".
  const Schema* FindDefinition(std::string_view name) const;
  // Of a kind: "io.k8s.api.apps.v1.Deployment"; "" = none.
  std::string_view DefinitionName(const kube::GroupVersionKind& kind) const;
  // One schema of an OpenAPI v3 document, without descriptions; references are complete
  // ("#/components/schemas/NAME"). Null = none.
  Json Definition(std::string_view name) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace oarlock::sandbox
