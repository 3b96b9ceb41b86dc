#pragma once
// The cases of the dynamic check. Each gets a subject that is not loaded yet, says what is wrong
// through its voice, and returns; the child then ends. Used by dynamic_check.cc only; run in a
// child process, on its one thread.

#include <span>
#include <thread>

#include "app/check/subject.h"

namespace oarlock::app {

struct CheckCase {
  const char* name;
  const char* fix;  // where the case crashes or hangs
  void (*run)(Subject&);
  // No host is like this today: a crash is worth a warning.
  bool advisory = false;
};

std::span<const CheckCase> LifeCases();     // life_cases.cc: legal orders
std::span<const CheckCase> MisuseCases();   // misuse_cases.cc: what no host does, sizes, ids
std::span<const CheckCase> StateCases();    // state_cases.cc: state hand-over, health
std::span<const CheckCase> ProcessCases();  // process_cases.cc: what it does to the process

// Loads it and runs `body` on a thread that ends before it is unloaded, as in a host: what it
// leaves in thread-local storage must not pin it.
template <typename Body>
void OnControl(Subject& subject, Body&& body) {
  std::thread control([&] {
    if (subject.Load()) body();
  });
  control.join();
  subject.Unload();
}

// The same, entered, and with a new instance of each controller.
template <typename Body>
void ForEachController(Subject& subject, Body&& body) {
  OnControl(subject, [&] {
    if (!subject.Enter()) return;
    for (const std::string& controller : subject.controllers()) {
      SubjectInstance instance(subject, controller);
      body(instance);
    }
  });
}

}  // namespace oarlock::app
