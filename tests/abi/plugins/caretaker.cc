// For each Thing of helpers.test: a child that is made as it must be, one that is applied, a
// finalizer, a status with a condition, and an event: what controllers do with the SDK's helpers.
#include "oarlock/sdk/sdk.h"

namespace sdk = oarlock::sdk;

class Caretaker : public sdk::Controller {
 public:
  static constexpr std::string_view kId = "caretaker";
  static constexpr uint32_t kThings = 1;
  static constexpr uint32_t kMaps = 2;
  static constexpr std::string_view kFinalizer = "helpers.test/caretaker";

  sdk::Status Declare(sdk::Declaration& d) override {
    d.Type(kThings, "helpers.test", "Thing").Versions({"v1"});
    d.Type(kMaps, "", "ConfigMap").Versions({"v1"});
    d.Primary(kThings);
    d.Owns(kMaps);
    d.Access("helpers.test", "things", {"patch"});
    d.Access("helpers.test", "things", {"patch"}).Subresource("status");
    d.Access("", "configmaps", {"create", "patch", "update", "delete"});
    return {};
  }

  sdk::Outcome Reconcile(sdk::Context& ctx, const sdk::Key& key) override {
    const auto thing = ctx.client().Get(key);
    if (!thing.ok()) {
      return thing.status().code() == OAR_E_NOT_FOUND ? sdk::Outcome::Done() : thing.status();
    }
    const auto going = sdk::Finalize(ctx, key, *thing, kFinalizer, [&] {
      const sdk::Status gone = ctx.client().Delete(MapKey(key, "-applied"));
      return gone.code() == OAR_E_NOT_FOUND ? sdk::Status() : gone;
    });
    if (!going.ok() || *going) return going.status();
    if (const sdk::Status status = Children(ctx, key, *thing); !status.ok()) return status;
    const auto told = sdk::SetConditions(
        ctx, key, *thing, {{.type = "Ready", .status = "True", .reason = "Done", .message = "ok"}});
    if (told.ok() && *told == sdk::Applied::kPatched) ctx.Normal(*thing, "Ready", "all is there");
    return told.status();
  }

 private:
  static sdk::Key MapKey(const sdk::Key& key, const char* suffix) {
    return {kMaps, key.ns, key.name + suffix};
  }
  static std::string Json(const sdk::Key& map, std::string_view owner, std::string_view text) {
    sdk::JsonWriter w;
    w.Object().Member("apiVersion", "v1").Member("kind", "ConfigMap").Key("metadata").Object();
    w.Member("name", map.name).Member("namespace", map.ns);
    if (!owner.empty()) w.Key("ownerReferences").Array().Raw(owner).End();
    w.End().Key("data").Object().Member("text", text).End().End();
    return w.text();
  }
  static sdk::Status Children(sdk::Context& ctx, const sdk::Key& key, const sdk::Object& thing) {
    const auto text = thing["spec"]["text"].AsString("none");
    const auto owner = sdk::ControllerReference(thing, key.ns);
    if (!owner.ok()) return owner.status();
    const auto made =
        sdk::CreateOrPatch(ctx, MapKey(key, "-child"), Json(MapKey(key, "-child"), *owner, text));
    if (!made.ok()) return made.status();
    if (*made == sdk::Applied::kUnchanged) return {};
    ctx.Info("child written", {{"how", static_cast<int>(*made)}});
    return sdk::Apply(ctx, MapKey(key, "-applied"), Json(MapKey(key, "-applied"), {}, text))
        .status();
  }
};

OARLOCK_PLUGIN("dev.oarlock.test.caretaker", "1.0.0", Caretaker);
