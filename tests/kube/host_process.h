#pragma once
// HostProcess: the real `oarlock run` as a child process, with the files it needs in a scratch
// directory: what a user runs, seen from outside.
//
// Kept by a kube test; killed when destroyed. Threads: one test thread. Errors: in the results.

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "base/status.h"
#include "tests/kube/http.h"
#include "tests/kube/process.h"
#include "tests/kube/scratch_dir.h"

namespace oarlock::kubetest {

// A manifest entry: `- name: …` and whatever else, in flow style inside the braces.
// Plugins({"name: reloader, library: reloader.so"}).
std::string Plugins(const std::vector<std::string>& entries);

class HostProcess {
 public:
  // `kubeconfig` is a path, empty: no such flag; `manifest` the text of the manifest, or
  // "cluster:NAMESPACE/NAME".
  HostProcess(std::string kubeconfig, const std::string& manifest,
              std::vector<std::string> extra_flags = {});

  // Starts it and waits until it listens.
  base::Status Start();
  // Starts it and waits until it ends by itself; its exit code, or -1 past the limit.
  int RunToEnd(std::chrono::milliseconds limit = std::chrono::seconds(30));
  // SIGTERM; its exit code, or -1 when it did not end in time.
  int Stop(std::chrono::milliseconds limit = std::chrono::seconds(35));
  void Kill() { process_.Kill(); }
  bool Running() { return process_.Running(); }
  pid_t pid() const { return process_.pid(); }

  // GET on the public listener; code 0 when it does not answer.
  HttpAnswer Get(const std::string& path);
  bool Ready() { return Get("/readyz").code == 200; }
  // The value of the first line of /metrics that starts with `series`; -1 when there is none.
  double Metric(const std::string& series);
  std::string log() const;
  const std::string& dir() const { return scratch_.path(); }

 private:
  base::Status Launch();

  ScratchDir scratch_;
  std::vector<std::string> argv_;
  std::string address_;
  HttpClient http_;
  Process process_;
};

}  // namespace oarlock::kubetest
