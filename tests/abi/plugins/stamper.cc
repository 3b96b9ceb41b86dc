// Writes without end: every ConfigMap that has the annotation `stamper.example.dev/on` gets another
// value of `stamper.example.dev/stamp` each 100 ms, by patches and by updates. A load for tests
// that ask who wrote when.
#include <atomic>
#include <string>

#include "oarlock/sdk/sdk.h"

namespace sdk = oarlock::sdk;

class Stamper : public sdk::Controller {
 public:
  static constexpr std::string_view kId = "stamper";
  static constexpr uint32_t kConfigMaps = 1;

  sdk::Status Declare(sdk::Declaration& d) override {
    d.Type(kConfigMaps, "", "ConfigMap").Versions({"v1"});
    d.Primary(kConfigMaps);
    d.Access("", "configmaps", {"patch", "update"});
    d.Concurrency(4);
    return {};
  }

  sdk::Outcome Reconcile(sdk::Context& ctx, const sdk::Key& key) override {
    const auto map = ctx.client().Get(key);
    if (!map.ok() || map->Annotation("stamper.example.dev/on").empty()) return sdk::Outcome::Done();
    const uint64_t number = ++number_;
    const std::string annotations =
        R"("annotations":{"stamper.example.dev/on":"yes","stamper.example.dev/stamp":")" +
        std::to_string(number) + R"("})";
    const auto written =
        number % 2 == 0
            ? ctx.client().Patch(key, OAR_PATCH_MERGE, R"({"metadata":{)" + annotations + "}}")
            : ctx.client().Update(
                  key, R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":")" + key.name +
                           R"(","namespace":")" + key.ns + R"(",)" + annotations + "}}");
    if (!written.ok() && written.status().code() != OAR_E_CONFLICT) return written.status();
    return sdk::Outcome::After(std::chrono::milliseconds(100));
  }

 private:
  std::atomic<uint64_t> number_{0};
};

OARLOCK_PLUGIN("dev.example.stamper", "1.0.0", Stamper);
