#include "pluginhost/abi/write_body.h"

#include <fmt/format.h>

#include <algorithm>

#include "kube/annotations.h"
#include "kube/decode.h"
#include "kube/patch.h"

namespace oarlock::pluginhost {
namespace {

std::string_view TypeName(kube::Value value) {
  using kube::ValueType;
  switch (value.type()) {
    case ValueType::kMissing: return "missing";
    case ValueType::kNull: return "null";
    case ValueType::kBool: return "a boolean";
    case ValueType::kString: return "a string";
    case ValueType::kArray: return "a list";
    case ValueType::kMap: return "an object";
    default: return "a number";
  }
}

base::Status Wrong(const std::string& where, std::string_view what) {
  return base::InvalidArgument(where + ": " + std::string(what));
}

base::Status WrongType(const std::string& where, kube::Value value, std::string_view wanted) {
  return Wrong(where, fmt::format("is {}, must be {}", TypeName(value), wanted));
}

base::Status CheckText(const std::string& where, kube::Value value) {
  if (!value.is_string()) return WrongType(where, value, "a string");
  return value.AsString().empty() ? Wrong(where, "must not be empty") : base::Status();
}

enum class Naming { kRequired, kMayBeGenerated };

base::Status CheckName(const kube::ObjectRef& ref, kube::Value metadata, Naming naming) {
  if (!metadata.is_map()) return WrongType("metadata", metadata, "an object");
  const kube::Value name = metadata["name"];
  const bool generated = !metadata["generateName"].AsString().empty();
  if (naming == Naming::kMayBeGenerated && generated && name.AsString().empty()) return {};
  OARLOCK_RETURN_IF_ERROR(CheckText("metadata.name", name));
  if (ref.name.empty() || ref.name == name.AsString()) return {};
  return Wrong("metadata.name",
               fmt::format("is \"{}\", the key says \"{}\"", name.AsString(), ref.name));
}

// A whole object of the resource itself.
base::Result<kube::Object> WholeObject(const kube::ObjectRef& ref, std::string_view json,
                                       Naming naming) {
  OARLOCK_ASSIGN_OR_RETURN(kube::Object object, kube::DocumentFromJson(json));
  const kube::Value root = object.root();
  if (!root.is_map()) return WrongType("the body", root, "an object");
  OARLOCK_RETURN_IF_ERROR(CheckText("kind", root["kind"]));
  OARLOCK_RETURN_IF_ERROR(CheckName(ref, root["metadata"], naming));
  return object;
}

void AppendMember(std::string& out, std::string_view key, kube::Value value) {
  if (!out.empty()) out += ',';
  out += kube::JsonQuote(key) + ":";
  value.AppendJson(out);
}

std::string WithUid(kube::Value metadata, std::string_view uid) {
  std::string out = "\"uid\":" + kube::JsonQuote(uid);
  for (const auto& [key, value] : kube::Members(metadata)) {
    if (key != "uid") AppendMember(out, key, value);
  }
  return "{" + out + "}";
}

// With that uid, unless it is empty.
std::string Rewritten(kube::Value root, std::string_view uid, bool drop_status) {
  std::string out;
  for (const auto& [key, value] : kube::Members(root)) {
    if (drop_status && key == "status") continue;
    if (key == "metadata" && !uid.empty()) {
      out += (out.empty() ? "" : ",") + ("\"metadata\":" + WithUid(value, uid));
    } else {
      AppendMember(out, key, value);
    }
  }
  return "{" + out + "}";
}

// The uid to add to a body: that of the known object, where the body names none.
std::string_view UidFor(kube::Value root, const kube::Object& known) {
  return known && root["metadata"]["uid"].AsString().empty() ? known.uid() : std::string_view();
}

bool HasStatusSubresource(const kube::ResourceInfo& resource) {
  return std::find(resource.subresources.begin(), resource.subresources.end(), "status") !=
         resource.subresources.end();
}

base::Status CheckOperations(kube::Value operations) {
  if (!operations.is_array()) return WrongType("the JSON patch", operations, "a list");
  uint32_t index = 0;
  for (const auto& [none, operation] : kube::Members(operations)) {
    const std::string where = fmt::format("operation {}", index++);
    if (!operation.is_map()) return WrongType(where, operation, "an object");
    OARLOCK_RETURN_IF_ERROR(CheckText(where + ": op", operation["op"]));
    if (!operation["path"].is_string()) {
      return WrongType(where + ": path", operation["path"], "a string");
    }
  }
  return {};
}

// Only what grows is refused, so that nobody is kept from cleaning up.
base::Status CheckGrowth(uint64_t before, uint64_t after) {
  return after <= before ? base::Status() : kube::CheckAnnotationBytes(after);
}

base::Status CheckJsonPatchAnnotations(const kube::Patch& patch, const kube::Object& known) {
  const uint64_t before = kube::AnnotationBytes(known.annotations());
  // JSON text is never shorter than what it says.
  if (!known || before + patch.body.size() <= kube::kAnnotationsBytesMax) return {};
  const auto json = kube::ApplyJsonPatch(known.root(), patch.body);
  if (!json.ok()) return {};  // it may fit the object as the server has it
  const auto after = kube::ObjectFromJson(*json);
  if (!after.ok()) return {};
  return CheckGrowth(before, kube::AnnotationBytes(after->annotations()));
}

base::Status CheckMergeAnnotations(kube::Value patch, const kube::Object& known) {
  const kube::Value annotations = patch["metadata"]["annotations"];
  // A strategic directive; what it does is the server's business.
  if (annotations["$patch"].exists()) return {};
  return CheckGrowth(kube::AnnotationBytes(known.annotations()),
                     kube::AnnotationBytesAfterMerge(known.annotations(), annotations));
}

std::string SubresourceBody(const kube::ObjectRef& ref, std::string_view json,
                            const kube::Object& known) {
  const auto object = kube::DocumentFromJson(json);
  const bool whole = object.ok() && object->root()["kind"].AsString() == ref.resource.kind &&
                     object->root()["metadata"].is_map();
  const std::string_view uid = whole ? UidFor(object->root(), known) : std::string_view();
  return uid.empty() ? std::string(json) : Rewritten(object->root(), uid, false);
}

}  // namespace

base::Status CheckCreateBody(const kube::ObjectRef& ref, std::string_view json) {
  if (!ref.subresource.empty()) return {};
  return WholeObject(ref, json, Naming::kMayBeGenerated).status();
}

base::Result<std::string> UpdateBody(const kube::ObjectRef& ref, std::string_view json,
                                     const kube::Object& known) {
  if (!ref.subresource.empty()) return SubresourceBody(ref, json, known);
  OARLOCK_ASSIGN_OR_RETURN(kube::Object object, WholeObject(ref, json, Naming::kRequired));
  const std::string_view uid = UidFor(object.root(), known);
  const bool drop_status = HasStatusSubresource(ref.resource) && object["status"].exists();
  if (uid.empty() && !drop_status) return std::string(json);
  return Rewritten(object.root(), uid, drop_status);
}

base::Status CheckPatchBody(const kube::ObjectRef& ref, const kube::Patch& patch,
                            const kube::Object& known) {
  const bool itself = ref.subresource.empty();
  if (patch.type == kube::PatchType::kApply) {
    return itself ? WholeObject(ref, patch.body, Naming::kRequired).status() : base::Status();
  }
  OARLOCK_ASSIGN_OR_RETURN(const kube::Object body, kube::DocumentFromJson(patch.body));
  if (patch.type == kube::PatchType::kJson) {
    OARLOCK_RETURN_IF_ERROR(CheckOperations(body.root()));
    return itself ? CheckJsonPatchAnnotations(patch, known) : base::Status();
  }
  if (!body.root().is_map()) return WrongType("the patch", body.root(), "an object");
  return itself ? CheckMergeAnnotations(body.root(), known) : base::Status();
}

}  // namespace oarlock::pluginhost
