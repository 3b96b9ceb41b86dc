#include "cache/reflector/object_intake.h"

#include <string>
#include <utility>

#include "kube/decode.h"
#include "kube/patch.h"

namespace oarlock::cache {

// Bookmarks apart, nothing without a name can be kept under a key (WAT-13).
base::Status CheckKind(const kube::Object& object, const kube::GroupVersionKind& expected) {
  if (object.kind() == "Table" && object.api_version().starts_with("meta.k8s.io/")) {
    return base::InvalidArgument("a table instead of an object");
  }
  if (object.name().empty()) return base::InvalidArgument("an object without metadata.name");
  if (expected.kind.empty()) return {};
  const std::string version = expected.group_version().ToString();
  if (object.kind() == expected.kind && object.api_version() == version) return {};
  return base::InvalidArgument("an object of another kind: " + std::string(object.kind()) + " of " +
                               std::string(object.api_version()));
}

kube::Object KeyOnly(const kube::Object& object) {
  std::string json = R"({"apiVersion":)" + kube::JsonQuote(object.api_version()) + R"(,"kind":)" +
                     kube::JsonQuote(object.kind()) + R"(,"metadata":{"name":)" +
                     kube::JsonQuote(object.name());
  if (!object.ns().empty()) json += R"(,"namespace":)" + kube::JsonQuote(object.ns());
  json += R"(,"resourceVersion":)" + kube::JsonQuote(object.resource_version()) + "}}";
  auto decoded = kube::ObjectFromJson(json);
  return decoded.ok() ? std::move(decoded).value() : object;
}

}  // namespace oarlock::cache
