#include "cache/transform.h"

namespace oarlock::cache {

base::Result<kube::Object> Transform::Apply(const kube::Object& object) const {
  if (!fn) return object;
  base::Result<kube::Object> out = fn(object);
  if (!out.ok()) return out.status().WithContext("transform " + name);
  const bool same = *out && out->ns() == object.ns() && out->name() == object.name() &&
                    out->uid() == object.uid() &&
                    out->resource_version() == object.resource_version();
  if (same) return out;
  return base::InvalidArgument("transform " + name + " gave an object of another identity");
}

}  // namespace oarlock::cache
