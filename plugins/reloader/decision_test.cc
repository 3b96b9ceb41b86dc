// What counts as a reference, the order of decision, and the text of the roll.
#include <gtest/gtest.h>

#include "annotations.h"
#include "patch.h"
#include "testing/fake_cluster.h"

namespace oarlock::reloader {
namespace {

constexpr const char* kAuto = "reloader.stakater.com/auto";
constexpr const char* kMapAuto = "configmap.reloader.stakater.com/auto";
constexpr const char* kSecretAuto = "secret.reloader.stakater.com/auto";
constexpr const char* kNamed = "configmap.reloader.stakater.com/reload";
constexpr const char* kExclude = "configmaps.exclude.reloader.stakater.com/reload";
constexpr const char* kSearch = "reloader.stakater.com/search";
constexpr const char* kMatch = "reloader.stakater.com/match";
constexpr const char* kIgnore = "reloader.stakater.com/ignore";

class DecisionTest : public ::testing::Test {
 protected:
  sdk::Object Make(const Json& json) { return MakeObject(host_, api_, json); }

  Verdict DecideFor(const Json& own, const Json& of_template = nullptr,
                    const Json& of_config = nullptr, bool all = false,
                    ConfigType type = ConfigType::kConfigMap) {
    const Json workload = {
        {"apiVersion", "apps/v1"},
        {"kind", "Deployment"},
        {"metadata", {{"name", "web"}, {"annotations", own}}},
        {"spec", {{"template", {{"metadata", {{"annotations", of_template}}}}}}}};
    const Json config = {{"apiVersion", "v1"},
                         {"kind", "ConfigMap"},
                         {"metadata", {{"name", "cfg"}, {"annotations", of_config}}}};
    return Decide(Make(workload), Make(config), type, all).verdict;
  }
  Reference Find(const Json& spec, ConfigType type = ConfigType::kConfigMap) {
    return FindReference(Make(spec).root(), type, "cfg");
  }
  // The name of the container found; "-": none, "": an init container.
  std::string User(const Json& spec, ConfigType type = ConfigType::kConfigMap) {
    const Reference found = Find(spec, type);
    return found.found ? found.container : "-";
  }

