#include "client/kubeconfig.h"

#include <algorithm>

#include "client/small_file.h"

namespace oarlock::client {
namespace {

struct Candidates {
  std::vector<std::string> paths;
  bool from_variable = false;
};

Candidates FindCandidates(const KubeconfigOptions& options, const Environment& environment) {
  Candidates out;
  const auto add = [&](const std::string& path) {
    std::string whole = Environment::JoinPath(environment.working_dir, path);
    if (std::find(out.paths.begin(), out.paths.end(), whole) == out.paths.end()) {
      out.paths.push_back(std::move(whole));
    }
  };
  if (!options.path.empty()) {
    add(options.path);
    return out;
  }
  const std::string list = environment.Get("KUBECONFIG");
  for (size_t begin = 0; begin < list.size();) {
    const size_t end = std::min(list.find(':', begin), list.size());
    if (end > begin) add(list.substr(begin, end - begin));
    begin = end + 1;
  }
  out.from_variable = !out.paths.empty();
  const std::string home = environment.Get("HOME");
  if (!out.from_variable && !home.empty()) add(home + "/.kube/config");
  return out;
}

// The first definition of a name wins as a whole, the first value that is not empty wins (KC-2).
void MergeInto(Kubeconfig& all, Kubeconfig one) {
  if (all.current_context.empty()) all.current_context = std::move(one.current_context);
  all.clusters.merge(one.clusters);
  all.users.merge(one.users);
  all.contexts.merge(one.contexts);
  all.warnings.insert(all.warnings.end(), one.warnings.begin(), one.warnings.end());
}

void WarnIfAllMissing(const Candidates& candidates, Kubeconfig& config) {
  const bool any_found = std::any_of(config.files.begin(), config.files.end(),
                                     [](const KubeconfigFile& file) { return file.found; });
  if (candidates.from_variable && !any_found) {
    config.warnings.push_back("no file of KUBECONFIG exists: " + config.FilesText());
  }
}

}  // namespace

bool Kubeconfig::empty() const {
  return current_context.empty() && clusters.empty() && users.empty() && contexts.empty();
}

std::string Kubeconfig::FilesText() const {
  if (files.empty()) return "looked at no file: neither KUBECONFIG nor HOME is set";
  std::string out;
  for (const KubeconfigFile& file : files) {
    out += (out.empty() ? "looked at " : ", ") + file.path + (file.found ? "" : " (missing)");
  }
  return out;
}

base::Result<Kubeconfig> LoadKubeconfig(const KubeconfigOptions& options,
                                        const Environment& environment) {
  const Candidates candidates = FindCandidates(options, environment);
  Kubeconfig all;
  std::vector<base::Status> errors;
  for (const std::string& path : candidates.paths) {
    const base::Result<std::string> text =
        ReadSmallFile(path, kKubeconfigBytesMax, FileKind::kStream);
    const bool missing = text.status().code() == base::StatusCode::kNotFound;
    all.files.push_back({path, !missing});
    if (missing && options.path.empty()) continue;
    if (!text.ok()) {
      errors.push_back(text.status());
      continue;
    }
    base::Result<Kubeconfig> one = ParseKubeconfig(*text, path);
    if (one.ok()) {
      MergeInto(all, *std::move(one));
    } else {
      errors.push_back(one.status());
    }
  }
  if (errors.size() == 1) return errors.front().WithContext("kubeconfig");
  if (!errors.empty()) {
    std::string message = "kubeconfig: ";
    for (const base::Status& error : errors) {
      message += (&error == errors.data() ? "" : "; ") + error.message();
    }
    return base::InvalidArgument(std::move(message));
  }
  WarnIfAllMissing(candidates, all);
  return all;
}

}  // namespace oarlock::client
