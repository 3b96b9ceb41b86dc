#pragma once
// ApiFixture: an API server without a listener, on a virtual clock, for tests. Not thread-safe
// beyond what the API is.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/fake_clock.h"
#include "base/random.h"
#include "sandbox/api/api_server.h"

namespace oarlock::sandbox {

inline constexpr std::string_view kCrds = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

struct ApiAnswer {
  int status = 0;
  Json body;
  server::HttpResponse response;
};

// A watch that is read by hand.
class OpenWatch {
 public:
  explicit OpenWatch(server::HttpResponse response) : stream_(std::move(response.stream)) {
    if (stream_) stream_->OnStart([this] { ++wakes; });
  }
  // What has come since the last look: "ADDED a", "BOOKMARK", "ERROR 410".
  std::vector<std::string> Events() {
    std::string out;
    while (stream_ && !ended) {
      const auto state = stream_->Pull(1 << 20, out);
      ended = state == server::BodyStream::State::kEnd;
      if (state != server::BodyStream::State::kMore) break;
    }
    std::vector<std::string> events;
    for (size_t end = 0; (end = out.find('\n')) != std::string::npos; out.erase(0, end + 1)) {
      last = ParseTrustedJson(out.substr(0, end));
      std::string event(TextAt(last, {"type"}));
      const auto name = TextAt(last, {"object", "metadata", "name"});
      if (!name.empty()) event += " " + std::string(name);
      if (event == "ERROR") event += " " + At(last, {"object", "code"}).dump();
      events.push_back(std::move(event));
    }
    return events;
  }

  int wakes = 0;
  bool ended = false;
  Json last;

 private:
  std::shared_ptr<server::BodyStream> stream_;
};

class ApiFixture : public ::testing::Test {
 protected:
  explicit ApiFixture(AuthorizationMode mode = AuthorizationMode::kAlwaysAllow)
      : access_(store_, clock_, mode) {
    EXPECT_EQ(Do("POST", "/api/v1/namespaces", R"({"metadata":{"name":"t"}})").status, 201);
  }

  ApiAnswer Do(std::string_view method, std::string_view target, std::string_view body = {},
               std::string_view content_type = "application/json") {
    server::HttpRequest request;
    request.method = method;
    request.target = target;
    request.body = body;
    request.headers = headers_;
    request.headers.emplace_back("Content-Type", std::string(content_type));
    request.peer = peer_;
    ApiAnswer answer;
    answer.response = api_.Answer(request);
    answer.status = answer.response.status;
    if (auto parsed = ParseJson(answer.response.body); parsed.ok()) {
      answer.body = std::move(parsed->value);
    }
    return answer;
  }
  ApiAnswer Maps(std::string_view method, std::string_view rest, std::string_view body = {},
                 std::string_view content_type = "application/json") {
    return Do(method, "/api/v1/namespaces/t/configmaps" + std::string(rest), body, content_type);
  }
  // foos.example.com/v1, with any fields and a status.
  void AddFoos() {
    const auto made = Do("POST", kCrds, R"({"apiVersion":"apiextensions.k8s.io/v1",
      "kind":"CustomResourceDefinition","metadata":{"name":"foos.example.com"},"spec":{
      "group":"example.com","scope":"Namespaced","names":{"plural":"foos","singular":"foo",
      "kind":"Foo","listKind":"FooList"},"versions":[{"name":"v1","served":true,"storage":true,
      "subresources":{"status":{}},"schema":{"openAPIV3Schema":{"type":"object",
      "x-kubernetes-preserve-unknown-fields":true}}}]}})");
    ASSERT_EQ(made.status, 201) << made.response.body;
  }
  static std::string Version(const ApiAnswer& answer) {
    return std::string(TextAt(answer.body, {"metadata", "resourceVersion"}));
  }
  static std::string Reason(const ApiAnswer& answer) {
    return std::string(TextAt(answer.body, {"reason"}));
  }

  // Who asks, and what else it says.
  std::shared_ptr<const server::HttpPeer> peer_ = Administrator();
  server::HttpHeaders headers_;

  base::FakeClock clock_;
  base::Random random_{1};
  Store store_{clock_, {.window_changes = 100}};
  // Parsed once for all tests: they never change.
  static const BuiltinSchemas& Schemas() {
    static const BuiltinSchemas schemas;
    return schemas;
  }
  TypeRegistry types_{store_, Schemas()};
  TableMaker tables_;
  AccessControl access_;
  ApiEnvironment env_{clock_, random_, store_, types_, Schemas(), tables_, access_, {}};
  ApiServer api_{env_};
};

}  // namespace oarlock::sandbox
