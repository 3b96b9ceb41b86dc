#include "sandbox/api/api_server.h"

#include <algorithm>

#include "sandbox/access/access_reviews.h"
#include "sandbox/api/binding.h"
#include "sandbox/api/delete_verbs.h"
#include "sandbox/api/read_verbs.h"
#include "sandbox/api/write_verbs.h"
#include "sandbox/object/object_rules.h"
#include "server/prometheus.h"

namespace oarlock::sandbox {
namespace {

using Response = server::HttpResponse;

bool IsServed(const ApiCall& call, std::string_view verb) {
  if (call.path.subresource.empty()) return call.type->Has(verb);
  const Subresource* sub = call.type->Find(call.path.subresource);
  return sub != nullptr &&
         std::find(sub->verbs.begin(), sub->verbs.end(), verb) != sub->verbs.end();
}

// The verb that a method stands for on that path; "" = none.
std::string_view VerbOf(const ApiCall& call) {
  const std::string& method = call.http.method;
  const bool named = !call.path.name.empty();
  if (method == "GET" || method == "HEAD") {
    return named && !call.path.is_watch ? "get" : "list";
  }
  if (call.path.is_watch) return "";
  if (method == "POST") return named == call.path.subresource.empty() ? "" : "create";
  if (method == "PUT") return named ? "update" : "";
  if (method == "PATCH") return named ? "patch" : "";
  if (method == "DELETE") return named ? "delete" : "deletecollection";
  return "";
}

ApiResult<Response> RunVerb(std::string_view verb, ApiCall& call) {
  if (verb == "get") return call.path.subresource == "scale" ? GetScale(call) : GetObject(call);
  if (verb == "list") return ListObjects(call);
  if (verb == "create") {
    if (call.path.subresource == "token") return CreateToken(call);
    return call.path.subresource == "binding" ? BindPod(call) : CreateObject(call);
  }
  if (verb == "update") return UpdateObject(call);
  if (verb == "patch") return PatchObject(call);
  if (verb == "delete") return DeleteObject(call);
  return DeleteCollection(call);
}

Response PlainNotFound() {
  Response answer;
  answer.status = 404;
  answer.content_type = "text/plain; charset=utf-8";
  answer.body = "404 page not found\n";
  return answer;
}

// Texts of warnings as headers (RFC 7234: 299 is a persistent warning of no agent).
void AddWarnings(const std::vector<std::string>& warnings, Response& answer) {
  for (const std::string& text : warnings) {
    answer.headers.emplace_back("Warning", "299 - " + WriteJson(Json(text)));
  }
}

Response MetricsAnswer(std::string text) {
  Response answer;
  answer.content_type = server::kPrometheusContentType;
  answer.body = std::move(text);
  return answer;
}

}  // namespace

ApiServer::ApiServer(ApiEnvironment& env) : env_(env) {}

void ApiServer::Handle(server::HttpRequest request, server::HttpReply reply) {
  reply(Answer(request));
}

Response ApiServer::Answer(const server::HttpRequest& request) {
  Accept accept;
  auto answer = Route(request, accept);
  if (answer.ok()) return std::move(*answer);
  accept.form = Form::kObject;
  return ErrorAnswer(answer.error(), accept);
}

ApiResult<Response> ApiServer::Route(const server::HttpRequest& request, Accept& accept) {
  const std::string_view target = request.target;
  const size_t question = target.find('?');
  auto path = RequestPath::Parse(target.substr(0, question));
  if (!path.ok()) return path.error();
  auto query = ParseQuery(question == std::string_view::npos ? "" : target.substr(question + 1));
  if (!query.ok()) return query.error();
  if (path->is_watch && !path->name.empty()) return UnknownPath();
  auto who = env_.access.Admit(request, *path, *query);
  if (!who.ok()) return who.error();
  if (env_.metrics && target.substr(0, question) == "/metrics")
    return MetricsAnswer(env_.metrics());
  if (!path->is_resource) {
    auto answer = AnswerDiscovery(env_, request, *path, *query);
    if (answer) return std::move(*answer);
    const bool known = !path->version.empty() && env_.types.table()->HasGroup(path->group);
    return known ? ApiResult<Response>(UnknownPath()) : PlainNotFound();
  }
  const auto table = env_.types.table();
  ApiCall call{env_, request, std::move(*path), std::move(*query), nullptr, nullptr, {}, {}, *who};
  call.type = table->Find(call.path.group, call.path.version, call.path.resource);
  if (!call.type) {
    if (!table->HasGroup(call.path.group)) return PlainNotFound();
    return UnknownPath();
  }
  call.custom = table->CustomOf(*call.type);
  if (auto chosen = Accept::Parse(request.Header("Accept")); chosen.ok()) {
    accept = *chosen;
    call.accept = accept;
  } else {
    return chosen.error();
  }
  auto answer = Resource(call);
  if (!answer.ok()) {
    accept.form = Form::kObject;
    answer = ErrorAnswer(answer.error(), accept);
  }
  AddWarnings(call.warnings, *answer);
  return answer;
}

ApiResult<Response> ApiServer::Resource(ApiCall& call) {
  const ResourceType& type = *call.type;
  const bool all_namespaces = type.namespaced && call.path.ns.empty();
  if (!type.namespaced && !call.path.ns.empty()) return UnknownPath();
  if (all_namespaces && !call.path.name.empty()) return UnknownPath();
  if (!call.path.subresource.empty() && type.Find(call.path.subresource) == nullptr) {
    return UnknownPath();
  }
  const std::string_view verb = VerbOf(call);
  if (verb.empty() || !IsServed(call, verb)) return MethodNotAllowed();
  if (all_namespaces && verb != "list") return MethodNotAllowed();
  const std::string_view warning =
      call.custom ? std::string_view(call.custom->deprecation_warning) : DeprecationWarning(type);
  if (!warning.empty()) call.warnings.emplace_back(warning);
  return RunVerb(verb, call);
}

Response ApiServer::Refuse(int status, std::string_view why) {
  const bool large = status == 413 || status == 431;
  const ApiError error{status,
                       large ? "RequestEntityTooLarge" : "BadRequest",
                       "the request is refused: " + std::string(why),
                       {}};
  return ErrorAnswer(error);
}

}  // namespace oarlock::sandbox
