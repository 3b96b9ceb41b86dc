// Protobuf between the client and a scripted server: which format is asked for, what is read in the
// format that the answer has, and what follows when the server is newer than the tables.
#include "integration/client_fixture.h"
#include "kube/api_status.h"
#include "kube/testing/protobuf_bytes.h"

namespace oarlock::integration {
namespace {

using base::StatusCode;
using kube::testing::Bytes;
using kube::testing::ConfigMapItem;
using kube::testing::ConfigMapProtobuf;
using kube::testing::Enveloped;
using kube::testing::ListProtobuf;
using kube::testing::Number;
using kube::testing::StatusProtobuf;
using kube::testing::UnknownField;
using kube::testing::WatchFrame;

const std::string kBoth = "application/vnd.kubernetes.protobuf,application/json";
const kube::ResourceInfo kWidgets{.gvr = {"example.com", "v1", "widgets"}, .kind = "Widget"};
const kube::ObjectRef kRef{kConfigMaps, "t", "a", ""};

ScriptAnswer Protobuf(int status, std::string body, std::string parameters = {}) {
  ScriptAnswer answer;
  answer.status = status;
  answer.headers = {{"Content-Type", "application/vnd.kubernetes.protobuf" + parameters}};
  answer.body = std::move(body);
  return answer;
}
std::string NewConfigMap(const std::string& name) {
  return Enveloped("v1", "ConfigMap", ConfigMapItem(name, "5") + UnknownField());
}

class ClientProtobuf : public ClientTest {
 protected:
  std::string Accept(size_t request) { return server.requests().at(request).Header("Accept"); }
  double JsonInstead() {
    return Metric("oarlock_client_json_instead", {{"resource", "configmaps.v1"}});
  }
};

TEST_F(ClientProtobuf, IsAskedForWhereThereAreTablesUnlessSwitchedOff) {
  server.Enqueue(Protobuf(200, ConfigMapProtobuf("a", "5", "x")));
  const auto object = Get("a");
  ASSERT_TRUE(object.ok()) << object.status().ToString();
  EXPECT_EQ(object->ToJson(),
            R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","namespace":"default",)"
            R"("uid":"u-a","resourceVersion":"5"},"data":{"v":"x"}})");
  server.Enqueue(ScriptAnswer::Json(200, R"({"apiVersion":"example.com/v1","kind":"Widget"})"));
  EXPECT_TRUE(client()->Get({kWidgets, "t", "w", ""}, {}).ok());
  EXPECT_EQ(Accept(0), kBoth);
  EXPECT_EQ(Accept(1), "application/json");
  StopFactory();
  options.protobuf = false;
  server.Enqueue(ScriptAnswer::Json(200, kOneConfigMap));
  EXPECT_TRUE(Get("a").ok());
  EXPECT_EQ(Accept(2), "application/json");
}

TEST_F(ClientProtobuf, ListsAndWatchesAreReadInTheFormatOfTheAnswer) {
  const std::string items = Bytes(2, ConfigMapItem("a", "5")) + Bytes(2, ConfigMapItem("b", "6"));
  const std::string meta = Bytes(1, Bytes(2, "9") + Bytes(3, "more") + Number(4, 7));
  ScriptAnswer answer = Protobuf(200, Enveloped("v1", "ConfigMapList", meta + items));
  answer.pieces = {3, 11, 1, 40};
  server.Enqueue(answer);
  auto list = std::make_shared<RecordingList>();
  const auto list_call = source()->List({}, list);
  const auto end = list->WaitEnd();
  ASSERT_TRUE(end.ok()) << end.status().ToString();
  EXPECT_EQ((*end).resource_version, "9");
  EXPECT_EQ((*end).continue_token, "more");
  EXPECT_EQ((*end).remaining, 7);
  EXPECT_EQ(list->items(),
            (std::vector<std::string>{ConfigMapItem("a", "5"), ConfigMapItem("b", "6")}));

  ScriptAnswer stream = Protobuf(200,
                                 WatchFrame("ADDED", ConfigMapProtobuf("c", "10")) +
                                     WatchFrame("BOOKMARK", ConfigMapProtobuf("", "11")),
                                 ";stream=watch");
  stream.pieces = {1, 7, 3};
  server.Enqueue(stream);
  auto watch = std::make_shared<RecordingWatch>();
  const auto watch_call = source()->Watch({.resource_version = "9"}, watch);
  EXPECT_TRUE(watch->WaitEnd().ok());
  EXPECT_EQ(watch->objects(),
            (std::vector<std::string>{ConfigMapProtobuf("c", "10"), ConfigMapProtobuf("", "11")}));
  EXPECT_EQ(Accept(0), kBoth);
  EXPECT_EQ(Accept(1), kBoth);
}

TEST_F(ClientProtobuf, AFormatThatWasNotAskedForIsAnError) {
  options.protobuf = false;
  server.Enqueue(Protobuf(200, ListProtobuf("v1", "ConfigMapList", "9", "")));
  auto list = std::make_shared<RecordingList>();
  const auto call = source()->List({}, list);
  EXPECT_EQ(list->WaitEnd().status().code(), StatusCode::kDataLoss);
}

TEST_F(ClientProtobuf, ErrorsKeepTheServersWords) {
  server.Enqueue(Protobuf(409, StatusProtobuf(409, "AlreadyExists", "it is there")));
  const auto created = client()->Create(kRef, "{}", {}, {});
  EXPECT_EQ(created.status().code(), StatusCode::kAlreadyExists);
  EXPECT_EQ(created.status().message(), "it is there");
  server.Enqueue(Protobuf(410, StatusProtobuf(410, "Expired", "too old")));
  auto list = std::make_shared<RecordingList>();
  const auto call = source()->List({}, list);
  EXPECT_TRUE(kube::IsExpired(list->WaitEnd().status()));
}

TEST_F(ClientProtobuf, AWholeListAndMetadataOfAnyType) {
  server.Enqueue(Protobuf(
      200, ListProtobuf("v1", "ConfigMapList", "9", Bytes(2, ConfigMapItem("a", "5", "x")))));
  const auto list = client()->List({.resource = kConfigMaps, .ns = "t"}, {}, {});
  ASSERT_TRUE(list.ok()) << list.status().ToString();
  EXPECT_EQ(list->items.at(0).kind(), "ConfigMap");
  server.Enqueue(Protobuf(200, ListProtobuf("meta.k8s.io/v1", "PartialObjectMetadataList", "9",
                                            Bytes(2, Bytes(1, Bytes(1, "w"))))));
  const auto metadata =
      client()->List({.resource = kWidgets, .ns = "t", .metadata_only = true}, {}, {});
  ASSERT_TRUE(metadata.ok()) << metadata.status().ToString();
  EXPECT_EQ(metadata->items.at(0).ToJson(),
            R"({"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/v1",)"
            R"("metadata":{"name":"w"}})");
  EXPECT_TRUE(Accept(1).starts_with(
      "application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,"));
}

TEST_F(ClientProtobuf, WhatANewerServerGivesIsGotAgainAsJsonOnceAndForAll) {
  server.Enqueue(Protobuf(200, NewConfigMap("a")));
  server.Enqueue(ScriptAnswer::Json(200, kOneConfigMap));
  server.Enqueue(ScriptAnswer::Json(200, kOneConfigMap));
  for (int i = 0; i < 2; ++i) {
    const auto object = Get("a");
    ASSERT_TRUE(object.ok()) << object.status().ToString();
    EXPECT_EQ(object->name(), "a");
  }
  EXPECT_EQ(server.request_count(), 3u);
  EXPECT_EQ(Accept(0), kBoth);
  EXPECT_EQ(Accept(1), "application/json");
  EXPECT_EQ(Accept(2), "application/json");
  EXPECT_EQ(JsonInstead(), 1);
  EXPECT_EQ(log->CountLinesWith("newer than this release"), 1u);
}

TEST_F(ClientProtobuf, AListOfANewerServerIsGotAgainAsJson) {
  server.Enqueue(Protobuf(200, ListProtobuf("v1", "ConfigMapList", "9", Bytes(2, UnknownField()))));
  server.Enqueue(ScriptAnswer::Json(200, R"({"kind":"ConfigMapList","apiVersion":"v1",)"
                                         R"("metadata":{"resourceVersion":"9"},)"
                                         R"("items":[{"metadata":{"name":"a"}}]})"));
  const auto list = client()->List({.resource = kConfigMaps, .ns = "t"}, {}, {});
  ASSERT_TRUE(list.ok()) << list.status().ToString();
  EXPECT_EQ(list->items.at(0).name(), "a");
  EXPECT_EQ(Accept(1), "application/json");
}

// The write has happened: its object is read, the write is not sent again.
TEST_F(ClientProtobuf, TheAnswerOfAWriteIsReadBackAsJson) {
  server.Enqueue(Protobuf(201, NewConfigMap("a-x7f")));
  server.Enqueue(ScriptAnswer::Json(200, kOneConfigMap));
  const auto created = client()->Create({kConfigMaps, "t", "", ""}, "{}", {}, {});
  ASSERT_TRUE(created.ok()) << created.status().ToString();
  const auto requests = server.requests();
  ASSERT_EQ(requests.size(), 2u);
  EXPECT_EQ(requests[0].method, "POST");
  EXPECT_EQ(requests[1].method, "GET");
  EXPECT_EQ(requests[1].target, std::string(kConfigMapPath) + "/a-x7f");
  EXPECT_EQ(requests[1].Header("Accept"), "application/json");
  server.Enqueue(ScriptAnswer::Json(200, kOneConfigMap));
  EXPECT_TRUE(client()->Update(kRef, "{}", {}, {}).ok());
  EXPECT_EQ(Accept(2), "application/json") << "from the start, from now on";
}

TEST_F(ClientProtobuf, ATrialWriteIsSentAgain) {
  server.Enqueue(Protobuf(200, NewConfigMap("a")));
  server.Enqueue(ScriptAnswer::Json(200, kOneConfigMap));
  EXPECT_TRUE(client()->Update(kRef, "{}", {.dry_run = true}, {}).ok());
  EXPECT_EQ(server.requests().at(1).method, "PUT");
}

TEST_F(ClientProtobuf, ADeletedObjectThatIsGoneIsASuccess) {
  server.Enqueue(Protobuf(200, NewConfigMap("a")));
  server.Enqueue(ScriptAnswer::Error(404, "NotFound", "configmaps \"a\" not found"));
  const auto deleted = client()->Delete(kRef, {}, {});
  ASSERT_TRUE(deleted.ok()) << deleted.status().ToString();
  EXPECT_EQ(deleted->kind(), "Status");
  EXPECT_EQ((*deleted)["status"].AsString(), "Success");
}

TEST_F(ClientProtobuf, AWriteThatCannotBeReadBackSaysThatItHappened) {
  server.Enqueue(Protobuf(200, NewConfigMap("a")));
  server.Enqueue(ScriptAnswer::Error(403, "Forbidden", "no"));
  const auto updated = client()->Update(kRef, "{}", {}, {});
  EXPECT_EQ(updated.status().code(), StatusCode::kPermissionDenied);
  EXPECT_NE(updated.status().message().find("written"), std::string::npos);
}

// Evictions, bindings and tokens have answers that cannot be got once more.
TEST_F(ClientProtobuf, OtherSubresourcesStayWithJson) {
  server.Enqueue(ScriptAnswer::Json(201, R"({"kind":"Status","apiVersion":"v1"})"));
  EXPECT_TRUE(client()->Create({kConfigMaps, "t", "a", "eviction"}, "{}", {}, {}).ok());
  EXPECT_EQ(Accept(0), "application/json");
  server.Enqueue(Protobuf(200, ConfigMapProtobuf("a", "5")));
  EXPECT_TRUE(client()->Update({kConfigMaps, "t", "a", "status"}, "{}", {}, {}).ok());
  EXPECT_EQ(Accept(1), kBoth);
}

TEST_F(ClientProtobuf, TheReflectorsSourceTurnsToJsonWhenTold) {
  const auto lister = source();
  lister->UseJson(base::Status(StatusCode::kUnimplemented, "field 77"));
  server.Enqueue(ScriptAnswer::Watch({}));
  auto watch = std::make_shared<RecordingWatch>();
  const auto call = source()->Watch({.resource_version = "9"}, watch);
  EXPECT_TRUE(watch->WaitEnd().ok());
  EXPECT_EQ(Accept(0), "application/json");
  EXPECT_EQ(JsonInstead(), 1);
}

}  // namespace
}  // namespace oarlock::integration
