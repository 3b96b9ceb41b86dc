#pragma once
// DirectoryWatch: tells that something happened to files of a few directories (inotify).
//
// Directories are watched, never files: a ConfigMap's swap of `..data`, a rename into place and an
// in-place write all show there, while a watch of a file sees at most the first of them.
// What happened is not told: whoever is called looks for himself. Nothing is lost for good: when
// the kernel's queue overflows or a directory goes, that is told like a change; directories that
// are not there (yet), and file systems that tell nothing, are why its user polls as well. Threads:
// Watch [any]; `changed` is called on a thread of its own, quick functions only. Errors: none:
// where inotify is not to be had, nothing is told. Limits: kWatchedDirectoriesMax.

#include <functional>
#include <memory>
#include <set>
#include <string>

namespace oarlock::supervisor {

inline constexpr size_t kWatchedDirectoriesMax = 64;

class DirectoryWatch {
 public:
  explicit DirectoryWatch(std::function<void()> changed);
  ~DirectoryWatch();  // joins
  DirectoryWatch(const DirectoryWatch&) = delete;
  DirectoryWatch& operator=(const DirectoryWatch&) = delete;

  // From now on these; those that are watched already stay so. `names`: files whose changes are
  // told; *.yaml and a kubelet's "..data" always are.
  void Watch(const std::set<std::string>& directories, std::set<std::string> names);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace oarlock::supervisor
