// The rules of what makes Pods: Deployments and the like, Jobs.
#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "sandbox/schema/name_rules.h"
#include "sandbox/schema/validation_rules.h"

namespace oarlock::sandbox {
namespace {

bool RequirementMatches(const Json& requirement, const Json& labels) {
  const std::string_view op = TextAt(requirement, {"operator"});
  const Json& label = Member(labels, TextAt(requirement, {"key"}));
  const Json& values = Member(requirement, "values");
  const bool in =
      !label.is_null() && std::find(values.begin(), values.end(), label) != values.end();
  if (op == "In") return in;
  if (op == "NotIn") return !in;
  return (op == "Exists") == !label.is_null();
}

bool SelectorMatches(const Json& selector, const Json& labels) {
  if (const Json& wanted = Member(selector, "matchLabels"); wanted.is_object()) {
    for (const auto& [key, value] : wanted.items()) {
      if (Member(labels, key) != value) return false;
    }
  }
  const Json& expressions = Member(selector, "matchExpressions");
  return std::all_of(expressions.begin(), expressions.end(),
                     [&labels](const Json& one) { return RequirementMatches(one, labels); });
}

// Members in the order of the Go structs.
std::string SelectorShown(const Json& selector) {
  std::string out;
  if (const Json& labels = Member(selector, "matchLabels"); !labels.is_null()) {
    out = "\"matchLabels\":" + WriteJson(labels);
  }
  if (const Json& expressions = Member(selector, "matchExpressions"); !expressions.is_null()) {
    out += fmt::format("{}\"matchExpressions\":{}", out.empty() ? "" : ",", WriteJson(expressions));
  }
  return "{" + out + "}";
}

std::string StrategyShown(std::string_view type) {
  return fmt::format("{{\"Type\":{},\"RollingUpdate\":null}}", WriteJson(Json(type)));
}

// False: it is no selector, and nothing can be said of what it selects.
bool CheckSelector(const Json& spec, std::string_view what, FieldErrors& errors) {
  const Json& selector = Member(spec, "selector");
  if (selector.is_null()) {
    errors.push_back(FieldError::Required("spec.selector"));
    return true;
  }
  const size_t before = errors.size();
  CheckLabelSelector(selector, "spec.selector", errors);
  if (selector.empty()) {
    errors.push_back(FieldError::Invalid("spec.selector", selector,
                                         fmt::format("empty selector is invalid for {}", what)));
  }
  if (errors.size() == before || selector.empty()) return true;
  errors.push_back(
      FieldError::InvalidShown("spec.selector", SelectorShown(selector), "invalid label selector"));
  return false;
}

void CheckTemplateLabels(const Json& spec, FieldErrors& errors) {
  const Json& selector = Member(spec, "selector");
  const Json& labels = At(spec, {"template", "metadata", "labels"});
  if (selector.is_object() && (selector.empty() || SelectorMatches(selector, labels))) return;
  errors.push_back(FieldError::Invalid("spec.template.metadata.labels", labels,
                                       "`selector` does not match template `labels`"));
}

void CheckRestart(const Json& spec, FieldErrors& errors) {
  const Json& policy = At(spec, {"template", "spec", "restartPolicy"});
  if (policy == "Always") return;
  errors.push_back(
      FieldError::NotSupported("spec.template.spec.restartPolicy", policy, {"Always"}));
}

void CheckWorkload(const Json& spec, std::string_view what, FieldErrors& errors) {
  CheckNotNegative(spec, "spec", "replicas", errors);
  CheckTemplate(spec, what, errors);
  CheckNotNegative(spec, "spec", "minReadySeconds", errors);
  CheckNotNegative(spec, "spec", "revisionHistoryLimit", errors);
}

void ValidateDeployment(const Json& object, const Json& before, FieldErrors& errors) {
  const Json& spec = Member(object, "spec");
  CheckWorkload(spec, "deployment", errors);
  const Json& strategy = Member(spec, "strategy");
  const std::string_view type = TextAt(strategy, {"type"});
  if (type == "Recreate" && !Member(strategy, "rollingUpdate").is_null()) {
    errors.push_back(FieldError::Forbidden(
        "spec.strategy.rollingUpdate", "may not be specified when strategy `type` is 'Recreate'"));
  } else if (type != "Recreate" && type != "RollingUpdate") {
    errors.push_back({"FieldValueNotSupported", "spec.strategy",
                      "Unsupported value: " + StrategyShown(type) +
                          ": supported values: \"Recreate\", \"RollingUpdate\""});
  }
  if (!before.is_null()) {
    CheckSame(Member(spec, "selector"), At(before, {"spec", "selector"}), "spec.selector", errors);
  }
}

void ValidateReplicaSet(const Json& object, const Json& before, FieldErrors& errors) {
  const Json& spec = Member(object, "spec");
  CheckWorkload(spec, "replicaset", errors);
  if (!before.is_null()) {
    CheckSame(Member(spec, "selector"), At(before, {"spec", "selector"}), "spec.selector", errors);
  }
}

void ValidateDaemonSet(const Json& object, const Json& before, FieldErrors& errors) {
  const Json& spec = Member(object, "spec");
  CheckWorkload(spec, "daemonset", errors);
  if (!before.is_null()) {
    CheckSame(Member(spec, "selector"), At(before, {"spec", "selector"}), "spec.selector", errors);
  }
}

void ValidateStatefulSet(const Json& object, const Json& before, FieldErrors& errors) {
  const Json& spec = Member(object, "spec");
  const std::string_view policy = TextAt(spec, {"podManagementPolicy"});
  if (policy != "OrderedReady" && policy != "Parallel") {
    errors.push_back(FieldError::Invalid("spec.podManagementPolicy", policy,
                                         "must be 'OrderedReady' or 'Parallel'"));
  }
  const std::string_view type = TextAt(spec, {"updateStrategy", "type"});
  if (type != "RollingUpdate" && type != "OnDelete") {
    errors.push_back(FieldError::InvalidShown("spec.updateStrategy", StrategyShown(type),
                                              "must be 'RollingUpdate' or 'OnDelete'"));
  }
  CheckWorkload(spec, "statefulset", errors);
  if (before.is_null()) return;
  for (const char* name :
       {"serviceName", "podManagementPolicy", "selector", "volumeClaimTemplates"}) {
    CheckSame(Member(spec, name), At(before, {"spec", name}), std::string("spec.") + name, errors);
  }
}

void CheckJobSpec(const Json& spec, const std::string& field, FieldErrors& errors) {
  for (const char* name : {"parallelism", "completions", "activeDeadlineSeconds", "backoffLimit",
                           "ttlSecondsAfterFinished"}) {
    CheckNotNegative(spec, field, name, errors);
  }
  CheckPodSpec(At(spec, {"template", "spec"}), field + ".template.spec", errors);
  const std::string policy(TextAt(spec, {"template", "spec", "restartPolicy"}));
  const std::string at = field + ".template.spec.restartPolicy";
  if (policy == "Always" || policy.empty()) {
    errors.push_back(FieldError::Required(at, "valid values: \"OnFailure\", \"Never\""));
  } else if (policy != "OnFailure" && policy != "Never") {
    errors.push_back(FieldError::NotSupported(at, policy, {"OnFailure", "Never"}));
  }
}

void ValidateJob(const Json& object, const Json& before, FieldErrors& errors) {
  const Json& spec = Member(object, "spec");
  CheckJobSpec(spec, "spec", errors);
  if (before.is_null()) return;
  for (const char* name : {"completions", "selector", "template", "completionMode"}) {
    CheckSame(Member(spec, name), At(before, {"spec", name}), std::string("spec.") + name, errors);
  }
}

void ValidateCronJob(const Json& object, const Json&, FieldErrors& errors) {
  const Json& spec = Member(object, "spec");
  const std::string schedule(TextAt(spec, {"schedule"}));
  if (schedule.empty()) {
    errors.push_back(FieldError::Required("spec.schedule"));
  } else if (!schedule.starts_with('@')) {
    std::istringstream words(schedule);
    std::string list;
    size_t count = 0;
    for (std::string word; words >> word; ++count) list += (count == 0 ? "" : " ") + word;
    if (count != 5) {
      errors.push_back(FieldError::Invalid(
          "spec.schedule", schedule,
          fmt::format("expected exactly 5 fields, found {}: [{}]", count, list)));
    }
  }
  CheckOneOf(spec, "spec", "concurrencyPolicy", {"Allow", "Forbid", "Replace"}, errors);
  CheckJobSpec(At(spec, {"jobTemplate", "spec"}), "spec.jobTemplate.spec", errors);
}

void ValidateRevision(const Json& object, const Json&, FieldErrors& errors) {
  if (Member(object, "data").is_null()) {
    errors.push_back(FieldError::Required("data", "data is mandatory"));
  }
}

}  // namespace

void CheckTemplate(const Json& spec, std::string_view what, FieldErrors& errors) {
  if (CheckSelector(spec, what, errors)) CheckTemplateLabels(spec, errors);
  CheckLabels(At(spec, {"template", "metadata", "labels"}), "spec.template.labels", errors);
  CheckPodSpec(At(spec, {"template", "spec"}), "spec.template.spec", errors);
  CheckRestart(spec, errors);
}

const ValidateRow kWorkloadValidation[] = {
    {"controllerrevisions.apps", ValidateRevision},
    {"cronjobs.batch", ValidateCronJob},
    {"daemonsets.apps", ValidateDaemonSet},
    {"deployments.apps", ValidateDeployment},
    {"jobs.batch", ValidateJob},
    {"replicasets.apps", ValidateReplicaSet},
    {"statefulsets.apps", ValidateStatefulSet},
    {{}, nullptr},
};

}  // namespace oarlock::sandbox
