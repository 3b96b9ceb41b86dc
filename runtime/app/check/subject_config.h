#pragma once
// The configuration that a plugin is checked or inspected with: a file that the user gave, or the
// smallest one that the plugin's schema takes.
//
// Called by the check and inspect commands before anything is loaded. Threads: [any].
// Errors: kInvalidArgument, with file and path, that says to give --config.

#include <string>
#include <string_view>

#include "app/check/subject.h"
#include "base/status.h"

namespace oarlock::app {

// `schema`: the plugin's, as JSON; empty: it takes none. `file`: YAML or JSON; empty: make one up.
base::Result<SubjectConfig> MakeSubjectConfig(std::string_view schema, const std::string& file);

// The smallest value that fits a schema node, as JSON: members that are required and have no
// default, first enum values, shortest texts.
std::string SampleOf(kube::Value schema);

}  // namespace oarlock::app
