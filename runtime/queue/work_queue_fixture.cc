#include "queue/work_queue_fixture.h"

#include <malloc.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <utility>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define OARLOCK_SANITIZER_HEAP
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define OARLOCK_SANITIZER_HEAP
#endif
#endif

#ifdef OARLOCK_SANITIZER_HEAP
extern "C" size_t __sanitizer_get_current_allocated_bytes();  // its header is not always there
#endif

namespace oarlock::queue {

Key K(std::string_view name) { return {0, 0, "ns", name}; }

double MetricSum(base::MetricRegistry& metrics, const std::string& name, const std::string& label,
                 const std::string& value) {
  double sum = 0;
  for (const auto& family : metrics.Collect()) {
    if (family.name != name) continue;
    for (const auto& sample : family.samples) {
      const bool matches =
          label.empty() ||
          std::any_of(sample.labels.begin(), sample.labels.end(), [&](const auto& pair) {
            return pair.first == label && pair.second == value;
          });
      if (matches) sum += sample.value;
    }
  }
  return sum;
}

size_t AllocatedBytes() {
#ifdef OARLOCK_SANITIZER_HEAP
  return __sanitizer_get_current_allocated_bytes();  // mallinfo2 knows nothing of its heap
#else
  return mallinfo2().uordblks + mallinfo2().hblkhd;
#endif
}

size_t ThreadCount() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("Threads:", 0) == 0) return std::stoul(line.substr(8));
  }
  return 0;
}

size_t OpenFileCount() {
  const std::filesystem::directory_iterator files("/proc/self/fd");
  return static_cast<size_t>(std::distance(begin(files), end(files)));
}

std::string WorkQueueTest::Take(WorkQueue& queue) {
  const auto item = queue.TryGet();
  return item ? std::string(item->key.name()) : "";
}

std::string WorkQueueTest::RunAll(WorkQueue& queue) {
  std::string order;
  while (const auto item = queue.TryGet()) {
    order += item->key.name();
    queue.Done(item->key);
  }
  return order;
}

}  // namespace oarlock::queue
