// A manifest that is an object of the cluster: what is made of its states, and its CRD.
#include "supervisor/manifest/object_manifest.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "kube/yaml.h"
#include "pluginhost/testing/host_harness.h"
#include "supervisor/manifest/manifest_crd.h"
#include "supervisor/manifest_schema.h"
#include "supervisor/testing/fake_objects.h"
#include "supervisor/watch/manifest_follower.h"

namespace oarlock::supervisor {
namespace {

kube::Object State(int64_t generation, const std::string& plugins, const std::string& more = "") {
  return *kube::ObjectFromJson(
      R"({"apiVersion":"oarlock.dev/v1alpha1","kind":"PluginManifest","metadata":{)"
      R"("namespace":"ops",)"
      R"("name":"m","uid":"u","generation":)" +
      std::to_string(generation) + R"(},"spec":{"plugins":[)" + plugins + "]}" + more + "}");
}
constexpr char kA[] = R"({"name":"a","library":"a.so"})";
constexpr char kB[] = R"({"name":"b","library":"b.so"})";

class ObjectManifestTest : public ::testing::Test {
 protected:
  void Follow() {
    ManifestFollowerOptions options;
    options.source = std::make_unique<ObjectManifest>(
        objects, *ParseClusterManifest("cluster:ops/m"), [this](const ManifestReport& report) {
          base::MutexLock lock(mutex_);
          reports_.push_back(report);
        });
    options.plugin_dir = "/nowhere";
    options.apply = [this](const Manifest& next) {
      base::MutexLock lock(mutex_);
      applied_.push_back(next);
      return static_cast<uint64_t>(applied_.size());
    };
    follower = std::make_unique<ManifestFollower>(std::move(options), std::nullopt, host.clock,
                                                  host.metrics, host.env().log);
    follower->Start();
  }
  void TearDown() override { follower.reset(); }
  size_t applied() {
    base::MutexLock lock(mutex_);
    return applied_.size();
  }
  std::vector<ManifestReport> reports() {
    base::MutexLock lock(mutex_);
    return reports_;
  }
  bool WaitFor(const std::function<bool()>& done) {
    return host.WaitFor(done, std::chrono::milliseconds(50));
  }
  bool NotApplied(const std::string& text) {
    return WaitFor([&] { return follower->NotApplied().find(text) != std::string::npos; });
  }

  pluginhost::testing::HostHarness host;
  testing::FakeObjects objects;
  std::unique_ptr<ManifestFollower> follower;

