#include "client/request_text.h"

#include "client/url.h"
#include "kube/json_text.h"
#include "kube/media_type.h"

namespace oarlock::client {
namespace {

constexpr std::string_view kProtobufOrJson = "application/vnd.kubernetes.protobuf,application/json";
constexpr std::string_view kJsonMetadata =
    "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
constexpr std::string_view kAnyMetadata =
    "application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,"
    "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
constexpr std::string_view kJsonMetadataList =
    "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
constexpr std::string_view kAnyMetadataList =
    "application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,"
    "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

std::string JsonString(std::string_view text) {
  std::string out;
  kube::AppendJsonString(text, out);
  return out;
}

std::string_view MatchName(kube::ResourceVersionMatch match) {
  switch (match) {
    case kube::ResourceVersionMatch::kUnset: return "";
    case kube::ResourceVersionMatch::kNotOlderThan: return "NotOlderThan";
    case kube::ResourceVersionMatch::kExact: return "Exact";
  }
  return "";
}

base::Result<QueryBuilder> ScopeQuery(const kube::ListScope& scope) {
  if (!scope.resource.namespaced && !scope.ns.empty()) {
    return base::InvalidArgument(scope.resource.gvr.ToString() +
                                 " is cluster-scoped: no namespace is allowed");
  }
  OARLOCK_ASSIGN_OR_RETURN(std::string path, CollectionPath(scope.resource.gvr, scope.ns));
  QueryBuilder query(std::move(path));
  query.AddIf("labelSelector", scope.label_selector).AddIf("fieldSelector", scope.field_selector);
  return query;
}

}  // namespace

base::Result<std::string> ListPath(const kube::ListScope& scope, const kube::ListOptions& options) {
  OARLOCK_ASSIGN_OR_RETURN(QueryBuilder query, ScopeQuery(scope));
  if (options.limit > 0) query.Add("limit", std::to_string(options.limit));
  if (!options.continue_token.empty()) {
    query.Add("continue", options.continue_token);  // the token holds the version (PG-3)
    return query.Take();
  }
  query.AddIf("resourceVersion", options.resource_version);
  query.AddIf("resourceVersionMatch", MatchName(options.match));
  return query.Take();
}

base::Result<std::string> WatchPath(const kube::ListScope& scope,
                                    const kube::WatchOptions& options) {
  OARLOCK_ASSIGN_OR_RETURN(QueryBuilder query, ScopeQuery(scope));
  query.Add("watch", "true").AddIf("resourceVersion", options.resource_version);
  if (options.allow_bookmarks) query.Add("allowWatchBookmarks", "true");
  if (options.send_initial_events) {
    query.Add("sendInitialEvents", "true").Add("resourceVersionMatch", "NotOlderThan");
  }
  if (options.timeout > std::chrono::seconds::zero()) {
    query.Add("timeoutSeconds", std::to_string(options.timeout.count()));
  }
  return query.Take();
}

std::string_view ObjectAccept(kube::ContentType preferred) {
  return preferred == kube::ContentType::kProtobuf ? kProtobufOrJson : kube::kJsonMediaType;
}

std::string_view ListAccept(const kube::ListScope& scope, kube::ContentType preferred) {
  if (!scope.metadata_only) return ObjectAccept(preferred);
  return preferred == kube::ContentType::kProtobuf ? kAnyMetadataList : kJsonMetadataList;
}

std::string_view WatchAccept(const kube::ListScope& scope, kube::ContentType preferred) {
  if (!scope.metadata_only) return ObjectAccept(preferred);
  return preferred == kube::ContentType::kProtobuf ? kAnyMetadata : kJsonMetadata;
}

std::string WritePath(std::string path, const kube::WriteOptions& options,
                      const std::string& default_field_manager) {
  QueryBuilder query(std::move(path));
  query.AddIf("fieldManager",
              options.field_manager.empty() ? default_field_manager : options.field_manager);
  if (options.dry_run) query.Add("dryRun", "All");
  query.AddIf("fieldValidation", options.field_validation);
  if (options.force) query.Add("force", "true");
  return query.Take();
}

std::string_view PatchContentType(kube::PatchType type) {
  switch (type) {
    case kube::PatchType::kJson: return "application/json-patch+json";
    case kube::PatchType::kMerge: return "application/merge-patch+json";
    case kube::PatchType::kStrategic: return "application/strategic-merge-patch+json";
    case kube::PatchType::kApply: return "application/apply-patch+yaml";
  }
  return "";
}

std::shared_ptr<const std::string> DeleteBody(const kube::DeleteOptions& options) {
  std::string fields;
  if (!options.propagation.empty()) {
    fields += R"(,"propagationPolicy":)" + JsonString(options.propagation);
  }
  if (options.grace_period_seconds) {
    fields += R"(,"gracePeriodSeconds":)" + std::to_string(*options.grace_period_seconds);
  }
  std::string preconditions;
  if (!options.precondition_uid.empty()) {
    preconditions += R"(,"uid":)" + JsonString(options.precondition_uid);
  }
  if (!options.precondition_resource_version.empty()) {
    preconditions += R"(,"resourceVersion":)" + JsonString(options.precondition_resource_version);
  }
  if (!preconditions.empty()) {
    fields += R"(,"preconditions":{)" + preconditions.substr(1) + "}";
  }
  if (options.dry_run) fields += R"(,"dryRun":["All"])";
  if (fields.empty()) return nullptr;
  return std::make_shared<const std::string>(R"({"kind":"DeleteOptions","apiVersion":"v1")" +
                                             fields + "}");
}

RequestIdentity ImpersonationHeaders(const Impersonation& who) {
  RequestIdentity out;
  if (who.user.empty()) {
    if (who.uid.empty() && who.groups.empty() && who.extra.empty()) return out;
    out.status = base::InvalidArgument("impersonation of groups, uid or extra needs a user");
    return out;
  }
  std::vector<std::string>& headers = out.lines;
  headers.push_back("Impersonate-User: " + who.user);
  if (!who.uid.empty()) headers.push_back("Impersonate-Uid: " + who.uid);
  for (const std::string& group : who.groups) headers.push_back("Impersonate-Group: " + group);
  for (const auto& [key, values] : who.extra) {
    for (const std::string& value : values) {
      headers.push_back("Impersonate-Extra-" + EscapeUrl(key) + ": " + value);
    }
  }
  for (const std::string& header : headers) {
    if (header.find_first_of("\r\n") != std::string::npos) {
      out.status = base::InvalidArgument("a name to impersonate has a line break");
    }
  }
  return out;
}

}  // namespace oarlock::client
