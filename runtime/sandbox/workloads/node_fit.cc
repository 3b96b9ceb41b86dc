#include "sandbox/workloads/node_fit.h"

#include <algorithm>

#include "sandbox/controllers/conditions.h"

namespace oarlock::sandbox {
namespace {

bool Meets(const Json& requirement, const Json& value) {
  const std::string_view op = TextAt(requirement, {"operator"});
  const Json& values = Member(requirement, "values");
  const bool in =
      !value.is_null() && std::find(values.begin(), values.end(), value) != values.end();
  if (op == "In") return in;
  if (op == "NotIn") return !in;
  if (op == "Exists") return !value.is_null();
  if (op == "DoesNotExist") return value.is_null();
  if (values.size() != 1 || !value.is_string()) return false;
  const long long left = std::strtoll(value.get_ref<const std::string&>().c_str(), nullptr, 10);
  const long long right = std::strtoll(std::string(TextOf(values[0])).c_str(), nullptr, 10);
  return op == "Gt" ? left > right : op == "Lt" && left < right;
}

// One of several terms is enough; an empty term means nothing.
bool MeetsTerm(const Json& term, const Json& node) {
  const Json& expressions = Member(term, "matchExpressions");
  const Json& fields = Member(term, "matchFields");
  if (expressions.empty() && fields.empty()) return false;
  const Json& labels = At(node, {"metadata", "labels"});
  for (const Json& one : expressions) {
    if (!Meets(one, Member(labels, TextAt(one, {"key"})))) return false;
  }
  for (const Json& one : fields) {
    if (TextAt(one, {"key"}) != "metadata.name") return false;
    if (!Meets(one, At(node, {"metadata", "name"}))) return false;
  }
  return true;
}

bool Tolerates(const Json& toleration, const Json& taint) {
  const auto effect = TextAt(toleration, {"effect"});
  if (!effect.empty() && effect != TextAt(taint, {"effect"})) return false;
  const auto key = TextAt(toleration, {"key"});
  const bool exists = TextAt(toleration, {"operator"}) == "Exists";
  if (key.empty()) return exists;
  if (key != TextAt(taint, {"key"})) return false;
  return exists || TextAt(toleration, {"value"}) == TextAt(taint, {"value"});
}

bool ToleratesAll(const Json& pod_spec, const Json& taints) {
  const Json& tolerations = Member(pod_spec, "tolerations");
  return std::all_of(taints.begin(), taints.end(), [&](const Json& taint) {
    if (TextAt(taint, {"effect"}) == "PreferNoSchedule") return true;
    return std::any_of(tolerations.begin(), tolerations.end(),
                       [&taint](const Json& one) { return Tolerates(one, taint); });
  });
}

}  // namespace

bool IsWantedOn(const Json& pod_spec, const Json& node) {
  const Json& labels = At(node, {"metadata", "labels"});
  for (const auto& [key, value] : Member(pod_spec, "nodeSelector").items()) {
    if (Member(labels, key) != value) return false;
  }
  const Json& required =
      At(pod_spec, {"affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution"});
  if (required.is_null()) return true;
  const Json& terms = Member(required, "nodeSelectorTerms");
  return std::any_of(terms.begin(), terms.end(),
                     [&node](const Json& term) { return MeetsTerm(term, node); });
}

bool MayRunOn(const Json& pod_spec, const Json& node) {
  if (!IsWantedOn(pod_spec, node)) return false;
  Json taints = Json::array();
  for (const Json& taint : At(node, {"spec", "taints"})) {
    // A new node has it; nobody takes it away here when the node becomes ready.
    const bool at_first = TextAt(taint, {"key"}) == "node.kubernetes.io/not-ready";
    if (!at_first || !IsNodeReady(node)) taints.push_back(taint);
  }
  if (At(node, {"spec", "unschedulable"}) == true) {
    taints.push_back({{"key", "node.kubernetes.io/unschedulable"}, {"effect", "NoSchedule"}});
  }
  return ToleratesAll(pod_spec, taints);
}

bool IsNodeReady(const Json& node) {
  const Json& ready = FindCondition(Member(node, "status"), "Ready");
  return ready.is_null() || TextAt(ready, {"status"}) == "True";
}

}  // namespace oarlock::sandbox
