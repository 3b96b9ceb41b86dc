#pragma once
// Loader: maps and unmaps plugin libraries, and proves that they are gone.
//
// One per process, built by `app`, used by the supervisor. Load runs library constructors, so it is
// called on the [control] thread of the generation it is for; handlers of signals that they install
// are taken out again. Unload closes on a short-lived thread
// of its own under one mutex, after the generation's threads were joined: a thread that touched the
// library and still lives would keep it mapped for ever.
// Errors: Load → kInvalidArgument with the dynamic loader's own words; kUnavailable while the
// constructors of another library do not come back (kLoaderBusyTimeout). Unload → what stayed
// mapped; such a zombie keeps its descriptor and its memory, is counted, and is tried again at
// every later Unload: what pinned it (a thread's storage) may have gone meanwhile. Threads: [any];
// loading and unloading one at a time, zombies() waits for neither. Limits: kZombiesMax, kept by
// who asks for a new library; kLoaderBusyTimeout.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "base/status.h"
#include "supervisor/library/signal_handlers.h"
#include "supervisor/library_file.h"

namespace oarlock::supervisor {

// A mapped library. Must be given back to Loader::Unload; destroying it otherwise aborts.
class LoadedLibrary {
 public:
  ~LoadedLibrary();
  LoadedLibrary(const LoadedLibrary&) = delete;
  LoadedLibrary& operator=(const LoadedLibrary&) = delete;

  // Address of an exported symbol, or null.
  void* Symbol(const char* name) const;
  const LibraryFile& file() const { return *file_; }
  // The signals whose handlers its constructors had replaced; the host's are back. Empty: none.
  const std::string& signals_taken() const { return signals_taken_; }

 private:
  friend class Loader;
  struct Handle;
  LoadedLibrary(std::shared_ptr<const LibraryFile> file, std::unique_ptr<Handle> handle);

  std::shared_ptr<const LibraryFile> file_;
  std::unique_ptr<Handle> handle_;
  std::string signals_taken_;
};

// Past it no further library is loaded: restart the host.
inline constexpr size_t kZombiesMax = 64;
// Constructors run under the dynamic loader's own lock: while they last nothing else is loaded.
inline constexpr std::chrono::seconds kLoaderBusyTimeout{10};

class Loader {
 public:
  Loader() = default;
  // What is still mapped keeps its descriptor until the process ends: the dynamic loader would take
  // a later library under the same number for it.
  ~Loader();
  Loader(const Loader&) = delete;
  Loader& operator=(const Loader&) = delete;

  base::Result<std::unique_ptr<LoadedLibrary>> Load(std::shared_ptr<const LibraryFile> file)
      OARLOCK_EXCLUDES(mutex_);
  // OK: proven unmapped. Otherwise the library has become a zombie.
  base::Status Unload(std::unique_ptr<LoadedLibrary> library) OARLOCK_EXCLUDES(mutex_);
  // Leaves it mapped for good (`unload: never`).
  void Keep(std::unique_ptr<LoadedLibrary> library) OARLOCK_EXCLUDES(mutex_);
  size_t zombies() const { return zombie_count_.load(); }

 private:
  struct Zombie {
    std::shared_ptr<const LibraryFile> file;
    uint64_t base = 0;
  };
  class Turn;
  void Sweep() OARLOCK_REQUIRES(mutex_);

  // Whose turn it is to load or unload: one at a time, taken before mutex_.
  base::Mutex turn_mutex_;
  base::CondVar turn_over_;
  bool turn_taken_ OARLOCK_GUARDED_BY(turn_mutex_) = false;
  // The host's, from before the first library. Of whose turn it is.
  std::optional<SignalHandlers> handlers_;
  base::Mutex mutex_;
  std::atomic<size_t> zombie_count_{0};
  // Libraries that would not go: their descriptors stay open, since the loader knows them by name.
  std::vector<Zombie> zombies_ OARLOCK_GUARDED_BY(mutex_);
  std::vector<std::unique_ptr<LoadedLibrary>> kept_ OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::supervisor
