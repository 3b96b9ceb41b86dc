// Keeps the label `team` of each ConfigMap equal to its annotation `example.dev/team`.
#include "oarlock/sdk/sdk.h"

namespace sdk = oarlock::sdk;

class OwnerLabel : public sdk::Controller {
 public:
  static constexpr std::string_view kId = "owner-label";
  static constexpr uint32_t kConfigMaps = 1;  // ids are ours; the host only compares them

  sdk::Status Declare(sdk::Declaration& d) override {
    d.Type(kConfigMaps, "", "ConfigMap").Versions({"v1"}).Metadata();
    d.Primary(kConfigMaps);
    d.Access("", "configmaps", {"patch"});
    return {};
  }

  sdk::Outcome Reconcile(sdk::Context& ctx, const sdk::Key& key) override {
    const auto map = ctx.client().Get(key);  // from the host's cache, zero-copy
    if (!map.ok()) {
      return map.status().code() == OAR_E_NOT_FOUND ? sdk::Outcome::Done() : map.status();
    }
    const std::string_view team = map->Annotation("example.dev/team");
    if (team.empty() || map->Label("team") == team) return sdk::Outcome::Done();
    const sdk::Status labelled = sdk::SetLabel(ctx, key, *map, "team", team);
    if (labelled.ok()) ctx.Info("labelled", {{"team", team}});
    return labelled;
  }
};

OARLOCK_PLUGIN("dev.example.owner-label", "1.0.0", OwnerLabel);
