#include "pluginhost/declare/declaration_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "controller/sources/mapper.h"
#include "kube/selector.h"

namespace oarlock::pluginhost {

std::vector<std::string> Unique(std::vector<std::string> texts) {
  std::sort(texts.begin(), texts.end());
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
  return texts;
}

base::Status CheckPredicate(const PredicateDecl& predicate) {
  constexpr uint32_t kAll =
      OAR_CHANGE_BIT_CREATED | OAR_CHANGE_BIT_UPDATED | OAR_CHANGE_BIT_DELETED;
  if (predicate.kind == OAR_PREDICATE_LABELS_MATCH) {
    return kube::LabelSelector::Parse(predicate.text).status();
  }
  if (predicate.kind == OAR_PREDICATE_CHANGE_IS &&
      (predicate.changes == 0 || (predicate.changes & ~kAll) != 0)) {
    return base::InvalidArgument(
        fmt::format("changes {:#x} are none, or of a kind that is not known", predicate.changes));
  }
  return base::Status::Ok();
}

base::Status CheckTypeSet(const oar_type_set_decl& set) {
  if (set.form != OAR_FORM_FULL && set.form != OAR_FORM_METADATA) {
    return {base::StatusCode::kUnimplemented,
            fmt::format("it is of form {}, which this host does not know", set.form)};
  }
  if (set.scope < OAR_SCOPE_ANY || set.scope > OAR_SCOPE_CLUSTER) {
    return {base::StatusCode::kUnimplemented,
            fmt::format("it is of scope {}, which this host does not know", set.scope)};
  }
  return kube::LabelSelector::Parse(FromView(set.label_selector)).status();
}

base::Status CheckMapper(const MapperDecl& mapper) {
  if ((mapper.kind == OAR_MAPPER_LABEL || mapper.kind == OAR_MAPPER_ANNOTATION) &&
      mapper.text.empty()) {
    return base::InvalidArgument("it needs the key of a label or annotation as its text");
  }
  return controller::KeyTemplate::Parse(mapper.template_text).status();
}

base::Status CheckNumbers(const oar_controller_decl& decl) {
  if (decl.resync_ns < 0 || decl.backoff_base_ns < 0 || decl.backoff_max_ns < 0) {
    return base::InvalidArgument("a duration of the controller is negative");
  }
  if (!std::isfinite(decl.rate_qps) || decl.rate_qps < 0) {
    return base::InvalidArgument("the controller's rate is no number of 0 or more");
  }
  return base::Status::Ok();
}

}  // namespace oarlock::pluginhost
