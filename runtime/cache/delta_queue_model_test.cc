// Random changes through a DeltaQueue against a naive model that keeps every one of them.
#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <set>

#include "base/random.h"
#include "cache/delta_queue.h"
#include "cache/testing/scripted_source.h"
#include "kube/decode.h"

namespace oarlock::cache {
namespace {

using testing::Json;

bool Same(const Delta& a, const Delta& b) { return a.type == b.type && a.object.SameAs(b.object); }

// What a store knows after the changes: key to object.
void Replay(std::map<std::string, kube::Object>& store, const Delta& delta) {
  if (delta.type == Delta::Type::kDelete) {
    store.erase(delta.object.key());
  } else {
    store[delta.object.key()] = delta.object;
  }
}

class QueueModel {
 public:
  QueueModel(uint64_t seed, DeltaQueue::Mode mode) : random_(seed), mode_(mode), queue_(mode) {
    for (int i = 0; i < 1000; ++i) {
      const std::string version = std::to_string(i + 1);
      pool_.push_back(kube::ObjectFromJson(Json({"o" + std::to_string(i % 40), version, "default",
                                                 "u" + std::to_string(i % 3)}))
                          .value());
    }
  }

  void Step() {
    const uint64_t what = random_.Next() % 100;
    if (what < 96) return Push();
    if (what == 96 && random_.Next() % 20 == 0) {
      queue_.Clear();
      all_.clear();
      waiting_.clear();
      pushed_ = popped_;
      return;
    }
    Pop();
    ASSERT_EQ(queue_.size(), entries());
  }

 private:
  void Push() {
    Delta delta{random_.Next() % 3 == 0 ? Delta::Type::kDelete : Delta::Type::kUpsert,
                pool_[random_.Next() % pool_.size()]};
    all_.push_back(delta);
    waiting_.insert(delta.object.name());
    Replay(pushed_, delta);
    queue_.Push(std::move(delta));
    ASSERT_EQ(queue_.size(), entries());
  }

  size_t entries() const {
    return mode_ == DeltaQueue::Mode::kStrict ? all_.size() : waiting_.size();
  }

  // All changes of the key of the oldest one, merged as the header of the queue says.
  std::vector<Delta> Oldest() {
    std::vector<Delta> out{all_.front()};
    all_.pop_front();
    waiting_.erase(out[0].object.name());
    if (mode_ == DeltaQueue::Mode::kStrict) return out;
    const std::string key = out[0].object.key();
    for (auto delta = all_.begin(); delta != all_.end();) {
      if (delta->object.key() != key) {
        ++delta;
        continue;
      }
      out.push_back(*delta);
      delta = all_.erase(delta);
    }
    std::vector<Delta> merged;
    for (const Delta& delta : out) {
      if (delta.type == Delta::Type::kDelete && merged.empty()) merged.push_back(delta);
    }
    if (out.back().type == Delta::Type::kUpsert) merged.push_back(out.back());
    return merged;
  }

  void Pop() {
    std::vector<Delta> batch;
    ASSERT_EQ(queue_.PopBatch(batch), !all_.empty());
    ASSERT_LE(batch.size(), kDeltaBatchMax);
    for (size_t at = 0; at < batch.size();) {
      for (const Delta& expected : Oldest()) {
        ASSERT_TRUE(Same(batch[at], expected)) << at << " " << expected.object.key();
        Replay(popped_, batch[at++]);
      }
    }
    if (!all_.empty()) return;
    ASSERT_EQ(popped_.size(), pushed_.size());
    for (const auto& [key, object] : pushed_) ASSERT_TRUE(popped_[key].SameAs(object)) << key;
  }

  base::Random random_;
  const DeltaQueue::Mode mode_;
  DeltaQueue queue_;
  std::vector<kube::Object> pool_;
  std::set<std::string_view> waiting_;          // keys of coalescing
  std::deque<Delta> all_;                       // pushed and not popped
  std::map<std::string, kube::Object> pushed_;  // what all pushes lead to
  std::map<std::string, kube::Object> popped_;  // what all pops have led to
};

void RunModel(DeltaQueue::Mode mode) {
  const uint64_t first = base::Random::OsSeed();
  for (uint64_t seed = first; seed < first + 2; ++seed) {
    ::testing::Test::RecordProperty("seed", std::to_string(seed));
    SCOPED_TRACE("seed " + std::to_string(seed));
    QueueModel model(seed, mode);
    for (int step = 0; step < 100'000 && !::testing::Test::HasFailure(); ++step) model.Step();
  }
}

TEST(DeltaQueueModel, CoalescingLeadsWhereEveryChangeInOrderLeads) {
  RunModel(DeltaQueue::Mode::kCoalesce);
}
TEST(DeltaQueueModel, StrictOrderIsTheOrderOfArrival) { RunModel(DeltaQueue::Mode::kStrict); }

}  // namespace
}  // namespace oarlock::cache
