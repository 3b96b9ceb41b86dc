#include "sandbox/store/store.h"

#include <gtest/gtest.h>

#include <map>
#include <thread>

#include "base/fake_clock.h"
#include "base/random.h"

namespace oarlock::sandbox {
namespace {

constexpr std::string_view kMaps = "configmaps";

Draft MakeDraft(std::string_view ns, std::string_view name, std::string_view data = "x") {
  Draft draft;
  draft.ns = ns;
  draft.name = name;
  draft.text = R"({"data":")" + std::string(data) + R"(","metadata":{"resourceVersion":"")";
  draft.version_at = draft.text.size() - 1;
  draft.text += "}}";
  return draft;
}

class StoreTest : public ::testing::Test {
 protected:
  uint64_t Create(std::string_view name, std::string_view data = "x") {
    return store_.Put(kMaps, MakeDraft("a", name, data), 0).value()->version;
  }
  uint64_t Replace(std::string_view name, uint64_t expected, std::string_view data) {
    return store_.Put(kMaps, MakeDraft("a", name, data), expected).value()->version;
  }
  std::string Names(const ObjectMap& objects) {
    std::string out;
    for (auto at = objects.First(); at.valid(); at.Next()) out += at.key() + " ";
    return out;
  }

  base::FakeClock clock_;
  StoreLimits limits_{.objects = 100, .bytes = 1'000'000, .window_changes = 5};
  Store store_{clock_, limits_};
};

TEST_F(StoreTest, WritesTheVersionIntoTheText) {
  const StoredPtr object = store_.Put(kMaps, MakeDraft("a", "n"), 0).value();
  EXPECT_EQ(object->version, 2u);
  EXPECT_EQ(object->text, R"({"data":"x","metadata":{"resourceVersion":"2"}})");
  EXPECT_EQ(store_.Find(kMaps, "a/n"), object);
}

TEST_F(StoreTest, RefusesAWriteOverAnotherVersion) {
  const uint64_t version = Create("n");
  EXPECT_EQ(store_.Put(kMaps, MakeDraft("a", "n"), 0).status().code(), base::StatusCode::kConflict);
  EXPECT_EQ(store_.Put(kMaps, MakeDraft("a", "m"), version).status().code(),
            base::StatusCode::kConflict);
  EXPECT_EQ(store_.Remove(kMaps, "a/n", version + 1).status().code(), base::StatusCode::kConflict);
  EXPECT_EQ(store_.Remove(kMaps, "a/m", version).status().code(), base::StatusCode::kConflict);
  EXPECT_EQ(store_.stats().conflicts, 4u);
  EXPECT_EQ(store_.Read()->version, version);
}

TEST_F(StoreTest, ADeletionHasAVersionOfItsOwn) {
  const uint64_t version = Create("n");
  const StoredPtr gone = store_.Remove(kMaps, "a/n", version).value();
  EXPECT_EQ(gone->version, version + 1);
  EXPECT_NE(gone->text.find(R"("resourceVersion":"3")"), std::string::npos);
  EXPECT_EQ(store_.Find(kMaps, "a/n"), nullptr);
  const auto last = store_.Read()->Table(kMaps).changes.UpperBound(version);
  ASSERT_TRUE(last.valid());
  EXPECT_TRUE(last.value().deleted);
  EXPECT_EQ(last.value().previous->version, version);
}

TEST_F(StoreTest, ASnapshotStaysAsItWas) {
  Create("n");
  const Snapshot before = store_.Read();
  Create("m");
  EXPECT_EQ(Names(before->Table(kMaps).objects), "a/n ");
  EXPECT_EQ(Names(store_.Read()->Table(kMaps).objects), "a/m a/n ");
}

TEST_F(StoreTest, GoesBackToAnOldVersionThroughTheWindow) {
  const uint64_t first = Create("n");
  const uint64_t second = Create("m");
  Replace("n", first, "y");
  ASSERT_TRUE(store_.Remove(kMaps, "a/m", second).ok());
  const auto then = store_.Read()->At(kMaps, second);
  ASSERT_TRUE(then);
  EXPECT_EQ(Names(*then), "a/m a/n ");
  EXPECT_NE((*then->Find("a/n"))->text.find("\"x\""), std::string::npos);
  EXPECT_EQ(Names(*store_.Read()->At(kMaps, first)), "a/n ");
}

TEST_F(StoreTest, TheWindowForgetsWhatIsOld) {
  uint64_t version = Create("n");
  const uint64_t first = version;
  for (int i = 0; i < 5; ++i) version = Replace("n", version, std::to_string(i));
  const Snapshot state = store_.Read();
  EXPECT_EQ(state->Table(kMaps).changes.size(), 5u);
  EXPECT_EQ(state->Forgotten(kMaps), first);
  EXPECT_TRUE(state->At(kMaps, first));
  Replace("n", version, "z");
  EXPECT_FALSE(store_.Read()->At(kMaps, first));
  EXPECT_EQ(store_.stats().forgotten_changes, 2u);
}

TEST_F(StoreTest, TheWindowIsBoundedInBytesToo) {
  Store store(clock_, {.window_bytes = 3000});
  uint64_t version = 0;
  for (int i = 0; i < 5; ++i) {
    version =
        store.Put(kMaps, MakeDraft("a", "n", std::string(1000, 'x')), version).value()->version;
  }
  EXPECT_EQ(store.Read()->Table(kMaps).changes.size(), 2u);
}

TEST_F(StoreTest, IsFullAtItsLimits) {
  for (int i = 0; i < 100; ++i) Create("n" + std::to_string(i));
  EXPECT_EQ(store_.Put(kMaps, MakeDraft("a", "one-more"), 0).status().code(),
            base::StatusCode::kResourceExhausted);
  ASSERT_TRUE(store_.Remove(kMaps, "a/n0", store_.Find(kMaps, "a/n0")->version).ok());
  EXPECT_EQ(
      store_.Put(kMaps, MakeDraft("a", "big", std::string(1'000'000, 'x')), 0).status().code(),
      base::StatusCode::kResourceExhausted);
  EXPECT_EQ(store_.stats().refused, 2u);
  Create("one-more");
}

TEST_F(StoreTest, RestoreBringsObjectsBackAndNoVersionTwice) {
  const uint64_t first = Create("n");
  const Snapshot before = store_.Read();
  const uint64_t last = Create("m");
  store_.Restore(before);
  const Snapshot now = store_.Read();
  EXPECT_EQ(Names(now->Table(kMaps).objects), "a/n ");
  EXPECT_EQ((*now->Table(kMaps).objects.Find("a/n"))->version, first);
  EXPECT_EQ(now->version, last + 1);
  EXPECT_EQ(now->Forgotten(kMaps), last + 1);
  EXPECT_EQ(now->Forgotten("never.seen"), last + 1);
  EXPECT_FALSE(now->At(kMaps, first));
  EXPECT_EQ(store_.OldestListed(), last + 1);
  EXPECT_EQ(Create("k"), last + 2);
}

TEST_F(StoreTest, AForkGoesItsOwnWay) {
  Create("n");
  const auto fork = store_.Fork();
  Create("m");
  ASSERT_TRUE(fork->Put(kMaps, MakeDraft("a", "other"), 0).ok());
  EXPECT_EQ(Names(store_.Read()->Table(kMaps).objects), "a/m a/n ");
  EXPECT_EQ(Names(fork->Read()->Table(kMaps).objects), "a/n a/other ");
}

TEST_F(StoreTest, WakesWhoWaitsForThatResource) {
  int pods = 0;
  int maps = 0;
  int all = 0;
  const auto a = store_.Subscribe("pods", [&] { ++pods; });
  auto b = store_.Subscribe(kMaps, [&] { ++maps; });
  const auto c = store_.Subscribe("", [&] { ++all; });
  Create("n");
  EXPECT_EQ(maps, 1);
  EXPECT_EQ(pods, 0);
  EXPECT_EQ(all, 1);
  b.reset();
  Create("m");
  EXPECT_EQ(maps, 1);
  store_.Restore(store_.Read());
  EXPECT_EQ(pods, 1);
}

TEST_F(StoreTest, VersionsAreOldAfterFiveMinutes) {
  const uint64_t first = Create("n");
  EXPECT_EQ(store_.OldestListed(), 0u);
  clock_.Advance(std::chrono::minutes(2));
  const uint64_t second = Create("m");
  clock_.Advance(std::chrono::minutes(3) + std::chrono::seconds(2));
  EXPECT_EQ(store_.OldestListed(), first);
  clock_.Advance(std::chrono::minutes(5));
  EXPECT_EQ(store_.OldestListed(), second);
}

TEST_F(StoreTest, ManyWritersNeverBothWin) {
  Store store(clock_);
  ASSERT_TRUE(store.Put(kMaps, MakeDraft("a", "n"), 0).ok());
  std::atomic<uint64_t> won{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) {
        const uint64_t version = store.Find(kMaps, "a/n")->version;
        if (store.Put(kMaps, MakeDraft("a", "n"), version).ok()) ++won;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(won + store.stats().conflicts, 400u);
  EXPECT_EQ(store.Read()->version, 2 + won);
}

TEST(PersistentMap, DoesWhatAMapDoesAndKeepsOldCopies) {
  base::Random random(7);
  PersistentMap<int, int> map;
  std::map<int, int> model;
  for (int step = 0; step < 4000; ++step) {
    const int key = static_cast<int>(random.Next() % 300);
    const auto before = map;
    const auto model_before = model;
    if (random.Next() % 3 == 0) {
      map.Erase(key);
      model.erase(key);
    } else {
      map.Set(key, step);
      model[key] = step;
    }
    ASSERT_EQ(map.size(), model.size());
    ASSERT_EQ(before.size(), model_before.size());
    ASSERT_EQ(before.Find(key) != nullptr, model_before.contains(key));
    const int from = static_cast<int>(random.Next() % 300);
    auto expected = model.lower_bound(from);
    ASSERT_EQ(map.CountFrom(from), static_cast<size_t>(std::distance(expected, model.end())));
    for (auto at = map.LowerBound(from); at.valid(); at.Next(), ++expected) {
      ASSERT_NE(expected, model.end());
      ASSERT_EQ(at.key(), expected->first);
      ASSERT_EQ(at.value(), expected->second);
    }
    ASSERT_EQ(expected, model.end());
    const auto above = map.UpperBound(from);
    const auto model_above = model.upper_bound(from);
    ASSERT_EQ(above.valid(), model_above != model.end());
    if (above.valid()) {
      ASSERT_EQ(above.key(), model_above->first);
    }
  }
}

}  // namespace
}  // namespace oarlock::sandbox
