#include "pluginhost/declare/declaration.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "oarlock/abi/abi.h"

namespace oarlock::pluginhost {
namespace {

base::Status Undeclared(std::string_view what, uint32_t id, std::string_view by) {
  return base::InvalidArgument(
      fmt::format("{} refers to {} {}, which is not declared", by, what, id));
}

base::Status Narrow(std::vector<std::string>& namespaces, const std::vector<std::string>& allowed,
                    const std::string& what) {
  if (namespaces.empty()) {
    namespaces = allowed;
    return base::Status::Ok();
  }
  std::erase_if(namespaces, [&allowed](const std::string& ns) {
    return std::find(allowed.begin(), allowed.end(), ns) == allowed.end();
  });
  if (!namespaces.empty()) return base::Status::Ok();
  return base::InvalidArgument(what + " reads only namespaces that the manifest does not allow");
}

// Checks of one declaration against the rest.
class Checker {
 public:
  explicit Checker(const Declaration& all) : all_(all) {}

  base::Status Type(uint32_t id, std::string_view by, bool cached) const {
    const auto set = all_.type_sets.find(id);
    if (set != all_.type_sets.end()) return Set(set->second, by, cached);
    const auto it = all_.types.find(id);
    if (it == all_.types.end()) return Undeclared("type", id, by);
    if (cached && it->second.uncached) {
      return base::InvalidArgument(
          fmt::format("{} needs type {} ({}) in the cache, but it is "
                      "declared uncached",
                      by, id, it->second.kind));
    }
    return base::Status::Ok();
  }
  static base::Status Set(const TypeSetDecl& set, std::string_view by, bool cached) {
    if (!cached || !set.uncached) return base::Status::Ok();
    return base::InvalidArgument(
        fmt::format("{} needs type set {} in the cache, but it is declared uncached", by, set.id));
  }
  base::Status Predicates(const std::vector<uint32_t>& ids, std::string_view by) const {
    for (const uint32_t id : ids) {
      if (!all_.predicates.contains(id)) return Undeclared("predicate", id, by);
    }
    return base::Status::Ok();
  }
  base::Status Paths(const std::vector<uint32_t>& ids, std::string_view by) const {
    for (const uint32_t id : ids) {
      if (!all_.paths.contains(id)) return Undeclared("path", id, by);
    }
    return base::Status::Ok();
  }
  base::Status Predicate(uint32_t id, const PredicateDecl& predicate) const {
    const std::string by = fmt::format("predicate {}", id);
    const bool of_paths = predicate.kind == OAR_PREDICATE_PATHS_CHANGED;
    if (!of_paths && !IsComposite(predicate)) return base::Status::Ok();
    if (predicate.ids.empty()) {
      return base::InvalidArgument(by + (of_paths ? " has no path" : " has no part"));
    }
    if (of_paths) return Paths(predicate.ids, by);
    if (predicate.kind == OAR_PREDICATE_NOT && predicate.ids.size() != 1) {
      return base::InvalidArgument(
          fmt::format("{} negates {} parts, not one", by, predicate.ids.size()));
    }
    OARLOCK_RETURN_IF_ERROR(Predicates(predicate.ids, by));
    return Depth(id, predicate, 1);
  }
  // Follows the parts; what contains itself is too deep as well.
  base::Status Depth(uint32_t id, const PredicateDecl& predicate, size_t depth) const {
    if (depth > kPredicateDepthMax) {
      return base::InvalidArgument(fmt::format(
          "predicate {} contains itself or is nested deeper than {}", id, kPredicateDepthMax));
    }
    if (!IsComposite(predicate)) return base::Status::Ok();
    for (const uint32_t part : predicate.ids) {
      const auto it = all_.predicates.find(part);
      if (it == all_.predicates.end()) continue;  // said where that predicate is checked
      OARLOCK_RETURN_IF_ERROR(Depth(id, it->second, depth + 1));
    }
    return base::Status::Ok();
  }
  static bool IsComposite(const PredicateDecl& predicate) {
    return predicate.kind == OAR_PREDICATE_ALL_OF || predicate.kind == OAR_PREDICATE_ANY_OF ||
           predicate.kind == OAR_PREDICATE_NOT;
  }
  base::Status Mapper(uint32_t id, const MapperDecl& mapper) const {
    const std::string by = fmt::format("mapper {}", id);
    if (mapper.kind == OAR_MAPPER_CALLBACK && mapper.target == 0) return base::Status::Ok();
    OARLOCK_ASSIGN_OR_RETURN(const uint32_t target, all_.TargetOf(mapper.target));
    if (all_.type_sets.contains(target) && mapper.kind != OAR_MAPPER_OWNER &&
        mapper.kind != OAR_MAPPER_CALLBACK) {
      return base::InvalidArgument(fmt::format(
          "{} has a type set as its target; only owner references and callbacks say which of its "
          "types they mean",
          by));
    }
    if (mapper.kind == OAR_MAPPER_PATH) return Paths({mapper.path}, by);
    if (mapper.kind != OAR_MAPPER_INDEX) return base::Status::Ok();
    const auto index = all_.indexes.find(mapper.index);
    if (index == all_.indexes.end()) return Undeclared("index", mapper.index, by);
    if (index->second.type == target) return base::Status::Ok();
    return base::InvalidArgument(
        fmt::format("{} uses index {}, which is not one of its target type", by, mapper.index));
  }
  base::Status Index(uint32_t id, const IndexDecl& index) const {
    const std::string by = fmt::format("index {}", id);
    OARLOCK_RETURN_IF_ERROR(Type(index.type, by, true));
    if (index.callback) return base::Status::Ok();
    if (index.parts.empty()) return base::InvalidArgument(by + " has no part");
    for (const IndexPart& part : index.parts) {
      if (part.paths.empty()) return base::InvalidArgument(by + " has a part without a path");
      OARLOCK_RETURN_IF_ERROR(Paths(part.paths, by));
    }
    return base::Status::Ok();
  }

