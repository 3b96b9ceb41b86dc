#include "sandbox/api/api_error.h"

namespace oarlock::sandbox {
namespace {

Json DetailsOf(std::string_view group, std::string_view kind, std::string_view name) {
  Json details = Json::object();
  if (!name.empty()) details["name"] = name;
  if (!group.empty()) details["group"] = group;
  if (!kind.empty()) details["kind"] = kind;
  return details;
}

ApiError AboutObject(int code, std::string_view reason, const ResourceType& type,
                     std::string_view name, std::string message) {
  return {code, std::string(reason), std::move(message), DetailsOf(type.group, type.plural, name)};
}

std::string Quoted(std::string_view text) { return WriteJson(Json(text)); }

}  // namespace

Json ApiError::ToStatus() const {
  Json status = {{"kind", "Status"},    {"apiVersion", "v1"}, {"metadata", Json::object()},
                 {"status", "Failure"}, {"message", message}, {"code", code}};
  if (!list_continue.empty()) status["metadata"]["continue"] = list_continue;
  if (!reason.empty()) status["reason"] = reason;
  if (!details.is_null()) status["details"] = details;
  return status;
}

ApiError BadRequest(std::string message) { return {400, "BadRequest", std::move(message), {}}; }

ApiError ObjectNotFound(const ResourceType& type, std::string_view name) {
  return AboutObject(404, "NotFound", type, name,
                     type.qualified() + " " + Quoted(name) + " not found");
}

ApiError AlreadyExists(const ResourceType& type, std::string_view name) {
  return AboutObject(409, "AlreadyExists", type, name,
                     type.qualified() + " " + Quoted(name) + " already exists");
}

ApiError Conflict(const ResourceType& type, std::string_view name, std::string_view why) {
  return AboutObject(409, "Conflict", type, name,
                     "Operation cannot be fulfilled on " + type.qualified() + " " + Quoted(name) +
                         ": " + std::string(why));
}

ApiError ModifiedMeanwhile(const ResourceType& type, std::string_view name) {
  return Conflict(type, name,
                  "the object has been modified; please apply your changes to the latest version "
                  "and try again");
}

ApiError Invalid(std::string_view group, std::string_view kind, std::string_view name,
                 const FieldErrors& errors) {
  const Json status = InvalidStatus(group, kind, name, errors);
  return {422, "Invalid", std::string(TextAt(status, {"message"})), Member(status, "details")};
}

ApiError InvalidObject(const ResourceType& type, std::string_view name, const FieldErrors& errors) {
  return Invalid(type.group, type.kind, name, errors);
}

ApiError Forbidden(const ResourceType& type, std::string_view name, std::string_view why) {
  const std::string object = name.empty() ? "" : " " + Quoted(name);
  return AboutObject(403, "Forbidden", type, name,
                     type.qualified() + object + " is forbidden: " + std::string(why));
}

ApiError UnknownPath() {
  return {404, "NotFound", "the server could not find the requested resource", Json::object()};
}

ApiError MethodNotAllowed() {
  return {405, "MethodNotAllowed",
          "the server does not allow this method on the requested resource", Json::object()};
}

ApiError NotAcceptable() {
  return {406, "NotAcceptable",
          "406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, "
          "application/vnd.kubernetes.protobuf",
          Json::object()};
}

ApiError NotAcceptableForm() {
  return {406,
          "NotAcceptable",
          "only the following media types are accepted: application/json, application/yaml, "
          "application/vnd.kubernetes.protobuf",
          {}};
}

ApiError UnsupportedMediaType() {
  return {415, "UnsupportedMediaType", "415: Unsupported Media Type", Json::object()};
}

ApiError UnknownBodyFormat() {
  return {415,
          "UnsupportedMediaType",
          "the body of the request was in an unknown format - accepted media types include: "
          "application/json, application/yaml, application/vnd.kubernetes.protobuf",
          {}};
}

ApiError VersionTooLarge(uint64_t asked, uint64_t current) {
  ApiError error{504,
                 "Timeout",
                 "Timeout: Too large resource version: " + std::to_string(asked) +
                     ", current: " + std::to_string(current),
                 {},
                 1};
  error.details = {{"causes", Json::array({{{"reason", "ResourceVersionTooLarge"},
                                            {"message", "Too large resource version"}}})},
                   {"retryAfterSeconds", 1}};
  return error;
}

ApiError Expired(std::string message) { return {410, "Expired", std::move(message), {}}; }

ApiError TooLarge(std::string message) {
  return {413, "RequestEntityTooLarge", std::move(message), {}};
}

ApiError ServerError(std::string message) { return {500, "", std::move(message), {}}; }

}  // namespace oarlock::sandbox
