#include "cache/informer_scope.h"

namespace oarlock::cache {
namespace {

int RankOf(ObjectForm form) {
  switch (form) {
    case ObjectForm::kMetadataOnly: return 0;
    case ObjectForm::kFull: return 1;
    case ObjectForm::kFullWithManaged: return 2;
  }
  return 0;
}

}  // namespace

bool FormCovers(ObjectForm wide, ObjectForm narrow) { return RankOf(wide) >= RankOf(narrow); }

std::string InformerScope::Key() const {
  std::string key = resource.gvr.ToString();
  key += "|" + ns + "|" + label_selector + "|" + field_selector + "|";
  key += std::to_string(static_cast<int>(form));
  if (transform) key += "|" + transform.name;
  return key;
}

}  // namespace oarlock::cache
