#include "supervisor/loader.h"

#include <link.h>

#define BOOST_DLL_USE_STD_FS
#include <boost/dll/shared_library.hpp>
#include <thread>
#include <utility>

#include "base/check.h"
#include "base/thread_name.h"

namespace oarlock::supervisor {

struct LoadedLibrary::Handle {
  boost::dll::shared_library library;  // never copied: a copy would open the file again
  uint64_t base = 0;                   // load address
};

namespace {

struct Mapped {
  uint64_t base = 0;
  bool found = false;
  unsigned long long removals = 0;  // how many libraries the process has unmapped so far
};

Mapped LookFor(uint64_t base) {
  Mapped result{base, false, 0};
  ::dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* data) {
        auto& mapped = *static_cast<Mapped*>(data);
        mapped.removals = info->dlpi_subs;
        mapped.found = mapped.found || info->dlpi_addr == mapped.base;
        return 0;
      },
      &result);
  return result;
}

uint64_t BaseOf(const boost::dll::shared_library& library) {
  link_map* map = nullptr;
  if (::dlinfo(library.native(), RTLD_DI_LINKMAP, &map) != 0 || map == nullptr) return 0;
  return map->l_addr;
}

template <typename Work>
void OnThreadThatEnds(Work work) {
  std::thread([&work] {
    base::SetThisThreadName("unload");
    work();
  }).join();
}

// A library that a thread's storage pinned is unmapped by the first close after that thread ended:
// this is one. True: it is still mapped.
bool CloseAgain(const std::string& path, uint64_t base) {
  if (!LookFor(base).found) return false;
  OnThreadThatEnds([&path] {
    // NOLOAD takes a reference of what is there and never maps anything.
    void* again = ::dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD);
    if (again != nullptr) ::dlclose(again);
  });
  return LookFor(base).found;
}

}  // namespace

LoadedLibrary::LoadedLibrary(std::shared_ptr<const LibraryFile> file,
                             std::unique_ptr<Handle> handle)
    : file_(std::move(file)), handle_(std::move(handle)) {}

LoadedLibrary::~LoadedLibrary() { OARLOCK_CHECK(handle_ == nullptr); }

void* LoadedLibrary::Symbol(const char* name) const {
  return ::dlsym(handle_->library.native(), name);
}

Loader::~Loader() {
  struct Left {
    std::vector<std::unique_ptr<LoadedLibrary>> kept;
    std::vector<Zombie> zombies;
  };
  static auto* const left = new std::vector<Left>;  // reachable: no leak
  base::MutexLock lock(mutex_);
  if (!kept_.empty() || !zombies_.empty()) left->push_back({std::move(kept_), std::move(zombies_)});
}

// Waits for at most `limit` of real time: constructors do not run on any other.
class Loader::Turn {
 public:
  Turn(Loader& loader, std::chrono::steady_clock::duration limit) : loader_(loader) {
    const auto until = std::chrono::steady_clock::now() + limit;
    base::MutexLock lock(loader_.turn_mutex_);
    while (loader_.turn_taken_) {
      const auto left = until - std::chrono::steady_clock::now();
      if (left <= std::chrono::steady_clock::duration::zero()) return;
      loader_.turn_over_.WaitForReal(loader_.turn_mutex_, left);
    }
    taken_ = loader_.turn_taken_ = true;
  }
  ~Turn() {
    if (!taken_) return;
    base::MutexLock lock(loader_.turn_mutex_);
    loader_.turn_taken_ = false;
    loader_.turn_over_.NotifyOne();
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  explicit operator bool() const { return taken_; }

 private:
  Loader& loader_;
  bool taken_ = false;
};

base::Result<std::unique_ptr<LoadedLibrary>> Loader::Load(std::shared_ptr<const LibraryFile> file) {
  const Turn turn(*this, kLoaderBusyTimeout);
  if (!turn) {
    return base::Unavailable(file->path() +
                             ": the constructors of another library have not come back");
  }
  if (!handlers_) handlers_.emplace();
  auto handle = std::make_unique<LoadedLibrary::Handle>();
  try {
    handle->library.load(file->load_path(),
                         boost::dll::load_mode::rtld_now | boost::dll::load_mode::rtld_local);
  } catch (const std::exception& error) {
    return base::InvalidArgument(file->path() + ": the dynamic loader refused it: " + error.what());
  }
  handle->base = BaseOf(handle->library);
  std::unique_ptr<LoadedLibrary> library(new LoadedLibrary(std::move(file), std::move(handle)));
  library->signals_taken_ = handlers_->PutBack();
  return library;
}

base::Status Loader::Unload(std::unique_ptr<LoadedLibrary> library) {
  const Turn turn(*this, std::chrono::hours(24));  // a library that may be unloaded comes back
  const uint64_t base = library->handle_->base;
  const Mapped before = LookFor(base);
  // On a thread that ends: static destructors run here, and what they leave in thread-local
  // storage must not pin the library.
  OnThreadThatEnds([&library] { library->handle_->library.unload(); });
  library->handle_.reset();
  const Mapped after = LookFor(base);
  base::MutexLock lock(mutex_);
  Sweep();
  if (!after.found && after.removals != before.removals) return base::Status::Ok();
  if (!CloseAgain(library->file().load_path(), base)) return base::Status::Ok();
  zombies_.push_back({library->file_, base});
  zombie_count_ = zombies_.size();
  return base::FailedPrecondition(
      library->file().path() +
      ": still mapped after it was closed (unique symbols, NODELETE or a thread of its own); it "
      "stays in memory until the host restarts");
}

void Loader::Keep(std::unique_ptr<LoadedLibrary> library) {
  base::MutexLock lock(mutex_);
  kept_.push_back(std::move(library));
}

void Loader::Sweep() {
  std::erase_if(zombies_, [](const Zombie& zombie) {
    return !CloseAgain(zombie.file->load_path(), zombie.base);
  });
  zombie_count_ = zombies_.size();
}

}  // namespace oarlock::supervisor
