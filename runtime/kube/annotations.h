#pragma once
// The API server's bound on the annotations of one object, known before anything is sent
// (C-RC-21): keys and values of all annotations together.
// Used by client for whole objects and by pluginhost for patches of an object it knows.
// Threads: [any]. Errors: kTooLarge with the size that was computed.
// Limits: kAnnotationsBytesMax.

#include <cstdint>
#include <string_view>

#include "base/status.h"
#include "kube/value.h"

namespace oarlock::kube {

inline constexpr uint64_t kAnnotationsBytesMax = 256 * 1024;  // as the API server

// Bytes of all keys and values; 0 for anything but a map.
uint64_t AnnotationBytes(Value annotations);
// The same once `patch`, the annotations of a merge patch, is applied to `annotations`.
uint64_t AnnotationBytesAfterMerge(Value annotations, Value patch);
base::Status CheckAnnotationBytes(uint64_t bytes);
// Of a whole object as JSON. Text that cannot be read is left to the server.
base::Status CheckAnnotationsOf(std::string_view object_json);

}  // namespace oarlock::kube
