#pragma once
// Every function of the host's tables as a call with good arguments, by name: what the call matrix
// goes through. They expect a plugin that has declared the ids below. Threads: [any].

#include <span>

#include "oarlock/abi/abi.h"

namespace oarlock::abi_test {

// Ids and objects that the calls name.
inline constexpr uint32_t kMatrixMaps = 1;  // type ConfigMap; t/a is in the cache
inline constexpr uint32_t kMatrixPath = 1;
inline constexpr uint32_t kMatrixCounter = 1;
inline constexpr uint32_t kMatrixGauge = 2;
inline constexpr uint32_t kMatrixHistogram = 3;
inline constexpr char kMatrixMap[] =
    R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":"t","name":"a","uid":"u",)"
    R"("resourceVersion":"5"},"data":{"k":"1"}})";

// What the functions are called with.
struct Given {
  oar_host host{};
  oar_ctx ctx{};
  oar_obj obj{};
  oar_doc doc{};
  oar_buf buf{};
  oar_list list{};
};

// Handles of `ctx`, as far as it gives some.
Given Handles(oar_host host, oar_ctx ctx);

struct HostFunction {
  const char* name;
  int32_t (*call)(const Given&);
};

std::span<const HostFunction> CoreFunctions();
std::span<const HostFunction> ObjectFunctions();
std::span<const HostFunction> ClientFunctions();
std::span<const HostFunction> OtherFunctions();  // documents, metrics, quantities

}  // namespace oarlock::abi_test
