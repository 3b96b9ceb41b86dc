#pragma once
// InformerScope: what one list+watch is about, and in what form its objects are kept. Values.
//
// A user's request names a scope too (informer_request.h); which scopes are really watched for all
// requests together is the planner's decision (view/planner.h).

#include <cstdint>
#include <string>

#include "cache/transform.h"
#include "kube/rest_mapper.h"

namespace oarlock::cache {

enum class ObjectForm : uint8_t {
  kFull,             // without managedFields
  kFullWithManaged,  // with managedFields
  kMetadataOnly,     // PartialObjectMetadata
};

// Whether an informer of form `wide` holds what a user of form `narrow` reads.
bool FormCovers(ObjectForm wide, ObjectForm narrow);

struct InformerScope {
  kube::ResourceInfo resource;
  std::string ns;              // "" = all namespaces
  std::string label_selector;  // "" = everything
  std::string field_selector;
  ObjectForm form = ObjectForm::kFull;
  Transform transform;

  // Unique text of the scope: the key of its informer, also for logs.
  std::string Key() const;
};

}  // namespace oarlock::cache
