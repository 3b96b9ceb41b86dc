#pragma once
// CallMarker: which plugin's code this thread is in, readable by a signal handler.
//
// Set around every call into a plugin; app's crash handler reads it and names the plugin, which is
// all that can be done for an in-process crash. Nested marks restore the outer one.
// Threads: each thread has its own; Current is async-signal-safe.

#include <cstdint>

namespace oarlock::pluginhost {

struct CallMark {
  const char* plugin = nullptr;  // "reloader@3"; lives as long as the generation
  const char* call = nullptr;    // "reconcile"; static text
  uint64_t key_hash = 0;         // of the key being reconciled, 0 = none
};

class CallMarker {
 public:
  explicit CallMarker(const CallMark& mark);
  ~CallMarker();
  CallMarker(const CallMarker&) = delete;
  CallMarker& operator=(const CallMarker&) = delete;

  // The innermost mark of this thread; plugin is null outside of plugin code.
  static CallMark Current();

 private:
  CallMark outer_;
};

}  // namespace oarlock::pluginhost
