#include "sandbox/api/api_server.h"

#include <atomic>
#include <thread>

#include "sandbox/api/api_fixture.h"

namespace oarlock::sandbox {
namespace {

using ApiTest = ApiFixture;

TEST_F(ApiTest, C_SBX_01_AnObjectWithFinalizersIsOnlyMarked) {
  const auto made = Maps("POST", "",
                         R"({"metadata":{"name":"a","finalizers":["x.y/f"],"generation":4,
                             "deletionTimestamp":"2020-01-01T00:00:00Z"}})");
  ASSERT_EQ(made.status, 201);
  EXPECT_TRUE(At(made.body, {"metadata", "deletionTimestamp"}).is_null());
  OpenWatch watch(Maps("GET", "?watch=1&resourceVersion=" + Version(made)).response);
  const auto marked = Maps("DELETE", "/a");
  EXPECT_EQ(marked.status, 200);
  EXPECT_FALSE(At(marked.body, {"metadata", "deletionTimestamp"}).is_null());
  EXPECT_EQ(At(marked.body, {"metadata", "generation"}), 5);
  EXPECT_EQ(watch.Events(), std::vector<std::string>{"MODIFIED a"});
  EXPECT_EQ(Version(Maps("DELETE", "/a")), Version(marked)) << "the same object while pending";
  const auto more =
      Maps("PUT", "/a", R"({"metadata":{"name":"a","finalizers":["x.y/f","x.y/g"]}})");
  EXPECT_EQ(more.status, 422);
  EXPECT_EQ(Maps("PUT", "/a", R"({"metadata":{"name":"a"}})").status, 200);
  EXPECT_EQ(watch.Events(), std::vector<std::string>{"DELETED a"});
  EXPECT_EQ(Maps("DELETE", "/a").status, 404);
}

constexpr std::string_view kFoos = "/apis/example.com/v1/namespaces/t/foos";

TEST_F(ApiTest, C_SBX_03_StatusAndTheRestAreWrittenApart) {
  AddFoos();
  const auto made =
      Do("POST", kFoos,
         R"({"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":"f"},"spec":{"a":1},
             "status":{"s":1}})");
  ASSERT_EQ(made.status, 201) << made.response.body;
  EXPECT_FALSE(made.body.contains("status"));
  const auto put = [&](std::string_view path, const ApiAnswer& last, int value) {
    Json object = last.body;
    object["spec"]["a"] = value;
    object["status"]["s"] = value;
    object["metadata"]["labels"]["l"] = std::to_string(value);
    return Do("PUT", std::string(kFoos) + std::string(path), WriteJson(object));
  };
  const auto spec = put("/f", made, 2);
  ASSERT_EQ(spec.status, 200) << spec.response.body;
  EXPECT_EQ(At(spec.body, {"spec", "a"}), 2);
  EXPECT_FALSE(spec.body.contains("status"));
  EXPECT_EQ(At(spec.body, {"metadata", "generation"}), 2);
  const auto status = put("/f/status", spec, 3);
  ASSERT_EQ(status.status, 200) << status.response.body;
  EXPECT_EQ(At(status.body, {"spec", "a"}), 2);
  EXPECT_EQ(At(status.body, {"status", "s"}), 3);
  EXPECT_EQ(At(status.body, {"metadata", "generation"}), 2);
  EXPECT_EQ(At(status.body, {"metadata", "labels", "l"}), "2");
}

TEST_F(ApiTest, C_SBX_04_NumbersComeBackAsTheyWereSent) {
  AddFoos();
  const auto send = [&](std::string_view name, std::string_view number) {
    return Do("POST", kFoos,
              R"({"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":")" +
                  std::string(name) + R"("},"spec":{"x":)" + std::string(number) + "}}");
  };
  ASSERT_EQ(send("d", "9007199254740993").status, 201);
  ASSERT_EQ(send("e", "0.1").status, 201);
  EXPECT_NE(Do("GET", std::string(kFoos) + "/d").response.body.find(":9007199254740993"),
            std::string::npos);
  EXPECT_NE(Do("GET", std::string(kFoos) + "/e").response.body.find(":0.1"), std::string::npos);
  EXPECT_EQ(send("f", "1e400").status, 400);
}

