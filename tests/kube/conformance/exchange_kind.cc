#include "tests/kube/conformance/exchange_kind.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <vector>

namespace oarlock::kubetest {
namespace {

std::vector<std::string> Split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

struct Target {
  std::string resource;  // "deployments.apps/v1/scale", or a path that is of no resource
  bool named = false;
  bool whole = true;  // of all namespaces, or of the cluster
};

// /api/VERSION/… or /apis/GROUP/VERSION/…, then namespaces/NS/, then PLURAL/NAME/SUBRESOURCE.
Target ReadPath(const std::string& path) {
  std::vector<std::string> parts = Split(path, '/');
  const bool core = !parts.empty() && parts[0] == "api";
  const bool group = !parts.empty() && parts[0] == "apis";
  size_t at = core ? 2 : 3;
  if ((!core && !group) || parts.size() <= at) return {path};
  std::string resource = core ? "" : "." + parts[1] + "/" + parts[2];
  Target target;
  if (parts[at] == "watch") ++at;
  const bool inside = parts.size() > at + 2 && parts[at] == "namespaces" &&
                      parts[at + 2] != "status" && parts[at + 2] != "finalize";
  if (inside) at += 2;
  target.whole = !inside;
  resource = (at < parts.size() ? parts[at] : "") + resource;
  target.named = parts.size() > at + 1;
  if (parts.size() > at + 2) resource += "/" + parts[at + 2];
  target.resource = resource;
  return target;
}

// Of these the value says what is asked for.
bool IsChoice(std::string_view option) {
  constexpr std::array<std::string_view, 11> kChoices = {"dryRun",
                                                         "fieldValidation",
                                                         "propagationPolicy",
                                                         "watch",
                                                         "force",
                                                         "resourceVersionMatch",
                                                         "sendInitialEvents",
                                                         "allowWatchBookmarks",
                                                         "includeObject",
                                                         "orphanDependents",
                                                         "verbose"};
  return std::find(kChoices.begin(), kChoices.end(), option) != kChoices.end();
}

std::string OptionOf(const std::string& pair) {
  const size_t equal = pair.find('=');
  const std::string name = pair.substr(0, equal);
  const std::string value = equal == std::string::npos ? "" : pair.substr(equal + 1);
  if (IsChoice(name)) return name + "=" + value;
  if (name == "resourceVersion" && (value.empty() || value == "0")) return name + "=" + value;
  return name;
}

// A deletion may have its options in the body.
void AddDeleteOptions(const std::string& body, std::set<std::string>& options) {
  const auto parsed = nlohmann::json::parse(body, nullptr, false);
  if (!parsed.is_object()) return;
  for (const auto& [name, value] : parsed.items()) {
    if (name == "kind" || name == "apiVersion") continue;
    options.insert("body " + name + (IsChoice(name) ? "=" + value.dump() : ""));
    if (name != "preconditions") continue;
    for (const auto& one : value.items()) options.insert("body precondition " + one.key());
  }
}

std::string VerbOf(const Step& step, const Target& target, const std::set<std::string>& options) {
  const bool watch = options.contains("watch=1") || options.contains("watch=true") ||
                     step.target.find("/watch/") != std::string::npos;
  if (step.method == "GET") return watch ? "watch" : target.named ? "get" : "list";
  if (step.method == "POST") return "create";
  if (step.method == "PUT") return "update";
  if (step.method == "DELETE") return target.named ? "delete" : "deletecollection";
  return step.method;
}

}  // namespace

std::string KindOf(const Step& step, long code) {
  const size_t question = step.target.find('?');
  const Target target = ReadPath(step.target.substr(0, question));
  std::set<std::string> options;
  if (question != std::string::npos) {
    for (const std::string& pair : Split(step.target.substr(question + 1), '&')) {
      options.insert(OptionOf(pair));
    }
  }
  const std::string verb = VerbOf(step, target, options);
  if (verb == "list" && target.whole) options.insert("everywhere");
  if (step.method == "DELETE") AddDeleteOptions(step.body, options);
  if (!step.body.empty() && step.content_type != "application/json") {
    options.insert(step.content_type);
  }
  if (step.accept != "application/json") options.insert(step.accept);
  std::string kind = verb + " " + target.resource + " {";
  for (const std::string& option : options) kind += (kind.back() == '{' ? "" : ", ") + option;
  return kind + "} " + std::to_string(code);
}

}  // namespace oarlock::kubetest
