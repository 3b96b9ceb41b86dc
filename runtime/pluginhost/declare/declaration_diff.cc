#include "pluginhost/declare/declaration_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace oarlock::pluginhost {
namespace {

std::string NameOf(std::string_view what, uint32_t id, const TypeDecl& type) {
  return fmt::format("{} {} ({})", what, id, type.kind);
}
std::string NameOf(std::string_view what, uint32_t id, const MetricDecl& metric) {
  return fmt::format("{} {} ({})", what, id, metric.name);
}
template <typename Decl>
std::string NameOf(std::string_view what, uint32_t id, const Decl&) {
  return fmt::format("{} {}", what, id);
}

bool Equal(const kube::Path& a, const kube::Path& b) { return a.text() == b.text(); }
template <typename Decl>
bool Equal(const Decl& a, const Decl& b) {
  return a == b;
}

template <typename Decl>
void CompareById(std::string_view what, const std::map<uint32_t, Decl>& from,
                 const std::map<uint32_t, Decl>& to, std::vector<std::string>& changes) {
  for (const auto& [id, decl] : from) {
    const auto other = to.find(id);
    if (other == to.end()) {
      changes.push_back(NameOf(what, id, decl) + " removed");
    } else if (!Equal(decl, other->second)) {
      changes.push_back(NameOf(what, id, other->second) + " changed");
    }
  }
  for (const auto& [id, decl] : to) {
    if (!from.contains(id)) changes.push_back(NameOf(what, id, decl) + " added");
  }
}

// What a primary type's id stands for.
using Meaning = std::tuple<uint32_t, std::string, std::string>;

std::set<Meaning> PrimariesOf(const Declaration& declaration) {
  std::set<Meaning> out;
  for (const PrimaryDecl& primary : declaration.controller.primaries) {
    const auto type = declaration.types.find(primary.type);
    // Members of a set are numbered by the host, so any set does.
    out.insert(type == declaration.types.end()
                   ? Meaning{primary.type, "", ""}
                   : Meaning{primary.type, type->second.group, type->second.kind});
  }
  return out;
}

auto QueueSettings(const ControllerDecl& controller) {
  return std::tie(controller.backoff_base, controller.backoff_max, controller.rate_qps,
                  controller.rate_burst);
}

}  // namespace

DeclarationDiff CompareDeclarations(const Declaration& from, const Declaration& to) {
  DeclarationDiff diff;
  std::vector<std::string>& changes = diff.changes;
  CompareById("type", from.types, to.types, changes);
  CompareById("type set", from.type_sets, to.type_sets, changes);
  CompareById("path", from.paths, to.paths, changes);
  CompareById("predicate", from.predicates, to.predicates, changes);
  CompareById("mapper", from.mappers, to.mappers, changes);
  CompareById("index", from.indexes, to.indexes, changes);
  CompareById("metric", from.metrics, to.metrics, changes);
  if (from.access != to.access) changes.emplace_back("permissions changed");
  if (from.controller != to.controller) changes.emplace_back("controller changed");
  if (from.owned != to.owned) changes.emplace_back("owned types changed");
  if (from.watches != to.watches) changes.emplace_back("watches changed");
  diff.same_keys =
      from.controller.external == to.controller.external && PrimariesOf(from) == PrimariesOf(to);
  diff.same_queue =
      diff.same_keys && QueueSettings(from.controller) == QueueSettings(to.controller);
  return diff;
}

}  // namespace oarlock::pluginhost
