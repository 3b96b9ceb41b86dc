#pragma once
// What the annotations of a workload and of a config object say: roll, or not.
//
// The keys and the order of decision are the peer's (README.md). Pure functions. Threads: [any].

#include <string>
#include <string_view>
#include <vector>

#include "hash.h"

namespace oarlock::reloader {

enum class Verdict { kNo, kIfReferenced, kRoll };

struct Decision {
  Verdict verdict = Verdict::kNo;
  std::vector<std::string> invalid_items;  // of the list of patterns
};

// `workload` is anything with spec.template; `config` was not asked to be ignored.
Decision Decide(const sdk::Object& workload, const sdk::Object& config, ConfigType type,
                bool auto_reload_all);

// Does the config object ask that nothing is rolled for it?
bool AsksToBeIgnored(const sdk::Object& config);

// 1, t, T, TRUE, true, True; anything else is false.
bool ParseBool(std::string_view text);

}  // namespace oarlock::reloader
