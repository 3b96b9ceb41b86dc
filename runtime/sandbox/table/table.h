#pragma once
// MakeTable: objects as a meta.k8s.io/v1 Table, which is what kubectl get prints.
//
// Columns of built-in types are the pinned server's (generated/); cells are computed as it does for
// the types that people look at, others show name and age where a column has such a name. Custom
// objects have their name and the CRD's printer columns.
// Threads: [any] once made. Errors: none; a cell that cannot be computed is null or "<none>".

#include <map>
#include <string>
#include <vector>

#include "base/clock.h"
#include "sandbox/schema/crd.h"
#include "sandbox/types/json.h"
#include "sandbox/types/resource_type.h"

namespace oarlock::sandbox {

enum class IncludeObject { kMetadata, kObject, kNone };

struct TableOptions {
  IncludeObject include = IncludeObject::kMetadata;
  base::UnixTime now{};  // ages count to it
  Json metadata;         // of the list, or {"resourceVersion": …} of a single object
  bool columns = true;   // false in later events of a watch
};

class TableMaker {
 public:
  TableMaker();

  // `custom` is null for a built-in type.
  Json MakeTable(const ResourceType& type, const CustomVersion* custom,
                 const std::vector<const Json*>& objects, const TableOptions& options) const;
  Json Columns(const ResourceType& type, const CustomVersion* custom) const;

 private:
  Json CellsOf(const ResourceType& type, const CustomVersion* custom, const Json& object,
               base::UnixTime now) const;

  Json columns_;                             // all
  std::map<std::string, Json> column_rows_;  // "deployments.apps/v1" → indices
};

}  // namespace oarlock::sandbox