TEST_F(ApiTest, ACrdComesAndGoesWithItsObjects) {
  EXPECT_EQ(Do("GET", kFoos).status, 404);
  const Snapshot before = store_.Read();
  AddFoos();
  EXPECT_EQ(
      Do("POST", kFoos, R"({"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":"f"}})")
          .status,
      201);
  OpenWatch watch(Do("GET", std::string(kFoos) + "?watch=1").response);
  EXPECT_EQ(watch.Events(), std::vector<std::string>{"ADDED f"});
  EXPECT_EQ(Do("DELETE", std::string(kCrds) + "/foos.example.com").status, 200);
  EXPECT_EQ(watch.Events(), std::vector<std::string>{"DELETED f"});
  EXPECT_EQ(Do("GET", kFoos).status, 404);
  AddFoos();
  EXPECT_EQ(Do("GET", kFoos).body["items"].size(), 0u);
  store_.Restore(before);
  EXPECT_EQ(Do("GET", kFoos).status, 404) << "a snapshot knows no CRD that came later";
}

TEST_F(ApiTest, ApplyTwiceChangesNothing) {
  const std::string map = R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},)"
                          R"("data":{"k":"v"}})";
  const auto apply = [&](const char* manager, const std::string& body, const char* more = "") {
    return Maps("PATCH", std::string("/a?fieldManager=") + manager + more, body,
                "application/apply-patch+yaml");
  };
  const auto first = apply("one", map);
  ASSERT_EQ(first.status, 201) << first.response.body;
  clock_.Advance(std::chrono::minutes(1));
  const auto second = apply("one", map);
  EXPECT_EQ(second.status, 200);
  EXPECT_EQ(Version(second), Version(first));
  std::string other = map;
  other.replace(other.find("\"v\"}"), 3, "\"w\"");
  const auto conflict = apply("two", other);
  EXPECT_EQ(conflict.status, 409) << conflict.response.body;
  EXPECT_EQ(apply("two", other, "&force=true").body["data"]["k"], "w");
}

TEST_F(ApiTest, C_SBX_06_PagesAreOfOneSnapshot) {
  for (const char* name : {"a", "b", "c", "d", "e"}) {
    Maps("POST", "", R"({"metadata":{"name":")" + std::string(name) + R"("}})");
  }
  const auto first = Maps("GET", "?limit=2");
  EXPECT_EQ(first.body["items"].size(), 2u);
  EXPECT_EQ(At(first.body, {"metadata", "remainingItemCount"}), 3);
  const std::string token(TextAt(first.body, {"metadata", "continue"}));
  Maps("POST", "", R"({"metadata":{"name":"cc"}})");
  const auto second = Maps("GET", "?limit=2&continue=" + token);
  EXPECT_EQ(TextAt(second.body["items"][0], {"metadata", "name"}), "c");
  EXPECT_EQ(TextAt(second.body["items"][1], {"metadata", "name"}), "d");
  EXPECT_EQ(Version(second), Version(first));
  EXPECT_EQ(Maps("GET", "?limit=2&continue=" + token).body, second.body) << "may be used twice";
  const auto third = Maps(
      "GET", "?limit=2&continue=" + std::string(TextAt(second.body, {"metadata", "continue"})));
  EXPECT_EQ(third.body["items"].size(), 1u);
  EXPECT_EQ(TextAt(third.body, {"metadata", "continue"}), "");
  EXPECT_EQ(Maps("GET", "?limit=2&continue=garbage").status, 400);
  EXPECT_EQ(Maps("GET", "?limit=0").body["items"].size(), 6u);
  clock_.Advance(std::chrono::minutes(6));
  const auto late = Maps("GET", "?limit=2&continue=" + token);
  EXPECT_EQ(late.status, 410);
  EXPECT_EQ(Reason(late), "Expired");
  const std::string fresh(TextAt(late.body, {"metadata", "continue"}));
  EXPECT_EQ(Maps("GET", "?limit=9&continue=" + fresh).body["items"].size(), 4u) << "now with cc";
}

