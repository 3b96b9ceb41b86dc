#pragma once
// ObjectPatch: the body of a PATCH, of one of the four formats, read once and applied to the
// present object, maybe several times.
// Threads: [any]. Errors: ApiError 400, 415 and 422 in a server's words.

#include <string>

#include "sandbox/api/api_call.h"

namespace oarlock::sandbox {

class ObjectPatch {
 public:
  static ApiResult<ObjectPatch> Read(ApiCall& call);
  // Makes the object where there is none (server-side apply).
  bool creates() const { return format_ == Format::kApply; }
  // The present object, or null where there is none and it `creates`.
  ApiResult<Json> Apply(ApiCall& call, const Json& present) const;

 private:
  ApiStatus CheckShape(const Json& patch) const;
  ApiResult<Json> ApplyOwned(ApiCall& call, const Json& present) const;
  static ApiResult<Json> Decode(ApiCall& call, Json object);

  enum class Format { kJson, kMerge, kStrategic, kApply };
  Format format_ = Format::kMerge;
  std::string text_;  // JSON
};

}  // namespace oarlock::sandbox
