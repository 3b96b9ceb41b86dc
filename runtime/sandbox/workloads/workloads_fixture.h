#pragma once
// WorkloadsFixture: an API server with workloads and garbage collection, for tests: makes workloads
// and reads what became of them.

#include <string>
#include <vector>

#include "sandbox/controllers/conditions.h"
#include "sandbox/controllers/controllers_fixture.h"

namespace oarlock::sandbox {

class WorkloadsFixture : public ControllersFixture {
 protected:
  WorkloadsFixture() : ControllersFixture({.gc = true, .workloads = true}) {}

  static std::string Apps(const std::string& rest) { return "/apis/apps/v1/namespaces/t/" + rest; }
  static std::string Pods(const std::string& name = {}) {
    return "/api/v1/namespaces/t/pods" + (name.empty() ? "" : "/" + name);
  }
  // A template whose Pods have the labels app: `app`.
  static Json TemplateOf(const std::string& app, const std::string& image = "v1") {
    return {{"metadata", {{"labels", {{"app", app}}}}},
            {"spec", {{"containers", Json::array({{{"name", "c"}, {"image", image}}})}}}};
  }
  static Json SetOf(const std::string& name, Json spec) {
    spec["selector"] = {{"matchLabels", {{"app", name}}}};
    if (!spec.contains("template")) spec["template"] = TemplateOf(name);
    return {{"metadata", {{"name", name}}}, {"spec", std::move(spec)}};
  }
  void SetImage(const std::string& target, const std::string& image) {
    Json object = Get(target);
    object["spec"]["template"]["spec"]["containers"][0]["image"] = image;
    const ApiAnswer answer = Do("PUT", target, WriteJson(object));
    ASSERT_EQ(answer.status, 200) << answer.response.body;
  }
  std::vector<Json> List(const std::string& collection) {
    const Json list = Get(collection);
    const Json& items = Member(list, "items");
    return {items.begin(), items.end()};
  }
  std::vector<std::string> Names(const std::string& collection) {
    std::vector<std::string> out;
    for (const Json& one : List(collection)) out.emplace_back(TextAt(one, {"metadata", "name"}));
    return out;
  }
  std::vector<std::string> Images() {
    std::vector<std::string> out;
    for (const Json& pod : List(Pods())) {
      out.emplace_back(TextAt(pod["spec"]["containers"][0], {"image"}));
    }
    return out;
  }
  Json Status(const std::string& target) { return Member(Get(target), "status"); }
  // 0 where there is none.
  int64_t Count(const std::string& target, const char* name) {
    const Json status = Status(target);
    const Json& value = Member(status, name);
    return value.is_number_integer() ? value.get<int64_t>() : 0;
  }
  // "True NewReplicaSetAvailable"
  std::string ConditionOf(const std::string& target, std::string_view type) {
    const Json status = Status(target);
    const Json& condition = FindCondition(status, type);
    return std::string(TextAt(condition, {"status"})) + " " +
           std::string(TextAt(condition, {"reason"}));
  }
  // Looks at everything anew, which must change nothing.
  void ExpectSettled() {
    const uint64_t version = store_.Read()->version;
    store_.Restore(store_.Read());
    Settle();
    EXPECT_EQ(store_.Read()->version, version + 1);
  }
};

}  // namespace oarlock::sandbox
