#pragma once
// CheckReport: what `oarlock check` found, and what to do about it.
//
// Filled by the static and dynamic checks, printed by the command. Errors make the check fail;
// warnings and notes do not. Values, not thread-safe. No limits: a check finds a few dozen things.

#include <string>
#include <vector>

namespace oarlock::app {

enum class Severity { kOk, kNote, kWarning, kError };

struct Finding {
  Severity severity = Severity::kOk;
  std::string check;  // "note", "unload", …
  std::string what;
  std::string fix;  // what to do; may be empty
};

class CheckReport {
 public:
  void Ok(std::string check, std::string what = {});
  void Note(std::string check, std::string what);
  void Warning(std::string check, std::string what, std::string fix);
  void Error(std::string check, std::string what, std::string fix);
  void Add(Finding finding) { findings_.push_back(std::move(finding)); }

  const std::vector<Finding>& findings() const { return findings_; }
  bool failed() const;
  // One line per finding, "fix:" below it, and a last line with the verdict.
  std::string ToText() const;

 private:
  std::vector<Finding> findings_;
};

}  // namespace oarlock::app
