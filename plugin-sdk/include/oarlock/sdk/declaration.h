#pragma once
// Declaration: what a controller watches, indexes, reads and writes, said fluently.
//
//   d.Type(kPods, "", "Pod").Versions({"v1"}).Metadata();
//   d.Primary(kPods);
//   d.Watch(kConfigs, d.MapSameName(kMap)).When({kChanged});
// Each statement is sent to the host at its end. Ids are the plugin's own, not 0. The host checks
// all at the end of Declare, so order does not matter. Texts are used within the statement only.
// Threads: the control thread, inside Declare.

#include <chrono>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "oarlock/abi/declare.h"
#include "oarlock/sdk/value.h"

namespace oarlock::sdk {

using Texts = std::initializer_list<std::string_view>;
using Ids = std::initializer_list<uint32_t>;

class Declaration {
 public:
  Declaration(const oar_builder_api& api, oar_builder builder)
      : api_(detail::CopyTable(
            &api, &oar_builder_api::type, &oar_builder_api::access, &oar_builder_api::path,
            &oar_builder_api::predicate, &oar_builder_api::mapper, &oar_builder_api::index,
            &oar_builder_api::controller, &oar_builder_api::owned, &oar_builder_api::watch,
            &oar_builder_api::set_error, &oar_builder_api::type_set, &oar_builder_api::metric)),
        builder_(builder),
        controller_(Sized<oar_controller_decl>()) {}
  Declaration(const Declaration&) = delete;
  Declaration& operator=(const Declaration&) = delete;

  class TypeDecl;
  class TypeSetDecl;
  class AccessDecl;
  class WatchDecl;
  class IndexDecl;

  // A resource type; `group` empty: core.
  TypeDecl Type(uint32_t id, std::string_view group, std::string_view kind);
  // Types that a selector finds in what the server serves; without further words: all.
  TypeSetDecl TypeSet(uint32_t id);
  // What is written, or read beyond the declared types. `resource`: plural.
  AccessDecl Access(std::string_view group, std::string_view resource, Texts verbs);
  void Path(const sdk::Path& path) {
    auto decl = Sized<oar_path_decl>();
    decl.id = path.id;
    decl.text = ToView(path.text);
    Note(api_.path(builder_, &decl));
  }

  // What is reconciled.
  void Primary(uint32_t type, Ids predicates = {}, int32_t priority = 0) {
    primary_predicates_.emplace_back(predicates);
    auto decl = Sized<oar_primary_decl>();
    decl.type = type;
    decl.priority = priority;
    primaries_.push_back(decl);
  }
  WatchDecl Watch(uint32_t type, uint32_t mapper);
  WatchDecl Owns(uint32_t type, uint32_t target = 0);

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
  IndexDecl Index(uint32_t id, uint32_t type);
  // Controller::Index is called with the id.
  void CallIndex(uint32_t id, uint32_t type) {
    auto decl = Sized<oar_index_decl>();
    decl.id = id;
    decl.kind = OAR_INDEX_CALLBACK;
    decl.type = type;
    Note(api_.index(builder_, &decl));
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
    Note(api_.controller(builder_, &controller_));
    return code_;
  }
  void SetError(int32_t code, std::string_view message) {
    api_.set_error(builder_, code, ToView(message));
  }

 private:
  void Note(int32_t code) {
    if (code_ == OAR_OK && code < OAR_OK) code_ = code;
  }
  uint32_t Predicate(uint32_t id, int32_t kind, std::string_view text, Ids ids, uint32_t bits = 0) {
    auto decl = Sized<oar_predicate_decl>();
    decl.id = id;
    decl.kind = kind;
    decl.text = ToView(text);
    decl.ids = ids.begin();
    decl.ids_count = ids.size();
    decl.changes = bits;
    Note(api_.predicate(builder_, &decl));
    return id;
  }
  void Metric(uint32_t id, int32_t kind, std::string_view name, std::string_view help, Texts labels,
              std::initializer_list<double> buckets);
  static oar_mapper_decl Mapper(uint32_t id, int32_t kind, uint32_t target) {
    auto decl = Sized<oar_mapper_decl>();
    decl.id = id;
    decl.kind = kind;
    decl.target = target;
    return decl;
  }
  uint32_t Send(const oar_mapper_decl& decl) {
    Note(api_.mapper(builder_, &decl));
    return decl.id;
  }

