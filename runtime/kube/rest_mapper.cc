#include "kube/rest_mapper.h"

#include <algorithm>

namespace oarlock::kube {

bool ResourceInfo::Allows(std::string_view verb) const {
  return std::find(verbs.begin(), verbs.end(), verb) != verbs.end();
}

}  // namespace oarlock::kube
