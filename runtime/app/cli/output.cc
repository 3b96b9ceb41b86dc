#include "app/cli/output.h"

#include "kube/decode.h"
#include "kube/yaml.h"

namespace oarlock::app {

std::string Written(const sandbox::Json& json, OutputFormat format) {
  if (format == OutputFormat::kYaml) {
    const auto document = kube::DocumentFromJson(sandbox::WriteJson(json));
    if (document.ok()) return kube::WriteYaml(document->root());
  }
  return json.dump(2, ' ', false, sandbox::Json::error_handler_t::replace) + "\n";
}

}  // namespace oarlock::app
