#include <gtest/gtest.h>

#include "base/fake_clock.h"
#include "pluginhost/testing/fake_client.h"
#include "supervisor/reload/record_store.h"

namespace oarlock::supervisor {
namespace {

using pluginhost::testing::FakeClient;

base::Status Missing() { return {base::StatusCode::kNotFound, "no such map"}; }

class ConfigMapRecordsTest : public ::testing::Test {
 protected:
  std::shared_ptr<FakeClient> client = std::make_shared<FakeClient>();
  base::FakeClock clock;
  std::unique_ptr<RecordStore> store =
      MakeConfigMapRecords(client, "oarlock-system", "oarlock-platform", clock);
};

TEST_F(ConfigMapRecordsTest, ReadsTheKeysOfItsMap) {
  EXPECT_TRUE(store->ReadAll()->empty()) << "there is none yet";
  client->on_get = [](const kube::ObjectRef& ref) {
    EXPECT_EQ(ref.ns + "/" + ref.name, "oarlock-system/oarlock-platform");
    return kube::ObjectFromJson(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x"},)"
                                R"("data":{"a":"1","b":"2"}})");
  };
  EXPECT_EQ(*store->ReadAll(), (std::map<std::string, std::string>{{"a", "1"}, {"b", "2"}}));
  client->on_get = [](const kube::ObjectRef&) -> base::Result<kube::Object> {
    return base::Unavailable("down");
  };
  EXPECT_NE(store->ReadAll().status().message().find("oarlock-system/oarlock-platform"),
            std::string::npos);
}

TEST_F(ConfigMapRecordsTest, WritesOneKeyAndLeavesTheOthersAlone) {
  std::vector<std::string> bodies;
  client->on_write = [&](const FakeClient::Write& write) {
    bodies.push_back(write.verb + " " + write.body);
    return kube::ObjectFromJson("{}");
  };
  ASSERT_TRUE(store->Put("rollback.demo", "{\"a\":1}").ok());
  ASSERT_TRUE(store->Put("rollback.demo", "").ok());
  EXPECT_EQ(bodies, (std::vector<std::string>{R"(patch {"data":{"rollback.demo":"{\"a\":1}"}})",
                                              R"(patch {"data":{"rollback.demo":null}})"}));
}

TEST_F(ConfigMapRecordsTest, MakesTheMapForItsFirstRecord) {
  std::vector<std::string> verbs;
  bool other_was_faster = false;
  client->on_write = [&](const FakeClient::Write& write) -> base::Result<kube::Object> {
    verbs.push_back(write.verb);
    if (write.verb == "patch" && verbs.size() == 1) return Missing();
    if (write.verb == "create" && other_was_faster) {
      return base::Status(base::StatusCode::kAlreadyExists, "there");
    }
    return kube::ObjectFromJson("{}");
  };
  ASSERT_TRUE(store->Put("a", "1").ok());
  EXPECT_EQ(verbs, (std::vector<std::string>{"patch", "create"}));
  verbs.clear();
  other_was_faster = true;
  ASSERT_TRUE(store->Put("a", "1").ok());
  EXPECT_EQ(verbs, (std::vector<std::string>{"patch", "create", "patch"}));
}

TEST_F(ConfigMapRecordsTest, WhatItMayNotWriteIsSaid) {
  client->on_write = [](const FakeClient::Write&) -> base::Result<kube::Object> {
    return base::Status(base::StatusCode::kPermissionDenied, "forbidden");
  };
  EXPECT_EQ(store->Put("a", "1").code(), base::StatusCode::kPermissionDenied);
}

}  // namespace
}  // namespace oarlock::supervisor
