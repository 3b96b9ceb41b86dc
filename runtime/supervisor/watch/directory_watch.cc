#include "supervisor/watch/directory_watch.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <cstring>
#include <map>
#include <thread>
#include <utility>

#include "base/mutex.h"
#include "base/thread_name.h"

namespace oarlock::supervisor {
namespace {

constexpr uint32_t kEvents = IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_MODIFY | IN_CLOSE_WRITE |
                             IN_DELETE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;

}  // namespace

class DirectoryWatch::Impl {
 public:
  explicit Impl(std::function<void()> changed)
      : changed_(std::move(changed)),
        inotify_(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)),
        end_(::eventfd(0, EFD_CLOEXEC)),
        thread_([this] {
          base::SetThisThreadName("files");
          Run();
        }) {}

  ~Impl() {
    const uint64_t one = 1;
    [[maybe_unused]] const ssize_t ignored = ::write(end_, &one, sizeof(one));
    thread_.join();
    ::close(end_);
    if (inotify_ >= 0) ::close(inotify_);
  }

  void Watch(const std::set<std::string>& directories, std::set<std::string> names) {
    if (inotify_ < 0) return;
    base::MutexLock lock(mutex_);
    names_ = std::move(names);
    std::set<int> before;
    for (const auto& [directory, watch] : watched_) before.insert(watch);
    watched_.clear();
    for (const std::string& directory : directories) {
      if (watched_.size() >= kWatchedDirectoriesMax) break;
      // Added anew each time: the directory of this name may be another one by now.
      const int watch = ::inotify_add_watch(inotify_, directory.c_str(), kEvents);
      if (watch < 0) continue;
      watched_[directory] = watch;
      before.erase(watch);  // two names may lead to one directory
    }
    for (const int watch : before) ::inotify_rm_watch(inotify_, watch);
  }

 private:
  void Run() {
    for (;;) {
      pollfd fds[] = {{end_, POLLIN, 0}, {inotify_, POLLIN, 0}};
      if (::poll(fds, inotify_ < 0 ? 1 : 2, -1) < 0) continue;
      if (fds[0].revents != 0) return;
      if (ReadAll()) changed_();
    }
  }

  // True when there was something of interest.
  bool ReadAll() {
    alignas(inotify_event) char buffer[4096];
    bool any = false;
    for (;;) {
      const ssize_t size = ::read(inotify_, buffer, sizeof(buffer));
      if (size <= 0) return any;
      for (ssize_t at = 0; at < size;) {
        inotify_event event;
        std::memcpy(&event, buffer + at, sizeof(event));
        const char* name = buffer + at + sizeof(event);
        any = any || IsOfInterest(event.len == 0 ? std::string_view() : std::string_view(name));
        at += static_cast<ssize_t>(sizeof(event) + event.len);
      }
    }
  }

  // Without a name: the directory itself, or an overflow.
  bool IsOfInterest(std::string_view name) {
    if (name.empty() || name.starts_with("..") || name.ends_with(".yaml")) return true;
    base::MutexLock lock(mutex_);
    return names_.contains(std::string(name));
  }

  std::function<void()> changed_;
  int inotify_;
  int end_;
  base::Mutex mutex_;
  std::map<std::string, int> watched_ OARLOCK_GUARDED_BY(mutex_);
  std::set<std::string> names_ OARLOCK_GUARDED_BY(mutex_);
  std::thread thread_;
};

DirectoryWatch::DirectoryWatch(std::function<void()> changed)
    : impl_(std::make_unique<Impl>(std::move(changed))) {}
DirectoryWatch::~DirectoryWatch() = default;
void DirectoryWatch::Watch(const std::set<std::string>& directories, std::set<std::string> names) {
  impl_->Watch(directories, std::move(names));
}

}  // namespace oarlock::supervisor
