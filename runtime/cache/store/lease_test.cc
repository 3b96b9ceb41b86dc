// Leases, and what a store holds for those who have them.
#include <gtest/gtest.h>

#include <optional>

#include "base/fake_clock.h"
#include "cache/store.h"
#include "cache/store/object_limbo.h"
#include "cache/testing/heap_meter.h"
#include "cache/testing/scripted_source.h"
#include "kube/decode.h"

namespace oarlock::cache {
namespace {

using testing::HeapMeter;
using testing::Json;
using testing::ObjectText;

kube::Object Make(const ObjectText& text) { return kube::ObjectFromJson(Json(text)).value(); }
kube::Object Version(int version) { return Make({"a", std::to_string(version)}); }

// A change as the informer makes it.
void SetInBatch(Store& store, const kube::Object& object) {
  store.BeginBatch();
  store.Set(object);
  store.EndBatch();
}

TEST(Lease, ReadsLikeTheStoreAndCountsNothing) {
  Store store;
  LeaseTable leases;
  store.Set(Version(1));
  const ObjectLease lease = store.Lease("default/a", leases);
  ASSERT_TRUE(lease);
  EXPECT_TRUE(lease.object().borrowed());
  EXPECT_TRUE(lease.object().SameAs(store.Get("default/a")));
  EXPECT_FALSE(store.Get("default/a").borrowed());
  EXPECT_FALSE(store.Lease("default/b", leases));
  EXPECT_FALSE(store.Lease("", leases));
  EXPECT_EQ(leases.size(), 1u) << "what is not there needs no lease";
}

TEST(Lease, KeepsItsObjectWhileOthersComeAndGo) {
  constexpr int kUpdates = 100'000;
  Store store;
  LeaseTable leases;
  store.Set(Version(1));
  const ObjectLease lease = store.Lease("default/a", leases);
  const std::string_view name = lease.object().name();
  const std::string before = lease.object().ToJson();
  HeapMeter heap;
  const kube::Object states[2] = {Version(2), Version(3)};
  const int64_t start = heap.used();
  size_t most = 0;
  for (int i = 0; i < kUpdates; ++i) {
    if (i % 100 == 0) {
      store.Set(Version(1000 + i));
    } else {
      store.Set(states[i % 2]);
    }
    most = std::max(most, store.replaced());
  }
  EXPECT_LE(most, kLimboSweepAt + 1) << "one of them is leased";
  EXPECT_LE(heap.used() - start, 64 * 1024) << "bounded, not " << kUpdates << " objects";
  EXPECT_EQ(name, "a");
  EXPECT_EQ(lease.object().ToJson(), before);
  SetInBatch(store, Version(5000));
  EXPECT_EQ(store.replaced(), 1u);
}

TEST(Lease, GivesItsObjectFreeWhenItEnds) {
  Store store;
  LeaseTable leases;
  store.Set(Version(1));
  {
    const ObjectLease first = store.Lease("default/a", leases);
    const ObjectLease second = store.Lease("default/a", leases);
    SetInBatch(store, Version(2));
    EXPECT_EQ(store.replaced(), 1u);
    EXPECT_EQ(first.object().resource_version(), "1");
    EXPECT_EQ(second.object().resource_version(), "1");
  }
  SetInBatch(store, Version(3));
  EXPECT_EQ(store.replaced(), 0u);
  base::FakeClock clock;
  ObjectLease last = store.Lease("default/a", leases);
  store.Remove("default/a", Version(4));
  EXPECT_TRUE(store.ExpirePending(clock.Now())) << "asks for another look";
  last = {};
  EXPECT_FALSE(store.ExpirePending(clock.Now()));
  EXPECT_EQ(store.replaced(), 0u);
}

TEST(Lease, ACopyOfItsObjectOutlivesIt) {
  Store store;
  LeaseTable leases;
  store.Set(Version(1));
  kube::Object kept;
  {
    const ObjectLease lease = store.Lease("default/a", leases);
    store.Remove("default/a", Version(2));
    kept = lease.object();
  }
  store.BeginBatch();
  store.EndBatch();
  EXPECT_EQ(store.replaced(), 0u);
  EXPECT_EQ(kept.resource_version(), "1");
}

TEST(Lease, OutlivesTheStoreAndLeavesNothingBehind) {
  const std::string big(100'000, 'x');
  Make({.name = "warm", .version = "1", .value = big});
  { const LeaseTable warm; }
  HeapMeter heap;
  {
    LeaseTable leases;
    ObjectLease live;
    ObjectLease replaced;
    {
      Store store;
      store.Set(Make({.name = "a", .version = "1", .value = big}));
      replaced = store.Lease("default/a", leases);
      store.Set(Make({.name = "a", .version = "2", .value = big}));
      live = store.Lease("default/a", leases);
      store.Set(Make({.name = "b", .version = "3", .value = big}));
    }
    EXPECT_EQ(replaced.object().resource_version(), "1");
    EXPECT_EQ(live.object().resource_version(), "2");
    EXPECT_EQ(live.object()["data"]["v"].AsString(), big);
    EXPECT_GT(heap.used(), 200'000);
    EXPECT_LT(heap.used(), 300'000) << "without the one that nobody has";
  }
  EXPECT_LT(heap.used(), 20'000) << "they went with the table";
}

TEST(Lease, SlotsAreUsedAgainHoweverManyThereWere) {
  Store store;
  LeaseTable leases;
  store.Set(Version(1));
  const size_t before = LeaseTable::Leased().size();
  std::vector<ObjectLease> held;
  for (uint32_t i = 0; i < 3 * kLeaseChunk; ++i) held.push_back(store.Lease("default/a", leases));
  EXPECT_EQ(leases.size(), 3 * kLeaseChunk);
  EXPECT_EQ(LeaseTable::Leased().size(), before + 3 * kLeaseChunk);
  for (size_t i = 0; i < held.size(); i += 2) held[i] = {};
  EXPECT_EQ(LeaseTable::Leased().size(), before + 3 * kLeaseChunk / 2);
  for (size_t i = 0; i < held.size(); i += 2) held[i] = store.Lease("default/a", leases);
  EXPECT_EQ(LeaseTable::Leased().size(), before + 3 * kLeaseChunk);
  held.clear();
  EXPECT_EQ(leases.size(), 0u);
  EXPECT_EQ(LeaseTable::Leased().size(), before);
}

TEST(Lease, AnObjectOfNoStoreNeedsNone) {
  LeaseTable leases;
  ObjectLease own(Version(1));
  EXPECT_FALSE(own.object().borrowed());
  ObjectLease moved = std::move(own);
  EXPECT_FALSE(own);  // NOLINT(bugprone-use-after-move): empty is what a moved one is
  EXPECT_EQ(moved.object().name(), "a");
  EXPECT_EQ(leases.size(), 0u);
}

// What a reader may see is never freed under him, and nothing waits for him.
TEST(StoreReclaim, AnOpenReadHoldsWhatWasReplacedSinceAndNoLonger) {
  Store store;
  SetInBatch(store, Version(1));
  std::optional<base::ReadSection> reader(std::in_place);
  for (int version = 2; version < 200; ++version) SetInBatch(store, Version(version));
  EXPECT_EQ(store.replaced(), 198u) << "there is a reader who may have any of them";
  EXPECT_EQ(store.Get("default/a").resource_version(), "199");
  reader.reset();
  SetInBatch(store, Version(200));
  EXPECT_EQ(store.replaced(), 0u);
}

// The same object is replaced, shown again and replaced again: each time is counted.
TEST(StoreReclaim, AnObjectMayComeBackWhileItIsStillLeased) {
  Store store;
  base::FakeClock clock;
  LeaseTable leases;
  store.Set(Version(1));
  const ObjectLease base = store.Lease("default/a", leases);
  ASSERT_TRUE(store.ApplyWrite(Version(5)));
  ASSERT_TRUE(store.ApplyDelete("default/a", "u-a", "", clock.Now()));
  EXPECT_FALSE(store.Lease("default/a", leases));
  clock.Advance(kDeleteMarkTime);
  store.ExpirePending(clock.Now());
  const ObjectLease again = store.Lease("default/a", leases);
  EXPECT_TRUE(again.object().SameAs(base.object()));
  SetInBatch(store, Version(6));
  SetInBatch(store, Version(7));
  EXPECT_EQ(base.object().ToJson(), Version(1).ToJson());
  EXPECT_EQ(again.object().ToJson(), Version(1).ToJson());
}

}  // namespace
}  // namespace oarlock::cache
