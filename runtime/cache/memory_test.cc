// What the cache keeps besides its objects: stated bounds, and that nothing stays behind (INV-12).
#include <gtest/gtest.h>

#include "base/fake_clock.h"
#include "base/random.h"
#include "cache/delta_queue.h"
#include "cache/reflector/reflector_sinks.h"
#include "cache/store.h"
#include "cache/testing/heap_meter.h"
#include "cache/testing/informer_harness.h"
#include "kube/decode.h"

namespace oarlock::cache {
namespace {

using testing::HeapMeter;
using testing::InformerHarness;
using testing::Json;

constexpr int64_t kKiB = 1024;
constexpr int64_t kMiB = 1024 * kKiB;

kube::Object Make(const testing::ObjectText& text) {
  return kube::ObjectFromJson(Json(text)).value();
}

void ByValue(const kube::Object& object, IndexValues& values) {
  values.Add(object["data"]["v"].AsString());
}

// Ever new keys and index values: slots, postings, buckets and answers of the past are given back.
TEST(Memory, ST_7_ChurnLeavesNoPostingsNoAnswersAndNoBuckets) {
  base::Random random(3);
  base::FakeClock clock;
  Store store;
  ASSERT_TRUE(store.AddIndex("value", ByValue).ok());
  HeapMeter heap;
  int64_t after_first = 0;
  uint64_t version = 1000;
  for (int round = 0; round < 6; ++round) {
    for (int i = 0; i < 3000; ++i) {
      const std::string name = "r" + std::to_string(round) + "-" + std::to_string(i);
      const std::string next = std::to_string(++version);
      store.Set(Make({.name = name, .version = next, .value = name}));
      if (i % 7 == 0) store.ApplyWrite(Make({.name = name, .version = "9" + next, .value = "w"}));
      if (i % 11 == 0) store.ApplyDelete("default/" + name, "u-" + name, "", clock.Now());
    }
    clock.Advance(kDeleteMarkTime);
    store.BeginList();
    store.EndList(std::to_string(++version), true);
    EXPECT_FALSE(store.ExpirePending(clock.Now()));
    ASSERT_EQ(store.size(), 0u);
    EXPECT_TRUE(store.IndexedValues("value").value().empty());
    if (round == 0) after_first = heap.used();
  }
  EXPECT_LT(after_first, 200 * kKiB) << "of 3 000 objects, all gone";
  EXPECT_LE(heap.used(), after_first + 10 * kKiB) << "and no round adds to it";
}

TEST(Memory, INV_12_AStoreKeepsLessThanAHundredBytesPerObjectBesidesTheObjects) {
  constexpr int kCount = 4000;
  const std::string blob(1500, 'x');
  std::vector<std::string> texts;
  for (int i = 0; i < kCount; ++i) {
    const std::string name = "n" + std::to_string(i);
    texts.push_back(Json({.name = name,
                          .version = "1",
                          .value = "v" + std::to_string(i % 50),
                          .extra = R"(,"annotations":{"blob":")" + blob + "\"}"}));
  }
  HeapMeter heap;
  Store store;
  ASSERT_TRUE(store.AddIndex("value", ByValue).ok());
  for (const std::string& text : texts) store.Set(kube::ObjectFromJson(text).value());
  const auto bytes = static_cast<int64_t>(store.bytes());
  EXPECT_GE(heap.used(), bytes) << "bytes() does not flatter";
  EXPECT_LE(heap.used(), bytes + kCount * (64 + 2 * 16)) << "two indices of one value each";
  ::testing::Test::RecordProperty("bytes_per_object_besides",
                                  std::to_string((heap.used() - bytes) / kCount));
}

// A popped entry is gone, whatever waits behind it.
TEST(Memory, RF_13_APoppedChangeIsFreedWhileOthersWait) {
  const std::string big(64 * kKiB, 'x');
  Make({.name = "warm", .version = "1", .value = big});  // the parser's own memory
  for (const auto mode : {DeltaQueue::Mode::kCoalesce, DeltaQueue::Mode::kStrict}) {
    DeltaQueue queue(mode);
    HeapMeter heap;
    for (size_t i = 0; i < 3 * kDeltaBatchMax; ++i) {
      const std::string name = "n" + std::to_string(i);
      queue.Push({Delta::Type::kUpsert,
                  Make({.name = name, .version = "1", .value = i < 100 ? big : ""})});
    }
    const int64_t full = heap.used();
    ASSERT_GT(full, 100 * 64 * kKiB);
    std::vector<Delta> batch;
    ASSERT_TRUE(queue.PopBatch(batch));
    batch.clear();
    EXPECT_GT(queue.size(), 0u);
    EXPECT_LT(heap.used(), full - 100 * 64 * kKiB);
    while (queue.PopBatch(batch)) batch.clear();
    batch.shrink_to_fit();
    EXPECT_LT(heap.used(), 100 * kKiB) << "a burst leaves no buckets";
  }
}

// Hands out a list as a connection would: in pieces, and only while nobody asked it to pause.
class PacedSource final : public kube::ListerWatcher {
 public:
  PacedSource(int count, std::string blob) : count_(count), blob_(std::move(blob)) {}

