#include "sandbox/access/identity.h"

#include <fmt/format.h>

#include "base/text/lower_case.h"

namespace oarlock::sandbox {
namespace {

// A list of one name is a request about that name.
std::string NameOf(const RequestPath& path, const Query& query) {
  constexpr std::string_view kByName = "metadata.name=";
  const std::string_view selector = query.Get("fieldSelector");
  if (!path.name.empty() || !selector.starts_with(kByName)) return path.name;
  const std::string_view name = selector.substr(kByName.size());
  return name.find_first_of(",=") == std::string_view::npos ? std::string(name) : "";
}

}  // namespace

std::string AccountUser(std::string_view ns, std::string_view name) {
  return fmt::format("{}{}:{}", kAccountPrefix, ns, name);
}

Json Identity::ToJson() const {
  Json out = {{"username", user}, {"groups", groups}};
  if (!uid.empty()) out["uid"] = uid;
  if (!extra.empty()) out["extra"] = extra;
  return out;
}

AccessRequest AccessRequest::Of(std::string_view method, std::string_view path,
                                const RequestPath& parsed, const Query& query) {
  AccessRequest out;
  if (!parsed.is_resource) {
    out.verb = base::LowerCase(method);
    out.path = path;
    return out;
  }
  out.verb = VerbOf(method, parsed, query);
  out.group = parsed.group;
  out.resource = parsed.resource;
  out.subresource = parsed.subresource;
  out.name = NameOf(parsed, query);
  const bool is_namespace = parsed.group.empty() && parsed.resource == "namespaces";
  out.ns = is_namespace ? parsed.name : parsed.ns;
  return out;
}

ApiError AccessRequest::Refusal(const Identity& who, std::string_view reason) const {
  const std::string why = reason.empty() ? "" : fmt::format(": {}", reason);
  ApiError error{403, "Forbidden", {}, Json::object()};
  if (!path.empty()) {
    error.message =
        fmt::format("forbidden: User \"{}\" cannot {} path \"{}\"{}", who.user, verb, path, why);
    return error;
  }
  const std::string qualified = group.empty() ? resource : resource + "." + group;
  const std::string what = subresource.empty() ? resource : resource + "/" + subresource;
  const std::string where =
      ns.empty() ? "at the cluster scope" : fmt::format("in the namespace \"{}\"", ns);
  error.message = fmt::format(
      "{}{} is forbidden: User \"{}\" cannot {} resource \"{}\" in API group \"{}\" {}{}",
      qualified, name.empty() ? "" : fmt::format(" \"{}\"", name), who.user, verb, what, group,
      where, why);
  if (!name.empty()) error.details["name"] = name;
  if (!group.empty()) error.details["group"] = group;
  error.details["kind"] = resource;
  return error;
}

}  // namespace oarlock::sandbox
