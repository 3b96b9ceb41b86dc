#include "pluginhost/declare/routes.h"

#include <fmt/format.h>

#include <utility>

#include "kube/selector.h"

namespace oarlock::pluginhost {
namespace {

using controller::Mapper;
using controller::Predicate;

// Compiles the predicates and mappers of one watched type.
class Compiler {
 public:
  Compiler(const Instance& instance, PluginCalls& calls, const BoundType& from)
      : instance_(instance), declaration_(instance.declaration()), calls_(calls), from_(from) {}

  bool needs_plugin() const { return needs_plugin_; }

  base::Result<Predicate> All(const std::vector<uint32_t>& ids) {
    OARLOCK_ASSIGN_OR_RETURN(auto parts, Each(ids));
    return parts.empty() ? Predicate() : controller::AllOf(std::move(parts));
  }

  base::Result<Mapper> MapperOf(uint32_t id) {
    const MapperDecl& decl = declaration_.mappers.at(id);
    if (decl.kind == OAR_MAPPER_CALLBACK) {
      needs_plugin_ = true;
      return calls_.CallbackMapper(id, from_.ref());
    }
    OARLOCK_ASSIGN_OR_RETURN(const controller::Target target, TargetOf(decl.target));
    switch (decl.kind) {
      case OAR_MAPPER_SAME_NAME: return controller::MapToSameName(target);
      case OAR_MAPPER_LABEL: return controller::MapByLabel(decl.text, target);
      case OAR_MAPPER_ANNOTATION: return controller::MapByAnnotation(decl.text, target);
      case OAR_MAPPER_PATH: {
        OARLOCK_ASSIGN_OR_RETURN(auto key, TemplateOf(decl, "{value}"));
        return controller::MapByPath(declaration_.paths.at(decl.path), std::move(key), target);
      }
      case OAR_MAPPER_OWNER: return OwnerMapper(target, !decl.any_owner);
      default: return IndexMapper(decl, target);
    }
  }

  base::Result<Mapper> OwnerMapper(uint32_t target, bool controller_only) {
    OARLOCK_ASSIGN_OR_RETURN(const controller::Target resolved, TargetOf(target));
    return OwnerMapper(resolved, controller_only);
  }

  base::Result<controller::Target> TargetOf(uint32_t target) const {
    OARLOCK_ASSIGN_OR_RETURN(const uint32_t type, declaration_.TargetOf(target));
    if (type == from_.decl.id) {
      return controller::Target{type, from_.type_index, from_.resource.namespaced};
    }
    const BoundType* bound = instance_.FindType(type);
    return controller::Target{type, 0, bound != nullptr && bound->resource.namespaced};
  }

 private:
  Mapper OwnerMapper(const controller::Target& target, bool controller_only) const {
    if (declaration_.type_sets.contains(target.source)) {
      return OwnersInSet(target.source, controller_only);
    }
    const TypeDecl& owner = declaration_.types.at(target.source);
    return controller::MapByOwner({owner.group, owner.kind}, controller_only, target);
  }

  // Owners of any of the types that the set has when a change comes.
  Mapper OwnersInSet(uint32_t set, bool controller_only) const {
    return [&instance = instance_, set, controller_only](const kube::Object& object,
                                                         const controller::KeySink& sink) {
      for (const auto& member : instance.Members(set)) {
        if (!member->available) continue;
        const controller::Target target{set, member->type_index, member->resource.namespaced};
        controller::MapByOwner({member->decl.group, member->decl.kind}, controller_only, target)(
            object, sink);
      }
    };
  }

  // The index is shared and knows objects that this plugin may not see.
  static Mapper OnlyVisible(const ObjectFilter& visible, Mapper mapper) {
    if (visible.everything()) return mapper;
    return [visible, mapper = std::move(mapper)](const kube::Object& object,
                                                 const controller::KeySink& sink) {
      mapper(object, [&](queue::Key key) {
        if (visible.Has(key.ns(), key.name())) sink(std::move(key));
      });
    };
  }

  // Through an index that the plugin itself makes.
  static Mapper OwnIndexMapper(std::shared_ptr<const PluginIndex> index,
                               controller::KeyTemplate value, const controller::Target& target) {
    return [index = std::move(index), value = std::move(value), target](
               const kube::Object& object, const controller::KeySink& sink) {
      for (kube::NamespacedName& found : index->Find(value.Render(object, {}))) {
        sink({target.source, target.resource_index, std::move(found.ns), std::move(found.name)});
      }
    };
  }

  base::Result<Mapper> IndexMapper(const MapperDecl& decl, const controller::Target& target) {
    OARLOCK_ASSIGN_OR_RETURN(auto value, TemplateOf(decl, "{namespace}/{name}"));
    const BoundType* bound = instance_.FindType(target.source);
    const auto own = bound->plugin_indexes.find(decl.index);
    if (own != bound->plugin_indexes.end()) {
      return OwnIndexMapper(own->second, std::move(value), target);
    }
    return OnlyVisible(bound->visible,
                       controller::MapByIndex(bound->lister(), bound->indexes.at(decl.index),
                                              std::move(value), target));
  }

  static base::Result<controller::KeyTemplate> TemplateOf(const MapperDecl& decl,
                                                          std::string_view fallback) {
    return controller::KeyTemplate::Parse(
        decl.template_text.empty() ? fallback : std::string_view(decl.template_text));
  }

  base::Result<std::vector<Predicate>> Each(const std::vector<uint32_t>& ids) {
    std::vector<Predicate> parts;
    for (const uint32_t id : ids) {
      OARLOCK_ASSIGN_OR_RETURN(Predicate part, PredicateOf(id));
      parts.push_back(std::move(part));
    }
    return parts;
  }

