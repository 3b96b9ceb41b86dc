#include "sandbox/object/object_meta.h"

#include <algorithm>

namespace oarlock::sandbox {
namespace {

constexpr size_t kGeneratedBaseBytes = 58;
constexpr std::string_view kGeneratedLetters = "bcdfghjklmnpqrstvwxz2456789";

Json& MetadataOf(Json& object) {
  Json& metadata = object["metadata"];
  if (!metadata.is_object()) metadata = Json::object();
  return metadata;
}

ApiStatus CheckNamespace(const ApiCall& call, Json& metadata) {
  if (!call.type->namespaced) {
    metadata.erase("namespace");
    return {};
  }
  const std::string_view given = TextAt(metadata, {"namespace"});
  if (!given.empty() && given != call.path.ns) {
    return BadRequest(
        "the namespace of the provided object does not match the namespace sent on the request");
  }
  metadata["namespace"] = call.path.ns;
  return {};
}

void EraseEmpty(Json& metadata) {
  for (const char* name : {"labels", "annotations", "finalizers", "ownerReferences",
                           "managedFields", "generateName", "name"}) {
    const Json& value = Member(metadata, name);
    if (value.is_null() || (value.is_structured() && value.empty()) || value == "") {
      metadata.erase(name);
    }
  }
}

}  // namespace

std::string GeneratedName(std::string_view base, base::Random& random) {
  std::string name(base.substr(0, kGeneratedBaseBytes));
  for (int i = 0; i < 5; ++i) name += kGeneratedLetters[random.Next() % kGeneratedLetters.size()];
  return name;
}

std::string NewUid(base::Random& random) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string uid;
  for (int i = 0; i < 32; ++i) {
    if (i == 8 || i == 12 || i == 16 || i == 20) uid += '-';
    size_t digit = random.Next() % 16;
    if (i == 12) digit = 4;
    if (i == 16) digit = 8 + digit % 4;
    uid += kHex[digit];
  }
  return uid;
}

ApiStatus FillMetaForCreate(const ApiCall& call, Json& object) {
  Json& metadata = MetadataOf(object);
  if (auto error = CheckNamespace(call, metadata)) return error;
  if (!TextAt(metadata, {"resourceVersion"}).empty()) {
    return ServerError("resourceVersion should not be set on objects to be created");
  }
  for (const char* name :
       {"deletionTimestamp", "deletionGracePeriodSeconds", "selfLink", "resourceVersion"}) {
    metadata.erase(name);
  }
  EraseEmpty(metadata);
  if (TextAt(metadata, {"name"}).empty() && !TextAt(metadata, {"generateName"}).empty()) {
    metadata["name"] = GeneratedName(TextAt(metadata, {"generateName"}), call.env.random);
  }
  if (call.type->group.empty() && call.type->plural == "namespaces") {
    metadata["labels"]["kubernetes.io/metadata.name"] = TextAt(metadata, {"name"});
  }
  metadata["uid"] = NewUid(call.env.random);
  metadata["creationTimestamp"] = call.Now();
  if (HasGeneration(*call.type)) metadata["generation"] = 1;
  return {};
}

ApiStatus CheckName(const ApiCall& call, const Json& object) {
  const std::string_view name = TextAt(object, {"metadata", "name"});
  if (name == call.path.name) return {};
  if (name.empty()) {
    return BadRequest("the name of the object (" + call.path.name +
                      " based on URL) was undeterminable: name must be provided");
  }
  return BadRequest("the name of the object (" + std::string(name) +
                    ") does not match the name on the URL (" + call.path.name + ")");
}

ApiStatus FillMetaForUpdate(const ApiCall& call, const Json& old, Json& object) {
  Json& metadata = MetadataOf(object);
  const Json& before = Member(old, "metadata");
  if (auto error = CheckName(call, object)) return error;
  if (auto error = CheckNamespace(call, metadata)) return error;
  for (const char* kept : {"uid", "creationTimestamp", "deletionTimestamp",
                           "deletionGracePeriodSeconds", "generation", "selfLink"}) {
    CopyMember(before, kept, metadata);
  }
  metadata.erase("resourceVersion");
  EraseEmpty(metadata);
  return {};
}

void CheckNewFinalizers(const Json& old, const Json& object, FieldErrors& errors) {
  if (At(old, {"metadata", "deletionTimestamp"}).is_null()) return;
  const Json& before = At(old, {"metadata", "finalizers"});
  const Json& now = At(object, {"metadata", "finalizers"});
  std::string added;
  if (now.is_array()) {
    for (const Json& one : now) {
      const bool known =
          before.is_array() && std::find(before.begin(), before.end(), one) != before.end();
      if (!known) added += (added.empty() ? "" : ", ") + WriteJson(one);
    }
  }
  if (added.empty()) return;
  errors.push_back(FieldError::Forbidden(
      "metadata.finalizers",
      "no new finalizers can be added if the object is being deleted, found new finalizers "
      "[]string{" +
          added + "}"));
}

bool IsReadyToGo(const ResourceType& type, const Json& object) {
  const Json& metadata = Member(object, "metadata");
  if (Member(metadata, "deletionTimestamp").is_null()) return false;
  // A namespace has finalizers of its own beside those of metadata.
  if (type.group.empty() && type.plural == "namespaces") {
    const Json& own = At(object, {"spec", "finalizers"});
    if (!own.is_null() && !own.empty()) return false;
  }
  const Json& finalizers = Member(metadata, "finalizers");
  const Json& grace = Member(metadata, "deletionGracePeriodSeconds");
  return (finalizers.is_null() || finalizers.empty()) && (grace.is_null() || grace == 0);
}

}  // namespace oarlock::sandbox
