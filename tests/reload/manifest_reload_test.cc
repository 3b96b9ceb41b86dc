// What makes the host look at its manifest: changes of files in all the ways they are made, time,
// and somebody who asks.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "supervisor/manifest/file_manifest.h"
#include "supervisor/manifest_reader.h"
#include "supervisor/watch/manifest_follower.h"
#include "tests/reload/reload_world.h"

namespace oarlock::reloadtest {
namespace {

namespace fs = std::filesystem;
using supervisor::Manifest;
using supervisor::ManifestFollower;

std::string Text(const std::string& library, const std::string& more = "") {
  return "apiVersion: oarlock.dev/v1alpha1\nkind: PluginManifest\nmetadata: {name: test}\n"
         "spec:\n  plugins:\n    - {name: demo, library: " +
         library + more + "}\n";
}

class ManifestReload : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/oarlock-follow-XXXXXX";
    ASSERT_NE(::mkdtemp(name), nullptr);
    dir = name;
  }
  void TearDown() override {
    follower.reset();
    fs::remove_all(dir);
  }
  void Write(const std::string& file, const std::string& text) {
    std::ofstream(dir + "/" + file, std::ios::binary | std::ios::trunc) << text;
  }
  void Follow(const std::string& path) {
    auto manifest = supervisor::ReadManifest(path);
    ASSERT_TRUE(manifest.ok()) << manifest.status().ToString();
    supervisor::ManifestFollowerOptions options;
    options.source = supervisor::MakeFileManifest(path);
    options.plugin_dir = dir;
    options.apply = [this](const Manifest& next) {
      base::MutexLock lock(mutex_);
      applied_.push_back(next);
      return static_cast<uint64_t>(applied_.size());
    };
    follower = std::make_unique<ManifestFollower>(std::move(options), *manifest, host.clock,
                                                  host.metrics, host.env().log);
    follower->Start();
  }
  size_t applied() {
    base::MutexLock lock(mutex_);
    return applied_.size();
  }
  std::string library() {
    base::MutexLock lock(mutex_);
    return applied_.empty() ? "" : applied_.back().plugins.at(0).library;
  }
  bool WaitForLibrary(const std::string& name) {
    return host.WaitFor([&] { return library() == name; }, std::chrono::milliseconds(50));
  }

  pluginhost::testing::HostHarness host;
  std::string dir;
  base::Mutex mutex_;
  std::vector<Manifest> applied_ OARLOCK_GUARDED_BY(mutex_);
  std::unique_ptr<ManifestFollower> follower;
};

TEST_F(ManifestReload, SeesARenameAnInPlaceWriteAndAnAtomicReplacement) {
  Write("m.yaml", Text("a.so"));
  Follow(dir + "/m.yaml");
  Write("m.yaml", Text("b.so"));
  EXPECT_TRUE(WaitForLibrary("b.so")) << "written in place";
  Write("next", Text("c.so"));
  fs::rename(dir + "/next", dir + "/m.yaml");
  EXPECT_TRUE(WaitForLibrary("c.so")) << "renamed over it";
  fs::remove(dir + "/m.yaml");
  Write("m.yaml", Text("d.so"));
  EXPECT_TRUE(WaitForLibrary("d.so")) << "removed and made anew";
}

TEST_F(ManifestReload, SeesThreeSwapsOfAConfigMap) {
  // As a kubelet lays it out: m.yaml → ..data/m.yaml, ..data → ..N
  const auto publish = [&](int n, const std::string& text) {
    const std::string version = "..version" + std::to_string(n);
    fs::create_directory(dir + "/" + version);
    Write(version + "/m.yaml", text);
    fs::create_symlink(version, dir + "/..data_tmp");
    fs::rename(dir + "/..data_tmp", dir + "/..data");
    if (n > 1) fs::remove_all(dir + "/..version" + std::to_string(n - 1));
  };
  publish(1, Text("v1.so"));
  fs::create_symlink("..data/m.yaml", dir + "/m.yaml");
  Follow(dir + "/m.yaml");
  for (int n = 2; n <= 4; ++n) {
    publish(n, Text("v" + std::to_string(n) + ".so"));
    EXPECT_TRUE(WaitForLibrary("v" + std::to_string(n) + ".so")) << n;
  }
}

TEST_F(ManifestReload, SeesALibraryThatTheManifestNames) {
  Write("a.so", "one");
  Write("m.yaml", Text("a.so"));
  Follow(dir + "/m.yaml");
  Write("a.so", "two");
  EXPECT_TRUE(host.WaitFor([&] { return applied() == 1; }, std::chrono::milliseconds(50)));
}

