#pragma once
// HandleRegistry: turns the 64-bit handles of the C ABI back into what they stand for.
//
// A C table carries no pointer of the host, so this is the one process-wide table of the runtime
// (Process()); it holds contexts, instances, builders and sinks. A handle names a slot and the
// slot's turn: a stale, foreign or invented one is simply not found, never followed.
// Find pins what it returns, so that it cannot end under a call; Remove waits for the pins.
// Threads: [any]; Find is two atomic operations on the slot's own cache line, no lock.
// Limits: kHandlesMax live handles; past it Add returns 0. The last kHandlesReserved of them are
// for callbacks of plugins only, whose number is bounded by that of generations: a reconcile that
// finds no handle is tried again, a callback would lose what it was called for.

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "base/mutex.h"

namespace oarlock::pluginhost {

inline constexpr uint32_t kHandlesMax = 65'536;
inline constexpr uint32_t kHandlesReserved = 4'096;

enum class HandleKind : uint8_t {
  kInstance = 1,
  kContext = 2,
  kBuilder = 3,
  kSink = 4,
  kStream = 5
};

enum class HandleShare : uint8_t { kCommon, kReserved };

class HandleRegistry {
  struct Slot;

 public:
  // Keeps the object of a handle alive while it exists. Null when the handle was not valid.
  class Pin {
   public:
    Pin() = default;
    Pin(Slot* slot, void* object) : slot_(slot), object_(object) {}
    Pin(Pin&& other) noexcept;
    Pin& operator=(Pin&&) = delete;
    ~Pin();
    void* object() const { return object_; }

   private:
    Slot* slot_ = nullptr;
    void* object_ = nullptr;
  };

  HandleRegistry();
  ~HandleRegistry();
  static HandleRegistry& Process();

  // `object` is borrowed until Remove. 0 when full.
  uint64_t Add(HandleKind kind, void* object, HandleShare share = HandleShare::kCommon);
  // Blocks until nobody has it pinned. Harmless for a handle that is not there.
  void Remove(uint64_t id);
  Pin Find(uint64_t id, HandleKind kind);
  size_t size() const;

 private:
  static constexpr uint32_t kChunk = 1024;
  // Null when no handle of that index was ever given out.
  Slot* SlotAt(uint32_t index) const;

  // Made as they are needed, given back at the end: an idle host has few handles.
  std::array<std::atomic<Slot*>, kHandlesMax / kChunk> chunks_{};
  mutable base::Mutex mutex_;
  std::vector<uint32_t> free_ OARLOCK_GUARDED_BY(mutex_);
  uint32_t used_ OARLOCK_GUARDED_BY(mutex_) = 0;  // slots that were ever used
  uint32_t next_turn_ OARLOCK_GUARDED_BY(mutex_) = 1;
};

// A pinned handle of a known kind: `if (auto ctx = Pinned<Context>(id)) ctx->…`.
template <typename T>
class Pinned {
 public:
  explicit Pinned(uint64_t id) : pin_(HandleRegistry::Process().Find(id, T::kHandleKind)) {}
  explicit operator bool() const { return pin_.object() != nullptr; }
  T* operator->() const { return static_cast<T*>(pin_.object()); }
  T& operator*() const { return *static_cast<T*>(pin_.object()); }

 private:
  HandleRegistry::Pin pin_;
};

// Registers an object for its lifetime.
class Registration {
 public:
  Registration(HandleKind kind, void* object, HandleShare share = HandleShare::kCommon)
      : id_(HandleRegistry::Process().Add(kind, object, share)) {}
  ~Registration() { HandleRegistry::Process().Remove(id_); }
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;
  uint64_t id() const { return id_; }

 private:
  uint64_t id_;
};

}  // namespace oarlock::pluginhost
