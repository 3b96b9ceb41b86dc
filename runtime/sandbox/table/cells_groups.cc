// Cells of Events and of the groups beside core.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/text/lower_case.h"
#include "kube/timestamp.h"
#include "sandbox/table/cells.h"

namespace oarlock::sandbox {
namespace {

const Json& PodOf(const Cells& c) { return At(c.object, {"spec", "template", "spec"}); }

// Whether by core's field names or by those of events.k8s.io.
std::string EventText(const Cells& c, std::string_view core, std::string_view group) {
  return c.TextOr({core}, c.Text({group}));
}

Json EventCells(const Cells& c) {
  const Json& core = At(c.object, {"involvedObject"});
  const Json& about = core.is_null() ? At(c.object, {"regarding"}) : core;
  const Json& old_source = At(c.object, {"source"});
  const Json& source = old_source.is_null() ? At(c.object, {"deprecatedSource"}) : old_source;
  std::string from(TextAt(source, {"component"}));
  if (from.empty()) from = EventText(c, "reportingComponent", "reportingController");
  std::string host(TextAt(source, {"host"}));
  if (host.empty()) host = c.Text({"reportingInstance"});
  if (!host.empty()) from += fmt::format(", {}", host);
  std::string first = EventText(c, "firstTimestamp", "deprecatedFirstTimestamp");
  std::string last = EventText(c, "lastTimestamp", "deprecatedLastTimestamp");
  if (first.empty()) first = c.Text({"eventTime"});
  if (const std::string_view seen = c.Text({"series", "lastObservedTime"}); !seen.empty()) {
    last = seen;
  }
  if (last.empty()) last = first;
  Json count = At(c.object, {"series", "count"});
  if (count.is_null()) count = At(c.object, {"count"});
  if (count.is_null()) count = At(c.object, {"deprecatedCount"});
  if (count.is_null()) count = 1;
  std::string message = EventText(c, "message", "note");
  while (!message.empty() && std::isspace(static_cast<unsigned char>(message.back())) != 0) {
    message.pop_back();
  }
  return {HumanSince(last, c.now),
          c.Text({"type"}),
          c.Text({"reason"}),
          fmt::format("{}/{}", base::LowerCase(TextAt(about, {"kind"})), TextAt(about, {"name"})),
          TextAt(about, {"fieldPath"}),
          from,
          message,
          HumanSince(first, c.now),
          count,
          c.Text({"metadata", "name"})};
}

Json DeploymentCells(const Cells& c) {
  return {c.Text({"metadata", "name"}),
          fmt::format("{}/{}", WriteJson(c.Number({"status", "readyReplicas"})),
                      WriteJson(c.Number({"spec", "replicas"}))),
          c.Number({"status", "updatedReplicas"}),
          c.Number({"status", "availableReplicas"}),
          c.Age(),
          ContainerTexts(PodOf(c), "name"),
          ContainerTexts(PodOf(c), "image"),
          SelectorText(At(c.object, {"spec", "selector"}))};
}

Json ReplicaSetCells(const Cells& c) {
  return {c.Text({"metadata", "name"}),
          c.Number({"spec", "replicas"}),
          c.Number({"status", "replicas"}),
          c.Number({"status", "readyReplicas"}),
          c.Age(),
          ContainerTexts(PodOf(c), "name"),
          ContainerTexts(PodOf(c), "image"),
          SelectorText(At(c.object, {"spec", "selector"}))};
}

Json StatefulSetCells(const Cells& c) {
  return {c.Text({"metadata", "name"}),
          fmt::format("{}/{}", WriteJson(c.Number({"status", "readyReplicas"})),
                      WriteJson(c.Number({"spec", "replicas"}))),
          c.Age(), ContainerTexts(PodOf(c), "name"), ContainerTexts(PodOf(c), "image")};
}

Json DaemonSetCells(const Cells& c) {
  return {c.Text({"metadata", "name"}),
          c.Number({"status", "desiredNumberScheduled"}),
          c.Number({"status", "currentNumberScheduled"}),
          c.Number({"status", "numberReady"}),
          c.Number({"status", "updatedNumberScheduled"}),
          c.Number({"status", "numberAvailable"}),
          LabelsText(At(c.object, {"spec", "template", "spec", "nodeSelector"})),
          c.Age(),
          ContainerTexts(PodOf(c), "name"),
          ContainerTexts(PodOf(c), "image"),
          SelectorText(At(c.object, {"spec", "selector"}))};
}

Json RevisionCells(const Cells& c) {
  std::string owner = "<none>";
  for (const Json& one : At(c.object, {"metadata", "ownerReferences"})) {
    if (Member(one, "controller") != true) continue;
    const std::string_view version = TextAt(one, {"apiVersion"});
    const size_t slash = version.find('/');
    owner = base::LowerCase(TextAt(one, {"kind"}));
    if (slash != std::string_view::npos) owner += fmt::format(".{}", version.substr(0, slash));
    owner += fmt::format("/{}", TextAt(one, {"name"}));
  }
  return {c.Text({"metadata", "name"}), owner, c.Number({"revision"}), c.Age()};
}

std::string JobStatus(const Cells& c) {
  const auto has = [&c](std::string_view type) {
    for (const Json& one : At(c.object, {"status", "conditions"})) {
      if (TextAt(one, {"type"}) == type && TextAt(one, {"status"}) == "True") return true;
    }
    return false;
  };
  if (has("Complete")) return "Complete";
  if (has("Failed")) return "Failed";
  if (!c.Text({"metadata", "deletionTimestamp"}).empty()) return "Terminating";
  if (has("Suspended")) return "Suspended";
  if (has("FailureTarget")) return "FailureTarget";
  if (has("SuccessCriteriaMet")) return "SuccessCriteriaMet";
  return "Running";
}

std::string JobDuration(const Cells& c) {
  const auto start = kube::ParseTimestamp(c.Text({"status", "startTime"}));
  if (!start) return "";
  const auto end = kube::ParseTimestamp(c.Text({"status", "completionTime"}));
  const auto took = end.value_or(c.now) - *start;
  return HumanDuration(std::chrono::duration_cast<std::chrono::seconds>(took).count());
}

Json JobCells(const Cells& c) {
  const Json& completions = At(c.object, {"spec", "completions"});
  const std::string done = WriteJson(c.Number({"status", "succeeded"}));
  const Json& parallelism = At(c.object, {"spec", "parallelism"});
  std::string progress = done + "/1";
  if (completions.is_number()) {
    progress = done + "/" + WriteJson(completions);
  } else if (parallelism.is_number() && parallelism > 1) {
    progress = done + "/1 of " + WriteJson(parallelism);
  }
  return {c.Text({"metadata", "name"}),
          JobStatus(c),
          progress,
          JobDuration(c),
          c.Age(),
          ContainerTexts(PodOf(c), "name"),
          ContainerTexts(PodOf(c), "image"),
          SelectorText(At(c.object, {"spec", "selector"}))};
}

Json CronJobCells(const Cells& c) {
  const Json& job = At(c.object, {"spec", "jobTemplate", "spec"});
  const Json& pod = At(job, {"template", "spec"});
  const std::string_view last = c.Text({"status", "lastScheduleTime"});
  return {c.Text({"metadata", "name"}),
          c.Text({"spec", "schedule"}),
          c.TextOr({"spec", "timeZone"}, "<none>"),
          At(c.object, {"spec", "suspend"}) == true ? "True" : "False",
          c.Count({"status", "active"}),
          last.empty() ? "<none>" : HumanSince(last, c.now),
          c.Age(),
          ContainerTexts(pod, "name"),
          ContainerTexts(pod, "image"),
          SelectorText(Member(job, "selector"))};
}

Json IngressCells(const Cells& c) {
  std::vector<std::string> hosts;
  for (const Json& rule : At(c.object, {"spec", "rules"})) {
    if (const std::string_view host = TextAt(rule, {"host"}); !host.empty()) {
      hosts.emplace_back(host);
    }
  }
  std::vector<std::string> addresses;
  for (const Json& one : At(c.object, {"status", "loadBalancer", "ingress"})) {
    const std::string_view ip = TextAt(one, {"ip"});
    addresses.emplace_back(ip.empty() ? TextAt(one, {"hostname"}) : ip);
  }
  constexpr size_t kShown = 3;
  std::string host_text = hosts.empty() ? "*" : Joined(hosts, ",");
  if (hosts.size() > kShown) {
    const size_t more = hosts.size() - kShown;
    hosts.resize(kShown);
    host_text = fmt::format("{} + {} more...", Joined(hosts, ","), more);
  }
  return {c.Text({"metadata", "name"}),
          c.TextOr({"spec", "ingressClassName"}, "<none>"),
          host_text,
          Joined(addresses, ","),
          At(c.object, {"spec", "tls"}).empty() ? "80" : "80, 443",
          c.Age()};
}

Json NetworkPolicyCells(const Cells& c) {
  return {c.Text({"metadata", "name"}), SelectorText(At(c.object, {"spec", "podSelector"})),
          c.Age()};
}

std::string IntOrText(const Json& value) {
  if (value.is_null()) return "N/A";
  return value.is_string() ? std::string(TextOf(value)) : WriteJson(value);
}

Json BudgetCells(const Cells& c) {
  return {c.Text({"metadata", "name"}), IntOrText(At(c.object, {"spec", "minAvailable"})),
          IntOrText(At(c.object, {"spec", "maxUnavailable"})),
          c.Number({"status", "disruptionsAllowed"}), c.Age()};
}

std::string ScalerTargets(const Cells& c) {
  std::vector<std::string> texts;
  for (const Json& metric : At(c.object, {"spec", "metrics"})) {
    const Json& resource = Member(metric, "resource");
    const Json& wanted = At(resource, {"target", "averageUtilization"});
    if (!wanted.is_number()) continue;
    texts.push_back(
        fmt::format("{}: <unknown>/{}%", TextAt(resource, {"name"}), WriteJson(wanted)));
  }
  if (const Json& cpu = At(c.object, {"spec", "targetCPUUtilizationPercentage"}); cpu.is_number()) {
    texts.push_back(fmt::format("cpu: <unknown>/{}%", WriteJson(cpu)));
  }
  return texts.empty() ? "<none>" : Joined(texts, ", ");
}

Json ScalerCells(const Cells& c) {
  const Json& least = At(c.object, {"spec", "minReplicas"});
  return {c.Text({"metadata", "name"}),
          fmt::format("{}/{}", c.Text({"spec", "scaleTargetRef", "kind"}),
                      c.Text({"spec", "scaleTargetRef", "name"})),
          ScalerTargets(c),
          least.is_number() ? WriteJson(least) : "<unset>",
          c.Number({"spec", "maxReplicas"}),
          c.Number({"status", "currentReplicas"}),
          c.Age()};
}

std::string Subjects(const Cells& c, std::string_view kind) {
  std::vector<std::string> texts;
  for (const Json& subject : At(c.object, {"subjects"})) {
    if (TextAt(subject, {"kind"}) != kind) continue;
    std::string text(TextAt(subject, {"name"}));
    if (kind == "ServiceAccount") text = fmt::format("{}/{}", TextAt(subject, {"namespace"}), text);
    texts.push_back(std::move(text));
  }
  return Joined(texts, ", ");
}

Json BindingCells(const Cells& c) {
  return {c.Text({"metadata", "name"}),
          fmt::format("{}/{}", c.Text({"roleRef", "kind"}), c.Text({"roleRef", "name"})),
          c.Age(),
          Subjects(c, "User"),
          Subjects(c, "Group"),
          Subjects(c, "ServiceAccount")};
}

Json CreatedAtCells(const Cells& c) {
  return {c.Text({"metadata", "name"}), c.Text({"metadata", "creationTimestamp"})};
}

Json LeaseCells(const Cells& c) {
  return {c.Text({"metadata", "name"}), c.Text({"spec", "holderIdentity"}), c.Age()};
}

Json StorageClassCells(const Cells& c) {
  std::string name(c.Text({"metadata", "name"}));
  if (c.Text({"metadata", "annotations", "storageclass.kubernetes.io/is-default-class"}) ==
      "true") {
    name += " (default)";
  }
  return {name,
          c.Text({"provisioner"}),
          c.Text({"reclaimPolicy"}),
          c.Text({"volumeBindingMode"}),
          At(c.object, {"allowVolumeExpansion"}) == true,
          c.Age()};
}

Json PriorityClassCells(const Cells& c) {
  return {c.Text({"metadata", "name"}), c.Number({"value"}),
          At(c.object, {"globalDefault"}) == true, c.Age(), c.Text({"preemptionPolicy"})};
}

Json IngressClassCells(const Cells& c) {
  const Json& of = At(c.object, {"spec", "parameters"});
  std::string parameters = "<none>";
  if (!of.is_null()) {
    parameters = std::string(TextAt(of, {"kind"}));
    if (const std::string_view group = TextAt(of, {"apiGroup"}); !group.empty()) {
      parameters += fmt::format(".{}", group);
    }
    parameters += fmt::format("/{}", TextAt(of, {"name"}));
  }
  return {c.Text({"metadata", "name"}), c.Text({"spec", "controller"}), parameters, c.Age()};
}

Json WebhooksCells(const Cells& c) {
  return {c.Text({"metadata", "name"}), c.Count({"webhooks"}), c.Age()};
}

Json SliceCells(const Cells& c) {
  std::vector<std::string> ports;
  for (const Json& port : At(c.object, {"ports"})) ports.push_back(WriteJson(Member(port, "port")));
  std::vector<std::string> addresses;
  for (const Json& endpoint : At(c.object, {"endpoints"})) {
    for (const Json& address : Member(endpoint, "addresses")) {
      addresses.emplace_back(TextOf(address));
    }
  }
  const auto shown = [](std::vector<std::string> texts, std::string_view none) {
    constexpr size_t kShown = 3;
    if (texts.empty()) return std::string(none);
    const size_t count = texts.size();
    texts.resize(std::min(count, kShown));
    const std::string text = Joined(texts, ",");
    return count > kShown ? fmt::format("{} + {} more...", text, count - kShown) : text;
  };
  return {c.Text({"metadata", "name"}), c.Text({"addressType"}), shown(ports, "<unset>"),
          shown(addresses, "<unset>"), c.Age()};
}

Json DefinitionCells(const Cells& c) {
  std::vector<std::string> versions;
  for (const Json& version : At(c.object, {"spec", "versions"})) {
    std::vector<std::string> notes;
    if (Member(version, "storage") == true) notes.emplace_back("storage");
    if (Member(version, "served") != true) notes.emplace_back("unserved");
    if (Member(version, "deprecated") == true) notes.emplace_back("deprecated");
    std::string text(TextAt(version, {"name"}));
    if (!notes.empty()) text += fmt::format("({})", Joined(notes, ","));
    versions.push_back(std::move(text));
  }
  std::vector<std::string> names;
  for (const Json& name : At(c.object, {"spec", "names", "shortNames"})) {
    names.emplace_back(TextOf(name));
  }
  bool established = false;
  for (const Json& one : At(c.object, {"status", "conditions"})) {
    if (TextAt(one, {"type"}) == "Established") established = TextAt(one, {"status"}) == "True";
  }
  return {c.Text({"metadata", "name"}), c.Text({"spec", "scope"}),
          Joined(versions, ","),        c.Text({"metadata", "creationTimestamp"}),
          c.Text({"spec", "group"}),    c.Text({"spec", "names", "kind"}),
          Joined(names, ","),           established};
}

Json ApiServiceCells(const Cells& c) {
  const Json& service = At(c.object, {"spec", "service"});
  std::string available = "Unknown";
  for (const Json& one : At(c.object, {"status", "conditions"})) {
    if (TextAt(one, {"type"}) != "Available") continue;
    available = TextAt(one, {"status"});
    if (available != "True") available += fmt::format(" ({})", TextAt(one, {"reason"}));
  }
  return {c.Text({"metadata", "name"}),
          service.is_null()
              ? "Local"
              : fmt::format("{}/{}", TextAt(service, {"namespace"}), TextAt(service, {"name"})),
          available, c.Age()};
}

}  // namespace

const CellsRow kGroupCells[] = {
    {"apiservices.apiregistration.k8s.io", ApiServiceCells},
    {"clusterrolebindings.rbac.authorization.k8s.io", BindingCells},
    {"clusterroles.rbac.authorization.k8s.io", CreatedAtCells},
    {"controllerrevisions.apps", RevisionCells},
    {"cronjobs.batch", CronJobCells},
    {"csistoragecapacities.storage.k8s.io", CreatedAtCells},
    {"customresourcedefinitions.apiextensions.k8s.io", DefinitionCells},
    {"daemonsets.apps", DaemonSetCells},
    {"deployments.apps", DeploymentCells},
    {"endpointslices.discovery.k8s.io", SliceCells},
    {"events", EventCells},
    {"events.events.k8s.io", EventCells},
    {"horizontalpodautoscalers.autoscaling", ScalerCells},
    {"ingressclasses.networking.k8s.io", IngressClassCells},
    {"ingresses.networking.k8s.io", IngressCells},
    {"jobs.batch", JobCells},
    {"leases.coordination.k8s.io", LeaseCells},
    {"limitranges", CreatedAtCells},
    {"mutatingwebhookconfigurations.admissionregistration.k8s.io", WebhooksCells},
    {"networkpolicies.networking.k8s.io", NetworkPolicyCells},
    {"poddisruptionbudgets.policy", BudgetCells},
    {"priorityclasses.scheduling.k8s.io", PriorityClassCells},
    {"replicasets.apps", ReplicaSetCells},
    {"rolebindings.rbac.authorization.k8s.io", BindingCells},
    {"roles.rbac.authorization.k8s.io", CreatedAtCells},
    {"statefulsets.apps", StatefulSetCells},
    {"storageclasses.storage.k8s.io", StorageClassCells},
    {"validatingwebhookconfigurations.admissionregistration.k8s.io", WebhooksCells},
    {{}, nullptr},
};

}  // namespace oarlock::sandbox
