// The SDK's helpers for writing against other writers, over the fake host.
#include "oarlock/sdk/retry.h"

#include <gtest/gtest.h>

#include <string>

#include "abi/fake_host.h"
#include "oarlock/sdk/controller.h"

namespace oarlock::abi_test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using Changed = sdk::Result<std::string>;

class Retry : public testing::Test {
 protected:
  Retry() : api_(&host_.core, host_.handle()), ctx_(api_, host_.ctx()) {
    api_.Connect();
    host_.cached["t/a"] = Map("5");
    host_.live["t/a"] = Map("6");
  }
  kube::Object Map(const std::string& version) {
    return *host_.Find(host_.AddJson(
        R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"t",)"
        R"("resourceVersion":")" +
        version + R"("}})"));
  }
  void ConflictNext(int times) {
    host_.failures["update"] = {OAR_E_CONFLICT, "Conflict", "the object has been modified", times};
  }
  sdk::Status Update() {
    return retry_.Update(ctx_, key_, [this](const sdk::Object& object) -> Changed {
      read_.emplace_back(object.resource_version());
      return std::string(object.Json());
    });
  }
  size_t Count(const std::string& verb) const {
    size_t count = 0;
    for (const Call& call : host_.calls) count += call.verb == verb;
    return count;
  }

  FakeHost host_;
  sdk::Api api_;
  sdk::Context ctx_;
  sdk::ConflictRetry retry_;
  const sdk::Key key_{1, "t", "a"};
  std::vector<std::string> read_;
};

TEST_F(Retry, C_RC_12_AConflictIsReadAgainLiveAndAppliedAgain) {
  ConflictNext(1);
  EXPECT_TRUE(Update().ok());
  EXPECT_EQ(read_, (std::vector<std::string>{"5", "6"})) << "the cache first, then the server";
  EXPECT_EQ(Count("update"), 2u);
  EXPECT_NE(host_.calls.back().body.find(R"("resourceVersion":"6")"), std::string::npos);
  EXPECT_TRUE(host_.logs.empty());
}

TEST_F(Retry, C_RC_12_RC_24_AfterFiveTriesTheConflictIsReturnedAndMeansRequeue) {
  ConflictNext(6);
  host_.random = UINT64_MAX;  // any: the wait is at most twice the least
  const sdk::Status status = Update();
  EXPECT_EQ(status.code(), OAR_E_CONFLICT);
  EXPECT_EQ(status.reason, "Conflict");
  EXPECT_EQ(sdk::Outcome(status).outcome, OAR_SKIPPED_CONFLICT);
  EXPECT_EQ(Count("update"), 5u);
  ASSERT_EQ(host_.waits.size(), 4u);
  for (size_t i = 0; i < host_.waits.size(); ++i) {
    const int64_t least = sdk::kConflictFirstWait.count() << i;
    EXPECT_GE(host_.waits[i], least);
    EXPECT_LT(host_.waits[i], 2 * least);
  }
  host_.waits.clear();
  host_.random = 0;
  ConflictNext(1);
  EXPECT_TRUE(Update().ok());
  EXPECT_EQ(host_.waits, std::vector<int64_t>{sdk::kConflictFirstWait.count()});
}

TEST_F(Retry, C_RC_12_OneWarningPerObjectPerMinute) {
  ConflictNext(-1);
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(Update().ok());
  ASSERT_EQ(host_.logs.size(), 1u);
  EXPECT_NE(host_.logs[0].find("key=t/a"), std::string::npos) << host_.logs[0];
  host_.live["t/b"] = Map("9");
  host_.cached["t/b"] = Map("9");
  EXPECT_FALSE(retry_
                   .Update(ctx_, {1, "t", "b"},
                           [](const sdk::Object&) -> Changed { return std::string("{}"); })
                   .ok());
  EXPECT_EQ(host_.logs.size(), 2u) << "another object";
  host_.now += sdk::kConflictWarningEvery.count();
  EXPECT_FALSE(Update().ok());
  EXPECT_EQ(host_.logs.size(), 3u);
}

TEST_F(Retry, OnlyConflictsAreTriedAgain) {
  host_.failures["update"] = {OAR_E_FORBIDDEN, "Forbidden", "no"};
  EXPECT_EQ(Update().code(), OAR_E_FORBIDDEN);
  EXPECT_EQ(Count("update"), 1u);
  EXPECT_TRUE(host_.waits.empty());
  const auto nothing = [](const sdk::Object&) -> Changed { return std::string(); };
  EXPECT_TRUE(retry_.Update(ctx_, key_, nothing).ok());
  EXPECT_EQ(Count("update"), 1u) << "nothing to change, nothing sent";
}

TEST_F(Retry, RC_24_ACancelledContextEndsTheTries) {
  ConflictNext(-1);
  host_.cancelled = true;
  EXPECT_EQ(Update().code(), OAR_E_CANCELLED);
  EXPECT_EQ(Count("update"), 1u);
}

TEST_F(Retry, C_RC_12_WhatOnlyAddsIsAMergePatchWithoutAVersion) {
  const sdk::Object object({&api_, host_.ctx(), host_.Add(host_.cached["t/a"])});
  EXPECT_TRUE(sdk::SetAnnotation(ctx_, key_, object, "x.dev/a", "1").ok());
  EXPECT_TRUE(sdk::SetLabel(ctx_, key_, object, "app", "web").ok());
  ASSERT_EQ(host_.calls.size(), 2u);
  EXPECT_EQ(host_.calls[0].verb, "merge");
  EXPECT_EQ(host_.calls[0].body, R"({"metadata":{"annotations":{"x.dev/a":"1"}}})");
  EXPECT_EQ(host_.calls[1].body, R"({"metadata":{"labels":{"app":"web"}}})");
}

TEST_F(Retry, C_RC_22_AnAnnotationCanBeSetWhereTheMapIsNull) {
  const sdk::Object object(
      {&api_, host_.ctx(),
       host_.AddJson(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x",)"
                     R"("annotations":null,"labels":null,"finalizers":null}})")});
  EXPECT_EQ(object.Annotation("k"), "");
  EXPECT_TRUE(sdk::SetAnnotation(ctx_, key_, object, "k", "v").ok());
  ASSERT_EQ(host_.calls.size(), 1u);
  EXPECT_EQ(host_.calls[0].verb, "merge") << "which makes the map by itself";
  EXPECT_EQ(host_.calls[0].body, R"({"metadata":{"annotations":{"k":"v"}}})");
}

TEST_F(Retry, SetAnnotationSendsNothingWhereItIsSo) {
  const sdk::Object object(
      {&api_, host_.ctx(),
       host_.AddJson(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x",)"
                     R"("annotations":{"k":"v","e":""}}})")});
  EXPECT_TRUE(sdk::SetAnnotation(ctx_, key_, object, "k", "v").ok());
  EXPECT_TRUE(sdk::SetAnnotation(ctx_, key_, object, "e", "").ok());
  EXPECT_TRUE(host_.calls.empty());
  EXPECT_TRUE(sdk::SetAnnotation(ctx_, key_, object, "none", "").ok());
  EXPECT_EQ(host_.calls.size(), 1u) << "missing is not empty";
}

}  // namespace
}  // namespace oarlock::abi_test
