#pragma once
// ForgetStartupCode: gives back the pages of program and libraries that only the start needed.
//
// Reading kubeconfig and manifest, loading plugins, the first TLS handshakes: some ten megabytes of
// code that an idle host never runs again stay in its resident set. They are clean copies of files:
// what is needed again is mapped again from the page cache at its next use (a minor fault).
// Called once by Host, some time after the start. Threads: [any]. Errors: none; where /proc cannot
// be read nothing happens.

#include <chrono>
#include <cstddef>

namespace oarlock::app {

inline constexpr std::chrono::seconds kStartupTime{2};

// The bytes that were resident and are given back.
size_t ForgetStartupCode();

}  // namespace oarlock::app
