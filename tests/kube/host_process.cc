#include "tests/kube/host_process.h"

#include <cstdlib>
#include <utility>

#include "base/check.h"
#include "tests/kube/polling.h"

namespace oarlock::kubetest {
namespace {

constexpr std::string_view kListening = "serving health and metrics";
constexpr std::string_view kLoopback = "127.0.0.1:";

// "127.0.0.1:PORT" out of the line, text or JSON, that says where the host listens.
std::string ListenAddress(const std::string& log) {
  const size_t line = log.find(kListening);
  if (line == std::string::npos) return {};
  const size_t start = log.find(kLoopback, line);
  if (start == std::string::npos) return {};
  const size_t end = log.find_first_not_of("0123456789", start + kLoopback.size());
  return end == std::string::npos ? std::string() : log.substr(start, end - start);
}

}  // namespace

std::string Plugins(const std::vector<std::string>& entries) {
  std::string text =
      "apiVersion: oarlock.dev/v1alpha1\nkind: PluginManifest\nmetadata: {name: test}\n"
      "spec:\n  plugins:";
  text += entries.empty() ? " []\n" : "\n";
  for (const std::string& entry : entries) text += "    - {" + entry + "}\n";
  return text;
}

HostProcess::HostProcess(std::string kubeconfig, const std::string& manifest,
                         std::vector<std::string> extra_flags) {
  OARLOCK_CHECK(scratch_.Create().ok());
  std::string path = manifest;
  if (!manifest.starts_with("cluster:")) {
    path = scratch_.File("manifest.yaml");
    OARLOCK_CHECK(WriteFile(path, manifest).ok());
  }
  argv_ = {OARLOCK_BINARY,     "run",      "--manifest", path, "--plugin-dir",
           OARLOCK_PLUGIN_DIR, "--listen", "127.0.0.1:0"};
  if (!kubeconfig.empty()) {
    argv_.insert(argv_.end(), {"--kubeconfig", std::move(kubeconfig)});
  }
  argv_.insert(argv_.end(), extra_flags.begin(), extra_flags.end());
}

base::Status HostProcess::Launch() {
  OARLOCK_RETURN_IF_ERROR(WriteFile(scratch_.File("host.log"), ""));
  address_.clear();
  return process_.Start(argv_, scratch_.File("host.log"), scratch_.File("host.pid"));
}

base::Status HostProcess::Start() {
  OARLOCK_RETURN_IF_ERROR(Launch());
  const bool listens = PollUntil(std::chrono::seconds(30), [this] {
    address_ = ListenAddress(log());
    return !address_.empty() || !process_.Running();
  });
  if (listens && !address_.empty()) return {};
  return base::Unavailable("the host does not listen; its log:\n" + log());
}

int HostProcess::RunToEnd(std::chrono::milliseconds limit) {
  if (!Launch().ok()) return -1;
  if (!PollUntil(limit, [this] { return !process_.Running(); })) return -1;
  return process_.exit_code();
}

int HostProcess::Stop(std::chrono::milliseconds limit) {
  const base::Status stopped = process_.Stop(limit);
  return stopped.ok() ? process_.exit_code() : -1;
}

HttpAnswer HostProcess::Get(const std::string& path) {
  HttpRequest request;
  request.url = "http://" + address_ + path;
  auto answer = http_.Send(request);
  return answer.ok() ? *answer : HttpAnswer{};
}

double HostProcess::Metric(const std::string& series) {
  const std::string text = "\n" + Get("/metrics").body;
  const size_t at = text.find("\n" + series);
  if (at == std::string::npos) return -1;
  const size_t end = text.find('\n', at + 1);
  const size_t space = text.rfind(' ', end);
  return std::strtod(text.c_str() + space, nullptr);
}

std::string HostProcess::log() const {
  const auto text = ReadFile(scratch_.File("host.log"));
  return text.ok() ? *text : text.status().message();
}

}  // namespace oarlock::kubetest
