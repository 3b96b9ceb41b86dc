#include "pluginhost/declare/declaration_builder.h"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "kube/selector.h"
#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/declare/declaration_input.h"
#include "pluginhost/extensions/plugin_metrics.h"

namespace oarlock::pluginhost {
namespace {

// One static function per slot of the table: finds the builder, copies the struct, adds it.
template <typename Decl>
int32_t AddThunk(oar_builder handle, const Decl* decl) noexcept {
  const Pinned<DeclarationBuilder> builder(handle.id);
  if (!builder) return OAR_E_STALE;
  const std::optional<Decl> copy = ReadStruct(decl);
  if (!copy) {
    return builder->Refuse(OAR_E_INVALID, "a declaration is null, too small or has unknown flags");
  }
  return builder->Add(*copy);
}

int32_t SetErrorThunk(oar_builder handle, int32_t code, oar_view message) noexcept {
  const Pinned<DeclarationBuilder> builder(handle.id);
  if (!builder) return OAR_E_STALE;
  builder->SetError(code, TextOf(message));
  return OAR_OK;
}

}  // namespace

DeclarationBuilder::DeclarationBuilder() : registration_(kHandleKind, this) {}

const oar_builder_api& DeclarationBuilder::Api() {
  static constexpr oar_builder_api kApi = {
      sizeof(oar_builder_api),       0,
      AddThunk<oar_type_decl>,       AddThunk<oar_access_decl>,
      AddThunk<oar_path_decl>,       AddThunk<oar_predicate_decl>,
      AddThunk<oar_mapper_decl>,     AddThunk<oar_index_decl>,
      AddThunk<oar_controller_decl>, AddThunk<oar_owned_decl>,
      AddThunk<oar_watch_decl>,      SetErrorThunk,
      AddThunk<oar_type_set_decl>,   AddThunk<oar_metric_decl>};
  return kApi;
}

int32_t DeclarationBuilder::Refuse(int32_t code, std::string message) {
  if (refusal_.ok()) refusal_ = base::Status(FromAbi(code), std::move(message));
  return code;
}

void DeclarationBuilder::SetError(int32_t code, std::string message) {
  // A word without a failure to it is still the reason of the failure that declare returns.
  plugin_error_ = base::Status(FromAbi(code < 0 ? code : OAR_E_INVALID), std::move(message));
}

template <typename Map>
int32_t DeclarationBuilder::CheckNew(const Map& map, uint32_t id, std::string_view what) {
  if (id == 0) return Refuse(OAR_E_INVALID, fmt::format("{} id 0: ids start at 1", what));
  if (map.contains(id)) {
    return Refuse(OAR_E_ALREADY_EXISTS, fmt::format("{} {} is declared twice", what, id));
  }
  if (map.size() < kDeclarationsMax) return OAR_OK;
  return Refuse(OAR_E_TOO_LARGE, fmt::format("more than {} {}s", kDeclarationsMax, what));
}

int32_t DeclarationBuilder::Add(const oar_type_decl& decl) {
  if (const int32_t code = CheckNewType(decl.id); code != OAR_OK) return code;
  if (decl.form != OAR_FORM_FULL && decl.form != OAR_FORM_METADATA) {
    return Refuse(OAR_E_UNIMPLEMENTED, fmt::format("type {} is of form {}, which this host does "
                                                   "not know",
                                                   decl.id, decl.form));
  }
  Arrays arrays;
  TypeDecl type{decl.id,
                TextOf(decl.group),
                TextOf(decl.kind),
                arrays.Texts(decl.versions, decl.versions_count),
                Unique(arrays.Texts(decl.namespaces, decl.namespaces_count)),
                TextOf(decl.label_selector),
                TextOf(decl.field_selector),
                decl.form == OAR_FORM_METADATA,
                decl.optional != 0,
                decl.uncached != 0,
                decl.managed_fields != 0};
  if (!arrays.ok()) {
    return Refuse(OAR_E_INVALID,
                  fmt::format("type {} ({}): {}", decl.id, type.kind, arrays.problem()));
  }
  if (type.kind.empty()) {
    return Refuse(OAR_E_INVALID, fmt::format("type {} has no kind", decl.id));
  }
  if (const auto s = kube::LabelSelector::Parse(type.label_selector); !s.ok()) {
    return Refuse(OAR_E_INVALID,
                  fmt::format("type {} ({}): {}", decl.id, type.kind, s.status().message()));
  }
  declaration_.types.emplace(decl.id, std::move(type));
  return OAR_OK;
}

int32_t DeclarationBuilder::CheckNewType(uint32_t id) {
  const int32_t code = CheckNew(declaration_.types, id, "type");
  return code != OAR_OK ? code : CheckNew(declaration_.type_sets, id, "type");
}

int32_t DeclarationBuilder::Add(const oar_type_set_decl& decl) {
  if (const int32_t code = CheckNewType(decl.id); code != OAR_OK) return code;
  Arrays arrays;
  TypeSetDecl set{decl.id,
                  arrays.TextsOrEmpty(decl.groups, decl.groups_count),
                  arrays.Texts(decl.kinds, decl.kinds_count),
                  arrays.Texts(decl.exclude, decl.exclude_count),
                  arrays.Texts(decl.verbs, decl.verbs_count),
                  Unique(arrays.Texts(decl.namespaces, decl.namespaces_count)),
                  TextOf(decl.label_selector),
                  decl.scope,
                  decl.form == OAR_FORM_METADATA,
                  decl.uncached != 0};
  const base::Status checked =
      arrays.ok() ? CheckTypeSet(decl) : base::InvalidArgument(arrays.problem());
  if (!checked.ok()) {
    return Refuse(ToAbi(checked.code()),
                  fmt::format("type set {}: {}", decl.id, checked.message()));
  }
  declaration_.type_sets.emplace(decl.id, std::move(set));
  return OAR_OK;
}

int32_t DeclarationBuilder::Add(const oar_metric_decl& decl) {
  if (const int32_t code = CheckNew(declaration_.metrics, decl.id, "metric"); code != OAR_OK) {
    return code;
  }
  Arrays arrays;
  MetricDecl metric{decl.kind, TextOf(decl.name), TextOf(decl.help),
                    arrays.Texts(decl.labels, decl.labels_count),
                    arrays.Numbers(decl.buckets, decl.buckets_count)};
  const base::Status checked =
      arrays.ok() ? CheckMetric(metric) : base::InvalidArgument(arrays.problem());
  if (!checked.ok()) {
    return Refuse(ToAbi(checked.code()),
                  fmt::format("metric {} ({}): {}", decl.id, metric.name, checked.message()));
  }
  declaration_.metrics.emplace(decl.id, std::move(metric));
  return OAR_OK;
}

int32_t DeclarationBuilder::Add(const oar_access_decl& decl) {
  if (declaration_.access.size() >= kDeclarationsMax) {
    return Refuse(OAR_E_TOO_LARGE, fmt::format("more than {} permissions", kDeclarationsMax));
  }
  if (FromView(decl.resource).empty() || decl.verbs_count == 0) {
    return Refuse(OAR_E_INVALID, "a permission needs a resource and at least one verb");
  }
  Arrays arrays;
  AccessDecl access{TextOf(decl.group),
                    TextOf(decl.resource),
                    TextOf(decl.subresource),
                    arrays.Texts(decl.verbs, decl.verbs_count),
                    arrays.Texts(decl.namespaces, decl.namespaces_count),
                    arrays.Texts(decl.names, decl.names_count)};
  if (!arrays.ok()) {
    return Refuse(OAR_E_INVALID,
                  fmt::format("permission on {}: {}", access.resource, arrays.problem()));
  }
  declaration_.access.push_back(std::move(access));
  return OAR_OK;
}

int32_t DeclarationBuilder::Add(const oar_path_decl& decl) {
  if (const int32_t code = CheckNew(declaration_.paths, decl.id, "path"); code != OAR_OK) {
    return code;
  }
  auto path = kube::Path::Parse(FromView(decl.text));
  if (!path.ok()) {
    return Refuse(OAR_E_INVALID, fmt::format("path {}: {}", decl.id, path.status().message()));
  }
  declaration_.paths.emplace(decl.id, std::move(path).value());
  return OAR_OK;
}

int32_t DeclarationBuilder::Add(const oar_predicate_decl& decl) {
  if (const int32_t code = CheckNew(declaration_.predicates, decl.id, "predicate");
      code != OAR_OK) {
    return code;
  }
  if (decl.kind < OAR_PREDICATE_GENERATION_CHANGED || decl.kind > OAR_PREDICATE_CALLBACK) {
    return Refuse(OAR_E_UNIMPLEMENTED, fmt::format("predicate {} is of kind {}, which this host "
                                                   "does not know",
                                                   decl.id, decl.kind));
  }
  Arrays arrays;
  PredicateDecl predicate{decl.kind, TextOf(decl.text), arrays.Ids(decl.ids, decl.ids_count),
                          decl.changes};
  if (!arrays.ok()) {
    return Refuse(OAR_E_INVALID, fmt::format("predicate {}: {}", decl.id, arrays.problem()));
  }
  if (const base::Status s = CheckPredicate(predicate); !s.ok()) {
    return Refuse(OAR_E_INVALID, fmt::format("predicate {}: {}", decl.id, s.message()));
  }
  declaration_.predicates.emplace(decl.id, std::move(predicate));
  return OAR_OK;
}

int32_t DeclarationBuilder::Add(const oar_mapper_decl& decl) {
  if (const int32_t code = CheckNew(declaration_.mappers, decl.id, "mapper"); code != OAR_OK) {
    return code;
  }
  if (decl.kind < OAR_MAPPER_SAME_NAME || decl.kind > OAR_MAPPER_CALLBACK) {
    return Refuse(
        OAR_E_UNIMPLEMENTED,
        fmt::format("mapper {} is of kind {}, which this host does not know", decl.id, decl.kind));
  }
  MapperDecl mapper{decl.kind,          decl.target,       decl.path,
                    decl.index,         TextOf(decl.text), TextOf(decl.template_text),
                    decl.any_owner != 0};
  if (const base::Status s = CheckMapper(mapper); !s.ok()) {
    return Refuse(OAR_E_INVALID, fmt::format("mapper {}: {}", decl.id, s.message()));
  }
  declaration_.mappers.emplace(decl.id, std::move(mapper));
  return OAR_OK;
}

int32_t DeclarationBuilder::Add(const oar_index_decl& decl) {
  if (const int32_t code = CheckNew(declaration_.indexes, decl.id, "index"); code != OAR_OK) {
    return code;
  }
  if (decl.kind != OAR_INDEX_PATHS && decl.kind != OAR_INDEX_CALLBACK) {
    return Refuse(
        OAR_E_UNIMPLEMENTED,
        fmt::format("index {} is of kind {}, which this host does not know", decl.id, decl.kind));
  }
  const auto parts = ReadArray(decl.parts, decl.parts_count, decl.parts_stride);
  if (!parts) return Refuse(OAR_E_INVALID, fmt::format("index {}: malformed parts", decl.id));
  IndexDecl index{decl.type, {}, TextOf(decl.separator), decl.kind == OAR_INDEX_CALLBACK};
  Arrays arrays;
  for (const oar_index_part& part : *parts) {
    index.parts.push_back({arrays.Ids(part.paths, part.paths_count), TextOf(part.split),
                           TextOf(part.strip_prefix), part.lower_case != 0});
  }
  if (!arrays.ok())
    return Refuse(OAR_E_INVALID, fmt::format("index {}: {}", decl.id, arrays.problem()));
  declaration_.indexes.emplace(decl.id, std::move(index));
  return OAR_OK;
}

int32_t DeclarationBuilder::Add(const oar_controller_decl& decl) {
  if (has_controller_) {
    return Refuse(OAR_E_ALREADY_EXISTS, "the controller is declared twice");
  }
  const auto primaries = ReadArray(decl.primaries, decl.primaries_count, decl.primaries_stride);
  if (!primaries) return Refuse(OAR_E_INVALID, "the controller's primary types are malformed");
  if (const base::Status s = CheckNumbers(decl); !s.ok()) {
    return Refuse(OAR_E_INVALID, s.message());
  }
  ControllerDecl& out = declaration_.controller;
  Arrays arrays;
  for (const oar_primary_decl& primary : *primaries) {
    out.primaries.push_back(
        {primary.type, primary.priority, arrays.Ids(primary.predicates, primary.predicates_count)});
  }
  if (!arrays.ok())
    return Refuse(OAR_E_INVALID, fmt::format("the controller: {}", arrays.problem()));
  out.max_concurrent = decl.max_concurrent;
  out.priority = decl.priority;
  out.resync = base::Duration(decl.resync_ns);
  out.backoff_base = base::Duration(decl.backoff_base_ns);
  out.backoff_max = base::Duration(decl.backoff_max_ns);
  out.rate_qps = decl.rate_qps;
  out.rate_burst = decl.rate_burst;
  out.all_replicas = decl.all_replicas != 0;
  out.external = decl.external != 0;
  has_controller_ = true;
  return OAR_OK;
}

int32_t DeclarationBuilder::Add(const oar_owned_decl& decl) {
  if (declaration_.owned.size() >= kDeclarationsMax) {
    return Refuse(OAR_E_TOO_LARGE, fmt::format("more than {} owned types", kDeclarationsMax));
  }
  Arrays arrays;
  declaration_.owned.push_back({decl.type, decl.target, decl.priority, decl.any_owner != 0,
                                arrays.Ids(decl.predicates, decl.predicates_count)});
  if (!arrays.ok()) {
    return Refuse(OAR_E_INVALID, fmt::format("owned type {}: {}", decl.type, arrays.problem()));
  }
  return OAR_OK;
}

int32_t DeclarationBuilder::Add(const oar_watch_decl& decl) {
  if (declaration_.watches.size() >= kDeclarationsMax) {
    return Refuse(OAR_E_TOO_LARGE, fmt::format("more than {} watches", kDeclarationsMax));
  }
  Arrays arrays;
  declaration_.watches.push_back(
      {decl.type, decl.mapper, decl.priority, arrays.Ids(decl.predicates, decl.predicates_count)});
  if (!arrays.ok()) {
    return Refuse(OAR_E_INVALID, fmt::format("watch of type {}: {}", decl.type, arrays.problem()));
  }
  return OAR_OK;
}

base::Result<Declaration> DeclarationBuilder::Finish(int32_t status) {
  if (!refusal_.ok()) return refusal_.WithContext("declare");
  if (status < 0) {
    const base::Status returned(FromAbi(status),
                                fmt::format("declare returned {}", AbiStatusName(status)));
    return plugin_error_.ok() ? returned : plugin_error_.WithContext("declare");
  }
  OARLOCK_RETURN_IF_ERROR(declaration_.Check().WithContext("declare"));
  return std::move(declaration_);
}

}  // namespace oarlock::pluginhost
