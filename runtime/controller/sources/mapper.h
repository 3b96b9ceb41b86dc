#pragma once
// Mappers: from an object to the keys a controller has to work on because of it.
//
// A mapper is called with the new object and, on updates, with the old one too, so that both the
// former and the present target are told; the queue removes duplicates. The ones made here are
// declarative; a plugin's callback mapper has the same type. Values; threads [any].
// Errors: what yields no valid name is skipped. Limits: kMappedKeysMax keys per call, further ones
// are dropped (Source counts them in oarlock_source_keys_dropped_total).

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "cache/lister.h"
#include "kube/gvk.h"
#include "kube/object.h"
#include "kube/path.h"
#include "queue/key.h"

namespace oarlock::controller {

inline constexpr size_t kMappedKeysMax = 100'000;

using KeySink = std::function<void(queue::Key)>;
using Mapper = std::function<void(const kube::Object&, const KeySink&)>;

// Which primary type (and member of a type set) the keys are of.
struct Target {
  uint32_t source = 0;
  uint32_t resource_index = 0;
  bool namespaced = true;
};

// Text with {namespace}, {name} and {value}; other braces are an error. Used for keys ("ns/name",
// or "name" in the object's namespace or for cluster-scoped targets) and for index values.
class KeyTemplate {
 public:
  static base::Result<KeyTemplate> Parse(std::string_view text);
  std::string Render(const kube::Object& object, std::string_view value) const;

 private:
  enum class Part : uint8_t { kText, kNamespace, kName, kValue };
  std::vector<std::pair<Part, std::string>> parts_;
};

// The object itself, or the object of the same name in the target's type.
Mapper MapToSameName(Target target);
// The value of a label or annotation: "name" (in the object's namespace) or "namespace/name".
Mapper MapByLabel(std::string key, Target target);
Mapper MapByAnnotation(std::string key, Target target);
// Each string at `path`, put into `key`.
Mapper MapByPath(kube::Path path, KeyTemplate key, Target target);
// Owner references of that kind (any version); with controller_only the one with controller: true.
Mapper MapByOwner(kube::GroupKind owner, bool controller_only, Target target);
// The objects that the lister finds in `index` under the rendered value.
Mapper MapByIndex(cache::Lister lister, std::string index, KeyTemplate value, Target target);

}  // namespace oarlock::controller
