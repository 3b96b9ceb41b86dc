// Keeps the label `team` of each ConfigMap equal to its annotation `example.dev/team`.
#include "oarlock/sdk/sdk.h"

namespace sdk = oarlock::sdk;

class OwnerLabel : public sdk::Controller {
 public:
  static constexpr std::string_view kId = "owner-label";
  static constexpr uint32_t kConfigMaps = 1;  // ids are ours; the host only compares them

  sdk::Status Declare(sdk::Declaration& d) override {
    d.Type(kConfigMaps, "", "ConfigMap").Versions({"v1"});
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
    sdk::JsonWriter patch;
    patch.Object().Key("metadata").Object().Key("labels").Object().Member("team", team);
    patch.End().End().End();
    const auto patched = ctx.client().Patch(key, OAR_PATCH_MERGE, patch.text());
    if (patched.ok()) ctx.Info("labelled", {{"team", team}});
    return patched.status();
  }
};

OARLOCK_PLUGIN("dev.example.owner-label", "1.0.0", OwnerLabel);