  abi_test::FakeHost host_;
  sdk::Api api_{&host_.core, host_.handle()};
};

Json WithEnv(const std::string& container, const char* ref, const std::string& name) {
  return {{"name", container},
          {"env", {{{"name", "X"}, {"valueFrom", {{ref, {{"name", name}, {"key", "k"}}}}}}}}};
}
Json WithMount(const std::string& container, const std::string& volume) {
  return {{"name", container}, {"volumeMounts", {{{"name", volume}, {"mountPath", "/x"}}}}};
}
Json Spec(const Json& container, const Json& volume = nullptr) {
  Json spec = {{"containers", Json::array({{{"name", "first"}}, container})}};
  if (!volume.is_null()) spec["volumes"] = Json::array({volume});
  return spec;
}

TEST_F(DecisionTest, ReferencesFromTheEnvironment) {
  EXPECT_EQ(User(Spec(WithEnv("c", "configMapKeyRef", "cfg"))), "c");
  EXPECT_EQ(User(Spec(WithEnv("c", "configMapKeyRef", "other"))), "-");
  EXPECT_EQ(User(Spec(WithEnv("c", "secretKeyRef", "cfg"))), "-");
  EXPECT_EQ(User(Spec(WithEnv("c", "secretKeyRef", "cfg")), ConfigType::kSecret), "c");
  const Json from = {{"name", "c"},
                     {"envFrom", {{{"secretRef", {{"name", "cfg"}, {"optional", true}}}}}}};
  EXPECT_EQ(User(Spec(from)), "-");
  EXPECT_EQ(User(Spec(from), ConfigType::kSecret), "c");
  EXPECT_EQ(User(Spec(FakeCluster::UsesMap("cfg"))), "") << "a container without a name";
}

TEST_F(DecisionTest, R17_ReferencesFromMountedVolumesOnly) {
  const Json plain = {{"name", "v"}, {"configMap", {{"name", "cfg"}}}};
  const Json secret = {{"name", "v"}, {"secret", {{"secretName", "cfg"}}}};
  const Json projected = {
      {"name", "v"},
      {"projected",
       {{"sources", {{{"secret", {{"name", "x"}}}}, {{"configMap", {{"name", "cfg"}}}}}}}}};
  EXPECT_EQ(User(Spec(WithMount("c", "v"), plain)), "c");
  EXPECT_EQ(User(Spec(WithMount("c", "v"), secret)), "-");
  EXPECT_EQ(User(Spec(WithMount("c", "v"), secret), ConfigType::kSecret), "c");
  EXPECT_EQ(User(Spec(WithMount("c", "v"), projected)), "c");
  EXPECT_EQ(User(Spec(WithMount("c", "v"), projected), ConfigType::kSecret), "-");
  EXPECT_EQ(User(Spec(WithMount("c", "other"), plain)), "-");
  EXPECT_EQ(User(Spec({{"name", "c"}}, projected)), "-");
}

TEST_F(DecisionTest, R16_InitContainersCountAndNameNoContainer) {
  const Json spec = {{"containers", Json::array({{{"name", "first"}}})},
                     {"initContainers", {WithEnv("init", "configMapKeyRef", "cfg")}}};
  EXPECT_EQ(User(spec), "");
  EXPECT_EQ(TargetContainer(Make(spec).root(), "V", Find(spec)), "first");
}

TEST_F(DecisionTest, WhatIsNoReference) {
  EXPECT_EQ(User({{"imagePullSecrets", {{{"name", "cfg"}}}},
                  {"ephemeralContainers", {WithEnv("e", "secretKeyRef", "cfg")}},
                  {"containers", nullptr}},
                 ConfigType::kSecret),
            "-");
  EXPECT_EQ(User(Json::object()), "-");
}

TEST_F(DecisionTest, AutoAndTypedAuto) {
  EXPECT_EQ(DecideFor({{kAuto, "true"}}), Verdict::kIfReferenced);
  EXPECT_EQ(DecideFor({{kAuto, "yes"}}), Verdict::kNo);
  EXPECT_EQ(DecideFor(nullptr), Verdict::kNo);
  // R04
  EXPECT_EQ(DecideFor({{kMapAuto, "1"}}), Verdict::kIfReferenced);
  EXPECT_EQ(DecideFor({{kMapAuto, "1"}}, nullptr, nullptr, false, ConfigType::kSecret),
            Verdict::kNo);
  EXPECT_EQ(DecideFor({{kSecretAuto, "1"}}), Verdict::kNo);
  EXPECT_EQ(DecideFor({{kAuto, "false"}, {kMapAuto, "true"}}), Verdict::kIfReferenced);
}

TEST_F(DecisionTest, R05_NamedRollsWithoutAReference) {
  EXPECT_EQ(DecideFor({{kNamed, "other, c.*"}}), Verdict::kRoll);
  EXPECT_EQ(DecideFor({{kNamed, "other"}}), Verdict::kNo);
}

TEST_F(DecisionTest, R09_ExcludeWins) {
  EXPECT_EQ(DecideFor({{kAuto, "true"}, {kExclude, "cfg"}, {kNamed, "cfg"}}), Verdict::kNo);
  EXPECT_EQ(DecideFor({{kAuto, "true"}, {kExclude, "c.*"}}), Verdict::kIfReferenced);
  EXPECT_EQ(
      DecideFor({{kAuto, "true"}, {kExclude, "cfg"}}, nullptr, nullptr, false, ConfigType::kSecret),
      Verdict::kIfReferenced);
  EXPECT_EQ(DecideFor({{kExclude, "cfg"}}, {{kAuto, "true"}}), Verdict::kNo);
  EXPECT_EQ(DecideFor(nullptr, {{kAuto, "true"}, {kExclude, "cfg"}}), Verdict::kIfReferenced)
      << "excludes of the pod template are not read";
}

TEST_F(DecisionTest, R10_AutoReloadAllYieldsToAnAnswer) {
  EXPECT_EQ(DecideFor({{kAuto, "false"}}, nullptr, nullptr, true), Verdict::kNo);
  EXPECT_EQ(DecideFor(nullptr, nullptr, nullptr, true), Verdict::kIfReferenced);
  EXPECT_EQ(DecideFor({{kAuto, ""}}, nullptr, nullptr, true), Verdict::kIfReferenced);
}

TEST_F(DecisionTest, R11_NamedWinsOverAutoFalse) {
  EXPECT_EQ(DecideFor({{kAuto, "false"}, {kNamed, "cfg"}}), Verdict::kRoll);
}

TEST_F(DecisionTest, R12_SearchNeedsAMatch) {
  EXPECT_EQ(DecideFor({{kSearch, "true"}}), Verdict::kNo);
  EXPECT_EQ(DecideFor({{kSearch, "true"}}, nullptr, {{kMatch, "true"}}), Verdict::kIfReferenced);
  EXPECT_EQ(DecideFor({{kSearch, "True"}}, nullptr, {{kMatch, "true"}}), Verdict::kNo);
  EXPECT_EQ(DecideFor({{kSearch, "true"}}, nullptr, {{kMatch, "1"}}), Verdict::kNo);
}

TEST_F(DecisionTest, R13_IgnoreIsLiteral) {
  EXPECT_TRUE(AsksToBeIgnored(Make({{"metadata", {{"annotations", {{kIgnore, "true"}}}}}})));
  EXPECT_FALSE(AsksToBeIgnored(Make({{"metadata", {{"annotations", {{kIgnore, "1"}}}}}})));
}

TEST_F(DecisionTest, R14_R15_TemplateSpeaksOnlyWhereTheWorkloadIsSilent) {
  EXPECT_EQ(DecideFor(nullptr, {{kAuto, "true"}}), Verdict::kIfReferenced);
  EXPECT_EQ(DecideFor({{"app", "x"}}, {{kNamed, "cfg"}}), Verdict::kRoll);
  EXPECT_EQ(DecideFor({{kSearch, "false"}}, {{kAuto, "true"}}), Verdict::kNo);
  // The other type's keys leave it silent for this one.
  EXPECT_EQ(DecideFor({{kSecretAuto, "true"}}, {{kAuto, "true"}}), Verdict::kIfReferenced);
}

TEST_F(DecisionTest, ParsesBooleansAsGoDoes) {
  for (const char* text : {"1", "t", "T", "TRUE", "true", "True"}) EXPECT_TRUE(ParseBool(text));
  for (const char* text : {"", "0", "f", "tRue", "yes", " true"}) EXPECT_FALSE(ParseBool(text));
}

TEST_F(DecisionTest, R18_TheVariableStaysWhereItIs) {
  Json spec = Spec(WithEnv("c", "configMapKeyRef", "cfg"));
  EXPECT_EQ(TargetContainer(Make(spec).root(), "V", Find(spec)), "c");
  spec["containers"][0]["env"] = {{{"name", "V"}, {"value", "old"}}};
  EXPECT_EQ(TargetContainer(Make(spec).root(), "V", Find(spec)), "first");
  EXPECT_EQ(TargetContainer(Make(spec).root(), "W", {}), "first");
  const sdk::Object workload = Make({{"spec", {{"template", {{"spec", spec}}}}}});
  EXPECT_EQ(CarriedHash(workload, "V"), "old");
  EXPECT_EQ(CarriedHash(workload, "W"), std::nullopt);
}

TEST_F(DecisionTest, WritesOneVariableAndTheMarkWhereForced) {
  EXPECT_EQ(RollPatch({"c", "V", "h", {}}),
            R"({"spec":{"template":{"spec":{"containers":[)"
            R"({"name":"c","env":[{"name":"V","value":"h"}]}]}}}})");
  EXPECT_EQ(RollPatch({"c", "V", "h", MarkOf(0x1fu)}),
            R"({"spec":{"template":{"metadata":{"annotations":{)"
            R"("reloader.oarlock.dev/content":"000000000000001f"}},"spec":{"containers":[)"
            R"({"name":"c","env":[{"name":"V","value":"h"}]}]}}}})");
}

}  // namespace
}  // namespace oarlock::reloader
