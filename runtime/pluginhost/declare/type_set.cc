#include "pluginhost/declare/type_set.h"

#include <algorithm>
#include <set>
#include <utility>

#include "pluginhost/declare/binding.h"

namespace oarlock::pluginhost {
namespace {

bool Has(const std::vector<std::string>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

// "Kind" or "Kind.group".
bool Names(const std::vector<std::string>& names, const kube::ResourceInfo& resource) {
  return Has(names, resource.kind) ||
         Has(names, kube::GroupKind{resource.gvr.group, resource.kind}.ToString());
}

TypeDecl MemberDecl(const TypeSetDecl& set, const kube::ResourceInfo& resource) {
  TypeDecl decl;
  decl.id = set.id;
  decl.group = resource.gvr.group;
  decl.kind = resource.kind;
  decl.namespaces = set.namespaces;
  decl.label_selector = set.label_selector;
  decl.metadata_only = set.metadata_only;
  decl.optional = true;
  decl.uncached = set.uncached;
  return decl;
}

// Resolves one set of one instance.
class Resolver {
 public:
  Resolver(Instance& instance, const TypeSetDecl& set, const kube::ServedKinds& served)
      : instance_(instance), set_(set), served_(served) {}

  std::vector<std::shared_ptr<const BoundType>> Run() {
    std::set<uint32_t> here;
    for (const kube::ResourceInfo& resource : served_.resources) {
      if (!Takes(set_, resource)) continue;
      if (here.size() >= kSetTypesMax) {
        ++left_out_;
      } else if (const uint32_t number = Add(resource); number != 0) {
        here.insert(number);
      }
    }
    for (const auto& member : instance_.Members(set_.id)) {
      if (member->available && !here.contains(member->type_index)) TakeAway(*member);
    }
    instance_.CountSetTypes(here.size(), left_out_);
    return std::move(changed_);
  }

 private:
  // Its number; 0: it is left out.
  uint32_t Add(const kube::ResourceInfo& resource) {
    const uint32_t number = instance_.env().type_numbers->Of({resource.gvr.group, resource.kind});
    const auto known = instance_.FindMember(set_.id, number);
    if (known && known->available && known->resource.gvr == resource.gvr) return number;
    if (number == 0) return LeaveOut(resource, {base::StatusCode::kResourceExhausted, "too many"});
    auto type = std::make_shared<BoundType>();
    type->decl = MemberDecl(set_, resource);
    type->type_index = number;
    type->available = true;
    type->resource = resource;
    const base::Status acquired = AcquireType(*type, instance_);
    if (!acquired.ok()) return LeaveOut(resource, acquired);
    Publish(std::move(type));
    return number;
  }

  uint32_t LeaveOut(const kube::ResourceInfo& resource, const base::Status& why) {
    ++left_out_;
    instance_.log().Warning("a type of a type set is left out",
                            {{"type", resource.gvr.ToString()}, {"error", why.message()}});
    return 0;
  }

  void TakeAway(const BoundType& member) {
    if (Has(served_.unknown_groups, member.decl.group)) return;  // it may be there
    auto type = std::make_shared<BoundType>();
    type->decl = member.decl;
    type->type_index = member.type_index;
    type->resource = member.resource;
    Publish(std::move(type));
  }

  void Publish(std::shared_ptr<BoundType> type) {
    type->MakeLister();
    changed_.push_back(type);
    instance_.SetMember(std::move(type));
  }

  Instance& instance_;
  const TypeSetDecl& set_;
  const kube::ServedKinds& served_;
  std::vector<std::shared_ptr<const BoundType>> changed_;
  size_t left_out_ = 0;
};

}  // namespace

bool Takes(const TypeSetDecl& set, const kube::ResourceInfo& resource) {
  if (set.scope == OAR_SCOPE_NAMESPACED && !resource.namespaced) return false;
  if (set.scope == OAR_SCOPE_CLUSTER && resource.namespaced) return false;
  if (!set.groups.empty() && !Has(set.groups, resource.gvr.group)) return false;
  if (!set.kinds.empty() && !Names(set.kinds, resource)) return false;
  if (Names(set.exclude, resource)) return false;
  return resource.Allows("list") && resource.Allows("watch") &&
         std::all_of(set.verbs.begin(), set.verbs.end(),
                     [&resource](const std::string& verb) { return resource.Allows(verb); });
}

std::vector<std::shared_ptr<const BoundType>> ResolveTypeSets(Instance& instance,
                                                              const kube::ServedKinds& served) {
  std::vector<std::shared_ptr<const BoundType>> changed;
  for (const auto& [id, set] : instance.declaration().type_sets) {
    auto of_set = Resolver(instance, set, served).Run();
    changed.insert(changed.end(), of_set.begin(), of_set.end());
  }
  return changed;
}

}  // namespace oarlock::pluginhost
