#pragma once
// StoredObject: one immutable version of one object, as text plus the few facts that reading,
// selecting and watching ask for.
//
// Made by the API layer as a Draft, numbered by Store at commit; shared by everybody from then on.
// The text has no apiVersion and no kind: they depend on the version it is asked for in and are put
// in front when it is sent. Threads: [any] (immutable). Limits: store.h.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kube/object.h"

namespace oarlock::sandbox {

struct StoredObject {
  std::string text;        // {"metadata":{…},…}, compact JSON
  size_t version_at = 0;   // where the digits of metadata.resourceVersion stand in it
  size_t metadata_at = 0;  // the value of metadata in it
  size_t metadata_size = 0;
  uint64_t version = 0;
  std::string ns;  // "" = cluster-scoped
  std::string name;
  std::string uid;
  bool deleting = false;  // has a deletionTimestamp
  kube::Object labels;    // a document of the labels alone; null where there are none
  // What field selectors may ask for beside metadata.name and .namespace: path and value.
  std::vector<std::pair<std::string, std::string>> fields;

  std::string_view metadata() const {
    return std::string_view(text).substr(metadata_at, metadata_size);
  }
  std::string key() const { return ns.empty() ? name : ns + "/" + name; }
};
using StoredPtr = std::shared_ptr<const StoredObject>;

// The same, before the store has given it a version: no digits stand at `version_at`.
using Draft = StoredObject;

}  // namespace oarlock::sandbox
