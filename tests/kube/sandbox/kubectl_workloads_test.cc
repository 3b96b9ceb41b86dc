// kubectl works with the sandbox's workloads as with those of a cluster.

#include <gtest/gtest.h>

#include "base/real_clock.h"
#include "sandbox/sandbox.h"
#include "tests/kube/process.h"
#include "tests/kube/scratch_dir.h"
#include "tests/kube/server_flags.h"

namespace oarlock::kubetest {
namespace {

class SandboxWorkloads : public ::testing::Test {
 protected:
  void SetUp() override {
    auto made = sandbox::Sandbox::Start({.controllers = sandbox::ControllerSet::All()}, clock_,
                                        base::Log::Discard());
    ASSERT_TRUE(made.ok()) << made.status().ToString();
    sandbox_ = *std::move(made);
    ASSERT_TRUE(scratch_.Create().ok());
    ASSERT_TRUE(WriteFile(scratch_.File("kubeconfig"), sandbox_->Kubeconfig()).ok());
    const auto kubectl = FindProgram("kubectl");
    ASSERT_TRUE(kubectl.ok()) << kubectl.status().ToString();
    kubectl_ = *kubectl;
  }
  // What it prints; fails the test where it does not succeed.
  std::string Run(std::vector<std::string> args) {
    std::vector<std::string> argv = {kubectl_, "--kubeconfig=" + scratch_.File("kubeconfig"),
                                     "--cache-dir=" + scratch_.File("cache")};
    argv.insert(argv.end(), args.begin(), args.end());
    const auto result = RunCommand(argv);
    EXPECT_TRUE(result.ok()) << result.status().ToString();
    if (!result.ok()) return {};
    EXPECT_EQ(result->exit_code, 0) << args[0] << " " << args[1] << ": " << result->err;
    return result->out;
  }
  void WaitForRollout(const std::string& what) {
    const std::string out = Run({"rollout", "status", what, "--timeout=50s"});
    EXPECT_NE(out.find("successfully rolled out"), std::string::npos) << out;
  }

  base::RealClock clock_;
  std::unique_ptr<sandbox::Sandbox> sandbox_;
  ScratchDir scratch_;
  std::string kubectl_;
};

TEST_F(SandboxWorkloads, ADeploymentIsRolledOutScaledAndRolledBack) {
  const std::string web = "deployment/web";
  Run({"create", "deployment", "web", "--image=nginx:1", "--replicas=2"});
  WaitForRollout(web);
  Run({"scale", web, "--replicas=4"});
  WaitForRollout(web);
  Run({"set", "image", web, "nginx=nginx:2"});
  WaitForRollout(web);
  const std::string image = "jsonpath={.items[*].spec.containers[0].image}";
  EXPECT_EQ(Run({"get", "pods", "-o", image}), "nginx:2 nginx:2 nginx:2 nginx:2");
  Run({"rollout", "undo", web});
  WaitForRollout(web);
  EXPECT_EQ(Run({"get", "pods", "-o", image}), "nginx:1 nginx:1 nginx:1 nginx:1");
  Run({"delete", web, "--cascade=foreground", "--timeout=50s"});
  EXPECT_EQ(Run({"get", "pods,rs", "-o", "name"}), "");
}

TEST_F(SandboxWorkloads, AJobCompletesAndANamespaceGoesWithItsContent) {
  Run({"create", "namespace", "b"});
  Run({"-n", "b", "create", "job", "hello", "--image=busybox"});
  Run({"-n", "b", "wait", "--for=condition=complete", "job/hello", "--timeout=50s"});
  Run({"-n", "b", "create", "deployment", "web", "--image=nginx"});
  Run({"delete", "namespace", "b", "--timeout=50s"});
  EXPECT_EQ(Run({"get", "namespace", "b", "--ignore-not-found"}), "");
}

}  // namespace
}  // namespace oarlock::kubetest
