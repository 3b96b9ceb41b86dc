#pragma once
// Declaration: what a controller watches, indexes, reads and writes, said fluently.
//
//   d.Type(kPods, "", "Pod").Versions({"v1"}).Metadata();
//   d.Primary(kPods);
//   d.Watch(kConfigs, d.MapSameName(kMap)).When({kChanged});
// Each statement is sent to the host at its end (statements.h says what can follow it). Ids are the
// plugin's own, not 0. The host checks all at the end of Declare, so order does not matter. Texts
// are used within the statement only. Threads: the control thread, inside Declare.

#include <chrono>
#include <string_view>
#include <vector>

#include "oarlock/sdk/statements.h"
#include "oarlock/sdk/value.h"

namespace oarlock::sdk {

class Declaration {
 public:
  Declaration(const oar_builder_api& api, oar_builder builder)
      : builder_(api, builder), controller_(Sized<oar_controller_decl>()) {}
  Declaration(const Declaration&) = delete;
  Declaration& operator=(const Declaration&) = delete;

  // A resource type; `group` empty: core.
  TypeDecl Type(uint32_t id, std::string_view group, std::string_view kind) {
    return {builder_, id, group, kind};
  }
  // Types that a selector finds in what the server serves; without further words: all.
  TypeSetDecl TypeSet(uint32_t id) { return {builder_, id}; }
  // What is written, or read beyond the declared types. `resource`: plural.
  AccessDecl Access(std::string_view group, std::string_view resource, Texts verbs) {
    return {builder_, group, resource, verbs};
  }
  void Path(const sdk::Path& path) {
    auto decl = Sized<oar_path_decl>();
    decl.id = path.id;
    decl.text = ToView(path.text);
    builder_.Send(&oar_builder_api::path, decl);
  }

  // What is reconciled.
  void Primary(uint32_t type, Ids predicates = {}, int32_t priority = 0) {
    primary_predicates_.emplace_back(predicates);
    auto decl = Sized<oar_primary_decl>();
    decl.type = type;
    decl.priority = priority;
    primaries_.push_back(decl);
  }
  // Other objects that matter: each change that passes is mapped to keys.
  WatchDecl Watch(uint32_t type, uint32_t mapper) { return {builder_, type, mapper, 0}; }
  // Objects that primaries own: each change is mapped to the owner. target 0: the only primary.
  WatchDecl Owns(uint32_t type, uint32_t target = 0) { return {builder_, type, 0, target}; }

  // Predicates; each gives its id back.
  uint32_t GenerationChanged(uint32_t id) {
    return Predicate(id, OAR_PREDICATE_GENERATION_CHANGED, {}, {});
  }
  uint32_t LabelsMatch(uint32_t id, std::string_view selector) {
    return Predicate(id, OAR_PREDICATE_LABELS_MATCH, selector, {});
  }
  uint32_t PathsChanged(uint32_t id, Ids paths) {
    return Predicate(id, OAR_PREDICATE_PATHS_CHANGED, {}, paths);
  }
  // bits: OAR_CHANGE_BIT_*
  uint32_t ChangeIs(uint32_t id, uint32_t bits) {
    return Predicate(id, OAR_PREDICATE_CHANGE_IS, {}, {}, bits);
  }
  uint32_t NotByManager(uint32_t id, std::string_view manager = {}) {
    return Predicate(id, OAR_PREDICATE_NOT_BY_MANAGER, manager, {});
  }
  uint32_t AllOf(uint32_t id, Ids ids) { return Predicate(id, OAR_PREDICATE_ALL_OF, {}, ids); }
  uint32_t AnyOf(uint32_t id, Ids ids) { return Predicate(id, OAR_PREDICATE_ANY_OF, {}, ids); }
  uint32_t Not(uint32_t id, uint32_t of) { return Predicate(id, OAR_PREDICATE_NOT, {}, {of}); }
  // Controller::Test is called with the id.
  uint32_t CallTest(uint32_t id) { return Predicate(id, OAR_PREDICATE_CALLBACK, {}, {}); }

  // Mappers; each gives its id back. target 0: the only primary type.
  uint32_t MapSameName(uint32_t id, uint32_t target = 0) {
    return Send(Mapper(id, OAR_MAPPER_SAME_NAME, target));
  }
  uint32_t MapLabel(uint32_t id, std::string_view key, uint32_t target = 0) {
    auto decl = Mapper(id, OAR_MAPPER_LABEL, target);
    decl.text = ToView(key);
    return Send(decl);
  }
  uint32_t MapAnnotation(uint32_t id, std::string_view key, uint32_t target = 0) {
    auto decl = Mapper(id, OAR_MAPPER_ANNOTATION, target);
    decl.text = ToView(key);
    return Send(decl);
  }
  uint32_t MapPath(uint32_t id, const sdk::Path& path, std::string_view text = {},
                   uint32_t target = 0) {
    auto decl = Mapper(id, OAR_MAPPER_PATH, target);
    decl.path = path.id;
    decl.template_text = ToView(text);
    return Send(decl);
  }
  uint32_t MapOwner(uint32_t id, uint32_t target = 0, bool any_owner = false) {
    auto decl = Mapper(id, OAR_MAPPER_OWNER, target);
    decl.any_owner = any_owner ? 1 : 0;
    return Send(decl);
  }
  // The objects of `target` that `index` finds under the rendered text.
  uint32_t MapIndex(uint32_t id, uint32_t index, std::string_view text = {}, uint32_t target = 0) {
    auto decl = Mapper(id, OAR_MAPPER_INDEX, target);
    decl.index = index;
    decl.template_text = ToView(text);
    return Send(decl);
  }
  // Controller::Map is called with the id.
  uint32_t CallMap(uint32_t id, uint32_t target = 0) {
    return Send(Mapper(id, OAR_MAPPER_CALLBACK, target));
  }

