// What a plugin leaves behind in the process: threads, descriptors, signal handlers, locale, mask,
// folder.
#include <dirent.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <clocale>
#include <csignal>
#include <cstring>
#include <string>
#include <thread>

#include "app/check/cases.h"

namespace oarlock::app {
namespace {

constexpr std::chrono::milliseconds kThreadsEnd{500};

size_t CountIn(const char* folder) {
  DIR* dir = ::opendir(folder);
  if (dir == nullptr) return 0;
  size_t count = 0;
  while (const dirent* entry = ::readdir(dir)) count += entry->d_name[0] == '.' ? 0 : 1;
  ::closedir(dir);
  return count;
}

struct Footprint {
  size_t threads = 0;
  size_t descriptors = 0;
  mode_t mask = 0;
  std::string folder;
  std::string locale;
  std::array<uintptr_t, 32> handlers{};

  static Footprint Now() {
    Footprint now;
    now.threads = CountIn("/proc/self/task");
    now.descriptors = CountIn("/proc/self/fd");
    now.mask = ::umask(0);
    ::umask(now.mask);
    char folder[4096] = {};
    if (::getcwd(folder, sizeof(folder)) != nullptr) now.folder = folder;
    now.locale = std::setlocale(LC_ALL, nullptr);
    for (size_t i = 1; i < now.handlers.size(); ++i) {
      struct sigaction action {};
      ::sigaction(static_cast<int>(i), nullptr, &action);
      now.handlers[i] = reinterpret_cast<uintptr_t>(action.sa_handler);
    }
    return now;
  }
};

void Compare(const Footprint& before, const Footprint& after, ChildVoice& voice) {
  if (after.threads > before.threads) {
    voice.Error(fmt::format("{} threads of its own are left", after.threads - before.threads),
                "end and join them in deactivate");
  }
  if (after.descriptors > before.descriptors) {
    voice.Error(
        fmt::format("{} file descriptors are left open", after.descriptors - before.descriptors),
        "close them in destroy");
  }
  if (after.mask != before.mask || after.folder != before.folder) {
    voice.Error("it changes the umask or the working directory of the process",
                "use absolute paths and modes per file");
  }
  if (after.locale != before.locale) {
    voice.Error("it changes the locale of the process", "use newlocale and the _l functions");
  }
  for (size_t i = 1; i < before.handlers.size(); ++i) {
    if (before.handlers[i] == after.handlers[i]) continue;
    voice.Error(fmt::format("it takes over SIG{}", ::sigabbrev_np(static_cast<int>(i))),
                "leave signals to the host");
  }
}

// A whole life and unload; the loader's own threads have ended by then.
void OneLife(Subject& subject) {
  ForEachController(subject, [](SubjectInstance& instance) {
    if (!instance.Prepare() || instance.Activate() < OAR_OK) return;
    for (const oar_key& key : instance.SampleKeys()) (void)instance.Reconcile(key);
    instance.Drain();
    instance.Deactivate();
  });
}

void LeavesNothing(Subject& subject) {
  Footprint before = Footprint::Now();
  OneLife(subject);  // whatever is opened once for the process, by the C library, is there now
  const Footprint warm = Footprint::Now();
  before.threads = warm.threads;
  before.descriptors = warm.descriptors;
  OneLife(subject);
  Footprint after = Footprint::Now();
  // A thread that has been joined may be in the list for a moment.
  const auto until = std::chrono::steady_clock::now() + kThreadsEnd;
  while (after.threads > before.threads && std::chrono::steady_clock::now() < until) {
    std::this_thread::yield();
    after = Footprint::Now();
  }
  Compare(before, after, subject.voice());
}

constexpr CheckCase kCases[] = {
    {"process", "leave the process as it was", LeavesNothing},
};

}  // namespace

std::span<const CheckCase> ProcessCases() { return kCases; }

}  // namespace oarlock::app
