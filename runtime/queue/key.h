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
#include <functional>
#include <string>
#include <string_view>

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
    size_t h = std::hash<std::string_view>{}(key.name);
    const auto mix = [&h](size_t v) { h ^= v + 0x9e3779b97f4a7c15U + (h << 6) + (h >> 2); };
    mix(std::hash<std::string_view>{}(key.ns));
    mix((static_cast<size_t>(key.source) << 32) | key.resource_index);
    return h;
  }
};

}  // namespace oarlock::queue
