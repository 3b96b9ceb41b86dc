#pragma once
// Key: what a controller reconciles: one object of one of its primary types, by name.
//
// `source` is the index of the primary type among the controller's declared ones, `resource_index`
// that of the resolved resource where the type is a set of resources (0 otherwise).
// Content is not part of a key: whoever works on it reads the newest object from the cache.
// Values; threads [any].

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/hash.h"

namespace oarlock::queue {

struct Key {
  uint32_t source = 0;
  uint32_t resource_index = 0;
  std::string ns;  // "" = cluster-scoped
  std::string name;

  // "namespace/name" or "name", for logs.
  std::string ToString() const { return ns.empty() ? name : ns + "/" + name; }
  friend auto operator<=>(const Key&, const Key&) = default;
};

struct KeyHash {
  size_t operator()(const Key& key) const {
    const uint64_t type = uint64_t{key.source} << 32 | key.resource_index;
    return base::HashBytes(key.name, base::HashBytes(key.ns, base::kHashSeed ^ type));
  }
};

}  // namespace oarlock::queue
