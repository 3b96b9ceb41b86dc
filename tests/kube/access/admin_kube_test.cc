// The admin API over TLS, for users of a real API server: whose token it knows, what his roles
// allow, and a certificate that is replaced while the host runs.
#include <filesystem>

#include "tests/kube/certificates.h"
#include "tests/kube/host_process.h"
#include "tests/kube/kube_environment.h"
#include "tests/kube/scratch_dir.h"

namespace oarlock::kubetest {
namespace {

namespace fs = std::filesystem;
using std::chrono::seconds;

class AdminKube : public KubeTest {
 protected:
  void SetUp() override {
    ASSERT_TRUE(scratch_.Create().ok());
    TakeCertificates("first");
    host_ = std::make_unique<HostProcess>(
        server().Kubeconfig(Identity::kAdmin), Plugins({"name: reloader, library: reloader.so"}),
        std::vector<std::string>{"--admin-listen", "127.0.0.1:0", "--tls-cert-file",
                                 scratch_.File("tls.crt"), "--tls-private-key-file",
                                 scratch_.File("tls.key")});
    ASSERT_TRUE(host_->Start().ok()) << host_->log();
    ASSERT_TRUE(Eventually(seconds(30), [&] { return host_->Ready(); })) << host_->log();
  }
  void TearDown() override { EXPECT_EQ(host_->Stop(), 0) << host_->log(); }

  // A new authority, and what it signed where the host reads it.
  void TakeCertificates(const std::string& name) {
    const std::string dir = scratch_.File(name);
    fs::create_directory(dir);
    ASSERT_TRUE(WriteCertificates(dir).ok());
    for (const char* end : {"crt", "key"}) {
      const std::string next = scratch_.File("next");
      fs::copy_file(dir + "/server." + end, next, fs::copy_options::overwrite_existing);
      fs::rename(next, scratch_.File(std::string("tls.") + end));
    }
    authority_ = dir + "/ca.crt";
  }
  std::string Address() const {
    constexpr std::string_view kSaid = "serving the admin API over TLS address=";
    const std::string log = host_->log();
    const size_t at = log.find(kSaid);
    if (at == std::string::npos) return {};
    return log.substr(at + kSaid.size(), log.find('\n', at) - at - kSaid.size());
  }
  HttpAnswer Ask(const std::string& method, const std::string& path, const std::string& token,
                 const std::string& body = "") {
    HttpRequest request;
    request.method = method;
    request.url = "https://" + Address() + path;
    request.token = token;
    request.body = body;
    request.ca_file = authority_;
    HttpClient fresh;  // a connection of its own: it sees the certificate of now
    const auto answer = fresh.Send(request);
    return answer.ok() ? *answer : HttpAnswer{};
  }
  std::string Kubectl(const std::vector<std::string>& args, const std::string& input = "") {
    const auto result = server().Kubectl(args, input);
    EXPECT_TRUE(result.ok() && result->exit_code == 0) << (result.ok() ? result->err : "");
    return result.ok() ? result->out : "";
  }
  // A ServiceAccount's token; what it may is said by `rules`.
  std::string TokenOf(const std::string& account, const std::string& rules) {
    Kubectl({"-n", ns(), "create", "serviceaccount", account});
    if (!rules.empty()) {
      const std::string name = ns() + "-" + account;
      Kubectl(
          {"apply", "-f", "-"},
          "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: " + name +
              "}\nrules: " + rules +
              "\n---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\n"
              "metadata: {name: " +
              name + "}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: " +
              name + "}\nsubjects: [{kind: ServiceAccount, namespace: " + ns() +
              ", name: " + account + "}]\n");
    }
    std::string token = Kubectl({"-n", ns(), "create", "token", account});
    token.erase(token.find_last_not_of('\n') + 1);
    return token;
  }

  ScratchDir scratch_;
  std::string authority_;
  std::unique_ptr<HostProcess> host_;
};

TEST_F(AdminKube, ReadingAndChangingAreSeparatePermissions) {
  const std::string all = "nonResourceURLs: [\"*\"]";
  const std::string reader = TokenOf("reader", "[{" + all + ", verbs: [get]}]");
  const std::string changer = TokenOf("changer", "[{" + all + ", verbs: [get, post]}]");
  const std::string nobody = TokenOf("nobody", "");
  const std::string body = R"({"plugin":"reloader"})";
  EXPECT_EQ(Ask("GET", "/status", reader).code, 200);
  EXPECT_NE(Ask("GET", "/metrics", reader).body.find("workqueue_depth"), std::string::npos);
  const HttpAnswer refused = Ask("POST", "/pause", reader, body);
  EXPECT_EQ(refused.code, 403);
  EXPECT_NE(refused.body.find("system:serviceaccount:" + ns() + ":reader may not post /pause"),
            std::string::npos)
      << refused.body;
  EXPECT_EQ(Ask("POST", "/pause", changer, body).code, 200);
  EXPECT_NE(Ask("GET", "/plugins", reader).body.find("\"paused\":true"), std::string::npos);
  EXPECT_EQ(Ask("POST", "/resume", changer, body).code, 200);
  EXPECT_EQ(Ask("POST", "/resume", changer, R"({"plugin":"x"})").code, 404);
  EXPECT_EQ(Ask("GET", "/status", nobody).code, 403);
  EXPECT_EQ(Ask("GET", "/status", "no.such.token").code, 401);
  EXPECT_EQ(Ask("GET", "/status", "").code, 401);
  EXPECT_GT(host_->Metric("oarlock_admin_requests_total{result=\"allowed\"}"), 0);
}

TEST_F(AdminKube, ANewCertificateIsServedWithoutARestart) {
  const std::string reader = TokenOf("reader", "[{nonResourceURLs: [\"/status\"], verbs: [get]}]");
  ASSERT_EQ(Ask("GET", "/status", reader).code, 200);
  TakeCertificates("second");
  EXPECT_TRUE(Eventually(seconds(40), [&] { return Ask("GET", "/status", reader).code == 200; }))
      << host_->log();
  EXPECT_EQ(host_->Metric("certwatcher_read_certificate_total"), 2);
}

}  // namespace
}  // namespace oarlock::kubetest
