#pragma once
// RunInChild: runs code of a plugin in a process of its own, so that a crash or a hang of it is a
// finding and not the end of the program.
//
// Used by `oarlock check` (one child per case) and `oarlock inspect`. The child is a fork that ends
// with _exit; it tells what it finds line by line, so that what it said before a crash is known.
// Threads: the caller must be the only thread of its process, as a fork copies no others; the child
// may start threads. Errors: none; the result says how the child ended.
// Limits: kChildOutputMax bytes of what a child says; a child past its time is killed.

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include "app/check/check_report.h"

namespace oarlock::app {

inline constexpr size_t kChildOutputMax = 4 * 1024 * 1024;

// The child's side: what it says goes to the parent at once.
class ChildVoice {
 public:
  explicit ChildVoice(int fd) : fd_(fd) {}

  void Note(std::string_view what) { Say('N', what, {}); }
  void Warning(std::string_view what, std::string_view fix) { Say('W', what, fix); }
  void Error(std::string_view what, std::string_view fix) { Say('E', what, fix); }
  // The call into the plugin that comes now: named where the child dies.
  void At(std::string_view call) { Say('@', call, {}); }
  // Text for the parent to print as it is.
  void Text(std::string_view line) { Say('T', line, {}); }

 private:
  void Say(char kind, std::string_view what, std::string_view fix);
  int fd_;
};

struct ChildResult {
  std::vector<Finding> findings;   // in the order they were said; `check` is empty
  std::vector<std::string> lines;  // of Text
  std::string at;                  // the last call into the plugin
  bool timed_out = false;
  int signal = 0;     // that it died of
  int exit_code = 0;  // -1: it did not end by itself

  bool ended_well() const { return !timed_out && signal == 0 && exit_code == 0; }
  // "crashed with SIGSEGV in reconcile"; empty where it ended well.
  std::string HowItEnded() const;
};

ChildResult RunInChild(const std::function<void(ChildVoice&)>& body, std::chrono::seconds timeout);

}  // namespace oarlock::app
