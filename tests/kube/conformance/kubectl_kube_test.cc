// kubectl drives the sandbox and a real kube-apiserver through the same commands.

#include <gtest/gtest.h>

#include <fstream>
#include <regex>

#include "base/real_clock.h"
#include "sandbox/sandbox.h"
#include "tests/kube/kube_environment.h"

namespace oarlock::kubetest {
namespace {

struct Command {
  std::vector<std::string> args;
  std::string input;
};

constexpr const char* kMap =
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, labels: {app: x}}\ndata: {k: v}\n";

std::vector<Command> Commands() {
  return {
      {{"create", "namespace", "kc"}, ""},
      {{"-n", "kc", "create", "-f", "-"}, kMap},
      {{"-n", "kc", "create", "-f", "-"}, kMap},
      {{"-n", "kc", "get", "configmap", "a", "-o", "jsonpath={.data.k}"}, ""},
      {{"-n", "kc", "get", "configmap", "a", "-o", "name"}, ""},
      {{"-n", "kc", "get", "configmap", "none"}, ""},
      {{"-n", "kc", "get", "cm", "-l", "app=x", "-o", "name"}, ""},
      {{"-n", "kc", "get", "cm", "-l", "app=y"}, ""},
      {{"-n", "kc", "label", "cm", "a", "tier=1"}, ""},
      {{"-n", "kc", "label", "cm", "a", "tier=2"}, ""},
      {{"-n", "kc", "label", "cm", "a", "tier=2", "--overwrite"}, ""},
      {{"-n", "kc", "annotate", "cm", "a", "note=hello"}, ""},
      {{"-n", "kc", "patch", "cm", "a", "--type=merge", "-p", R"({"data":{"z":"1"}})"}, ""},
      {{"-n", "kc", "patch", "cm", "a", "--type=json", "-p",
        R"([{"op":"remove","path":"/data/z"}])"},
       ""},
      {{"-n", "kc", "get", "cm", "a", "-o", "jsonpath={.metadata.labels}{.metadata.annotations}"},
       ""},
      {{"-n", "kc", "create", "secret", "generic", "s", "--from-literal=a=b"}, ""},
      {{"-n", "kc", "delete", "cm", "a"}, ""},
      {{"-n", "kc", "delete", "cm", "a"}, ""},
      {{"-n", "kc", "delete", "cm", "a", "--ignore-not-found"}, ""},
      {{"auth", "can-i", "get", "pods"}, ""},
      {{"get", "--raw", "/healthz"}, ""},
      {{"-n", "kc", "create", "-f", "-", "--dry-run=server"}, kMap},
      {{"-n", "kc", "create", "-f", "-"},
       "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\nspec: {}\n"},
      {{"api-resources", "--api-group=apps", "--no-headers"}, ""},
      {{"-n", "kc", "get", "nonsense"}, ""},
  };
}

std::string Text(const base::Result<CommandResult>& result) {
  if (!result.ok()) return result.status().ToString();
  std::string text = std::to_string(result->exit_code) + "\n" + result->out + "--\n" + result->err;
  return std::regex_replace(text, std::regex("[0-9]+(s|ms)"), "<time>");
}

class SandboxKubectl : public KubeTest {};

TEST_F(SandboxKubectl, SaysTheSameOfBothServers) {
  base::RealClock clock;
  const auto sandbox = sandbox::Sandbox::Start({}, clock, base::Log::Discard());
  ASSERT_TRUE(sandbox.ok()) << sandbox.status().ToString();
  const std::string kubeconfig = server().dir() + "/sandbox.kubeconfig";
  std::ofstream(kubeconfig) << (*sandbox)->Kubeconfig();
  const auto kubectl = FindProgram("kubectl");
  ASSERT_TRUE(kubectl.ok()) << kubectl.status().ToString();
  for (const Command& command : Commands()) {
    const auto real = server().Kubectl(command.args, command.input);
    std::vector<std::string> argv = {*kubectl, "--kubeconfig=" + kubeconfig,
                                     "--cache-dir=" + server().dir() + "/sandbox-cache"};
    argv.insert(argv.end(), command.args.begin(), command.args.end());
    const auto own = RunCommand(argv, command.input);
    std::string title;
    for (const std::string& arg : command.args) title += arg + " ";
    EXPECT_EQ(Text(own), Text(real)) << "kubectl " << title;
  }
}

}  // namespace
}  // namespace oarlock::kubetest
