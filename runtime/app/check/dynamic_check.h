#pragma once
// The part of `oarlock check` that runs a plugin: its whole life in legal and illegal orders, with
// old and newer hosts, unknown ids, odd sizes, broken state, and the proof that it can be unloaded.
//
// Each case has a process of its own, so that a crash is a finding of one case. Called by the check
// command after the static part. Threads: [main], the only one of the process.
// Limits: kCaseTimeout per case.

#include <string>

#include "app/check/check_report.h"
#include "app/check/subject.h"

namespace oarlock::app {

inline constexpr std::chrono::seconds kCaseTimeout{30};

void CheckDynamic(const std::string& path, const SubjectConfig& config, CheckReport& report);

}  // namespace oarlock::app
