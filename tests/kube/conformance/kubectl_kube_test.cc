// kubectl drives the sandbox and a real kube-apiserver through the same commands (kubectl.yaml).

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <future>
#include <iterator>
#include <regex>

#include "base/real_clock.h"
#include "kube/yaml.h"
#include "sandbox/sandbox.h"
#include "tests/kube/kube_environment.h"

namespace oarlock::kubetest {
namespace {

struct Command {
  std::string run;
  std::string from;  // the output is compared from a line on that starts so; "" = all of it
};

struct Script {
  std::string name;
  std::vector<Command> commands;
};

std::vector<Script> ReadScripts() {
  std::ifstream file(OARLOCK_KUBECTL_SCRIPTS);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto documents = kube::ReadYaml(text, OARLOCK_KUBECTL_SCRIPTS);
  std::vector<Script> scripts;
  if (!documents.ok()) return scripts;
  for (const kube::Member& item : kube::Members(documents->front().root())) {
    Script script{std::string(item.value["name"].AsString()), {}};
    for (const kube::Member& one : kube::Members(item.value["commands"])) {
      script.commands.push_back(
          {std::string(one.value["run"].AsString()), std::string(one.value["from"].AsString())});
    }
    scripts.push_back(std::move(script));
  }
  return scripts;
}

// Uids, versions, times, ages and generated names; and blanks, which fill up columns to the widest
// of these.
std::string Normalised(std::string text) {
  const std::pair<const char*, const char*> kRules[] = {
      {"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "<uid>"},
      {"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z", "<time>"},
      {"(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} [+0-9]{5}",
       "<time>"},
      {"(resourceVersion\"?: \"|Resource Version: +)[0-9]+", "$1<version>"},
      {"https?://127.0.0.1:[0-9]+", "<server>"},
      {"\\b[0-9]+(\\.[0-9]+)?(s|ms)\\b", "<time>"},
      {"/tmp/[A-Za-z0-9_./-]*/kubectl-(real|sandbox)-[a-z]*", "<folder>"},
      {" +", " "}};
  for (const auto& [pattern, by] : kRules) text = std::regex_replace(text, std::regex(pattern), by);
  return text;
}

std::string From(const std::string& text, const std::string& start) {
  if (start.empty() || text.starts_with(start)) return text;
  const size_t at = text.find("\n" + start);
  return at == std::string::npos ? text : text.substr(at + 1);
}

// A server as kubectl sees it, and where one script keeps its files.
struct Shell {
  std::string kubectl;
  std::string kubeconfig;
  std::string folder;
  std::string ns;

  std::string Run(const Command& command) const {
    const std::string function =
        "k() { " + kubectl + " --kubeconfig=" + kubeconfig + " -n " + ns + " \"$@\"; }\n";
    const auto result = RunCommand({"/bin/sh", "-c", function + command.run}, "",
                                   {"HOME=" + folder, "DIR=" + folder, "NS=" + ns});
    if (!result.ok()) return result.status().ToString();
    return std::to_string(result->exit_code) + "\n" + From(Normalised(result->out), command.from) +
           "--\n" + From(Normalised(result->err), command.from);
  }
};

std::vector<std::string> Play(const Script& script, const Shell& shell) {
  std::filesystem::create_directories(shell.folder);
  std::vector<std::string> answers = {shell.Run({"k create namespace " + shell.ns, ""})};
  for (const Command& command : script.commands) answers.push_back(shell.Run(command));
  return answers;
}

class SandboxKubectl : public KubeTest {};

TEST_F(SandboxKubectl, SaysTheSameOfBothServers) {
  base::RealClock clock;
  const auto sandbox = sandbox::Sandbox::Start({}, clock, base::Log::Discard());
  ASSERT_TRUE(sandbox.ok()) << sandbox.status().ToString();
  const std::string dir = server().dir();
  std::ofstream(dir + "/sandbox.kubeconfig") << (*sandbox)->Kubeconfig();
  const auto kubectl = FindProgram("kubectl");
  ASSERT_TRUE(kubectl.ok()) << kubectl.status().ToString();
  const std::vector<Script> scripts = ReadScripts();
  ASSERT_FALSE(scripts.empty());
  std::vector<std::future<std::vector<std::string>>> real;
  std::vector<std::future<std::vector<std::string>>> own;
  const auto play = [&](const Script& script, const std::string& config, const char* which) {
    const Shell shell{*kubectl, config, dir + "/kubectl-" + which + "-" + script.name,
                      "kubectl-" + script.name};
    return std::async(std::launch::async, [&script, shell] { return Play(script, shell); });
  };
  for (const Script& script : scripts) {
    real.push_back(play(script, server().Kubeconfig(Identity::kAdmin), "real"));
    own.push_back(play(script, dir + "/sandbox.kubeconfig", "sandbox"));
  }
  for (size_t i = 0; i < scripts.size(); ++i) {
    const auto expected = real[i].get();
    const auto answers = own[i].get();
    ASSERT_EQ(answers.size(), expected.size());
    for (size_t at = 0; at < answers.size(); ++at) {
      EXPECT_EQ(answers[at], expected[at])
          << scripts[i].name << ": " << (at == 0 ? "" : scripts[i].commands[at - 1].run);
    }
  }
}

}  // namespace
}  // namespace oarlock::kubetest
