#include "app/check/dynamic_check.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "app/check/cases.h"

namespace oarlock::app {
namespace {

ChildResult RunCase(const CheckCase& check, const std::string& path, const SubjectConfig& config) {
  return RunInChild(
      [&](ChildVoice& voice) {
        Subject subject(path, config, voice);
        check.run(subject);
      },
      kCaseTimeout);
}

// One fault shows in many cases: it is told with the first.
void AddOnce(Finding finding, CheckReport& report) {
  const auto& known = report.findings();
  const bool again = std::any_of(known.begin(), known.end(), [&finding](const Finding& other) {
    return other.severity == finding.severity && other.what == finding.what;
  });
  if (!again) report.Add(std::move(finding));
}

void Take(const CheckCase& check, ChildResult result, CheckReport& report) {
  bool good = true;
  for (Finding& finding : result.findings) {
    finding.check = check.name;
    good = good && finding.severity != Severity::kError;
    AddOnce(std::move(finding), report);
  }
  if (!result.ended_well()) {
    const Severity severity = check.advisory ? Severity::kWarning : Severity::kError;
    AddOnce({severity, check.name, "it " + result.HowItEnded(), check.fix}, report);
  } else if (good) {
    report.Ok(check.name);
  }
}

}  // namespace

void CheckDynamic(const std::string& path, const SubjectConfig& config, CheckReport& report) {
  for (const auto cases : {LifeCases(), MisuseCases(), StateCases(), ProcessCases()}) {
    for (const CheckCase& check : cases) Take(check, RunCase(check, path, config), report);
  }
}

}  // namespace oarlock::app
