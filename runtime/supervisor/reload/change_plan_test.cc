#include "supervisor/reload/change_plan.h"

#include <gtest/gtest.h>

#include <functional>

namespace oarlock::supervisor {
namespace {

PluginChange Plan(const std::function<void(PluginSpec&)>& change, const char* library = "L1",
                  const char* config = "C1", const char* values = "") {
  PluginSpec now;
  now.name = "demo";
  now.controllers["main"].max_concurrent_reconciles = 2;
  PluginSpec next = now;
  change(next);
  const std::string l1 = "L1";
  const std::string c1 = "C1";
  const std::string l2 = library;
  const std::string c2 = config;
  const std::string v1;
  const std::string v2 = values;
  return PlanChange({now, l1, c1, v1}, {next, l2, c2, v2});
}

TEST(ChangePlan, TheSameEntryAndBytesAreNoChange) {
  EXPECT_EQ(Plan([](PluginSpec&) {}), PluginChange::kNone);
  EXPECT_EQ(Plan([](PluginSpec& spec) { spec.position = "m.yaml:9:1"; }), PluginChange::kNone);
}

TEST(ChangePlan, OtherBytesAreAGenerationWhateverTheEntrySays) {
  EXPECT_EQ(Plan([](PluginSpec&) {}, "L2"), PluginChange::kGeneration);
  EXPECT_EQ(Plan([](PluginSpec&) {}, "L2", "C2"), PluginChange::kGeneration);
  EXPECT_EQ(Plan([](PluginSpec& spec) {
              spec.library = "elsewhere.so";
              spec.entry_json = "{1}";
            }),
            PluginChange::kSettings)
      << "the same bytes under another name";
}

TEST(ChangePlan, AConfigurationAloneIsTriedInPlace) {
  EXPECT_EQ(Plan([](PluginSpec&) {}, "L1", "C2"), PluginChange::kConfiguration);
  EXPECT_EQ(Plan([](PluginSpec&) {}, "L1", "C1", "V2"), PluginChange::kConfiguration);
}

TEST(ChangePlan, NamespacesDeadlinesAndResyncNeedAGeneration) {
  EXPECT_EQ(Plan([](PluginSpec& spec) { spec.namespaces = {"a"}; }), PluginChange::kGeneration);
  EXPECT_EQ(Plan([](PluginSpec& spec) { spec.reconcile_deadline = base::Duration(1); }),
            PluginChange::kGeneration);
  EXPECT_EQ(
      Plan([](PluginSpec& spec) { spec.controllers["main"].resync_period = base::Duration(9); }),
      PluginChange::kGeneration);
  EXPECT_EQ(Plan([](PluginSpec& spec) { spec.controllers["b"].resync_period = base::Duration(9); }),
            PluginChange::kGeneration);
  EXPECT_EQ(Plan([](PluginSpec& spec) { spec.unload_never = true; }), PluginChange::kGeneration);
  EXPECT_EQ(Plan([](PluginSpec& spec) { spec.permissions.emplace(); }), PluginChange::kGeneration);
  EXPECT_EQ(Plan([](PluginSpec& spec) { spec.service_account.emplace(); }),
            PluginChange::kGeneration);
}

TEST(ChangePlan, ConcurrencyAndReloadSettingsAreTheHostsAlone) {
  EXPECT_EQ(Plan([](PluginSpec& spec) {
              spec.controllers["main"].max_concurrent_reconciles = 7;
              spec.entry_json = "{1}";
            }),
            PluginChange::kSettings);
  EXPECT_EQ(Plan([](PluginSpec& spec) {
              spec.reload.probation = base::Duration(0);
              spec.entry_json = "{1}";
            }),
            PluginChange::kSettings);
}

}  // namespace
}  // namespace oarlock::supervisor
