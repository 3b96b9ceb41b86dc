#pragma once
// What names, labels and such must look like, in the words of the server's field errors: each
// function gives the detail of an Invalid error, or "" where all is well. Used by the validation of
// built-ins and of CRDs. Threads: [any], no state. Errors: none.

#include <string>
#include <string_view>

#include "sandbox/types/field_error.h"

namespace oarlock::sandbox {

std::string Dns1123LabelError(std::string_view text);
std::string Dns1123SubdomainError(std::string_view text);
std::string Dns1035LabelError(std::string_view text);
std::string QualifiedNameError(std::string_view text);  // of label keys; may be several, joined
std::string LabelValueError(std::string_view text);

// Of metadata.labels and the like; `field` is their path.
void CheckLabels(const Json& labels, const std::string& field, FieldErrors& errors);
void CheckLabelSelector(const Json& selector, const std::string& field, FieldErrors& errors);
// Name or generateName, labels, annotations, finalizers, owner references.
enum class NameRule { kSubdomain, kLabel, kLabel1035, kPathSegment };
void CheckMetadata(const Json& metadata, bool namespaced, NameRule rule, FieldErrors& errors);

}  // namespace oarlock::sandbox