 private:
  const Declaration& all_;
};

}  // namespace

base::Status Declaration::Check() const {
  const Checker check(*this);
  if (controller.primaries.empty() && !controller.external) {
    return base::InvalidArgument("no primary type is declared: the controller would never run");
  }
  std::set<uint32_t> seen;
  for (const PrimaryDecl& primary : controller.primaries) {
    if (!seen.insert(primary.type).second) {
      return base::InvalidArgument(fmt::format("type {} is primary twice", primary.type));
    }
    OARLOCK_RETURN_IF_ERROR(check.Type(primary.type, "the controller", true));
    OARLOCK_RETURN_IF_ERROR(check.Predicates(primary.predicates, "a primary type"));
  }
  for (const auto& [id, predicate] : predicates) {
    OARLOCK_RETURN_IF_ERROR(check.Predicate(id, predicate));
  }
  for (const auto& [id, index] : indexes) OARLOCK_RETURN_IF_ERROR(check.Index(id, index));
  for (const auto& [id, mapper] : mappers) OARLOCK_RETURN_IF_ERROR(check.Mapper(id, mapper));
  for (const OwnedDecl& one : owned) {
    OARLOCK_RETURN_IF_ERROR(check.Type(one.type, "an owned type", true));
    OARLOCK_RETURN_IF_ERROR(check.Predicates(one.predicates, "an owned type"));
    OARLOCK_RETURN_IF_ERROR(TargetOf(one.target).status());
  }
  for (const WatchDecl& watch : watches) {
    OARLOCK_RETURN_IF_ERROR(check.Type(watch.type, "a watch", true));
    OARLOCK_RETURN_IF_ERROR(check.Predicates(watch.predicates, "a watch"));
    if (!mappers.contains(watch.mapper)) return Undeclared("mapper", watch.mapper, "a watch");
  }
  return base::Status::Ok();
}

base::Result<uint32_t> Declaration::TargetOf(uint32_t target) const {
  if (target == 0 && controller.primaries.size() == 1) return controller.primaries[0].type;
  if (IsPrimary(target)) return target;
  return base::InvalidArgument(
      target == 0 ? std::string("a target is needed: there is more than one primary type")
                  : fmt::format("target {} is no primary type", target));
}

bool Declaration::IsPrimary(uint32_t type) const {
  return std::any_of(controller.primaries.begin(), controller.primaries.end(),
                     [type](const PrimaryDecl& primary) { return primary.type == type; });
}

base::Status Declaration::NarrowTo(const std::vector<std::string>& allowed) {
  namespaces = allowed;
  if (allowed.empty()) return base::Status::Ok();
  for (auto& [id, type] : types) {
    OARLOCK_RETURN_IF_ERROR(Narrow(type.namespaces, allowed, fmt::format("type {}", id)));
  }
  for (auto& [id, set] : type_sets) {
    OARLOCK_RETURN_IF_ERROR(Narrow(set.namespaces, allowed, fmt::format("type set {}", id)));
  }
  return base::Status::Ok();
}

}  // namespace oarlock::pluginhost
