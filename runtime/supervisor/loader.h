#pragma once
// Loader: maps and unmaps plugin libraries, and proves that they are gone.
//
// One per process, built by `app`, used by the supervisor. Load runs library constructors, so it is
// called on the [control] thread of the generation it is for. Unload closes on a short-lived thread
// of its own under one mutex, after the generation's threads were joined: a thread that touched the
// library and still lives would keep it mapped for ever.
// Errors: Load → kInvalidArgument with the dynamic loader's own words. Unload → what stayed mapped;
// such a zombie keeps its descriptor and its memory for the life of the process and is counted.
// Threads: [any], one at a time inside.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "base/status.h"
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

 private:
  friend class Loader;
  struct Handle;
  LoadedLibrary(std::shared_ptr<const LibraryFile> file, std::unique_ptr<Handle> handle);

  std::shared_ptr<const LibraryFile> file_;
  std::unique_ptr<Handle> handle_;
};

class Loader {
 public:
  base::Result<std::unique_ptr<LoadedLibrary>> Load(std::shared_ptr<const LibraryFile> file)
      OARLOCK_EXCLUDES(mutex_);
  // OK: proven unmapped. Otherwise the library has become a zombie.
  base::Status Unload(std::unique_ptr<LoadedLibrary> library) OARLOCK_EXCLUDES(mutex_);
  size_t zombies() const OARLOCK_EXCLUDES(mutex_);

 private:
  mutable base::Mutex mutex_;
  // Libraries that would not go: their descriptors stay open, since the loader knows them by name.
  std::vector<std::shared_ptr<const LibraryFile>> zombies_ OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::supervisor
