// Defaults of the groups beside core that depend on other fields.
#include <limits>
#include <string>

#include "base/text/lower_case.h"
#include "sandbox/schema/default_rules.h"

namespace oarlock::sandbox {
namespace {

// `strategy` of Deployments and `updateStrategy` of the others.
Json* DefaultRollingUpdate(Json& spec, const char* strategy) {
  Json& rollout = EnsureObject(spec, strategy);
  SetDefault(rollout, "type", "RollingUpdate");
  if (TextAt(rollout, {"type"}) != "RollingUpdate") return nullptr;
  return &EnsureObject(rollout, "rollingUpdate");
}

void DefaultDeploymentSpec(Json& spec) {
  Json* rolling = DefaultRollingUpdate(spec, "strategy");
  if (rolling == nullptr) return;
  SetDefault(*rolling, "maxUnavailable", "25%");
  SetDefault(*rolling, "maxSurge", "25%");
}

void DefaultDaemonSetSpec(Json& spec) {
  Json* rolling = DefaultRollingUpdate(spec, "updateStrategy");
  if (rolling == nullptr) return;
  SetDefault(*rolling, "maxUnavailable", 1);
  SetDefault(*rolling, "maxSurge", 0);
}

void DefaultStatefulSetSpec(Json& spec) {
  if (Json* rolling = DefaultRollingUpdate(spec, "updateStrategy")) {
    SetDefault(*rolling, "partition", 0);
    SetDefault(*rolling, "maxUnavailable", 1);
  }
  Json& retention = EnsureObject(spec, "persistentVolumeClaimRetentionPolicy");
  SetDefault(retention, "whenDeleted", "Retain");
  SetDefault(retention, "whenScaled", "Retain");
}

void DefaultJob(Json& job) {
  Json& spec = job["spec"];
  if (Member(spec, "completions").is_null() && Member(spec, "parallelism").is_null()) {
    spec["completions"] = 1;
  }
  SetDefault(spec, "parallelism", 1);
  const bool per_index = !Member(spec, "backoffLimitPerIndex").is_null();
  SetDefault(spec, "backoffLimit", per_index ? std::numeric_limits<int32_t>::max() : 6);
  SetDefault(spec, "completionMode", "NonIndexed");
  SetDefault(spec, "suspend", false);
  SetDefault(spec, "manualSelector", false);
  SetDefault(spec, "podReplacementPolicy",
             Member(spec, "podFailurePolicy").is_null() ? "TerminatingOrFailed" : "Failed");
  const Json labels = At(spec, {"template", "metadata", "labels"});
  if (labels.is_object() && !labels.empty()) {
    SetDefault(EnsureObject(job, "metadata"), "labels", labels);
  }
}

void DefaultScalingRules(Json& behavior, const char* name, Json policies, bool is_up) {
  Json& rules = EnsureObject(behavior, name);
  if (is_up) SetDefault(rules, "stabilizationWindowSeconds", 0);
  SetDefault(rules, "selectPolicy", "Max");
  SetDefault(rules, "policies", std::move(policies));
}

void DefaultScalingBehavior(Json& behavior) {
  const Json percent = {{"type", "Percent"}, {"value", 100}, {"periodSeconds", 15}};
  const Json pods = {{"type", "Pods"}, {"value", 4}, {"periodSeconds", 15}};
  DefaultScalingRules(behavior, "scaleUp", Json::array({pods, percent}), true);
  DefaultScalingRules(behavior, "scaleDown", Json::array({percent}), false);
}

void DefaultNetworkPolicySpec(Json& spec) {
  Json types = Json::array({"Ingress"});
  if (!Member(spec, "egress").is_null()) types.push_back("Egress");
  SetDefault(spec, "policyTypes", std::move(types));
}

void DefaultSubject(Json& subject) {
  const std::string_view kind = TextAt(subject, {"kind"});
  if (kind == "User" || kind == "Group") {
    SetDefault(subject, "apiGroup", "rbac.authorization.k8s.io");
  }
}

void DefaultDefinitionSpec(Json& spec) {
  Json& names = EnsureObject(spec, "names");
  const std::string kind(TextAt(names, {"kind"}));
  if (TextAt(names, {"singular"}).empty()) names["singular"] = base::LowerCase(kind);
  if (TextAt(names, {"listKind"}).empty() && !kind.empty()) names["listKind"] = kind + "List";
}

}  // namespace

const DefaultFunctionRow kGroupDefaultFunctions[] = {
    {"apiextensions.v1.CustomResourceDefinitionSpec", DefaultDefinitionSpec},
    {"apps.v1.DaemonSetSpec", DefaultDaemonSetSpec},
    {"apps.v1.DeploymentSpec", DefaultDeploymentSpec},
    {"apps.v1.StatefulSetSpec", DefaultStatefulSetSpec},
    {"autoscaling.v2.HorizontalPodAutoscalerBehavior", DefaultScalingBehavior},
    {"batch.v1.Job", DefaultJob},
    {"networking.v1.NetworkPolicySpec", DefaultNetworkPolicySpec},
    {"rbac.v1.Subject", DefaultSubject},
    {{}, nullptr},
};

}  // namespace oarlock::sandbox
