#pragma once
// Roller: one pass over the workloads of a namespace for one config object.
//
// Made and used by a reconcile: Collect reads the cache and decides, Roll sends one patch for each
// workload that needs it. Nothing is sent before all three types could be read.
// Threads: those of the context. Errors: Collect: of the cache; Roll: the first that is worth
// another attempt. A workload that is gone is none, and neither is one that the server will never
// take: that one gets an event.

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "annotations.h"
#include "once.h"
#include "patch.h"
#include "seen_content.h"

namespace oarlock::reloader {

inline constexpr uint32_t kConfigMaps = 1;
inline constexpr uint32_t kSecrets = 2;
inline constexpr uint32_t kDeployments = 3;
inline constexpr uint32_t kStatefulSets = 4;
inline constexpr uint32_t kDaemonSets = 5;

inline constexpr uint32_t kWorkloadTypes[] = {kDeployments, kStatefulSets, kDaemonSets};

struct Task {
  const sdk::Object& config;
  ConfigType type;
  uint64_t digest;
  const Look& look;
  bool auto_reload_all;
  bool on_create;  // a new object rolls, too
};

// Does a content seen like this concern only workloads that carry another hash of the object?
bool OnlyCarriers(const Look& look, bool on_create);

class Roller {
 public:
  Roller(sdk::Context& ctx, const Task& task, Once& once);

  sdk::Status Collect();
  sdk::Status Roll();
  // Workloads that the variable cannot tell apart before and after: "<type>/<name>".
  const std::set<std::string>& forced() const { return forced_; }

 private:
  struct Target {
    uint32_t type;
    sdk::Object workload;
    std::string container;
    bool force;
  };

  void Consider(uint32_t type, const sdk::Object& workload);
  bool IsWanted(const sdk::Object& workload, Reference& reference);
  bool NeedsRoll(const std::string& id, const sdk::Object& workload, bool& force) const;
  bool BelongsToAnother(std::string_view hash) const;
  sdk::Status RollOne(const Target& target) const;
  void WarnOnce(const sdk::Object& workload, std::string_view reason, const std::string& message);
  std::string What() const;  // "ConfigMap ns/name"

  sdk::Context& ctx_;
  const Task& task_;
  Once& once_;
  const std::string variable_;
  const std::string hash_;
  const std::string mark_;
  const bool only_carriers_;
  std::vector<Target> targets_;
  std::set<std::string> forced_;
};

}  // namespace oarlock::reloader
