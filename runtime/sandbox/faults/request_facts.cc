#include "sandbox/faults/request_facts.h"

#include <algorithm>

#include "sandbox/api/request_path.h"
#include "sandbox/types/json.h"

namespace oarlock::sandbox {
namespace {

bool IsOneOf(const std::vector<std::string>& list, const std::string& text) {
  return list.empty() || std::find(list.begin(), list.end(), text) != list.end();
}

// "pods" is the objects, "pods/status" that subresource, "pods/*" both and all others.
bool IsResource(const RequestFacts& facts, std::string_view wanted) {
  const size_t slash = wanted.find('/');
  const std::string_view resource = wanted.substr(0, slash);
  if (resource != facts.resource && resource != facts.qualified) return false;
  if (slash == std::string_view::npos) return facts.subresource.empty();
  const std::string_view sub = wanted.substr(slash + 1);
  return sub == "*" || sub == facts.subresource;
}

std::string NameInBody(const std::string& body) {
  const auto parsed = ParseJson(body);
  return parsed.ok() ? std::string(TextAt(parsed->value, {"metadata", "name"})) : std::string();
}

}  // namespace

RequestFacts RequestFacts::Of(const server::HttpRequest& request) {
  RequestFacts facts;
  const std::string_view target = request.target;
  const size_t question = target.find('?');
  facts.path = target.substr(0, question);
  facts.user_agent = request.Header("User-Agent");
  auto path = RequestPath::Parse(facts.path);
  auto query = ParseQuery(question == std::string_view::npos ? "" : target.substr(question + 1));
  if (!path.ok() || !query.ok()) return facts;
  facts.verb = VerbOf(request.method, *path, *query);
  if (facts.verb == "patch" &&
      request.Header("Content-Type").starts_with("application/apply-patch")) {
    facts.verb = "apply";
  }
  if (!path->is_resource) return facts;
  facts.resource = path->resource;
  facts.qualified = path->resource + (path->group.empty() ? "" : "." + path->group);
  facts.subresource = path->subresource;
  facts.ns = path->ns;
  facts.name = path->name;
  if (facts.verb == "create" && facts.name.empty()) facts.name = NameInBody(request.body);
  facts.version = query->Get("resourceVersion");
  facts.names_version = query->Has("continue") || (!facts.version.empty() && facts.version != "0");
  return facts;
}

bool RequestFacts::Fits(const FaultMatch& match) const {
  if (!IsOneOf(match.verbs, verb)) return false;
  const auto& wanted = match.resources;
  const bool is_wanted =
      wanted.empty() ||
      std::any_of(wanted.begin(), wanted.end(), [&](auto& one) { return IsResource(*this, one); });
  return is_wanted && (match.ns.empty() || match.ns == ns) &&
         (match.name.empty() || match.name == name) && path.starts_with(match.path) &&
         user_agent.find(match.user_agent) != std::string::npos;
}

}  // namespace oarlock::sandbox
