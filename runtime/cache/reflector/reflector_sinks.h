#pragma once
// The reflector's ends on the source's threads: they copy what arrives and post it to the strand,
// and know how many bytes wait there.
//
// Threads: sinks are called by the source, one call at a time each; ByteBudget [any]; RawBatch is
// handed over. A list is always posted; a watch batch up to kInlineBatchBytesMax runs at once when
// the strand is idle, since a wake-up costs as much as the event. Ownership: shared with the
// source; the reflector is held weakly, so what comes after its end is dropped.
// Limits: kListBytesInFlightMax: the source is asked to pause until half of it is worked off;
// kWatchBytesInFlightMax: past half of it the source is asked to wait until half of that is worked
// off; past all of it the watch is over (the batch that passes it is dropped and the reflector
// resumes behind the last one that was kept; a first batch is always kept);
// kStreamedListBytesInFlightMax instead of it while a list comes as a watch.

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/executor.h"
#include "base/mutex.h"
#include "kube/list_watcher.h"

namespace oarlock::cache {

inline constexpr size_t kListBytesInFlightMax = 8 * 1024 * 1024;
inline constexpr size_t kWatchBytesInFlightMax = 4 * 1024 * 1024;
inline constexpr size_t kStreamedListBytesInFlightMax = 16 * 1024 * 1024;
inline constexpr size_t kInlineBatchBytesMax = 16 * 1024;
inline constexpr size_t kSpareMax = 4;
inline constexpr size_t kSpareBytesMax = 512 * 1024;

class Reflector;

// Items or events of one call of the source, in memory of our own.
class RawBatch {
 public:
  // `memory` is what to copy them into, used before or new.
  RawBatch(std::span<const kube::RawItem> items, std::string memory);
  RawBatch(std::span<const kube::RawEvent> events, std::string memory);

  size_t size() const { return parts_.size(); }
  size_t bytes() const { return bytes_.size(); }
  // Ends the batch: its memory, for the next one.
  std::string TakeMemory() { return std::move(bytes_); }
  kube::RawItem item(size_t i) const;
  kube::RawEvent event(size_t i) const { return {parts_[i].type, item(i)}; }

 private:
  struct Part {
    size_t begin;
    size_t length;
    kube::ContentType content;
    kube::WatchEventType type;
  };
  void Append(const kube::RawItem& item, kube::WatchEventType type);

  std::string bytes_;
  std::vector<Part> parts_;
};

// Bytes that were copied and not yet worked off, of one call.
class ByteBudget {
 public:
  // Returns what was in flight before.
  size_t Add(size_t bytes) { return in_flight_.fetch_add(bytes); }
  // True when a source that waits should go on now.
  bool Release(size_t bytes, size_t low_mark);
  void NotePaused() { paused_.store(true); }
  size_t in_flight() const { return in_flight_.load(); }
  // Memory of batches that were worked off, at most kSpareMax pieces of kSpareBytesMax: touching
  // new pages for each batch of a list would cost more than copying into them.
  std::string TakeSpare();
  void KeepSpare(std::string memory);
  // Of a watch: what may be in flight.
  size_t watch_limit() const { return watch_limit_.load(); }
  void SetWatchLimit(size_t bytes) { watch_limit_.store(bytes); }

 private:
  std::atomic<size_t> in_flight_{0};
  std::atomic<size_t> watch_limit_{kWatchBytesInFlightMax};
  std::atomic<bool> paused_{false};
  base::Mutex mutex_;
  std::vector<std::string> spare_ OARLOCK_GUARDED_BY(mutex_);
};

// Who reads a list: the reflector, and its verifier. `generation` tells its calls apart.
class ListReceiver {
 public:
  virtual ~ListReceiver() = default;
  // [any]: runs `piece`, which is about so many items, on the strand, in the order of the calls.
  virtual void Take(base::Task piece, size_t items) = 0;
  virtual void OnListItems(uint64_t generation, const RawBatch& batch) = 0;
  virtual void OnListEnd(uint64_t generation, const base::Result<kube::ListMeta>& result) = 0;
  // What was paused may go on.
  virtual void ResumeCall(uint64_t generation) = 0;
};

class ListCollector final : public kube::ListSink {
 public:
  ListCollector(std::weak_ptr<ListReceiver> receiver, uint64_t generation,
                std::shared_ptr<ByteBudget> budget)
      : receiver_(std::move(receiver)), generation_(generation), budget_(std::move(budget)) {}

  kube::Flow OnItems(std::span<const kube::RawItem> items) override;
  void OnListEnd(base::Result<kube::ListMeta> meta) override;

 private:
  const std::weak_ptr<ListReceiver> receiver_;
  const uint64_t generation_;
  const std::shared_ptr<ByteBudget> budget_;
};

class WatchCollector final : public kube::WatchSink {
 public:
  WatchCollector(std::weak_ptr<Reflector> reflector, uint64_t generation,
                 std::shared_ptr<ByteBudget> budget)
      : reflector_(std::move(reflector)), generation_(generation), budget_(std::move(budget)) {}

  void OnWatchOpen() override;
  kube::Flow OnEvents(std::span<const kube::RawEvent> events) override;
  void OnWatchEnd(base::Status status) override;

 private:
  void Overflow(Reflector& reflector);

  const std::weak_ptr<Reflector> reflector_;
  const uint64_t generation_;
  const std::shared_ptr<ByteBudget> budget_;
  bool overflowed_ = false;
};

}  // namespace oarlock::cache