  const oar_builder_api api_;
  const oar_builder builder_;
  oar_controller_decl controller_;
  std::vector<oar_primary_decl> primaries_;
  std::vector<std::vector<uint32_t>> primary_predicates_;
  int32_t code_ = OAR_OK;
};

namespace detail {
inline std::vector<oar_view> Views(Texts texts) {
  std::vector<oar_view> views;
  for (const std::string_view text : texts) views.push_back(ToView(text));
  return views;
}
}  // namespace detail

class Declaration::TypeDecl {
 public:
  TypeDecl(Declaration& to, uint32_t id, std::string_view group, std::string_view kind)
      : to_(to), decl_(Sized<oar_type_decl>()) {
    decl_.id = id;
    decl_.group = ToView(group);
    decl_.kind = ToView(kind);
  }
  TypeDecl(const TypeDecl&) = delete;
  TypeDecl& operator=(const TypeDecl&) = delete;
  ~TypeDecl() {
    decl_.versions = versions_.data();
    decl_.versions_count = versions_.size();
    decl_.namespaces = namespaces_.data();
    decl_.namespaces_count = namespaces_.size();
    to_.Note(to_.api_.type(to_.builder_, &decl_));
  }
  // Accepted ones, best first; without: the server's preferred one.
  TypeDecl& Versions(Texts texts) {
    versions_ = detail::Views(texts);
    return *this;
  }
  TypeDecl& Namespaces(Texts texts) {
    namespaces_ = detail::Views(texts);
    return *this;
  }
  TypeDecl& Metadata() { return decl_.form = OAR_FORM_METADATA, *this; }
  TypeDecl& Optional() { return decl_.optional = 1, *this; }
  TypeDecl& Uncached() { return decl_.uncached = 1, *this; }
  TypeDecl& ManagedFields() { return decl_.managed_fields = 1, *this; }
  TypeDecl& Labels(std::string_view text) { return decl_.label_selector = ToView(text), *this; }
  TypeDecl& Fields(std::string_view text) { return decl_.field_selector = ToView(text), *this; }

 private:
  Declaration& to_;
  oar_type_decl decl_;
  std::vector<oar_view> versions_;
  std::vector<oar_view> namespaces_;
};

class Declaration::AccessDecl {
 public:
  AccessDecl(Declaration& to, std::string_view group, std::string_view resource, Texts verbs)
      : to_(to), decl_(Sized<oar_access_decl>()), verbs_(detail::Views(verbs)) {
    decl_.group = ToView(group);
    decl_.resource = ToView(resource);
  }
  AccessDecl(const AccessDecl&) = delete;
  AccessDecl& operator=(const AccessDecl&) = delete;
  ~AccessDecl() {
    decl_.verbs = verbs_.data();
    decl_.verbs_count = verbs_.size();
    decl_.namespaces = namespaces_.data();
    decl_.namespaces_count = namespaces_.size();
    decl_.names = names_.data();
    decl_.names_count = names_.size();
    to_.Note(to_.api_.access(to_.builder_, &decl_));
  }
  AccessDecl& Subresource(std::string_view text) { return decl_.subresource = ToView(text), *this; }
  AccessDecl& Namespaces(Texts texts) { return namespaces_ = detail::Views(texts), *this; }
  AccessDecl& Names(Texts texts) { return names_ = detail::Views(texts), *this; }

 private:
  Declaration& to_;
  oar_access_decl decl_;
  std::vector<oar_view> verbs_;
  std::vector<oar_view> namespaces_;
  std::vector<oar_view> names_;
};

// A watch (mapper not 0) or an owned type.
class Declaration::WatchDecl {
 public:
  WatchDecl(Declaration& to, uint32_t type, uint32_t mapper, uint32_t target)
      : to_(to), type_(type), mapper_(mapper), target_(target) {}
  WatchDecl(const WatchDecl&) = delete;
  WatchDecl& operator=(const WatchDecl&) = delete;
  ~WatchDecl() { mapper_ != 0 ? SendWatch() : SendOwned(); }
  // All must pass.
  WatchDecl& When(Ids ids) { return predicates_.assign(ids), *this; }
  WatchDecl& Priority(int32_t priority) { return priority_ = priority, *this; }
  // Owned: not only the controller reference.
  WatchDecl& AnyOwner() { return any_owner_ = true, *this; }

 private:
  void SendWatch() {
    auto decl = Sized<oar_watch_decl>();
    decl.type = type_;
    decl.mapper = mapper_;
    decl.priority = priority_;
    decl.predicates = predicates_.data();
    decl.predicates_count = predicates_.size();
    to_.Note(to_.api_.watch(to_.builder_, &decl));
  }
  void SendOwned() {
    auto decl = Sized<oar_owned_decl>();
    decl.type = type_;
    decl.target = target_;
    decl.priority = priority_;
    decl.any_owner = any_owner_ ? 1 : 0;
    decl.predicates = predicates_.data();
    decl.predicates_count = predicates_.size();
    to_.Note(to_.api_.owned(to_.builder_, &decl));
  }

  Declaration& to_;
  uint32_t type_;
  uint32_t mapper_;
  uint32_t target_;
  int32_t priority_ = 0;
  bool any_owner_ = false;
  std::vector<uint32_t> predicates_;
};

inline Declaration::TypeDecl Declaration::Type(uint32_t id, std::string_view group,
                                               std::string_view kind) {
  return {*this, id, group, kind};
}
inline Declaration::AccessDecl Declaration::Access(std::string_view group,
                                                   std::string_view resource, Texts verbs) {
  return {*this, group, resource, verbs};
}
inline Declaration::WatchDecl Declaration::Watch(uint32_t type, uint32_t mapper) {
  return {*this, type, mapper, 0};
}
inline Declaration::WatchDecl Declaration::Owns(uint32_t type, uint32_t target) {
  return {*this, type, 0, target};
}
}  // namespace oarlock::sdk

#include "oarlock/sdk/declaration_parts.h"
