#include "app/check/declaration_text.h"

#include <fmt/format.h>

#include <vector>

#include "oarlock/abi/abi.h"

namespace oarlock::app {
namespace {

using pluginhost::AccessDecl;
using pluginhost::Declaration;
using pluginhost::TypeDecl;

std::string InGroup(const std::string& kind, const std::string& group) {
  return group.empty() ? kind : kind + "." + group;
}

template <typename List>
std::string Named(std::string_view name, const List& list) {
  return list.empty() ? "" : fmt::format(" {}={}", name, fmt::join(list, ","));
}
std::string Named(std::string_view name, const std::string& text) {
  return text.empty() ? "" : fmt::format(" {}=\"{}\"", name, text);
}
std::string_view Flag(bool set, std::string_view word) { return set ? word : std::string_view(); }

std::string TypeLine(uint32_t id, const TypeDecl& t) {
  return fmt::format("type {}: {}{}{}{}{}{}{}{}{}\n", id, InGroup(t.kind, t.group),
                     Named("versions", t.versions), Named("namespaces", t.namespaces),
                     Named("labels", t.label_selector), Named("fields", t.field_selector),
                     Flag(t.metadata_only, " metadata-only"), Flag(t.optional, " optional"),
                     Flag(t.uncached, " uncached"), Flag(t.managed_fields, " managed-fields"));
}

std::string SetLine(uint32_t id, const pluginhost::TypeSetDecl& t) {
  const std::string_view scope = t.scope == OAR_SCOPE_NAMESPACED ? " namespaced"
                                 : t.scope == OAR_SCOPE_CLUSTER  ? " cluster-scoped"
                                                                 : "";
  return fmt::format("type set {}:{}{}{}{}{}{}{}{}{}\n", id, Named("groups", t.groups),
                     Named("kinds", t.kinds), Named("exclude", t.exclude), Named("verbs", t.verbs),
                     Named("namespaces", t.namespaces), Named("labels", t.label_selector), scope,
                     Flag(t.metadata_only, " metadata-only"), Flag(t.uncached, " uncached"));
}

std::string_view MetricWord(int32_t kind) {
  switch (kind) {
    case OAR_METRIC_COUNTER: return "counter";
    case OAR_METRIC_GAUGE: return "gauge";
    case OAR_METRIC_HISTOGRAM: return "histogram";
    default: return "other";
  }
}

std::string AccessLine(const AccessDecl& a) {
  return fmt::format("access: {}{}{} verbs={}{}{}\n", InGroup(a.resource, a.group),
                     a.subresource.empty() ? "" : "/", a.subresource, fmt::join(a.verbs, ","),
                     Named("namespaces", a.namespaces), Named("names", a.names));
}

std::string_view MapperWord(int32_t kind) {
  switch (kind) {
    case OAR_MAPPER_SAME_NAME: return "same name";
    case OAR_MAPPER_LABEL: return "label";
    case OAR_MAPPER_ANNOTATION: return "annotation";
    case OAR_MAPPER_PATH: return "path";
    case OAR_MAPPER_OWNER: return "owner";
    case OAR_MAPPER_INDEX: return "index";
    case OAR_MAPPER_CALLBACK: return "callback";
    default: return "other";
  }
}

std::string_view PredicateWord(int32_t kind) {
  switch (kind) {
    case OAR_PREDICATE_GENERATION_CHANGED: return "generation changed";
    case OAR_PREDICATE_LABELS_MATCH: return "labels match";
    case OAR_PREDICATE_PATHS_CHANGED: return "paths changed";
    case OAR_PREDICATE_CHANGE_IS: return "change is";
    case OAR_PREDICATE_NOT_BY_MANAGER: return "not by manager";
    case OAR_PREDICATE_ALL_OF: return "all of";
    case OAR_PREDICATE_ANY_OF: return "any of";
    case OAR_PREDICATE_NOT: return "not";
    case OAR_PREDICATE_CALLBACK: return "callback";
    default: return "other";
  }
}

std::string Callbacks(const Declaration& d) {
  std::string out;
  for (const auto& [id, path] : d.paths) out += fmt::format("path {}: {}\n", id, path.text());
  for (const auto& [id, p] : d.predicates) {
    out += fmt::format("predicate {}: {}{}{}{}\n", id, PredicateWord(p.kind), Named("text", p.text),
                       Named("ids", p.ids),
                       p.changes == 0 ? "" : fmt::format(" changes={}", p.changes));
  }
  for (const auto& [id, m] : d.mappers) {
    out += fmt::format("mapper {}: {} target={} path={} index={}{}{}{}\n", id, MapperWord(m.kind),
                       m.target, m.path, m.index, Named("key", m.text),
                       Named("template", m.template_text), Flag(m.any_owner, " any-owner"));
  }
  for (const auto& [id, index] : d.indexes) {
    out +=
        fmt::format("index {}: of type {}{}", id, index.type, Named("separator", index.separator));
    for (const pluginhost::IndexPart& part : index.parts) {
      out +=
          fmt::format(" [paths={}{}{}{}]", fmt::join(part.paths, ","), Named("split", part.split),
                      Named("strip", part.strip_prefix), Flag(part.lower_case, " lower-case"));
    }
    out += "\n";
  }
  return out;
}

std::string Routes(const Declaration& d) {
  std::string out;
  for (const pluginhost::PrimaryDecl& p : d.controller.primaries) {
    out += fmt::format("primary: type {}{}{}\n", p.type, Named("predicates", p.predicates),
                       p.priority == 0 ? "" : fmt::format(" priority={}", p.priority));
  }
  for (const pluginhost::OwnedDecl& o : d.owned) {
    out += fmt::format("owned: type {} target={}{}{}\n", o.type, o.target,
                       Named("predicates", o.predicates), Flag(o.any_owner, " any-owner"));
  }
  for (const pluginhost::WatchDecl& w : d.watches) {
    out += fmt::format("watch: type {} by mapper {}{}\n", w.type, w.mapper,
                       Named("predicates", w.predicates));
  }
  return out;
}

std::string Settings(const pluginhost::ControllerDecl& c) {
  const auto seconds = [](base::Duration d) { return static_cast<double>(d.count()) / 1e9; };
  std::string out;
  if (c.max_concurrent != 0) out += fmt::format(" concurrent={}", c.max_concurrent);
  if (c.priority != 0) out += fmt::format(" priority={}", c.priority);
  if (c.resync.count() != 0) out += fmt::format(" resync={}s", seconds(c.resync));
  if (c.backoff_base.count() != 0) {
    out += fmt::format(" backoff={}s..{}s", seconds(c.backoff_base), seconds(c.backoff_max));
  }
  if (c.rate_qps != 0) out += fmt::format(" rate={}/s burst={}", c.rate_qps, c.rate_burst);
  if (c.all_replicas) out += " all-replicas";
  if (c.external) out += " external";
  return out.empty() ? "" : "settings:" + out + "\n";
}

}  // namespace

std::string DeclarationText(const Declaration& declaration) {
  std::string out;
  for (const auto& [id, type] : declaration.types) out += TypeLine(id, type);
  for (const auto& [id, set] : declaration.type_sets) out += SetLine(id, set);
  for (const AccessDecl& access : declaration.access) out += AccessLine(access);
  for (const auto& [id, metric] : declaration.metrics) {
    out += fmt::format("metric {}: {} {}{}\n", id, MetricWord(metric.kind), metric.name,
                       Named("labels", metric.labels));
  }
  return out + Callbacks(declaration) + Routes(declaration) + Settings(declaration.controller);
}

}  // namespace oarlock::app
