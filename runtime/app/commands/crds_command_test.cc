#include "app/commands/crds_command.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "app/exit_code.h"
#include "kube/yaml.h"

namespace oarlock::app {
namespace {

int RunOn(const std::string& plugins, std::string& said) {
  const auto file = std::filesystem::temp_directory_path() /
                    ("oarlock-crds-" + std::to_string(::getpid()) + ".yaml");
  std::ofstream(file) << "apiVersion: oarlock.dev/v1alpha1\nkind: PluginManifest\n"
                         "metadata: {name: m}\nspec:\n  plugins:\n"
                      << plugins;
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const int code = RunCrds({file.string(), OARLOCK_TEST_PLUGIN_DIR});
  said = testing::internal::GetCapturedStdout() + testing::internal::GetCapturedStderr();
  std::filesystem::remove(file);
  return code;
}

TEST(CrdsCommand, PrintsWhatThePluginsCarry) {
  std::string said;
  EXPECT_EQ(
      RunOn("  - {name: hello, library: hello.so}\n  - {name: t, library: things.so}\n", said),
      kExitOk);
  const auto documents = kube::ReadYaml(said, "crds");
  ASSERT_TRUE(documents.ok()) << documents.status().message() << said;
  ASSERT_EQ(documents->size(), 1u) << said;
  EXPECT_EQ((*documents)[0].root()["metadata"]["name"].AsString(), "things.x.dev");
}

TEST(CrdsCommand, PrintsTheOneOfManifests) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(RunCrds({"", "", true}), kExitOk);
  const std::string said = testing::internal::GetCapturedStdout();
  const auto documents = kube::ReadYaml(said, "crds");
  ASSERT_TRUE(documents.ok()) << documents.status().message() << said;
  EXPECT_EQ((*documents)[0].root()["metadata"]["name"].AsString(), "pluginmanifests.oarlock.dev");
  testing::internal::CaptureStderr();
  EXPECT_EQ(RunCrds({}), kExitUsage);
  (void)testing::internal::GetCapturedStderr();
}

TEST(CrdsCommand, FaultsNameTheirPlace) {
  std::string said;
  EXPECT_EQ(RunOn("  - {name: t, library: none.so}\n", said), kExitCheckFailed);
  EXPECT_NE(said.find(":6:5: plugin t: "), std::string::npos) << said;
  EXPECT_EQ(RunOn("  - {name: t}\n", said), kExitManifest);
  EXPECT_EQ(
      RunOn("  - {name: t, library: 'oci://127.0.0.1:1/t@sha256:" + std::string(64, 'a') + "'}\n",
            said),
      kExitRegistry);
  EXPECT_NE(said.find("127.0.0.1:1"), std::string::npos) << said;
}

}  // namespace
}  // namespace oarlock::app
