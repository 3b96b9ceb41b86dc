#pragma once
// KindOf: which exchange a step is: verb, resource, option set and status code. Exchanges of one
// kind count once, however often and with whatever objects they are made.
//
// "create configmaps {dryRun=All} 201": the name of an object is none of it; of an option that
// chooses among a few ways the value is, of any other only that it is there; the media types of
// body and answer are options too where they are not JSON.
// Threads: values. Errors: none.

#include <string>

#include "tests/kube/conformance/script.h"

namespace oarlock::kubetest {

// `step` with its variables replaced.
std::string KindOf(const Step& step, long code);

}  // namespace oarlock::kubetest
