#pragma once
// What builtin_validation.cc is made of: checks that several types share, and the rules of the
// groups. Internal to schema/. Threads: [any], no state. Errors: appended.

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "sandbox/types/field_error.h"

namespace oarlock::sandbox {

using Texts = std::vector<std::string>;

// A member that must be there and no empty text; false when it is not.
bool CheckRequired(const Json& object, const std::string& field, const char* name,
                   FieldErrors& errors);
// A text out of a few; missing is fine.
void CheckOneOf(const Json& object, const std::string& field, const char* name,
                const Texts& supported, FieldErrors& errors);
void CheckNotNegative(const Json& object, const std::string& field, const char* name,
                      FieldErrors& errors);
void CheckSame(const Json& now, const Json& then, const std::string& field, FieldErrors& errors);
void CheckPort(const Json& port, const std::string& field, FieldErrors& errors);

// Pods and the templates of workloads. `spec` is the path of the PodSpec.
void CheckPodSpec(const Json& spec, const std::string& field, FieldErrors& errors);
// spec.selector and spec.template of a workload. `what` names it: "deployment".
void CheckTemplate(const Json& spec, std::string_view what, FieldErrors& errors);

using ValidateFunction = void (*)(const Json& object, const Json& before, FieldErrors& errors);
struct ValidateRow {
  std::string_view type;  // "deployments.apps"
  ValidateFunction function;
};
// Each ends with a row without a type.
extern const ValidateRow kCoreValidation[];
extern const ValidateRow kWorkloadValidation[];
extern const ValidateRow kGroupValidation[];

}  // namespace oarlock::sandbox