TEST_F(ManifestReload, ActsOnContentOnly) {
  Write("m.yaml", Text("a.so"));
  Follow(dir + "/m.yaml");
  Write("m.yaml", Text("a.so"));
  Write("unrelated.txt", "x");
  host.clock.Advance(std::chrono::seconds(100));
  Write("m.yaml", Text("b.so"));
  EXPECT_TRUE(WaitForLibrary("b.so"));
  EXPECT_EQ(applied(), 1u) << "the same content again was no change";
}

TEST_F(ManifestReload, AnInvalidManifestIsOneErrorAndChangesNothing) {
  Write("m.yaml", Text("a.so"));
  Follow(dir + "/m.yaml");
  Write("m.yaml", Text("a.so", ", libary: x"));
  ASSERT_TRUE(
      host.WaitFor([&] { return host.log_lines->Has("libary"); }, std::chrono::milliseconds(50)));
  host.clock.Advance(std::chrono::minutes(10));
  const uint64_t ticket = follower->Request("test");
  ASSERT_TRUE(host.WaitFor([&] { return follower->AnswerTo(ticket).has_value(); }));
  EXPECT_NE(follower->AnswerTo(ticket)->read.message().find("m.yaml:6:"), std::string::npos);
  EXPECT_EQ(applied(), 0u);
  Write("m.yaml", Text("b.so"));
  EXPECT_TRUE(WaitForLibrary("b.so")) << "and the next one is read";
}

TEST_F(ManifestReload, WhoAsksIsAnsweredThoughNothingChanged) {
  Write("m.yaml", Text("a.so"));
  Follow(dir + "/m.yaml");
  const uint64_t ticket = follower->Request("SIGHUP");
  ASSERT_TRUE(host.WaitFor([&] { return follower->AnswerTo(ticket).has_value(); }));
  EXPECT_TRUE(follower->AnswerTo(ticket)->read.ok());
  EXPECT_EQ(follower->AnswerTo(ticket)->revision, 1u);
  EXPECT_FALSE(follower->AnswerTo(4711).has_value());
}

TEST_F(ManifestReload, LooksFromTimeToTimeWhereNothingIsTold) {
  // Through a link to a directory that is swapped elsewhere, no watched directory tells anything.
  fs::create_directories(dir + "/x/1");
  fs::create_directories(dir + "/x/2");
  Write("x/1/m.yaml", Text("a.so"));
  Write("x/2/m.yaml", Text("b.so"));
  fs::create_directory_symlink(dir + "/x/1", dir + "/x/now");
  Follow(dir + "/x/now/m.yaml");
  fs::remove(dir + "/x/now");
  fs::create_directory_symlink(dir + "/x/2", dir + "/x/now");
  EXPECT_TRUE(WaitForLibrary("b.so"));
}

TEST_F(ManifestReload, ADirectoryOfManifestsIsWatchedAsAWhole) {
  fs::create_directory(dir + "/m");
  Write("m/10.yaml", Text("a.so"));
  Follow(dir + "/m");
  std::string second = Text("b.so");
  second.replace(second.find("demo"), 4, "more");
  Write("m/20.yaml", second);
  ASSERT_TRUE(host.WaitFor([&] { return applied() == 1; }, std::chrono::milliseconds(50)));
  base::MutexLock lock(mutex_);
  EXPECT_EQ(applied_.back().plugins.size(), 2u);
}

TEST_F(ManifestReload, TheWholeWayFromAFileToTheOtherBuild) {
  ReloadWorld world;
  const auto text = [&](int build) {
    return Text(ReloadWorld::Library(build), ", config: " + world.Spec(build).config_json);
  };
  Write("m.yaml", text(1));
  const auto manifest = supervisor::ReadManifest(dir + "/m.yaml");
  ASSERT_TRUE(manifest.ok()) << manifest.status().ToString();
  world.Start(manifest->plugins);
  supervisor::ManifestFollowerOptions options;
  options.source = supervisor::MakeFileManifest(dir + "/m.yaml");
  options.plugin_dir = OARLOCK_RELOAD_PLUGIN_DIR;
  options.apply = [&](const Manifest& next) { return world.supervisor->Apply(next); };
  ManifestFollower follows(std::move(options), *manifest, world.host.clock, world.host.metrics,
                           world.host.env().log);
  follows.Start();
  Write("m.yaml", text(2));
  EXPECT_TRUE(world.WaitFor([&] { return world.probe.runs[2] > 0; }));
  follows.Stop();
}

}  // namespace
}  // namespace oarlock::reloadtest
