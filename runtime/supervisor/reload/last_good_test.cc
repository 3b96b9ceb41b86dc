#include "supervisor/reload/last_good.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "supervisor/manifest_reader.h"

namespace oarlock::supervisor {
namespace {

class LastGoodTest : public ::testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/oarlock-good-XXXXXX";
    ASSERT_NE(::mkdtemp(name), nullptr);
    dir = name;
  }
  void TearDown() override { std::filesystem::remove_all(dir); }
  static PluginSpec Spec(const std::string& note) {
    const auto manifest = ParseManifest(
        "apiVersion: oarlock.dev/v1alpha1\nkind: PluginManifest\nmetadata: {name: x}\nspec:\n"
        "  plugins:\n    - {name: demo, library: hello.so, config: {greeting: '" +
            note + "'}, reload: {probation: 5s}}\n",
        "m.yaml");
    EXPECT_TRUE(manifest.ok()) << manifest.status().ToString();
    return manifest->plugins.at(0);
  }
  static std::shared_ptr<const LibraryFile> File(const char* name) {
    return *LibraryFile::Open(std::string(OARLOCK_TEST_PLUGIN_DIR) + "/" + name, "x@1", "");
  }
  size_t Files() const {
    size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(dir)) ++count;
    return count;
  }
  std::string dir;
};

TEST_F(LastGoodTest, KeepsTheEntryAndTheBytesOfTheNewestVersion) {
  const LastGood good(dir);
  EXPECT_EQ(good.Load("demo").status().code(), base::StatusCode::kNotFound);
  ASSERT_TRUE(good.Save(Spec("one"), *File("hello.so")).ok());
  ASSERT_TRUE(good.Save(Spec("two"), *File("hello_c.so")).ok());
  const auto spec = LastGood(dir).Load("demo");
  ASSERT_TRUE(spec.ok()) << spec.status().ToString();
  EXPECT_EQ(spec->config_json, R"({"greeting":"two"})");
  EXPECT_EQ(spec->reload.probation, std::chrono::seconds(5));
  EXPECT_EQ(spec->sha256, File("hello_c.so")->sha256());
  EXPECT_TRUE(LibraryFile::Open(spec->library, "x@2", spec->sha256).ok());
  EXPECT_EQ(Files(), 2u) << "older bytes are removed";
}

TEST_F(LastGoodTest, WhatWasTamperedWithIsNotUsed) {
  const LastGood good(dir);
  ASSERT_TRUE(good.Save(Spec("one"), *File("hello.so")).ok());
  const auto spec = good.Load("demo");
  std::ofstream(spec->library, std::ios::app) << "x";
  EXPECT_FALSE(LibraryFile::Open(spec->library, "x@2", spec->sha256).ok());
  std::ofstream(dir + "/demo.yaml") << "kind: Other\n";
  EXPECT_FALSE(good.Load("demo").ok());
}

TEST_F(LastGoodTest, SaysWhereItCannotWrite) {
  EXPECT_NE(LastGood("/proc/none").Save(Spec("x"), *File("hello.so")).message().find("/proc/none"),
            std::string::npos);
}

}  // namespace
}  // namespace oarlock::supervisor
