#pragma once
// The roll: what is read from and written to a pod template.
//
// A roll is one strategic merge patch that sets the variable of the config object in one normal
// container. Where the variable has that value already (different contents can share a hash), it
// also sets an annotation of the template, so that the template does change.
// Pure functions. Threads: [any].

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "references.h"

namespace oarlock::reloader {

inline constexpr std::string_view kVariablePrefix = "STAKATER_";

sdk::Value PodSpecOf(const sdk::Object& workload);

// The value of the variable in the first normal container that has it.
std::optional<std::string> CarriedHash(const sdk::Object& workload, std::string_view variable);
// The mark of a forced roll; empty: none.
std::string_view CarriedMark(const sdk::Object& workload);
std::string MarkOf(uint64_t digest);

// The container that has the variable, else the one that uses the config object, else the first.
std::string TargetContainer(const sdk::Value& pod_spec, std::string_view variable,
                            const Reference& reference);

struct Roll {
  std::string_view container;
  std::string_view variable;
  std::string_view hash;
  std::string_view mark;  // empty: none
};
std::string RollPatch(const Roll& roll);

}  // namespace oarlock::reloader
