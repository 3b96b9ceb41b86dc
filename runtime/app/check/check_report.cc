#include "app/check/check_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace oarlock::app {
namespace {

std::string_view Word(Severity severity) {
  switch (severity) {
    case Severity::kOk: return "ok";
    case Severity::kNote: return "note";
    case Severity::kWarning: return "warning";
    case Severity::kError: return "ERROR";
  }
  return "";
}

}  // namespace

void CheckReport::Ok(std::string check, std::string what) {
  Add({Severity::kOk, std::move(check), std::move(what), {}});
}
void CheckReport::Note(std::string check, std::string what) {
  Add({Severity::kNote, std::move(check), std::move(what), {}});
}
void CheckReport::Warning(std::string check, std::string what, std::string fix) {
  Add({Severity::kWarning, std::move(check), std::move(what), std::move(fix)});
}
void CheckReport::Error(std::string check, std::string what, std::string fix) {
  Add({Severity::kError, std::move(check), std::move(what), std::move(fix)});
}

bool CheckReport::failed() const {
  return std::any_of(findings_.begin(), findings_.end(),
                     [](const Finding& f) { return f.severity == Severity::kError; });
}

std::string CheckReport::ToText() const {
  std::string out;
  size_t errors = 0;
  size_t warnings = 0;
  for (const Finding& f : findings_) {
    out += fmt::format("{:<8} {:<12}{}{}\n", Word(f.severity), f.check, f.what.empty() ? "" : " ",
                       f.what);
    if (!f.fix.empty()) out += fmt::format("{:<8} {:<12} fix: {}\n", "", "", f.fix);
    errors += f.severity == Severity::kError ? 1 : 0;
    warnings += f.severity == Severity::kWarning ? 1 : 0;
  }
  return out + fmt::format("{}: {} errors, {} warnings\n", errors == 0 ? "passed" : "FAILED",
                           errors, warnings);
}

}  // namespace oarlock::app
