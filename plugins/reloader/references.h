#pragma once
// Does a pod use a ConfigMap or Secret, and which container does?
//
// What counts: env and envFrom of containers and init containers, and volumes (plain or projected)
// that one of them mounts. What does not: imagePullSecrets, ephemeral containers, volumes that
// nobody mounts. Pure functions. Threads: [any].

#include <string>
#include <string_view>

#include "hash.h"

namespace oarlock::reloader {

struct Reference {
  bool found = false;
  std::string container;  // the first that uses it; empty: init containers only
};

Reference FindReference(const sdk::Value& pod_spec, ConfigType type, std::string_view name);

}  // namespace oarlock::reloader
