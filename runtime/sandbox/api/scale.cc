#include "sandbox/api/scale.h"

namespace oarlock::sandbox {
namespace {

// A metav1.LabelSelector, or the plain map of a ReplicationController, as text.
std::string SelectorText(const Json& selector) {
  const Json& labels = selector.contains("matchLabels") || selector.contains("matchExpressions")
                           ? Member(selector, "matchLabels")
                           : selector;
  std::string text;
  const auto add = [&](const std::string& term) { text += (text.empty() ? "" : ",") + term; };
  if (labels.is_object()) {
    for (const auto& [key, value] : labels.items()) {
      if (value.is_string()) add(key + "=" + value.get<std::string>());
    }
  }
  const Json& expressions = Member(selector, "matchExpressions");
  if (!expressions.is_array()) return text;
  for (const Json& one : expressions) {
    const std::string key(TextAt(one, {"key"}));
    const std::string_view op = TextAt(one, {"operator"});
    if (op == "Exists") add(key);
    if (op == "DoesNotExist") add("!" + key);
    if (op != "In" && op != "NotIn") continue;
    std::string values;
    for (const Json& value : Member(one, "values")) {
      values += (values.empty() ? "" : ",") + std::string(TextOf(value));
    }
    add(key + (op == "In" ? " in (" : " notin (") + values + ")");
  }
  return text;
}

// At ".spec.replicas"; null where there is nothing.
const Json& ValueAt(const Json& object, std::string_view path) {
  const Json* at = &object;
  while (path.starts_with('.')) {
    path.remove_prefix(1);
    const size_t dot = path.find('.');
    at = &Member(*at, path.substr(0, dot));
    path = dot == std::string_view::npos ? "" : path.substr(dot);
  }
  return *at;
}

}  // namespace

ApiResult<Json> MakeScale(const Json& object, const ScalePaths* paths) {
  if (paths != nullptr && !ValueAt(object, paths->spec_replicas).is_number_integer()) {
    const std::string why =
        "the spec replicas field " + WriteJson(Json(paths->spec_replicas)) + " does not exist";
    ApiError error{500, "InternalError", "Internal error occurred: " + why, {}};
    error.details = {{"causes", Json::array({{{"message", why}}})}};
    return error;
  }
  Json metadata = Json::object();
  for (const char* name : {"name", "namespace", "uid", "resourceVersion", "creationTimestamp"}) {
    const Json& value = At(object, {"metadata", name});
    if (!value.is_null()) metadata[name] = value;
  }
  const auto count = [&](const char* part) -> Json {
    const bool spec = std::string_view(part) == "spec";
    const Json& replicas =
        paths == nullptr ? At(object, {part, "replicas"})
                         : ValueAt(object, spec ? paths->spec_replicas : paths->status_replicas);
    return replicas.is_number_integer() ? replicas : Json(0);
  };
  Json scale = {{"kind", "Scale"},
                {"apiVersion", "autoscaling/v1"},
                {"metadata", std::move(metadata)},
                {"spec", Json::object()},
                {"status", {{"replicas", count("status")}}}};
  if (count("spec") != 0) scale["spec"]["replicas"] = count("spec");
  if (paths != nullptr) {
    const Json& text = ValueAt(object, paths->label_selector);
    if (text.is_string()) scale["status"]["selector"] = text;
    return scale;
  }
  const Json& selector = At(object, {"spec", "selector"});
  if (selector.is_object()) scale["status"]["selector"] = SelectorText(selector);
  return scale;
}

std::string_view ReplicasPath(const ScalePaths* paths) {
  return paths == nullptr ? std::string_view(".spec.replicas") : paths->spec_replicas;
}

ApiStatus ApplyScale(const Json& scale, const ScalePaths* paths, Json& object) {
  const Json& replicas = At(scale, {"spec", "replicas"});
  const int64_t count = replicas.is_number_integer() ? replicas.get<int64_t>() : 0;
  if (count < 0) {
    return Invalid(
        "autoscaling", "Scale", TextAt(object, {"metadata", "name"}),
        {FieldError::Invalid("spec.replicas", replicas, "must be greater than or equal to 0")});
  }
  if (paths == nullptr) {
    object["spec"]["replicas"] = count;
    return {};
  }
  Json* at = &object;
  std::string_view rest = paths->spec_replicas;
  while (rest.starts_with('.')) {
    rest.remove_prefix(1);
    const size_t dot = rest.find('.');
    at = &(*at)[std::string(rest.substr(0, dot))];
    rest = dot == std::string_view::npos ? "" : rest.substr(dot);
  }
  *at = count;
  return {};
}

}  // namespace oarlock::sandbox
