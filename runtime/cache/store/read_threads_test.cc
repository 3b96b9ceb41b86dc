// Reading a store without locks while it is written as fast as it can be, on real threads: for
// ThreadSanitizer and AddressSanitizer above all.
#include <gtest/gtest.h>

#include <atomic>
#include <charconv>
#include <set>
#include <thread>

#include "base/random.h"
#include "cache/lister.h"
#include "cache/store.h"
#include "cache/testing/scripted_source.h"
#include "kube/decode.h"

namespace oarlock::cache {
namespace {

using testing::Json;

// An object whose value says its version again.
kube::Object Make(const std::string& name, int version) {
  const std::string text = std::to_string(version);
  return kube::ObjectFromJson(Json({.name = name, .version = text, .value = text})).value();
}

int NumberOf(std::string_view text) {
  int number = -1;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// Whole, of that key, and never older than what was seen before. Returns its version.
int CheckHot(const kube::Object& object, int newest) {
  EXPECT_EQ(object.name(), "hot");
  EXPECT_EQ(object["data"]["v"].AsString(), object.resource_version());
  const int version = NumberOf(object.resource_version());
  EXPECT_GE(version, newest);
  return version;
}

class ReadThreads : public ::testing::Test {
 protected:
  void Start(int count, std::function<void()> read) {
    for (int i = 0; i < count; ++i) {
      threads.emplace_back([this, read] {
        while (!stop.load(std::memory_order_relaxed)) read();
      });
    }
  }
  void Join() {
    stop.store(true);
    for (std::thread& thread : threads) thread.join();
    threads.clear();
    stop.store(false);
  }

  std::shared_ptr<Store> store = std::make_shared<Store>();
  std::vector<std::thread> threads;
  std::atomic<bool> stop{false};
};

// The prototype of plugin-ABI object access: two readers and a churning writer on one key.
TEST_F(ReadThreads, TwoReadersLeaseTheKeyThatTheWriterChurns) {
  store->Set(Make("hot", 1));
  std::atomic<int> warm{0};
  Start(2, [this, &warm] {
    int newest = 0;
    LeaseTable leases;
    for (int round = 0; round < 100; ++round) {
      const ObjectLease held = store->Lease("default/hot", leases);
      newest = CheckHot(held.object(), newest);
      for (int i = 0; i < 10; ++i) {
        newest = CheckHot(store->Lease("default/hot", leases).object(), newest);
      }
      CheckHot(store->Get("default/hot"), newest);
      CheckHot(held.object(), 0);
    }
    warm.fetch_add(1);
  });
  int version = 1;
  while (warm.load() < 4 || version < 20'000) store->Set(Make("hot", ++version));
  Join();
  EXPECT_EQ(CheckHot(store->Get("default/hot"), 0), version);
  store->BeginBatch();
  store->EndBatch();
  EXPECT_EQ(store->replaced(), 0u);
}

// A lease goes on while its key is deleted and made again, and its table moves between threads.
TEST_F(ReadThreads, LeasesLiveThroughDeletionsAndOnOtherThreads) {
  store->Set(Make("hot", 1));
  Start(2, [this] {
    LeaseTable leases;
    std::vector<ObjectLease> held;
    for (int i = 0; i < 50; ++i) {
      ObjectLease lease = store->Lease("default/hot", leases);
      if (lease) held.push_back(std::move(lease));
    }
    std::thread([&held] {
      for (const ObjectLease& lease : held) CheckHot(lease.object(), 0);
      held.clear();
    }).join();
  });
  for (int version = 2; version < 4000; ++version) {
    if (version % 3 == 0) {
      store->Remove("default/hot", Make("hot", version));
    } else {
      store->Set(Make("hot", version));
    }
  }
  Join();
}

void ByValue(const kube::Object& object, IndexValues& values) {
  values.Add(std::to_string(NumberOf(object["data"]["v"].AsString()) % 5));
}

// Slots, postings and the root are given up and used again under the readers: what stays is always
// found, nothing is found twice, and everything that is found has the value it was found by.
TEST_F(ReadThreads, INV_10_ST_17_ReadsOfManyKeysAreRightWhileKeysComeAndGo) {
  ASSERT_TRUE(store->AddIndex("value", ByValue).ok());
  for (int i = 0; i < 10; ++i) store->Set(Make("stays" + std::to_string(i), 3));
  for (int value = 0; value < 5; ++value) store->Set(Make("value" + std::to_string(value), value));
  const auto check = [](const std::vector<kube::Object>& objects) {
    std::set<std::string> keys;
    int stay = 0;
    for (const kube::Object& object : objects) {
      EXPECT_TRUE(keys.insert(object.key()).second) << object.key();
      stay += object.name().starts_with("stays") ? 1 : 0;
    }
    EXPECT_EQ(stay, 10);
  };
  Start(2, [this, check] {
    check(store->List());
    check(store->ListNamespace("default"));
    const auto found = store->ByIndex("value", "3").value();
    for (const kube::Object& object : found) {
      EXPECT_EQ(NumberOf(object.resource_version()) % 5, 3);
    }
    check(found);
    EXPECT_TRUE(store->Get("default/stays7"));
    EXPECT_EQ(store->IndexedValues("value").value().size(), 5u);
  });
  base::Random random(base::Random::OsSeed());
  for (int round = 0; round < 8; ++round) {
    for (int i = 0; i < 400; ++i) {
      store->Set(Make("k" + std::to_string(i), 1 + static_cast<int>(random.Next() % 1000)));
    }
    for (int i = 0; i < 400; ++i) {
      const kube::Object object = Make("k" + std::to_string(random.Next() % 400), 2000 + i);
      if (i % 2 == 0) store->Remove(object.key(), object);
      if (i % 2 == 1) store->Set(object);
    }
    for (int i = 0; i < 400; ++i) {
      const kube::Object object = Make("k" + std::to_string(i), 3000);
      store->Remove(object.key(), object);
    }
  }
  Join();
  EXPECT_EQ(store->size(), 15u);
}

// A view moves from store to store; what was leased in the first lives on without it.
TEST_F(ReadThreads, ViewsMoveBetweenStoresWhileTheyAreRead) {
  const auto make = [](int version) {
    auto made = std::make_shared<Store>();
    for (int i = 0; i < 20; ++i) made->Set(Make("other" + std::to_string(i), version));
    made->Set(Make("hot", version));
    return StoreView(std::move(made), std::make_shared<Narrowing>(),
                     std::make_shared<IndexNames>());
  };
  const auto reader = std::make_shared<ViewReader>(make(1));
  const Lister lister({"", "v1", "configmaps"}, Readers{reader});
  Start(2, [&lister] {
    int newest = 0;
    LeaseTable leases;
    for (int i = 0; i < 50; ++i) {
      const auto lease = lister.Lease("default", "hot", leases);
      newest = CheckHot(lease->object(), newest);
      newest = CheckHot(lister.Get("default", "hot").value(), newest);
      EXPECT_EQ(lister.List().size(), 21u);
    }
  });
  for (int version = 2; version < 100; ++version) reader->Set(make(version));
  Join();
}

}  // namespace
}  // namespace oarlock::cache
