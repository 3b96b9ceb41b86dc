#include "kube/gvk.h"

namespace oarlock::kube {

base::Result<GroupVersion> GroupVersion::Parse(std::string_view api_version) {
  const size_t slash = api_version.find('/');
  GroupVersion gv;
  if (slash != std::string_view::npos) {
    gv.group = api_version.substr(0, slash);
    gv.version = api_version.substr(slash + 1);
  } else {
    gv.version = api_version;
  }
  const bool empty_part =
      gv.version.empty() || (slash != std::string_view::npos && gv.group.empty());
  if (empty_part || gv.version.find('/') != std::string::npos) {
    return base::InvalidArgument("\"" + std::string(api_version.substr(0, 100)) +
                                 "\" is no apiVersion: expected VERSION or GROUP/VERSION");
  }
  return gv;
}

std::string GroupVersion::ToString() const {
  return group.empty() ? version : group + "/" + version;
}

std::string GroupKind::ToString() const { return group.empty() ? kind : kind + "." + group; }

std::string GroupVersionKind::ToString() const { return group_version().ToString() + " " + kind; }

std::string GroupVersionResource::ToString() const {
  std::string out = resource + "." + version;
  if (!group.empty()) out += "." + group;
  return out;
}

}  // namespace oarlock::kube
