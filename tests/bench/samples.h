#pragma once
// Sample objects of the benchmarks: data/pod.json, data/pod.pb and data/configmap.json as an API
// server sends them, and many of them under names of their own. Not thread-safe; read once at
// start.

#include <string>
#include <string_view>
#include <vector>

#include "kube/object.h"

namespace oarlock::bench {

// One Pod of about 8 KB, a sixth of it managedFields; one ConfigMap of about 0.6 KB.
const std::string& PodJson();
const std::string& ConfigMapJson();
// The same Pod as an API server sends it in protobuf.
const std::string& PodProtobuf();

// The Pod as "shop/checkout-<i>" at that resource version.
std::string PodJson(size_t i, size_t version);
std::vector<kube::Object> Pods(size_t count, size_t version);
std::string PodKey(size_t i);

// The Pod in protobuf under a name of the same length; up to 99 999.
std::string PodProtobuf(size_t i);

// A PodList of `count` items.
std::string PodListJson(size_t count);

}  // namespace oarlock::bench
