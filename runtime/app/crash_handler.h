#pragma once
// Crash handler: when the process dies of a fatal signal, one line on stderr names the plugin whose
// code the thread was in, then the signal is raised again with its default action, so that the core
// dump is genuine. An in-process crash cannot be survived; it can be attributed.
// Installed once by main. The handler is async-signal-safe and runs on an alternate stack of the
// main thread; other threads handle it on their own stack, so a stack overflow there is reported by
// the kernel only. Threads: Install [main].

namespace oarlock::app {

void InstallCrashHandler();

}  // namespace oarlock::app
