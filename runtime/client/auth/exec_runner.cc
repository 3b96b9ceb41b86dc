#include "client/auth/exec_runner.h"

#include <unistd.h>

#include <algorithm>

#include "client/trim.h"
#include "kube/printable.h"

namespace oarlock::client {
namespace {

constexpr size_t kErrorTextBytes = 200;  // of the plugin's words, in a status

// Environment of the process, over it the config's, over it the protocol's variable.
std::vector<std::string> MakeEnvironment(const Environment& base, const ExecConfig& exec,
                                         const std::string& info) {
  std::map<std::string, std::string, std::less<>> variables = base.variables;
  for (const auto& [name, value] : exec.env) variables[name] = value;
  variables["KUBERNETES_EXEC_INFO"] = info;
  std::vector<std::string> out;
  for (const auto& [name, value] : variables) out.push_back(name + "=" + value);
  return out;
}

std::string LastLine(const std::string& text) {
  const std::string trimmed = Trimmed(text);
  const size_t line = trimmed.rfind('\n');
  return kube::PrintableText(trimmed.substr(line == std::string::npos ? 0 : line + 1),
                             kErrorTextBytes);
}

}  // namespace

ExecRunner::ExecRunner(const ClientConfig& config, const ExecDeps& deps)
    : config_(config), exec_(*config_.auth.exec), deps_(deps) {}

base::Status ExecRunner::Counted(base::Status status, ExecCallStatus why) const {
  deps_.metrics->CountCall(1, why);
  return status;
}

base::Status ExecRunner::Failed(const std::string& why) const {
  return {base::StatusCode::kUnauthenticated, "exec plugin \"" + exec_.command + "\": " + why};
}

base::Status ExecRunner::Missing(const std::string& why) {
  const base::MonoTime now = deps_.clock.Now();
  if (hints_given_ == 0 || now >= hints_since_ + std::chrono::hours(1)) {
    hints_since_ = now;
    hints_given_ = 0;
  }
  if (exec_.install_hint.empty() || hints_given_ >= kInstallHintsMax) return Failed(why);
  ++hints_given_;
  return Failed(why + "; " + exec_.install_hint);
}

std::string ExecRunner::Lookup(const std::string& command) const {
  if (command.find('/') != std::string::npos) return command;
  const auto own = std::find_if(exec_.env.rbegin(), exec_.env.rend(),
                                [](const auto& entry) { return entry.first == "PATH"; });
  const std::string path = own == exec_.env.rend() ? deps_.environment.Get("PATH") : own->second;
  for (size_t begin = 0; begin < path.size();) {
    const size_t end = std::min(path.find(':', begin), path.size());
    const std::string dir = path.substr(begin, end - begin);
    begin = end + 1;
    // A program of the working directory is never run by its bare name.
    if (!dir.starts_with('/')) continue;
    std::string program = dir + "/" + command;
    if (access(program.c_str(), X_OK) == 0) return program;
  }
  return {};
}

base::Status ExecRunner::CheckPolicy(const std::string& program) const {
  const ExecPolicy& policy = deps_.policy;
  const bool allowed =
      policy.mode == ExecPolicy::Mode::kAllowAll ||
      (policy.mode == ExecPolicy::Mode::kAllowlist && !program.empty() &&
       std::any_of(policy.allowed.begin(), policy.allowed.end(),
                   [&](const std::string& entry) { return Lookup(entry) == program; }));
  deps_.metrics->CountPolicy(allowed);
  if (allowed) return {};
  return Failed("not allowed to run: allow it with --exec-plugins if the kubeconfig is trusted");
}

base::Result<ChildSpec> ExecRunner::MakeSpec() {
  ChildSpec spec;
  spec.program = Lookup(exec_.command);
  OARLOCK_RETURN_IF_ERROR(CheckPolicy(spec.program));
  using Mode = ExecConfig::Interactive;
  spec.interactive = exec_.interactive != Mode::kNever && deps_.environment.stdin_is_terminal;
  if (exec_.interactive == Mode::kAlways && !spec.interactive) {
    return Counted(Failed("interactiveMode is Always, but standard input is no terminal"),
                   ExecCallStatus::kInternal);
  }
  if (spec.program.empty()) {
    return Counted(Missing("not found in PATH: install it, or put its directory into PATH"),
                   ExecCallStatus::kNotFound);
  }
  const base::Result<std::string> info = ExecInfoJson(config_, spec.interactive);
  if (!info.ok()) return Counted(Failed(info.status().message()), ExecCallStatus::kInternal);
  spec.arguments = exec_.args;
  spec.environment = MakeEnvironment(deps_.environment, exec_, *info);
  spec.output_bytes_max = kExecOutputBytesMax;
  spec.error_bytes_max = kExecErrorBytesMax;
  return spec;
}

base::Result<ExecAnswer> ExecRunner::Run(const std::shared_ptr<ChildRun>& child) {
  OARLOCK_ASSIGN_OR_RETURN(const ChildSpec spec, MakeSpec());
  const base::TimerId timer =
      deps_.clock.ScheduleAfter(kExecTimeout, [weak = std::weak_ptr<ChildRun>(child)] {
        if (const auto running = weak.lock()) running->Cancel();
      });
  const base::Result<ChildResult> result = child->Run(spec);
  deps_.clock.Cancel(timer);
  if (result.ok()) return Judge(*result);
  if (result.status().code() == base::StatusCode::kNotFound) {
    return Counted(Missing(result.status().message()), ExecCallStatus::kNotFound);
  }
  return Counted(Failed(result.status().message()), ExecCallStatus::kInternal);
}

base::Result<ExecAnswer> ExecRunner::Judge(const ChildResult& result) {
  if (!result.errors.empty()) {
    deps_.log.Info("an exec plugin wrote to its standard error",
                   {{"plugin", exec_.command},
                    {"exit_code", result.exit_code},
                    {"stderr", Trimmed(result.errors)}});
  }
  if (result.cancelled) {
    return Counted(Failed("gave no answer within 60 s and was ended"), ExecCallStatus::kInternal);
  }
  if (result.too_much_output) {
    return Counted(Failed("printed more than 1 MiB and was ended"), ExecCallStatus::kInternal);
  }
  deps_.metrics->CountCall(result.exit_code, result.exit_code == 0
                                                 ? ExecCallStatus::kNoError
                                                 : ExecCallStatus::kExecutionError);
  if (result.exit_code != 0) {
    const std::string words = LastLine(result.errors);
    return Failed("exited with " + std::to_string(result.exit_code) +
                  (words.empty() ? "" : ": " + words));
  }
  base::Result<ExecAnswer> answer = ParseExecCredential(result.output, exec_.api_version);
  return answer.ok() ? std::move(answer) : Failed(answer.status().message());
}

}  // namespace oarlock::client