TEST_F(ApiTest, C_SBX_07_OfManyWritersOneWins) {
  Maps("POST", "", R"({"metadata":{"name":"n"},"data":{"count":"0"}})");
  std::atomic<int> won{0};
  std::atomic<int> lost{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) {
        Json object = Maps("GET", "/n").body;
        const int count = std::stoi(object["data"]["count"].get<std::string>());
        object["data"]["count"] = std::to_string(count + 1);
        const auto answer = Maps("PUT", "/n", WriteJson(object));
        if (answer.status == 200) ++won;
        if (answer.status == 409 && Reason(answer) == "Conflict") ++lost;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(won + lost, 160);
  EXPECT_EQ(Maps("GET", "/n").body["data"]["count"], std::to_string(won));
  EXPECT_EQ(Maps("PUT", "/n", R"({"metadata":{"name":"n"}})").status, 200) << "unconditional";
}

TEST_F(ApiTest, C_SBX_12_VersionsOfTheFutureAndOfThePast) {
  const auto made = Maps("POST", "", R"({"metadata":{"name":"a"},"data":{"k":"0"}})");
  const auto future = Maps("GET", "?resourceVersion=1000");
  EXPECT_EQ(future.status, 504);
  EXPECT_EQ(future.body["details"]["causes"][0]["reason"], "ResourceVersionTooLarge");
  const uint64_t now = store_.Read()->version;
  OpenWatch later(Maps("GET", "?watch=1&resourceVersion=" + std::to_string(now + 2)).response);
  for (int i = 1; i <= 3; ++i) {
    Maps("PATCH", "/a", R"({"data":{"k":")" + std::to_string(i) + R"("}})",
         "application/merge-patch+json");
    EXPECT_EQ(later.Events().size(), i == 3 ? 1u : 0u) << i;
  }
  OpenWatch all(Maps("GET", "?watch=1&resourceVersion=0").response);
  EXPECT_EQ(all.Events(), std::vector<std::string>{"ADDED a"});
  OpenWatch initial(Maps("GET",
                         "?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&"
                         "allowWatchBookmarks=true")
                        .response);
  EXPECT_EQ(initial.Events(), (std::vector<std::string>{"ADDED a", "BOOKMARK"}));
  EXPECT_EQ(At(initial.last, {"object", "metadata", "annotations", "k8s.io/initial-events-end"}),
            "true");
  clock_.Advance(std::chrono::minutes(1));
  EXPECT_EQ(initial.Events(), std::vector<std::string>{"BOOKMARK"});
  for (int i = 0; i < 120; ++i) {
    Maps("PATCH", "/a", R"({"data":{"k":"x)" + std::to_string(i) + R"("}})",
         "application/merge-patch+json");
  }
  const std::string old = "?watch=1&resourceVersion=" + Version(made);
  OpenWatch expired(Maps("GET", old).response);
  EXPECT_EQ(expired.Events(), std::vector<std::string>{"ERROR 410"});
  EXPECT_TRUE(expired.ended);
  EXPECT_EQ(all.Events(), std::vector<std::string>{"ERROR 410"}) << "it was too slow";
  env_.switches.http_410_for_watches = true;
  EXPECT_EQ(Maps("GET", old).status, 410);
}

TEST_F(ApiTest, AWatchEndsInTimeAndSaysSoBefore) {
  OpenWatch watch(
      Maps("GET", "?watch=1&resourceVersion=1&timeoutSeconds=30&allowWatchBookmarks=true")
          .response);
  EXPECT_TRUE(watch.Events().empty());
  clock_.Advance(std::chrono::seconds(28));
  EXPECT_EQ(watch.Events(), std::vector<std::string>{"BOOKMARK"});
  clock_.Advance(std::chrono::seconds(2));
  EXPECT_TRUE(watch.Events().empty());
  EXPECT_TRUE(watch.ended);
}

TEST_F(ApiTest, AWatchWithASelectorSeesObjectsComeAndGo) {
  OpenWatch watch(Maps("GET", "?watch=1&resourceVersion=1&labelSelector=a%3Db").response);
  Maps("POST", "", R"({"metadata":{"name":"a","labels":{"a":"c"}}})");
  EXPECT_TRUE(watch.Events().empty());
  const auto put = [&](const char* label, const char* data) {
    Maps("PUT", "/a",
         R"({"metadata":{"name":"a","labels":{"a":")" + std::string(label) +
             R"("}},"data":{"k":")" + data + R"("}})");
  };
  put("b", "1");
  put("b", "2");
  put("c", "3");
  EXPECT_EQ(watch.Events(), (std::vector<std::string>{"ADDED a", "MODIFIED a", "DELETED a"}));
  EXPECT_EQ(At(watch.last, {"object", "data", "k"}), "2") << "as it was when it was selected";
  EXPECT_EQ(TextAt(watch.last, {"object", "metadata", "resourceVersion"}),
            std::to_string(store_.Read()->version));
  EXPECT_EQ(watch.wakes, 4);
}

