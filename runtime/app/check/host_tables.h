#pragma once
// Host tables for checks: those of an older host, cut at any size, and those that nobody may call.
//
// Used by the dynamic cases in a child process. The tables live as long as the object; a plugin may
// keep pointers to them from create to destroy. Threads: [any].

#include <atomic>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "oarlock/abi/abi.h"

namespace oarlock::app {

// Host tables of which each has at most `size` bytes; what is behind them is garbage, so that a
// plugin that does not ask for struct_size falls over it.
class CutTables {
 public:
  explicit CutTables(uint32_t size);
  const oar_host_api* api() const { return reinterpret_cast<const oar_host_api*>(core_.get()); }

 private:
  struct Free {
    void operator()(void* memory) const;
  };
  using Table = std::unique_ptr<void, Free>;
  static Table Cut(const void* table, uint32_t full, uint32_t size);

  Table clock_;
  Table context_;
  Table object_;
  Table buffer_;
  Table core_;
};

// The host's own tables, watched: objects that are kept (oar_object_api.keep) are counted, and
// calls of the client where its tags do not allow them, or on a thread that has no context, are
// remembered.
const oar_host_api& WatchedHostApi();
// Kept and not released, by all instances of this process.
int64_t KeptObjects();
// "a write in map", since the last time it was asked.
std::set<std::string> TakeMisplacedCalls();

// While it lives, the calling thread is the one that the context was given to.
class OnOwnThread {
 public:
  explicit OnOwnThread(oar_ctx ctx);
  ~OnOwnThread();
  OnOwnThread(const OnOwnThread&) = delete;
  OnOwnThread& operator=(const OnOwnThread&) = delete;

 private:
  oar_ctx ctx_;
};

// A host whose core and clock functions remember that they were called.
const oar_host_api& ForbiddenHostApi();
bool ForbiddenWasCalled();

// A struct that is handed to a plugin with any struct_size, and bytes behind it that must stay.
template <typename T>
class Guarded {
 public:
  explicit Guarded(uint32_t size = sizeof(T)) : memory_((sizeof(T) + size) / 8 + 9), size_(size) {
    auto* bytes = reinterpret_cast<unsigned char*>(memory_.data());
    for (size_t i = 0; i < memory_.size() * 8; ++i) bytes[i] = i < size ? 0 : kGuard;
    get()->struct_size = size;
  }
  T* get() { return reinterpret_cast<T*>(memory_.data()); }
  T* operator->() { return get(); }
  // Nothing was written behind struct_size, nor to it.
  bool intact() {
    const auto* bytes = reinterpret_cast<const unsigned char*>(memory_.data());
    for (size_t i = size_; i < memory_.size() * 8; ++i) {
      if (bytes[i] != kGuard) return false;
    }
    return get()->struct_size == size_;
  }

 private:
  static constexpr unsigned char kGuard = 0xA5;
  std::vector<uint64_t> memory_;
  uint32_t size_;
};

}  // namespace oarlock::app
