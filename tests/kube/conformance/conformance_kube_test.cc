// The sandbox against a real kube-apiserver: the same requests, the same answers.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <future>
#include <set>

#include "base/real_clock.h"
#include "sandbox/sandbox.h"
#include "tests/kube/conformance/transcript.h"
#include "tests/kube/kube_environment.h"

namespace oarlock::kubetest {
namespace {

Sender To(HttpClient& client, const HttpRequest& base_request) {
  return [&client, base_request](const Step& step) {
    HttpRequest request = base_request;
    request.method = step.method;
    request.url += step.target;
    request.body = step.body;
    request.content_type = step.content_type;
    request.accept = step.accept;
    request.lines = step.lines;
    return client.Send(request);
  };
}

class SandboxConformance : public KubeTest {
 protected:
  static HttpRequest RealServer() {
    HttpRequest request;
    request.url = server().url();
    request.ca_file = server().CaFile();
    request.token = server().Token(Identity::kAdminToken);
    return request;
  }
};

// The texts of all answers, for a look at what differs: $OARLOCK_CONFORMANCE_OUT/{real,sandbox}.
void Write(const std::vector<Exchange>& exchanges, const std::string& name) {
  const char* directory = std::getenv("OARLOCK_CONFORMANCE_OUT");
  if (directory == nullptr) return;
  std::ofstream file(std::string(directory) + "/" + name);
  for (const Exchange& one : exchanges) {
    file << "## " << one.title << "\n# " << one.kind << "\n" << one.answer << "\n";
  }
}

// As many as docs/sandbox.md promises.
constexpr size_t kExchangesMin = 400;
constexpr size_t kDifferencesMax = 14;

TEST_F(SandboxConformance, AnswersAsARealServer) {
  const auto cases = ReadScripts(OARLOCK_CONFORMANCE_CASES);
  ASSERT_TRUE(cases.ok()) << cases.status().ToString();
  base::RealClock clock;
  const auto sandbox = sandbox::Sandbox::Start({.tls = false}, clock, base::Log::Discard());
  ASSERT_TRUE(sandbox.ok()) << sandbox.status().ToString();
  HttpRequest ours;
  ours.url = (*sandbox)->url();
  HttpClient client;
  auto playing = std::async(std::launch::async, [&] { return Play(*cases, To(client, ours)); });
  const auto real = Play(*cases, To(client, RealServer()));
  const auto own = playing.get();
  Write(real, "real");
  Write(own, "sandbox");
  std::set<std::string> kinds;
  std::set<std::string> accepted;
  ASSERT_EQ(real.size(), own.size());
  for (size_t i = 0; i < real.size(); ++i) {
    kinds.insert(real[i].kind);
    if (real[i].differs.empty()) {
      EXPECT_EQ(own[i].answer, real[i].answer) << real[i].title;
    } else {
      accepted.insert(real[i].differs);
      EXPECT_NE(own[i].answer, real[i].answer)
          << real[i].title << " does not differ any more: take `differs` away";
    }
  }
  std::printf("%zu exchanges, %zu distinct, %zu accepted differences\n", real.size(), kinds.size(),
              accepted.size());
  EXPECT_GE(kinds.size(), kExchangesMin);
  EXPECT_LE(accepted.size(), kDifferencesMax);
}

}  // namespace
}  // namespace oarlock::kubetest
