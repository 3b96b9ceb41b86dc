#include "kube/annotations.h"

#include <string>

#include "kube/decode.h"

namespace oarlock::kube {

uint64_t AnnotationBytes(Value annotations) {
  if (!annotations.is_map()) return 0;
  uint64_t bytes = 0;
  for (const auto& [key, value] : Members(annotations)) {
    bytes += key.size() + value.AsString().size();
  }
  return bytes;
}

uint64_t AnnotationBytesAfterMerge(Value annotations, Value patch) {
  if (patch.is_null()) return 0;
  uint64_t bytes = AnnotationBytes(annotations);
  if (!patch.is_map()) return bytes;
  for (const auto& [key, value] : Members(patch)) {
    const Value old = annotations[key];
    if (old.exists()) bytes -= key.size() + old.AsString().size();
    if (!value.is_null()) bytes += key.size() + value.AsString().size();
  }
  return bytes;
}

base::Status CheckAnnotationBytes(uint64_t bytes) {
  if (bytes <= kAnnotationsBytesMax) return {};
  return {base::StatusCode::kTooLarge, "metadata.annotations would be " + std::to_string(bytes) +
                                           " bytes, at most " +
                                           std::to_string(kAnnotationsBytesMax) + " are allowed"};
}

base::Status CheckAnnotationsOf(std::string_view object_json) {
  // JSON text is never shorter than what it says: most objects need no second look.
  if (object_json.size() <= kAnnotationsBytesMax) return {};
  const auto object = ObjectFromJson(object_json);
  if (!object.ok()) return {};
  return CheckAnnotationBytes(AnnotationBytes(object->annotations()));
}

}  // namespace oarlock::kube
