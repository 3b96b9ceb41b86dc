// The rules of all other built-in types.
#include <fmt/format.h>
#include <re2/re2.h>

#include <set>

#include "kube/quantity.h"
#include "sandbox/schema/name_rules.h"
#include "sandbox/schema/validation_rules.h"

namespace oarlock::sandbox {
namespace {

constexpr std::string_view kFrozen = "field is immutable when `immutable` is set";

void CheckDataKeys(const Json& data, const char* name, FieldErrors& errors) {
  if (!data.is_object()) return;
  static const RE2 kKey("[-._a-zA-Z0-9]+");
  for (const auto& item : data.items()) {
    const std::string field = fmt::format("{}[{}]", name, item.key());
    if (item.key().size() > 253) {
      errors.push_back(
          FieldError::Invalid(field, item.key(), "must be no more than 253 characters"));
    } else if (!RE2::FullMatch(item.key(), kKey)) {
      errors.push_back(FieldError::Invalid(
          field, item.key(),
          "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. "
          "'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is "
          "'[-._a-zA-Z0-9]+')"));
    } else if (item.key() == "." || item.key() == "..") {
      errors.push_back(
          FieldError::Invalid(field, item.key(), fmt::format("must not be '{}'", item.key())));
    }
  }
}

void CheckFrozen(const Json& object, const Json& before, std::initializer_list<const char*> names,
                 FieldErrors& errors) {
  if (Member(before, "immutable") != true) return;
  if (Member(object, "immutable") != true) {
    errors.push_back(FieldError::Forbidden("immutable", kFrozen));
  }
  for (const char* name : names) {
    if (Member(object, name) != Member(before, name)) {
      errors.push_back(FieldError::Forbidden(name, kFrozen));
    }
  }
}

void ValidateConfigMap(const Json& object, const Json& before, FieldErrors& errors) {
  CheckDataKeys(Member(object, "data"), "data", errors);
  CheckDataKeys(Member(object, "binaryData"), "binaryData", errors);
  if (const Json& data = Member(object, "data"); data.is_object()) {
    for (const auto& item : data.items()) {
      if (Member(Member(object, "binaryData"), item.key()).is_null()) continue;
      errors.push_back(FieldError::Invalid(fmt::format("data[{}]", item.key()), item.key(),
                                           "duplicate of key present in binaryData"));
    }
  }
  CheckFrozen(object, before, {"data", "binaryData"}, errors);
}

void ValidateSecret(const Json& object, const Json& before, FieldErrors& errors) {
  const Json& data = Member(object, "data");
  CheckDataKeys(data, "data", errors);
  const std::string_view type = TextAt(object, {"type"});
  const auto require = [&](std::string_view key) {
    if (!Member(data, key).is_null()) return;
    errors.push_back(FieldError::Required(fmt::format("data[{}]", key)));
  };
  if (type == "kubernetes.io/tls") {
    require("tls.crt");
    require("tls.key");
  }
  if (type == "kubernetes.io/dockerconfigjson") require(".dockerconfigjson");
  if (type == "kubernetes.io/ssh-auth") require("ssh-privatekey");
  if (before.is_null()) return;
  CheckSame(Member(object, "type"), Member(before, "type"), "type", errors);
  CheckFrozen(object, before, {"data"}, errors);
}

void CheckServicePorts(const Json& ports, FieldErrors& errors) {
  std::set<std::string> names;
  std::set<std::string> numbers;
  for (size_t i = 0; i < ports.size(); ++i) {
    const Json& port = ports[i];
    const std::string field = fmt::format("spec.ports[{}]", i);
    const std::string name(TextAt(port, {"name"}));
    if (name.empty() && ports.size() > 1) {
      errors.push_back(FieldError::Required(field + ".name"));
    } else if (const std::string error = name.empty() ? "" : Dns1123LabelError(name);
               !error.empty()) {
      errors.push_back(FieldError::Invalid(field + ".name", name, error));
    } else if (!name.empty() && !names.insert(name).second) {
      errors.push_back(FieldError::Duplicate(field + ".name", name));
    }
    CheckPort(Member(port, "port"), field + ".port", errors);
    CheckOneOf(port, field, "protocol", {"SCTP", "TCP", "UDP"}, errors);
    if (!Member(port, "targetPort").is_string()) {
      CheckPort(Member(port, "targetPort"), field + ".targetPort", errors);
    }
    const std::string number =
        WriteJson(Member(port, "port")) + std::string(TextAt(port, {"protocol"}));
    if (!numbers.insert(number).second) {
      errors.push_back(
          {"FieldValueDuplicate", field,
           fmt::format("Duplicate value: {{\"Name\":\"\",\"Protocol\":{},\"AppProtocol\":null,"
                       "\"Port\":{},\"TargetPort\":0,\"NodePort\":0}}",
                       WriteJson(Member(port, "protocol")), WriteJson(Member(port, "port")))});
    }
  }
}

void ValidateService(const Json& object, const Json& before, FieldErrors& errors) {
  const Json& spec = Member(object, "spec");
  const std::string_view type = TextAt(spec, {"type"});
  const bool headless = TextAt(spec, {"clusterIP"}) == "None";
  if (type == "ExternalName") {
    CheckRequired(spec, "spec", "externalName", errors);
  } else if (Member(spec, "ports").empty() && !headless) {
    errors.push_back(FieldError::Required("spec.ports"));
  }
  CheckServicePorts(Member(spec, "ports"), errors);
  CheckLabels(Member(spec, "selector"), "spec.selector", errors);
  CheckOneOf(spec, "spec", "sessionAffinity", {"ClientIP", "None"}, errors);
  CheckOneOf(spec, "spec", "type", {"ClusterIP", "ExternalName", "LoadBalancer", "NodePort"},
             errors);
  const std::string_view old = TextAt(before, {"spec", "clusterIP"});
  if (!old.empty() && type != "ExternalName" && TextAt(spec, {"clusterIP"}) != old) {
    errors.push_back(FieldError::Invalid(
        "spec.clusterIPs[0]", Json::array({Member(spec, "clusterIP")}), "may not change once set"));
  }
}

void CheckRule(const Json& rule, const std::string& field, bool namespaced, FieldErrors& errors) {
  const Json& urls = Member(rule, "nonResourceURLs");
  if (!urls.empty()) {
    if (namespaced) {
      errors.push_back(FieldError::Invalid(field + ".nonResourceURLs", urls,
                                           "namespaced rules cannot apply to non-resource URLs"));
    }
    if (!Member(rule, "apiGroups").empty() || !Member(rule, "resources").empty()) {
      errors.push_back(FieldError::Invalid(
          field + ".nonResourceURLs", urls,
          "rules cannot apply to both regular resources and non-resource URLs"));
    }
    return;
  }
  if (Member(rule, "apiGroups").empty()) {
    errors.push_back(FieldError::Required(field + ".apiGroups",
                                          "resource rules must supply at least one api group"));
  }
  if (Member(rule, "resources").empty()) {
    errors.push_back(FieldError::Required(field + ".resources",
                                          "resource rules must supply at least one resource"));
  }
}

void CheckRules(const Json& object, bool namespaced, FieldErrors& errors) {
  const Json& rules = Member(object, "rules");
  for (size_t i = 0; i < rules.size(); ++i) {
    CheckRule(rules[i], fmt::format("rules[{}]", i), namespaced, errors);
  }
  for (size_t i = 0; i < rules.size(); ++i) {
    CheckRequired(rules[i], fmt::format("rules[{}]", i), "verbs", errors);
  }
}

void ValidateRole(const Json& object, const Json&, FieldErrors& errors) {
  CheckRules(object, true, errors);
}
void ValidateClusterRole(const Json& object, const Json&, FieldErrors& errors) {
  CheckRules(object, false, errors);
}

void CheckBinding(const Json& object, const Json& before, const Texts& kinds, FieldErrors& errors) {
  const Json& role = Member(object, "roleRef");
  const bool namespaced = kinds.size() > 1;  // Roles and ClusterRoles
  CheckOneOf(role, "roleRef", "apiGroup", {"rbac.authorization.k8s.io"}, errors);
  if (Member(role, "kind").is_null()) {
    errors.push_back(FieldError::NotSupported("roleRef.kind", "", kinds));
  } else {
    CheckOneOf(role, "roleRef", "kind", kinds, errors);
  }
  const Json& subjects = Member(object, "subjects");
  for (size_t i = 0; i < subjects.size(); ++i) {
    const std::string field = fmt::format("subjects[{}]", i);
    const Json& subject = subjects[i];
    CheckOneOf(subject, field, "kind", {"ServiceAccount", "User", "Group"}, errors);
    CheckRequired(subject, field, "name", errors);
    if (TextAt(subject, {"kind"}) == "ServiceAccount" && !namespaced) {
      CheckRequired(subject, field, "namespace", errors);
    }
  }
  CheckRequired(role, "roleRef", "name", errors);
  if (!before.is_null() && role != Member(before, "roleRef")) {
    errors.push_back(FieldError::InvalidShown(
        "roleRef",
        fmt::format("{{\"APIGroup\":{},\"Kind\":{},\"Name\":{}}}",
                    WriteJson(Member(role, "apiGroup")), WriteJson(Member(role, "kind")),
                    WriteJson(Member(role, "name"))),
        "field is immutable"));
  }
}

void ValidateRoleBinding(const Json& object, const Json& before, FieldErrors& errors) {
  CheckBinding(object, before, {"Role", "ClusterRole"}, errors);
}
void ValidateClusterRoleBinding(const Json& object, const Json& before, FieldErrors& errors) {
  CheckBinding(object, before, {"ClusterRole"}, errors);
}

void ValidateLease(const Json& object, const Json&, FieldErrors& errors) {
  const Json& spec = Member(object, "spec");
  if (const Json& duration = Member(spec, "leaseDurationSeconds");
      duration.is_number() && duration <= 0) {
    errors.push_back(
        FieldError::Invalid("spec.leaseDurationSeconds", duration, "must be greater than 0"));
  }
  CheckNotNegative(spec, "spec", "leaseTransitions", errors);
}

void ValidateBudget(const Json& object, const Json&, FieldErrors& errors) {
  const Json& spec = Member(object, "spec");
  if (!Member(spec, "minAvailable").is_null() && !Member(spec, "maxUnavailable").is_null()) {
    errors.push_back(FieldError::InvalidShown(
        "spec",
        fmt::format("{{\"MinAvailable\":{},\"Selector\":{},\"MaxUnavailable\":{},"
                    "\"UnhealthyPodEvictionPolicy\":{}}}",
                    WriteJson(Member(spec, "minAvailable")), WriteJson(Member(spec, "selector")),
                    WriteJson(Member(spec, "maxUnavailable")),
                    WriteJson(Member(spec, "unhealthyPodEvictionPolicy"))),
        "minAvailable and maxUnavailable cannot be both set"));
  }
  CheckLabelSelector(Member(spec, "selector"), "spec.selector", errors);
}

void ValidateIngress(const Json& object, const Json&, FieldErrors& errors) {
  const Json& spec = Member(object, "spec");
  const Json& rules = Member(spec, "rules");
  if (rules.empty() && Member(spec, "defaultBackend").is_null()) {
    errors.push_back(FieldError::Invalid("spec", nullptr,
                                         "either `defaultBackend` or `rules` must be specified"));
  }
  for (size_t i = 0; i < rules.size(); ++i) {
    const std::string field = fmt::format("spec.rules[{}]", i);
    const std::string host(TextAt(rules[i], {"host"}));
    const std::string plain = host.starts_with("*.") ? host.substr(2) : host;
    if (const std::string error = host.empty() ? "" : Dns1123SubdomainError(plain);
        !error.empty()) {
      errors.push_back(FieldError::Invalid(field + ".host", host, error));
    }
    const Json& paths = At(rules[i], {"http", "paths"});
    for (size_t j = 0; j < paths.size(); ++j) {
      const std::string at = fmt::format("{}.http.paths[{}]", field, j);
      if (Member(paths[j], "pathType").is_null()) {
        errors.push_back(FieldError::Required(at + ".pathType", "pathType must be specified"));
      } else {
        CheckOneOf(paths[j], at, "pathType", {"Exact", "ImplementationSpecific", "Prefix"}, errors);
      }
    }
  }
}

void ValidateAutoscaler(const Json& object, const Json&, FieldErrors& errors) {
  const Json& spec = Member(object, "spec");
  const Json& target = Member(spec, "scaleTargetRef");
  CheckRequired(target, "spec.scaleTargetRef", "kind", errors);
  CheckRequired(target, "spec.scaleTargetRef", "name", errors);
  if (TextAt(target, {"apiVersion"}).empty()) {
    errors.push_back(FieldError::Invalid("spec.scaleTargetRef.apiVersion", "",
                                         "apiVersion must specify API group"));
  }
  const Json& most = Member(spec, "maxReplicas");
  const Json& least = Member(spec, "minReplicas");
  if (least == 0) {
    errors.push_back(FieldError::Forbidden(
        "spec.metrics",
        "must specify at least one Object or External metric to support scaling to zero replicas"));
  }
  if (most.is_null()) {
    errors.push_back(FieldError::Required("spec.maxReplicas"));
  } else if (most.is_number() && most < 1) {
    errors.push_back(FieldError::Invalid("spec.maxReplicas", most, "must be greater than 0"));
  } else if (least.is_number() && most < least) {
    errors.push_back(FieldError::Invalid("spec.maxReplicas", most,
                                         "must be greater than or equal to `minReplicas`"));
  }
}

void ValidateStorageClass(const Json& object, const Json&, FieldErrors& errors) {
  if (const Json& policy = Member(object, "reclaimPolicy");
      !policy.is_null() && policy != "Delete" && policy != "Retain") {
    errors.push_back(FieldError::NotSupported("reclaimPolicy", policy, {"Delete", "Retain"}));
  }
  if (TextAt(object, {"provisioner"}).empty()) {
    errors.push_back(FieldError::Required("provisioner"));
  }
}

void ValidateClaim(const Json& object, const Json&, FieldErrors& errors) {
  const Json& spec = Member(object, "spec");
  if (Member(spec, "accessModes").empty()) {
    errors.push_back(
        FieldError::Required("spec.accessModes", "at least 1 access mode is required"));
  }
  if (At(spec, {"resources", "requests", "storage"}).is_null()) {
    errors.push_back(FieldError::Required("spec.resources[storage]"));
  }
}

// A PersistentVolume needs a source, which is any member beside these.
void ValidateVolume(const Json& object, const Json&, FieldErrors& errors) {
  static const std::set<std::string> kPlain{
      "accessModes",      "capacity",     "claimRef",
      "mountOptions",     "nodeAffinity", "persistentVolumeReclaimPolicy",
      "storageClassName", "volumeMode",   "volumeAttributesClassName"};
  const Json& spec = Member(object, "spec");
  CheckRequired(spec, "spec", "accessModes", errors);
  CheckRequired(spec, "spec", "capacity", errors);
  if (At(spec, {"capacity", "storage"}).is_null()) {
    errors.push_back(
        FieldError::NotSupported("spec.capacity", Member(spec, "capacity"), {"storage"}));
  }
  bool has_source = false;
  for (const auto& item : spec.items()) has_source = has_source || !kPlain.contains(item.key());
  if (!has_source) errors.push_back(FieldError::Required("spec", "must specify a volume type"));
}

void ValidatePriorityClass(const Json& object, const Json&, FieldErrors& errors) {
  const std::string_view name = TextAt(object, {"metadata", "name"});
  const Json& value = Member(object, "value");
  if (name == "system-node-critical" || name == "system-cluster-critical") return;
  if (name.starts_with("system-")) {
    errors.push_back(FieldError::Forbidden(
        "metadata.name",
        fmt::format("priority class names with 'system-' prefix are reserved for system use only. "
                    "error: {} is not a known system priority class",
                    name)));
  } else if (value.is_number() && value > 1'000'000'000) {
    errors.push_back(FieldError::Forbidden(
        "value", "maximum allowed value of a user defined priority is 1000000000"));
  }
}

void ValidateNode(const Json& object, const Json&, FieldErrors& errors) {
  const Json& taints = At(object, {"spec", "taints"});
  for (size_t i = 0; i < taints.size(); ++i) {
    const std::string field = fmt::format("metadata.taints[{}]", i);
    const std::string key(TextAt(taints[i], {"key"}));
    if (const std::string error = QualifiedNameError(key); !error.empty()) {
      errors.push_back(FieldError::Invalid(field + ".key", key, error));
    }
    CheckOneOf(taints[i], field, "effect", {"NoSchedule", "PreferNoSchedule", "NoExecute"}, errors);
  }
}

void ValidateQuota(const Json& object, const Json&, FieldErrors& errors) {
  const Json& hard = At(object, {"spec", "hard"});
  if (!hard.is_object()) return;
  for (const auto& [name, text] : hard.items()) {
    const auto quantity = kube::Quantity::Parse(TextOf(text));
    if (quantity.ok() && quantity->Value() < 0) {
      errors.push_back(FieldError::Invalid(fmt::format("spec.hard[{}]", name), text,
                                           "must be greater than or equal to 0"));
    }
  }
}

void ValidateNewEvent(const Json& object, const Json& before, FieldErrors& errors) {
  if (!before.is_null()) return;
  if (Member(object, "eventTime").is_null()) errors.push_back(FieldError::Required("eventTime"));
  const std::string_view type = TextAt(object, {"type"});
  if (type != "Normal" && type != "Warning") {
    errors.push_back(FieldError::Invalid("type", type, fmt::format("has invalid value: {}", type)));
  }
}

void ValidateEvent(const Json& object, const Json&, FieldErrors& errors) {
  const Json& ns = At(object, {"involvedObject", "namespace"});
  const std::string_view own = TextAt(object, {"metadata", "namespace"});
  if (!TextOf(ns).empty() && TextOf(ns) != own) {
    errors.push_back(
        FieldError::Invalid("involvedObject.namespace", ns, "does not match event.namespace"));
  }
}

void ValidateEndpointSlice(const Json& object, const Json&, FieldErrors& errors) {
  const Json& type = Member(object, "addressType");
  if (type.is_null()) {
    errors.push_back(FieldError::Required("addressType"));
  } else if (type != "FQDN" && type != "IPv4" && type != "IPv6") {
    errors.push_back(FieldError::NotSupported("addressType", type, {"FQDN", "IPv4", "IPv6"}));
  }
  const Json& endpoints = Member(object, "endpoints");
  for (size_t i = 0; i < endpoints.size(); ++i) {
    CheckRequired(endpoints[i], fmt::format("endpoints[{}]", i), "addresses", errors);
  }
}

}  // namespace

const ValidateRow kGroupValidation[] = {
    {"clusterrolebindings.rbac.authorization.k8s.io", ValidateClusterRoleBinding},
    {"clusterroles.rbac.authorization.k8s.io", ValidateClusterRole},
    {"configmaps", ValidateConfigMap},
    {"endpointslices.discovery.k8s.io", ValidateEndpointSlice},
    {"events", ValidateEvent},
    {"events.events.k8s.io", ValidateNewEvent},
    {"horizontalpodautoscalers.autoscaling", ValidateAutoscaler},
    {"ingresses.networking.k8s.io", ValidateIngress},
    {"leases.coordination.k8s.io", ValidateLease},
    {"nodes", ValidateNode},
    {"persistentvolumeclaims", ValidateClaim},
    {"persistentvolumes", ValidateVolume},
    {"poddisruptionbudgets.policy", ValidateBudget},
    {"priorityclasses.scheduling.k8s.io", ValidatePriorityClass},
    {"resourcequotas", ValidateQuota},
    {"rolebindings.rbac.authorization.k8s.io", ValidateRoleBinding},
    {"roles.rbac.authorization.k8s.io", ValidateRole},
    {"secrets", ValidateSecret},
    {"services", ValidateService},
    {"storageclasses.storage.k8s.io", ValidateStorageClass},
    {{}, nullptr},
};

}  // namespace oarlock::sandbox