  std::unique_ptr<kube::Call> List(const kube::ListOptions&,
                                   std::shared_ptr<kube::ListSink> sink) override {
    auto call = std::make_unique<PacedList>(*this, std::move(sink));
    call->Resume();
    return call;
  }
  std::unique_ptr<kube::Call> Watch(const kube::WatchOptions&,
                                    std::shared_ptr<kube::WatchSink> sink) override {
    sink->OnWatchOpen();
    watch = std::move(sink);
    return std::make_unique<Nothing>();
  }

  std::shared_ptr<kube::WatchSink> watch;
  int version = 1;  // of every object

 private:
  class Nothing final : public kube::Call {
    void Cancel() override {}
  };
  class PacedList final : public kube::Call {
   public:
    PacedList(PacedSource& source, std::shared_ptr<kube::ListSink> sink)
        : source_(source), sink_(std::move(sink)) {}
    void Cancel() override { ended_ = true; }
    void Resume() override {
      while (!ended_ && next_ < source_.count_) {
        const std::string n = std::to_string(next_++);
        const std::string item = Json({.name = "n" + n,
                                       .version = std::to_string(source_.version),
                                       .value = n + source_.blob_});
        const kube::RawItem raw{kube::ContentType::kJson, item};
        if (sink_->OnItems({&raw, 1}) == kube::Flow::kPause && next_ < source_.count_) return;
      }
      if (!std::exchange(ended_, true)) {
        sink_->OnListEnd(kube::ListMeta{std::to_string(1000 + source_.version), "", {}});
      }
    }

   private:
    PacedSource& source_;
    const std::shared_ptr<kube::ListSink> sink_;
    int next_ = 0;
    bool ended_ = false;
  };

  const int count_;
  const std::string blob_;
};

// The objects are in a segment, which is no part of the heap.
// The constant: what a list needs besides the store is the bytes in flight (kListBytesInFlightMax,
// and once more what is being decoded of it), however long the list is. A relist of what is
// unchanged, and one in which every object changed, need no more than the first.
TEST(Memory, INV_12_NoListIsHeldTwiceHoweverLongItIs) {
  constexpr int kCount = 4000;
  const int64_t in_flight = static_cast<int64_t>(kListBytesInFlightMax) + kMiB;
  base::FakeClock clock;
  base::ManualExecutor executor;
  base::Random random{1};
  auto source = std::make_shared<PacedSource>(kCount, std::string(8 * kKiB, 'x'));
  HeapMeter heap;
  SharedInformer informer(testing::ConfigMapScope(), source,
                          {&executor, &clock, &random, nullptr, nullptr});
  informer.Start();
  executor.RunUntilIdle();
  ASSERT_TRUE(informer.HasSynced());
  const auto bytes = static_cast<int64_t>(informer.store().bytes());
  ASSERT_GT(bytes, 3 * in_flight);
  EXPECT_LE(heap.used(), bytes / 10);
  EXPECT_LE(heap.peak(), bytes / 10 + in_flight) << "first list";
  for (const bool changed : {false, true}) {
    source->version += changed ? 1 : 0;
    source->watch->OnWatchEnd(testing::Expired());
    const size_t lists = informer.state().attempts;
    while (informer.state().attempts < lists + 2) {
      executor.RunUntilIdle();
      if (clock.pending_timers() > 0) clock.AdvanceToNextTimer();
      executor.RunUntilIdle();
    }
    EXPECT_LE(heap.used(), bytes / 10);
    EXPECT_LE(heap.peak(), bytes / 10 + in_flight) << "relist, changed: " << changed;
    EXPECT_EQ(informer.store().Get("default/n7").resource_version(),
              std::to_string(source->version));
  }
  informer.Stop();
  executor.RunUntilIdle();
}

}  // namespace
}  // namespace oarlock::cache
