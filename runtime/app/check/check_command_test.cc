// The commands as a user sees them: what they print, and their exit codes.
#include "app/check/check_command.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "app/check/inspect_command.h"
#include "app/exit_code.h"

namespace oarlock::app {
namespace {

class CheckCommand : public ::testing::Test {
 protected:
  CheckCommand() : folder_(std::filesystem::temp_directory_path() / Name()) {
    std::filesystem::create_directories(folder_);
  }
  ~CheckCommand() override { std::filesystem::remove_all(folder_); }

  std::string Write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  std::string Manifest(const std::string& plugins) {
    return Write("m.yaml",
                 "apiVersion: oarlock.dev/v1alpha1\nkind: PluginManifest\n"
                 "metadata: {name: m}\nspec:\n  plugins:\n" +
                     plugins);
  }
  // Exit code; what was printed is in said_.
  int Check(const CheckOptions& options) {
    testing::internal::CaptureStdout();
    const int code = RunCheck(options);
    said_ = testing::internal::GetCapturedStdout();
    return code;
  }
  bool Said(const std::string& text) const { return said_.find(text) != std::string::npos; }
  size_t Errors() const {
    size_t count = 0;
    std::istringstream lines(said_);
    for (std::string line; std::getline(lines, line);) count += line.starts_with("ERROR") ? 1u : 0u;
    return count;
  }

  std::string said_;

 private:
  static std::string Name() { return "oarlock-check-" + std::to_string(::getpid()); }
  std::filesystem::path folder_;
};

TEST_F(CheckCommand, EachFaultOfAManifestIsOneLineWithItsPlace) {
  const std::string file = Manifest(
      "    - name: a\n      library: a.so\n      requird: true\n"
      "    - name: b\n      library: b.so\n      enabled: yes\n");
  EXPECT_EQ(Check({.file = file}), kExitManifest);
  EXPECT_EQ(Errors(), 2u) << said_;
  EXPECT_TRUE(Said("m.yaml:8:16: spec.plugins[0].requird: unknown key; did you mean \"required\"?"))
      << said_;
  EXPECT_TRUE(Said("m.yaml:11:16: spec.plugins[1].enabled: must be true or false")) << said_;
  EXPECT_TRUE(Said("FAILED: 2 errors")) << said_;
}

TEST_F(CheckCommand, LibrariesOfAManifestAreReadAndNotRun) {
  const std::string file = Manifest(
      "    - {name: good, library: tls_dtor.so}\n"
      "    - {name: config, library: hello.so, config: {greeting: 7}}\n"
      "    - {name: gone, library: gone.so}\n"
      "    - {name: none, library: badly_linked.so}\n");
  EXPECT_EQ(Check({.file = file, .plugin_dir = OARLOCK_TEST_PLUGIN_DIR}), kExitManifest);
  EXPECT_EQ(Errors(), 3u) << said_;
  EXPECT_TRUE(Said("m.yaml:7:49: config.greeting: must be a string, not 7\nERROR"))
      << "the place says what to do" << said_;
  EXPECT_TRUE(Said("gone.so: No such file or directory\n")) << said_;
  EXPECT_TRUE(Said("fix: build it, or give --plugin-dir")) << said_;
  EXPECT_TRUE(Said("it carries no OARLOCK note")) << said_;
  std::ifstream maps("/proc/self/maps");
  std::ostringstream mapped;
  mapped << maps.rdbuf();
  EXPECT_EQ(mapped.str().find("check@"), std::string::npos) << "a library was loaded";
  EXPECT_EQ(mapped.str().find(OARLOCK_TEST_PLUGIN_DIR), std::string::npos);
}

TEST_F(CheckCommand, AGoodManifestPasses) {
  const std::string file = Manifest("    - {name: good, library: tls_dtor.so}\n");
  EXPECT_EQ(Check({.file = file, .plugin_dir = OARLOCK_TEST_PLUGIN_DIR}), kExitOk);
  EXPECT_TRUE(Said("passed: 0 errors")) << said_;
}

TEST_F(CheckCommand, SaysWhatItDoesNotLookAt) {
  const std::string file = Manifest(
      "    - {name: far, library: 'oci://registry.example:5000/x@sha256:" + std::string(64, 'a') +
      "', config: {greeting: 7}}\n"
      "    - {name: hello, library: hello.so, configFrom: [{secretRef: {name: s, key: k}}]}\n");
  EXPECT_EQ(Check({.file = file, .plugin_dir = OARLOCK_TEST_PLUGIN_DIR}), kExitOk) << said_;
  EXPECT_TRUE(Said("neither the library nor its configuration is looked at")) << said_;
  EXPECT_TRUE(Said("part of it is in Secrets")) << said_;
  EXPECT_EQ(Check({.file = "cluster:ops/m"}), kExitManifest);
  EXPECT_TRUE(Said("here a file or a directory is needed")) << said_;
}

TEST_F(CheckCommand, WhatIsNotThereIsAMistakeOfTheCaller) {
  EXPECT_EQ(Check({.file = "/no/such/file"}), kExitUsage);
}

TEST_F(CheckCommand, ALibraryCanBeLookedAtAlone) {
  const CheckOptions options{.file = OARLOCK_TEST_PLUGIN_DIR "/badly_linked.so",
                             .static_only = true};
  EXPECT_EQ(Check(options), kExitCheckFailed);
  EXPECT_TRUE(Said("fix: link with -Wl,-z,now")) << said_;
  EXPECT_FALSE(Said("life")) << said_;
}

TEST_F(CheckCommand, InspectPrintsWhatAPluginIsAndNeeds) {
  testing::internal::CaptureStdout();
  const int code = RunInspect({.file = OARLOCK_TEST_PLUGIN_DIR "/inherit_label.so"});
  said_ = testing::internal::GetCapturedStdout();
  EXPECT_EQ(code, kExitOk) << said_;
  for (const char* line :
       {"plugin:   dev.example.inherit-label 1.0.0\n", "abi:      1.0", "\"required\": [\"label\"]",
        "type 1: ConfigMap versions=v1 metadata-only", "mapper 1: index",
        "resources: [\"namespaces\"]", "verbs: [\"get\", \"list\", \"patch\", \"watch\"]"}) {
    EXPECT_TRUE(Said(line)) << line << "\n" << said_;
  }
}

TEST_F(CheckCommand, InspectNamesAFileThatIsNoPlugin) {
  testing::internal::CaptureStderr();
  const int code = RunInspect({.file = OARLOCK_TEST_PLUGIN_DIR "/badly_linked.so"});
  EXPECT_NE(testing::internal::GetCapturedStderr().find("no oarlock plugin"), std::string::npos);
  EXPECT_EQ(code, kExitCheckFailed);
}

}  // namespace
}  // namespace oarlock::app
