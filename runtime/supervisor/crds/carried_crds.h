#pragma once
// The CustomResourceDefinitions that a library carries in its section .oarlock.crds, and how they
// get into a cluster.
//
// Printed by `oarlock crds`; installed before a plugin binds its types, where its manifest says
// `crds: install`: by server-side apply as "oarlock", then waited for until the server has
// established them. Threads: [any]; InstallCrds blocks. Errors: kInvalidArgument with the library's
// path for text that is no CRD; those of the server, with the CRD's name.
// Limits: those of kube/yaml.h; the deadline of the call.

#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/status.h"
#include "kube/client.h"
#include "supervisor/elf_image.h"

namespace oarlock::supervisor {

struct CarriedCrd {
  std::string name;  // "things.example.com"
  std::string json;
};

inline constexpr std::string_view kCrdSection = ".oarlock.crds";

base::Result<std::vector<CarriedCrd>> CarriedCrds(const ElfImage& image, const std::string& path);
base::Status InstallCrds(const std::vector<CarriedCrd>& crds, kube::Client& client,
                         base::Clock& clock, const kube::CallContext& call);

}  // namespace oarlock::supervisor
