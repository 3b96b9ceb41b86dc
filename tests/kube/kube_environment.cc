#include "tests/kube/kube_environment.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>

#include "tests/kube/polling.h"

namespace oarlock::kubetest {
namespace {

// The program's one server. Destroyed at exit, before the watchdog would have to.
struct SharedServer {
  ApiServerOptions options;
  std::unique_ptr<ApiServer> server;
  int namespaces = 0;
};

SharedServer& Shared() {
  static SharedServer shared;
  return shared;
}

// The test's name as a DNS label: lower case, at most 50 characters.
std::string TestLabel() {
  const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
  std::string label = info == nullptr ? "suite" : info->name();
  for (char& c : label) {
    const auto byte = static_cast<unsigned char>(c);
    c = std::isalnum(byte) != 0 ? static_cast<char>(std::tolower(byte)) : '-';
  }
  return label.substr(0, 50);
}

}  // namespace

void KubeTest::SetServerOptions(ApiServerOptions options) {
  OARLOCK_CHECK(Shared().server == nullptr);
  Shared().options = std::move(options);
}

ApiServer& KubeTest::server() {
  SharedServer& shared = Shared();
  if (shared.server == nullptr) {
    auto started = ApiServer::Start(shared.options);
    if (!started.ok()) {
      std::fprintf(stderr, "no API server: %s\n", started.status().ToString().c_str());
      std::exit(1);
    }
    shared.server = std::move(started).value();
  }
  return *shared.server;
}

const std::string& KubeTest::ns() {
  if (namespace_.empty()) namespace_ = NewNamespace();
  return namespace_;
}

std::string KubeTest::NewNamespace() {
  std::string name = "t-" + TestLabel() + "-" + std::to_string(++Shared().namespaces);
  const auto answer = server().Request(
      "POST", "/api/v1/namespaces",
      R"({"apiVersion":"v1","kind":"Namespace","metadata":{"name":")" + name + "\"}}");
  EXPECT_TRUE(answer.ok() && answer->code == 201)
      << "namespace " << name << ": " << (answer.ok() ? answer->body : answer.status().ToString())
      << "\n"
      << server().LogTails();
  return name;
}

::testing::AssertionResult Eventually(std::chrono::milliseconds limit,
                                      const std::function<bool()>& condition) {
  if (PollUntil(limit, condition)) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "not within " << limit.count() << " ms";
}

}  // namespace oarlock::kubetest
