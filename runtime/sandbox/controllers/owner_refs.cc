#include "sandbox/controllers/owner_refs.h"

namespace oarlock::sandbox {
namespace {

// The member of metadata; most objects have none, which a look at the text shows.
Json MetadataMember(const StoredObject& object, std::string_view name) {
  const std::string_view text = object.metadata();
  if (text.find(name) == std::string_view::npos) return {};
  return Member(ParseTrustedJson(text), name);
}

bool IsTrue(const Json& value) { return value.is_boolean() && value.get<bool>(); }

}  // namespace

std::vector<OwnerRef> OwnersOf(const StoredObject& object) {
  std::vector<OwnerRef> out;
  for (const Json& one : MetadataMember(object, "ownerReferences")) {
    const auto text = [&one](const char* name) { return std::string(TextAt(one, {name})); };
    out.push_back({text("apiVersion"), text("kind"), text("name"), text("uid"),
                   IsTrue(Member(one, "controller")), IsTrue(Member(one, "blockOwnerDeletion"))});
  }
  return out;
}

std::optional<OwnerRef> ControllerOf(const StoredObject& object) {
  for (OwnerRef& owner : OwnersOf(object)) {
    if (owner.controller) return std::move(owner);
  }
  return std::nullopt;
}

Json ControllerRef(const Json& owner) {
  return {{"apiVersion", TextAt(owner, {"apiVersion"})},
          {"kind", TextAt(owner, {"kind"})},
          {"name", TextAt(owner, {"metadata", "name"})},
          {"uid", TextAt(owner, {"metadata", "uid"})},
          {"controller", true},
          {"blockOwnerDeletion", true}};
}

bool HasFinalizer(const StoredObject& object, std::string_view finalizer) {
  for (const Json& one : MetadataMember(object, "finalizers")) {
    if (TextOf(one) == finalizer) return true;
  }
  return false;
}

Json WithoutFinalizer(const StoredObject& object, std::string_view finalizer) {
  Json left = Json::array();
  for (const Json& one : MetadataMember(object, "finalizers")) {
    if (TextOf(one) != finalizer) left.push_back(one);
  }
  return {{"metadata", {{"finalizers", std::move(left)}}}};
}

}  // namespace oarlock::sandbox
