// Requests to the sandbox's API server, one after the other: a line "METHOD TARGET TYPE", a line
// that is the body, and so on. Every one gets an answer that is no crash and no garbage, versions
// only grow, and the next input starts from the same state.
#include "base/check.h"
#include "base/fake_clock.h"
#include "base/random.h"
#include "fuzz/fuzz.h"
#include "sandbox/api/api_server.h"

namespace {

using namespace oarlock::sandbox;
namespace server = oarlock::server;

constexpr size_t kRequestsMost = 16;
constexpr std::string_view kStart[] = {
    "POST /api/v1/namespaces application/json\n"
    R"({"metadata":{"name":"t"}})",
    "POST /api/v1/namespaces/t/configmaps application/json\n"
    R"({"metadata":{"name":"a","labels":{"x":"y"}},"data":{"k":"v"}})",
    "POST /apis/apps/v1/namespaces/t/deployments application/json\n"
    R"({"metadata":{"name":"a"},"spec":{"selector":{"matchLabels":{"x":"y"}},"template":{)"
    R"("metadata":{"labels":{"x":"y"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}})",
    "POST /apis/apiextensions.k8s.io/v1/customresourcedefinitions application/json\n"
    R"({"metadata":{"name":"foos.example.com"},"spec":{"group":"example.com",)"
    R"("scope":"Namespaced","names":{"plural":"foos","singular":"foo","kind":"Foo",)"
    R"("listKind":"FooList"},"versions":[{"name":"v1","served":true,"storage":true,)"
    R"("subresources":{"status":{},"scale":{"specReplicasPath":".spec.replicas",)"
    R"("statusReplicasPath":".status.replicas"}},"schema":{"openAPIV3Schema":{"type":"object",)"
    R"("properties":{"spec":{"type":"object","properties":{"replicas":{"type":"integer",)"
    R"("default":1}}},"status":{"type":"object",)"
    R"("x-kubernetes-preserve-unknown-fields":true}}}}}]}})",
    "POST /apis/example.com/v1/namespaces/t/foos application/json\n"
    R"({"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":"a"},"spec":{}})"};

class Server {
 public:
  Server() {
    for (const std::string_view text : kStart) OARLOCK_CHECK(Ask(text).status == 201);
    start_ = store_.Read();
  }
  void Restart() { store_.Restore(start_); }

  // Of two lines.
  server::HttpResponse Ask(std::string_view text) {
    const auto [head, body] = oarlock::fuzz::SplitFirstLine(text);
    const size_t method = head.find(' ');
    const size_t type = head.rfind(' ');
    server::HttpRequest request;
    if (method == std::string_view::npos) return {};
    request.method = head.substr(0, method);
    request.target = head.substr(method + 1, type > method ? type - method - 1 : head.size());
    if (type > method) request.headers.emplace_back("Content-Type", head.substr(type + 1));
    request.body = body;
    const uint64_t before = store_.Read()->version;
    server::HttpResponse answer = api_.Answer(request);
    OARLOCK_CHECK(answer.status >= 200 && answer.status < 600);
    OARLOCK_CHECK(store_.Read()->version >= before);
    if (answer.content_type == "application/json" && !answer.stream) {
      OARLOCK_CHECK(Json::accept(answer.body));
    }
    return answer;
  }

 private:
  oarlock::base::FakeClock clock_;
  oarlock::base::Random random_{1};
  Store store_{clock_, {.window_changes = 100}};
  BuiltinSchemas schemas_;
  TypeRegistry types_{store_, schemas_};
  TableMaker tables_;
  AccessControl access_{store_, clock_, AuthorizationMode::kAlwaysAllow};
  ApiEnvironment env_{clock_, random_, store_, types_, schemas_, tables_, access_, {}};
  ApiServer api_{env_};
  Snapshot start_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static Server sandbox;
  sandbox.Restart();
  std::string_view rest = oarlock::fuzz::TextOf(data, size);
  for (size_t i = 0; i < kRequestsMost && !rest.empty(); ++i) {
    const size_t head = rest.find('\n');
    const size_t end = head == std::string_view::npos ? head : rest.find('\n', head + 1);
    auto answer = sandbox.Ask(rest.substr(0, end));
    std::string events;
    if (answer.stream) {
      answer.stream->OnStart([] {});
      (void)answer.stream->Pull(1 << 16, events);
    }
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  }
  return 0;
}