  // A declarative index of a cached type; add its parts.
  IndexDecl Index(uint32_t id, uint32_t type) { return {builder_, id, type}; }
  // Controller::Index is called with the id.
  void CallIndex(uint32_t id, uint32_t type) {
    auto decl = Sized<oar_index_decl>();
    decl.id = id;
    decl.kind = OAR_INDEX_CALLBACK;
    decl.type = type;
    builder_.Send(&oar_builder_api::index, decl);
  }

  // Settings of the controller; the manifest may override them.
  void Concurrency(uint32_t n) { controller_.max_concurrent = n; }
  void Priority(int32_t priority) { controller_.priority = priority; }
  void Resync(std::chrono::nanoseconds period) { controller_.resync_ns = period.count(); }
  void Backoff(std::chrono::nanoseconds base, std::chrono::nanoseconds max) {
    controller_.backoff_base_ns = base.count();
    controller_.backoff_max_ns = max.count();
  }
  void RateLimit(double per_second, uint32_t burst) {
    controller_.rate_qps = per_second;
    controller_.rate_burst = burst;
  }
  void AllReplicas() { controller_.all_replicas = 1; }
  // It has keys of its own, of type 0, from timers and callback mappers.
  void External() { controller_.external = 1; }

  // Metrics, fed through metrics.h. `labels`: names.
  void Counter(uint32_t id, std::string_view name, std::string_view help, Texts labels = {}) {
    Metric(id, OAR_METRIC_COUNTER, name, help, labels, {});
  }
  void Gauge(uint32_t id, std::string_view name, std::string_view help, Texts labels = {}) {
    Metric(id, OAR_METRIC_GAUGE, name, help, labels, {});
  }
  void Histogram(uint32_t id, std::string_view name, std::string_view help, Texts labels = {},
                 std::initializer_list<double> buckets = {}) {
    Metric(id, OAR_METRIC_HISTOGRAM, name, help, labels, buckets);
  }

  // For the plugin's edge: sends the controller and gives the first failure.
  int32_t Finish() {
    for (size_t i = 0; i < primaries_.size(); ++i) {
      primaries_[i].predicates = primary_predicates_[i].data();
      primaries_[i].predicates_count = primary_predicates_[i].size();
    }
    controller_.primaries = primaries_.data();
    controller_.primaries_count = primaries_.size();
    controller_.primaries_stride = sizeof(oar_primary_decl);
    builder_.Send(&oar_builder_api::controller, controller_);
    return builder_.code();
  }
  void SetError(int32_t code, std::string_view message) { builder_.SetError(code, message); }

 private:
  uint32_t Predicate(uint32_t id, int32_t kind, std::string_view text, Ids ids, uint32_t bits = 0) {
    auto decl = Sized<oar_predicate_decl>();
    decl.id = id;
    decl.kind = kind;
    decl.text = ToView(text);
    decl.ids = ids.begin();
    decl.ids_count = ids.size();
    decl.changes = bits;
    builder_.Send(&oar_builder_api::predicate, decl);
    return id;
  }
  void Metric(uint32_t id, int32_t kind, std::string_view name, std::string_view help, Texts labels,
              std::initializer_list<double> buckets) {
    const std::vector<oar_view> names = detail::Views(labels);
    auto decl = Sized<oar_metric_decl>();
    decl.id = id;
    decl.kind = kind;
    decl.name = ToView(name);
    decl.help = ToView(help);
    decl.labels = names.data();
    decl.labels_count = names.size();
    decl.buckets = buckets.begin();
    decl.buckets_count = buckets.size();
    builder_.Send(&oar_builder_api::metric, decl);
  }
  static oar_mapper_decl Mapper(uint32_t id, int32_t kind, uint32_t target) {
    auto decl = Sized<oar_mapper_decl>();
    decl.id = id;
    decl.kind = kind;
    decl.target = target;
    return decl;
  }
  uint32_t Send(const oar_mapper_decl& decl) {
    builder_.Send(&oar_builder_api::mapper, decl);
    return decl.id;
  }

  Builder builder_;
  oar_controller_decl controller_;
  std::vector<oar_primary_decl> primaries_;
  std::vector<std::vector<uint32_t>> primary_predicates_;
};

}  // namespace oarlock::sdk
