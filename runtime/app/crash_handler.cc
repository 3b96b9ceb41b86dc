#include "app/crash_handler.h"

#include <unistd.h>

#include <csignal>
#include <cstring>

#include "base/log.h"
#include "pluginhost/call_marker.h"

namespace oarlock::app {
namespace {

constexpr int kFatalSignals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};

// write(2) of text, nothing else: this runs inside a signal handler.
void Say(const char* text) {
  if (text == nullptr) return;
  [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, text, std::strlen(text));
}

const char* SignalName(int signal) {
  switch (signal) {
    case SIGSEGV: return "SIGSEGV";
    case SIGBUS: return "SIGBUS";
    case SIGILL: return "SIGILL";
    case SIGFPE: return "SIGFPE";
    case SIGABRT: return "SIGABRT";
    default: return "a fatal signal";
  }
}

void OnFatalSignal(int signal) {
  const pluginhost::CallMark mark = pluginhost::CallMarker::Current();
  base::EndStderrLog();
  Say("oarlock: crashed with ");
  Say(SignalName(signal));
  if (mark.plugin != nullptr) {
    Say(" in plugin ");
    Say(mark.plugin);
    Say(" (");
    Say(mark.call);
    Say(")");
  } else {
    Say(" in the host itself");
  }
  Say("\n");
  std::signal(signal, SIG_DFL);
  ::raise(signal);
}

}  // namespace

void InstallCrashHandler() {
  static char stack[64 * 1024];
  stack_t alternate{};
  alternate.ss_sp = stack;
  alternate.ss_size = sizeof(stack);
  ::sigaltstack(&alternate, nullptr);
  struct sigaction action {};
  action.sa_handler = OnFatalSignal;
  action.sa_flags = SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (const int signal : kFatalSignals) ::sigaction(signal, &action, nullptr);
}

}  // namespace oarlock::app
