// The rules of Pods and of templates of Pods.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "kube/quantity.h"
#include "sandbox/schema/name_rules.h"
#include "sandbox/schema/validation_rules.h"

namespace oarlock::sandbox {
namespace {

bool IsPrintable(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c >= ' ' && c <= '~' && c != '='; });
}

void CheckPortName(const Json& port, const std::string& field, FieldErrors& errors) {
  const std::string name(TextAt(port, {"name"}));
  if (name.empty()) return;
  const auto add = [&](std::string_view what) {
    errors.push_back(FieldError::Invalid(field + ".name", name, what));
  };
  const auto has = [&name](auto accept) { return std::any_of(name.begin(), name.end(), accept); };
  if (name.size() > 15) add("must be no more than 15 characters");
  if (has([](char c) { return (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-'; })) {
    add("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
  }
  if (!has([](char c) { return c >= 'a' && c <= 'z'; })) {
    add("must contain at least one letter (a-z)");
  }
}

void CheckContainerPorts(const Json& container, const std::string& field, FieldErrors& errors) {
  const Json& ports = Member(container, "ports");
  std::set<std::string> names;
  for (size_t i = 0; i < ports.size(); ++i) {
    const std::string at = fmt::format("{}.ports[{}]", field, i);
    CheckPortName(ports[i], at, errors);
    const std::string name(TextAt(ports[i], {"name"}));
    if (!name.empty() && !names.insert(name).second) {
      errors.push_back(FieldError::Duplicate(at + ".name", name));
    }
    if (const Json& port = Member(ports[i], "containerPort"); port.is_null()) {
      errors.push_back(FieldError::Required(at + ".containerPort"));
    } else {
      CheckPort(port, at + ".containerPort", errors);
    }
    CheckOneOf(ports[i], at, "protocol", {"SCTP", "TCP", "UDP"}, errors);
  }
}

void CheckEnv(const Json& container, const std::string& field, FieldErrors& errors) {
  const Json& env = Member(container, "env");
  for (size_t i = 0; i < env.size(); ++i) {
    const std::string at = fmt::format("{}.env[{}]", field, i);
    const std::string name(TextAt(env[i], {"name"}));
    if (name.empty()) {
      errors.push_back(FieldError::Required(at + ".name"));
    } else if (!IsPrintable(name)) {
      errors.push_back(FieldError::Invalid(at + ".name", name,
                                           "a valid environment variable name must consist only of "
                                           "printable ASCII characters other than '='"));
    }
    if (!TextAt(env[i], {"value"}).empty() && !Member(env[i], "valueFrom").is_null()) {
      errors.push_back(FieldError::Invalid(at + ".valueFrom", "",
                                           "may not be specified when `value` is not empty"));
    }
  }
}

void CheckMounts(const Json& container, const std::set<std::string>& volumes,
                 const std::string& field, FieldErrors& errors) {
  const Json& mounts = Member(container, "volumeMounts");
  std::set<std::string> paths;
  for (size_t i = 0; i < mounts.size(); ++i) {
    const std::string at = fmt::format("{}.volumeMounts[{}]", field, i);
    const std::string name(TextAt(mounts[i], {"name"}));
    if (name.empty()) {
      errors.push_back(FieldError::Required(at + ".name"));
    } else if (!volumes.contains(name)) {
      errors.push_back(FieldError::NotFound(at + ".name", name));
    }
    const std::string path(TextAt(mounts[i], {"mountPath"}));
    if (path.empty()) {
      errors.push_back(FieldError::Required(at + ".mountPath"));
    } else if (!paths.insert(path).second) {
      errors.push_back(FieldError::Invalid(at + ".mountPath", path, "must be unique"));
    }
  }
}

void CheckNegative(const Json& list, const std::string& field, FieldErrors& errors) {
  if (!list.is_object()) return;
  for (const auto& [name, text] : list.items()) {
    const auto quantity = kube::Quantity::Parse(TextOf(text));
    if (quantity.ok() && quantity->Value() < 0) {
      errors.push_back(FieldError::Invalid(fmt::format("{}[{}]", field, name), text,
                                           "must be greater than or equal to 0"));
    }
  }
}

void CheckResources(const Json& container, const std::string& field, FieldErrors& errors) {
  const Json& limits = At(container, {"resources", "limits"});
  const Json& requests = At(container, {"resources", "requests"});
  CheckNegative(limits, field + ".resources.limits", errors);
  if (limits.is_object() && requests.is_object()) {
    for (const auto& [name, text] : requests.items()) {
      const auto request = kube::Quantity::Parse(TextOf(text));
      const auto limit = kube::Quantity::Parse(TextAt(limits, {name}));
      if (request.ok() && limit.ok() && *request > *limit) {
        errors.push_back(
            FieldError::Invalid(field + ".resources.requests", text,
                                fmt::format("must be less than or equal to {} limit of {}", name,
                                            TextAt(limits, {name}))));
      }
    }
  }
  CheckNegative(requests, field + ".resources.requests", errors);
}

void CheckProbe(const Json& container, const std::string& field, const char* name,
                FieldErrors& errors) {
  const Json& probe = Member(container, name);
  if (!probe.is_object()) return;
  for (const char* handler : {"exec", "httpGet", "tcpSocket", "grpc"}) {
    if (probe.contains(handler)) return;
  }
  errors.push_back(FieldError::Required(field + "." + name, "must specify a handler type"));
}

void CheckContainer(const Json& container, const std::set<std::string>& volumes,
                    const std::string& field, FieldErrors& errors) {
  const std::string image(TextAt(container, {"image"}));
  if (image.empty()) {
    errors.push_back(FieldError::Required(field + ".image"));
  } else if (image.front() == ' ' || image.back() == ' ') {
    errors.push_back(FieldError::Invalid(field + ".image", image,
                                         "must not have leading or trailing whitespace"));
  }
  CheckOneOf(container, field, "terminationMessagePolicy", {"File", "FallbackToLogsOnError"},
             errors);
  CheckContainerPorts(container, field, errors);
  CheckEnv(container, field, errors);
  CheckMounts(container, volumes, field, errors);
  for (const char* probe : {"livenessProbe", "readinessProbe", "startupProbe"}) {
    CheckProbe(container, field, probe, errors);
  }
  CheckOneOf(container, field, "imagePullPolicy", {"Always", "IfNotPresent", "Never"}, errors);
  CheckResources(container, field, errors);
}

void CheckContainers(const Json& spec, const char* list, const std::set<std::string>& volumes,
                     std::set<std::string>& names, const std::string& field, FieldErrors& errors) {
  const Json& containers = Member(spec, list);
  for (size_t i = 0; i < containers.size(); ++i) {
    const std::string at = fmt::format("{}.{}[{}]", field, list, i);
    const std::string name(TextAt(containers[i], {"name"}));
    if (name.empty()) {
      errors.push_back(FieldError::Required(at + ".name"));
    } else if (const std::string error = Dns1123LabelError(name); !error.empty()) {
      errors.push_back(FieldError::Invalid(at + ".name", name, error));
    } else if (!names.insert(name).second) {
      errors.push_back(FieldError::Duplicate(at + ".name", name));
    }
    CheckContainer(containers[i], volumes, at, errors);
  }
}

std::set<std::string> CheckVolumes(const Json& spec, const std::string& field,
                                   FieldErrors& errors) {
  std::set<std::string> names;
  const Json& volumes = Member(spec, "volumes");
  for (size_t i = 0; i < volumes.size(); ++i) {
    const std::string at = fmt::format("{}.volumes[{}].name", field, i);
    const std::string name(TextAt(volumes[i], {"name"}));
    if (name.empty()) {
      errors.push_back(FieldError::Required(at));
    } else if (const std::string error = Dns1123LabelError(name); !error.empty()) {
      errors.push_back(FieldError::Invalid(at, name, error));
    } else if (!names.insert(name).second) {
      errors.push_back(FieldError::Duplicate(at, name));
    }
  }
  return names;
}

void CheckToleration(const Json& toleration, const std::string& field, FieldErrors& errors) {
  const std::string op(TextAt(toleration, {"operator"}));
  if (TextAt(toleration, {"key"}).empty() && op != "Exists") {
    errors.push_back(FieldError::Invalid(
        field + ".operator", op,
        "operator must be Exists when `key` is empty, which means \"match all values and all "
        "keys\""));
  }
  if (!op.empty()) CheckOneOf(toleration, field, "operator", {"Equal", "Exists"}, errors);
}

void CheckNames(const Json& spec, const std::string& field, FieldErrors& errors) {
  for (const char* name : {"serviceAccountName", "nodeName"}) {
    const std::string text(TextAt(spec, {name}));
    const std::string error = text.empty() ? "" : Dns1123SubdomainError(text);
    if (!error.empty()) errors.push_back(FieldError::Invalid(field + "." + name, text, error));
  }
  if (const Json& deadline = Member(spec, "activeDeadlineSeconds");
      deadline.is_number() && deadline < 1) {
    errors.push_back(FieldError::Invalid(field + ".activeDeadlineSeconds", deadline,
                                         "must be between 1 and 2147483647, inclusive"));
  }
  for (const char* name : {"hostname", "subdomain"}) {
    const std::string text(TextAt(spec, {name}));
    const std::string error = text.empty() ? "" : Dns1123LabelError(text);
    if (!error.empty()) errors.push_back(FieldError::Invalid(field + "." + name, text, error));
  }
}

constexpr std::string_view kPodUpdate =
    "pod updates may not change fields other than "
    "`spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,"
    "`spec.tolerations` (only additions to existing tolerations),"
    "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

// A PodSpec without what an update may change.
Json Fixed(const Json& spec) {
  Json out = spec;
  for (const char* list : {"containers", "initContainers"}) {
    if (!Member(out, list).is_array()) continue;
    for (Json& container : out[list]) container.erase("image");
  }
  for (const char* name : {"activeDeadlineSeconds", "tolerations"}) out.erase(name);
  return out;
}

void CheckDeadline(const Json& now, const Json& then, FieldErrors& errors) {
  if (!then.is_number()) return;
  if (now.is_number() && now <= then) return;
  errors.push_back(FieldError::Invalid("spec.activeDeadlineSeconds", now,
                                       now.is_null()
                                           ? "must not update from a positive integer to nil value"
                                           : "must be less than or equal to previous value"));
}

void ValidatePod(const Json& pod, const Json& before, FieldErrors& errors) {
  CheckPodSpec(Member(pod, "spec"), "spec", errors);
  if (before.is_null()) return;
  CheckDeadline(At(pod, {"spec", "activeDeadlineSeconds"}),
                At(before, {"spec", "activeDeadlineSeconds"}), errors);
  if (Fixed(Member(pod, "spec")) != Fixed(Member(before, "spec"))) {
    errors.push_back(FieldError::Forbidden("spec", kPodUpdate));
  }
}

}  // namespace

void CheckPodSpec(const Json& spec, const std::string& field, FieldErrors& errors) {
  const auto volumes = CheckVolumes(spec, field, errors);
  std::set<std::string> names;
  if (Member(spec, "containers").empty()) {
    errors.push_back(FieldError::Required(field + ".containers"));
  }
  CheckContainers(spec, "containers", volumes, names, field, errors);
  CheckContainers(spec, "initContainers", volumes, names, field, errors);
  CheckOneOf(spec, field, "restartPolicy", {"Always", "OnFailure", "Never"}, errors);
  CheckOneOf(spec, field, "dnsPolicy",
             {"ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"}, errors);
  CheckLabels(Member(spec, "nodeSelector"), field + ".nodeSelector", errors);
  CheckNames(spec, field, errors);
  const Json& tolerations = Member(spec, "tolerations");
  for (size_t i = 0; i < tolerations.size(); ++i) {
    CheckToleration(tolerations[i], fmt::format("{}.tolerations[{}]", field, i), errors);
  }
}

const ValidateRow kCoreValidation[] = {{"pods", ValidatePod}, {{}, nullptr}};

}  // namespace oarlock::sandbox