 private:
  base::Mutex mutex_;
  std::vector<Manifest> applied_ OARLOCK_GUARDED_BY(mutex_);
  std::vector<ManifestReport> reports_ OARLOCK_GUARDED_BY(mutex_);
};

TEST_F(ObjectManifestTest, IsWaitedForWithTheReason) {
  Follow();
  ASSERT_TRUE(NotApplied("cluster:ops/m is not read yet"));
  objects.Trouble("ops/m", {base::StatusCode::kPermissionDenied, "forbidden"});
  ASSERT_TRUE(NotApplied("cluster:ops/m cannot be read: forbidden"));
  objects.Trouble("ops/m", base::NotFound("no such type"));
  ASSERT_TRUE(NotApplied("oarlock crds --own"));
  EXPECT_FALSE(host.log_lines->Has("what runs stays")) << "no error of the manifest yet";
  objects.Set("ops/m", {});
  ASSERT_TRUE(NotApplied("cluster:ops/m does not exist"));
  objects.Set("ops/m", State(1, R"({"name":"a"})"));
  ASSERT_TRUE(NotApplied("cluster:ops/m: spec.plugins[0].library: is required"));
  EXPECT_EQ(applied(), 0u);
  objects.Set("ops/m", State(2, kA));
  ASSERT_TRUE(WaitFor([&] { return applied() == 1; }));
  ASSERT_TRUE(WaitFor([&] { return follower->NotApplied().empty(); }));
}

TEST_F(ObjectManifestTest, AChangeOfItsSpecIsAppliedAndOneOfItsStatusIsNone) {
  objects.Set("ops/m", State(1, kA));
  Follow();
  ASSERT_TRUE(WaitFor([&] { return applied() == 1; }));
  objects.Set("ops/m", State(1, kA, R"(,"status":{"observedGeneration":1})"));
  host.clock.Advance(std::chrono::minutes(5));
  objects.Set("ops/m", State(2, kB));
  ASSERT_TRUE(WaitFor([&] { return applied() == 2; }));
  ASSERT_TRUE(WaitFor([&] { return reports().size() == 2; }));
  EXPECT_EQ(reports()[1].generation, 2);
  EXPECT_EQ(reports()[1].revision, 2u);
  EXPECT_EQ(reports()[1].uid, "u");
}

TEST_F(ObjectManifestTest, AnInvalidOneAndADeletedOneChangeNothing) {
  objects.Set("ops/m", State(1, kA));
  Follow();
  ASSERT_TRUE(WaitFor([&] { return applied() == 1; }));
  objects.Set("ops/m", State(2, R"({"name":"a","library":"../a.so"})"));
  ASSERT_TRUE(WaitFor([&] { return reports().size() == 2; }));
  EXPECT_EQ(reports()[1].generation, 2);
  EXPECT_NE(reports()[1].status.message().find("spec.plugins[0].library"), std::string::npos);
  EXPECT_TRUE(host.log_lines->Has("the manifest is invalid; what runs stays as it is"));
  objects.Set("ops/m", {});
  ASSERT_TRUE(WaitFor(
      [&] { return host.log_lines->Has("there is no manifest; what runs stays as it is"); }));
  EXPECT_EQ(reports().size(), 2u) << "there is nothing to write it into";
  EXPECT_EQ(applied(), 1u);
  EXPECT_EQ(follower->NotApplied(), "") << "something runs";
  const uint64_t ticket = follower->Request("test");
  ASSERT_TRUE(WaitFor([&] { return follower->AnswerTo(ticket).has_value(); }));
  EXPECT_EQ(follower->AnswerTo(ticket)->read.message(), "cluster:ops/m does not exist");
}

TEST(ClusterManifest, IsNamedByNamespaceAndName) {
  const auto ref = ParseClusterManifest("cluster:ops/m");
  ASSERT_TRUE(ref.ok());
  EXPECT_EQ(ref->ns + " " + ref->name + " " + ref->resource.gvr.resource, "ops m pluginmanifests");
  for (const char* text :
       {"cluster:", "cluster:m", "cluster:/m", "cluster:ops/", "cluster:a/b/c", "ops/m", ""}) {
    EXPECT_EQ(ParseClusterManifest(text).status().code(), base::StatusCode::kInvalidArgument)
        << text;
  }
}

// What `oarlock crds --own` prints is what a cluster is given.
TEST(ManifestCrd, TheFileOfTheManifestsIsMadeOfTheSchema) {
  std::ifstream in(OARLOCK_MANIFEST_CRD);
  std::string text(std::istreambuf_iterator<char>(in), {});
  while (text.starts_with('#')) text.erase(0, text.find('\n') + 1);
  EXPECT_EQ(text, ManifestCrd())
      << "make it anew: (head -n 2 FILE; oarlock crds --own) > NEW, and put it in its place";
  const auto crd = kube::ReadYaml(text, "crd");
  ASSERT_TRUE(crd.ok()) << crd.status().message();
  const kube::Object schema = *kube::DocumentFromJson(kManifestSchemaJson);
  const kube::Value version = (*crd)[0].root()["spec"]["versions"].At(0);
  for (const char* part : {"spec", "status"}) {
    EXPECT_EQ(version["schema"]["openAPIV3Schema"]["properties"][part].ToJson(),
              schema.root()["properties"][part].ToJson());
  }
}

}  // namespace
}  // namespace oarlock::supervisor