  std::vector<kube::Path> Paths(const std::vector<uint32_t>& ids) const {
    std::vector<kube::Path> paths;
    for (const uint32_t id : ids) paths.push_back(declaration_.paths.at(id));
    return paths;
  }

  // No predicate contains itself (Declaration::Check), so this ends.
  base::Result<Predicate> PredicateOf(uint32_t id) {
    const PredicateDecl& decl = declaration_.predicates.at(id);
    switch (decl.kind) {
      case OAR_PREDICATE_GENERATION_CHANGED: return controller::GenerationChanged();
      case OAR_PREDICATE_LABELS_MATCH: {
        OARLOCK_ASSIGN_OR_RETURN(auto selector, kube::LabelSelector::Parse(decl.text));
        return controller::LabelsMatch(std::move(selector));
      }
      case OAR_PREDICATE_PATHS_CHANGED: return controller::AnyPathChanged(Paths(decl.ids));
      case OAR_PREDICATE_CHANGE_IS:
        return controller::ChangeTypeIs({(decl.changes & OAR_CHANGE_BIT_CREATED) != 0,
                                         (decl.changes & OAR_CHANGE_BIT_UPDATED) != 0,
                                         (decl.changes & OAR_CHANGE_BIT_DELETED) != 0});
      case OAR_PREDICATE_NOT_BY_MANAGER:
        return controller::NotBySelf(decl.text.empty() ? instance_.name().plugin_id : decl.text);
      case OAR_PREDICATE_CALLBACK:
        needs_plugin_ = true;
        return calls_.CallbackPredicate(id, from_.ref());
      default: break;
    }
    OARLOCK_ASSIGN_OR_RETURN(auto parts, Each(decl.ids));
    if (decl.kind == OAR_PREDICATE_ALL_OF) return controller::AllOf(std::move(parts));
    if (decl.kind == OAR_PREDICATE_ANY_OF) return controller::AnyOf(std::move(parts));
    if (parts.size() != 1) {
      return base::InvalidArgument(
          fmt::format("predicate {} negates {} parts, not one", id, parts.size()));
    }
    return controller::Not(std::move(parts.front()));
  }

  const Instance& instance_;
  const Declaration& declaration_;
  PluginCalls& calls_;
  const BoundType& from_;
  bool needs_plugin_ = false;
};

class RouteBuilder {
 public:
  RouteBuilder(const Instance& instance, PluginCalls& calls, const BoundType& from)
      : instance_(instance), calls_(calls), from_(from) {}

  base::Status Add(const PrimaryDecl& primary) {
    if (primary.type != from_.decl.id) return base::Status::Ok();
    Compiler compiler(instance_, calls_, from_);
    OARLOCK_ASSIGN_OR_RETURN(const controller::Target target, compiler.TargetOf(primary.type));
    routes_.is_primary = true;
    return Add(compiler, primary.predicates, controller::MapToSameName(target), primary.priority,
               /*related=*/false);
  }
  base::Status Add(const OwnedDecl& owned) {
    if (owned.type != from_.decl.id || !ServesTarget(owned.target)) return base::Status::Ok();
    Compiler compiler(instance_, calls_, from_);
    OARLOCK_ASSIGN_OR_RETURN(Mapper mapper, compiler.OwnerMapper(owned.target, !owned.any_owner));
    return Add(compiler, owned.predicates, std::move(mapper), owned.priority, /*related=*/true);
  }
  base::Status Add(const WatchDecl& watch) {
    const MapperDecl& mapper_decl = instance_.declaration().mappers.at(watch.mapper);
    if (watch.type != from_.decl.id || !ServesTarget(mapper_decl.target)) {
      return base::Status::Ok();
    }
    Compiler compiler(instance_, calls_, from_);
    OARLOCK_ASSIGN_OR_RETURN(Mapper mapper, compiler.MapperOf(watch.mapper));
    return Add(compiler, watch.predicates, std::move(mapper), watch.priority, /*related=*/true);
  }
  TypeRoutes Take() { return std::move(routes_); }

 private:
  // Keys of a type that the server does not serve are of no use, and it has no index.
  bool ServesTarget(uint32_t target) const {
    const auto type = instance_.declaration().TargetOf(target);
    if (!type.ok()) return true;
    const BoundType* bound = instance_.FindType(*type);
    return bound == nullptr || bound->available;
  }

  base::Status Add(Compiler& compiler, const std::vector<uint32_t>& predicates, Mapper mapper,
                   int32_t priority, bool related) {
    OARLOCK_ASSIGN_OR_RETURN(Predicate predicate, compiler.All(predicates));
    const int32_t base = instance_.declaration().controller.priority;
    routes_.routes.push_back({std::move(predicate), std::move(mapper), base + priority, related});
    routes_.needs_plugin = routes_.needs_plugin || compiler.needs_plugin();
    return base::Status::Ok();
  }

  const Instance& instance_;
  PluginCalls& calls_;
  const BoundType& from_;
  TypeRoutes routes_;
};

}  // namespace

base::Result<TypeRoutes> CompileRoutes(const Instance& instance, PluginCalls& calls,
                                       const BoundType& from) {
  RouteBuilder builder(instance, calls, from);
  const Declaration& declaration = instance.declaration();
  for (const PrimaryDecl& primary : declaration.controller.primaries) {
    OARLOCK_RETURN_IF_ERROR(builder.Add(primary));
  }
  for (const OwnedDecl& owned : declaration.owned) OARLOCK_RETURN_IF_ERROR(builder.Add(owned));
  for (const WatchDecl& watch : declaration.watches) OARLOCK_RETURN_IF_ERROR(builder.Add(watch));
  return builder.Take();
}

}  // namespace oarlock::pluginhost
