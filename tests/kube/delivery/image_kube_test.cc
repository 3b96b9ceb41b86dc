// The image in place of a Pod: its root file system, started as the Deployment of the base says, as
// its user and with the ServiceAccount's token, does the main job with just the permissions that
// the base gives.
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/kube/kube_environment.h"
#include "tests/kube/ports.h"
#include "tests/kube/process.h"
#include "tests/kube/scratch_dir.h"

namespace oarlock::kubetest {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using std::chrono::minutes;
using std::chrono::seconds;

const std::string kSource = OARLOCK_SOURCE_DIR;
constexpr const char* kUser = "system:serviceaccount:oarlock:oarlock";

class ImageKube : public KubeTest {
 protected:
  static void SetUpTestSuite() { SetServerOptions({.audit_level = "Metadata"}); }
  void SetUp() override {
    ASSERT_TRUE(scratch.Create().ok());
    ASSERT_TRUE(server().StartControllerManager().ok());
    const auto ports = FreePorts(1);
    ASSERT_TRUE(ports.ok());
    address = "127.0.0.1:" + std::to_string(ports->front());
  }
  void Must(const std::vector<std::string>& argv) {
    const auto result = RunCommand(argv, "", {}, minutes(5));
    ASSERT_TRUE(result.ok());
    ASSERT_EQ(result->exit_code, 0) << argv[0] << ": " << result->out << result->err;
  }
  std::string Kubectl(std::vector<std::string> args, const std::string& input = {}) {
    const auto result = server().Kubectl(std::move(args), input);
    EXPECT_TRUE(result.ok() && result->exit_code == 0) << result->err;
    return result.ok() ? result->out : "";
  }
  std::string Root() const { return scratch.File("image/fs"); }
  void Put(const std::string& path, const std::string& text) const {
    fs::create_directories(fs::path(Root() + path).parent_path());
    std::ofstream(Root() + path) << text;
  }
  // What a kubelet puts into the container.
  void Mount() {
    const std::string account = "/var/run/secrets/kubernetes.io/serviceaccount/";
    Put(account + "token", Kubectl({"-n", "oarlock", "create", "token", "oarlock"}));
    Put(account + "ca.crt", ReadFile(server().CaFile()).value());
    Put(account + "namespace", "oarlock");
    const Json map = Json::parse(
        Kubectl({"-n", "oarlock", "get", "configmap", "oarlock-manifest", "-o", "json"}));
    for (const auto& [name, text] : map["data"].items()) {
      Put("/etc/oarlock/..one/" + name, text.get<std::string>());
      fs::create_symlink("..data/" + name, Root() + "/etc/oarlock/" + name);
    }
    fs::create_symlink("..one", Root() + "/etc/oarlock/..data");
  }
  void StartAs(const Json& container) {
    std::vector<std::string> argv = {"/usr/bin/env",
                                     "-i",
                                     "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
                                     "HOME=/home/nonroot",
                                     "KUBERNETES_SERVICE_HOST=127.0.0.1",
                                     "KUBERNETES_SERVICE_PORT=" + std::to_string(server().port()),
                                     "unshare",
                                     "--mount",
                                     "--propagation",
                                     "private",
                                     kSource + "/tests/packaging/run_in_image.sh",
                                     Root()};
    for (const Json& arg : container["args"]) {
      const std::string text = arg.get<std::string>();
      // Here is no network of its own.
      argv.push_back(text.starts_with("--listen=") ? "--listen=" + address : text);
    }
    ASSERT_TRUE(host.Start(argv, scratch.File("host.log"), scratch.File("host.pid")).ok());
  }
  bool Ready() {
    HttpRequest request;
    request.url = "http://" + address + "/readyz";
    const auto answer = http.Send(request);
    return answer.ok() && answer->code == 200;
  }
  std::string Log() const { return Tail(scratch.File("host.log"), 40); }
  // What the ServiceAccount asked for, and how it was answered.
  std::vector<Json> Audited() const {
    std::vector<Json> out;
    std::ifstream log(server().AuditLogPath());
    for (std::string line; std::getline(log, line);) {
      const Json entry = Json::parse(line, nullptr, false);
      if (entry.is_discarded() || entry["user"]["username"] != kUser) continue;
      out.push_back(entry);
    }
    return out;
  }

  ScratchDir scratch;
  std::string address;
  HttpClient http;
  Process host;
};

TEST_F(ImageKube, DoesTheMainJobWithThePermissionsOfTheBaseAndNoMore) {
  Must({kSource + "/packaging/image/build", "--build", OARLOCK_BUILD_DIR, "--out",
        scratch.File("out")});
  Must({kSource + "/tests/packaging/unpack.sh", scratch.File("out/oarlock.oci.tar"),
        scratch.File("image")});
  Kubectl({"apply", "-k", kSource + "/manifests/base"});
  // Real Pods, under the restricted profile that the namespace enforces.
  Json pods;
  ASSERT_TRUE(Eventually(seconds(60), [&] {
    pods = Json::parse(Kubectl({"-n", "oarlock", "get", "pods", "-o", "json"}))["items"];
    return !pods.empty();
  }));
  Mount();
  StartAs(pods[0]["spec"]["containers"][0]);
  ASSERT_TRUE(Eventually(seconds(60), [&] { return Ready(); })) << Log();

  const auto config = [](int value) {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: cfg}\ndata: {k: \"" +
           std::to_string(value) + "\"}\n";
  };
  Kubectl({"-n", ns(), "apply", "-f", "-"}, config(1));
  Kubectl({"-n", ns(), "apply", "-f", "-"},
          "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  annotations: "
          "{reloader.stakater.com/auto: \"true\"}\nspec:\n  selector: {matchLabels: {app: web}}\n"
          "  template:\n    metadata: {labels: {app: web}}\n    spec:\n      containers:\n"
          "        - {name: main, image: \"example/app:1\", envFrom: [{configMapRef: {name: "
          "cfg}}]}\n");
  Kubectl({"-n", ns(), "apply", "-f", "-"}, config(2));
  EXPECT_TRUE(Eventually(seconds(30), [&] {
    return Kubectl({"-n", ns(), "get", "deployment", "web", "-o",
                    "jsonpath={.metadata.generation}"}) == "2";
  })) << Log();
  EXPECT_TRUE(Eventually(seconds(30), [&] {
    return Kubectl({"-n", ns(), "get", "events.events.k8s.io"}).find("Reloaded") !=
           std::string::npos;
  })) << Log();
  EXPECT_TRUE(host.Stop(seconds(35)).ok());
  EXPECT_EQ(host.exit_code(), 0) << Log();

  const auto audited = Audited();
  EXPECT_GT(audited.size(), 5u);
  bool patched = false;
  for (const Json& entry : audited) {
    EXPECT_NE(entry["responseStatus"].value("code", 0), 403) << entry.dump();
    patched = patched || (entry["verb"] == "patch" && entry["objectRef"]["name"] == "web");
  }
  EXPECT_TRUE(patched);
}

}  // namespace
}  // namespace oarlock::kubetest
