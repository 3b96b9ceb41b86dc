#include "cache/testing/heap_meter.h"

#include <algorithm>
#include <atomic>
#include <cstddef>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define OARLOCK_HAS_MALLOC_HOOKS 1
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define OARLOCK_HAS_MALLOC_HOOKS 1
#endif

#ifdef OARLOCK_HAS_MALLOC_HOOKS
// Of the sanitizers' allocator; not every compiler installs the header.
extern "C" {
int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void*, size_t),
                                              void (*on_free)(const volatile void*));
size_t __sanitizer_get_allocated_size(const volatile void* memory);
}
#else
#include <malloc.h>
#endif

namespace oarlock::cache::testing {
namespace {

std::atomic<int64_t> peak_bytes{0};

void Raise(int64_t now) {
  int64_t known = peak_bytes.load();
  while (now > known && !peak_bytes.compare_exchange_weak(known, now)) {
  }
}

#ifdef OARLOCK_HAS_MALLOC_HOOKS
std::atomic<int64_t> live_bytes{0};

void OnMalloc(const volatile void*, size_t size) {
  Raise(live_bytes.fetch_add(static_cast<int64_t>(size)) + static_cast<int64_t>(size));
}
void OnFree(const volatile void* memory) {
  if (memory == nullptr) return;
  const size_t size = __sanitizer_get_allocated_size(memory);
  live_bytes.fetch_sub(static_cast<int64_t>(size));
}
int64_t Live() {
  static const int installed = __sanitizer_install_malloc_and_free_hooks(OnMalloc, OnFree);
  return installed != 0 ? live_bytes.load() : 0;
}
#else
int64_t Live() {
  const struct mallinfo2 info = mallinfo2();
  const auto now = static_cast<int64_t>(info.uordblks + info.hblkhd);
  Raise(now);
  return now;
}
#endif

}  // namespace

HeapMeter::HeapMeter() { Restart(); }

void HeapMeter::Restart() {
  start_ = Live();
  peak_bytes.store(start_);
}

int64_t HeapMeter::used() { return Live() - start_; }

int64_t HeapMeter::peak() {
  Live();
  return peak_bytes.load() - start_;
}

}  // namespace oarlock::cache::testing