TEST_F(ApiTest, ANoOpKeepsTheVersion) {
  const auto made = Maps("POST", "", R"({"metadata":{"name":"a"},"data":{"k":"v"}})");
  EXPECT_EQ(Version(Maps("PUT", "/a", R"({"metadata":{"name":"a"},"data":{"k":"v"}})")),
            Version(made));
  EXPECT_EQ(Version(Maps("PATCH", "/a", R"({"data":{"k":"v"}})", "application/merge-patch+json")),
            Version(made));
}

TEST_F(ApiTest, DryRunChangesNothing) {
  const uint64_t before = store_.Read()->version;
  EXPECT_EQ(Maps("POST", "?dryRun=All", R"({"metadata":{"name":"a"}})").status, 201);
  EXPECT_EQ(Maps("GET", "/a").status, 404);
  EXPECT_EQ(store_.Read()->version, before);
}

TEST_F(ApiTest, HostileBodiesAreRefused) {
  Maps("POST", "", R"({"metadata":{"name":"a"}})");
  const std::string deep(100'000, '[');
  const std::string wide = R"({"metadata":{"name":"w"},"data":)" + std::string(1000, '{');
  for (const std::string& body :
       {deep, wide, std::string("\0\0", 2), std::string("nul"), std::string("\xff\xfe{}"),
        R"({"metadata":)" + deep, std::string(R"({"metadata":{"name":1e999}})")}) {
    for (const char* type :
         {"application/json", "application/yaml", "application/vnd.kubernetes.protobuf"}) {
      EXPECT_EQ(Maps("POST", "", body, type).status / 100, 4) << type;
    }
    for (const char* type :
         {"application/json-patch+json", "application/merge-patch+json",
          "application/strategic-merge-patch+json", "application/apply-patch+yaml"}) {
      EXPECT_EQ(Maps("PATCH", "/a?fieldManager=m", body, type).status / 100, 4) << type;
    }
    EXPECT_EQ(Maps("DELETE", "/a", body).status / 100, 4);
  }
  EXPECT_EQ(Maps("GET", "/a").status, 200);
}

TEST_F(ApiTest, PathTricksAreNotPaths) {
  for (const char* path :
       {"/api/v1/namespaces/t/configmaps/..", "/api/v1/namespaces/%2e%2e/configmaps",
        "/api/v1/namespaces/t/configmaps/a%2Fb", "/api/v1/namespaces/t/configmaps/%zz",
        "/api/v1/namespaces/t/configmaps/%00", "api", "/api/v1//namespaces"}) {
    const int status = Do("GET", path).status;
    EXPECT_TRUE(status == 400 || status == 404) << path << " " << status;
  }
}

}  // namespace
}  // namespace oarlock::sandbox
