// A store under load: readers, writers and indices that come and go, on real threads.
#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <map>
#include <set>
#include <thread>

#include "base/fake_clock.h"
#include "base/random.h"
#include "cache/store.h"
#include "cache/testing/scripted_source.h"
#include "kube/decode.h"

namespace oarlock::cache {
namespace {

using testing::Json;
using testing::ObjectText;
using Strings = std::vector<std::string>;

kube::Object Make(const ObjectText& text) { return kube::ObjectFromJson(Json(text)).value(); }

void ByValue(const kube::Object& object, IndexValues& values) {
  values.Add(object["data"]["v"].AsString());
}

// Pains P13 and P16. Whoever waited for the build here would wait for ever.
TEST(StoreThreads, ST_17_NeitherReadersNorWritersWaitForTheBuildOfAnIndex) {
  Store store;
  base::FakeClock clock;
  for (const char* name : {"a", "b", "c"}) {
    store.Set(Make({.name = name, .version = "1", .value = "old"}));
  }
  std::latch building{1};
  std::latch go_on{1};
  std::atomic<int> calls{0};
  std::thread builder([&] {
    const auto slow = [&](const kube::Object& object, IndexValues& values) {
      if (calls.fetch_add(1) == 2) {
        building.count_down();
        go_on.wait();
      }
      ByValue(object, values);
    };
    EXPECT_TRUE(store.AddIndex("slow", slow).ok());
  });
  building.wait();
  EXPECT_EQ(store.List().size(), 3u);
  EXPECT_EQ(store.Index(kNamespaceIndex, store.Get("default/a")).value().size(), 3u);
  store.Set(Make({.name = "a", .version = "2", .value = "new"}));
  store.Set(Make({.name = "d", .version = "3", .value = "new"}));
  store.Remove("default/b", Make({"b", "4"}));
  EXPECT_TRUE(store.ApplyWrite(Make({.name = "c", .version = "9", .value = "answer"})));
  EXPECT_TRUE(store.ApplyDelete("default/d", "u-d", "", clock.Now()));
  EXPECT_FALSE(store.ByIndex("slow", "old").ok()) << "not there before it is complete";
  EXPECT_FALSE(store.RemoveIndex("slow"));
  go_on.count_down();
  builder.join();
  EXPECT_EQ(store.IndexedValues("slow").value(), (Strings{"answer", "new"}));
  EXPECT_EQ(store.IndexKeys("slow", "new").value(), (Strings{"default/a"}));
}

class StoreLoad : public ::testing::Test {
 protected:
  static constexpr int kSteps = 2000;

  // The watch: sets and removes.
  void Write() {
    for (int i = 1; i <= kSteps; ++i) {
      const std::string name = "n" + std::to_string(random.Next() % 100);
      const std::string version = std::to_string(1000 + i);
      const kube::Object object =
          Make({.name = name, .version = version, .value = std::to_string(random.Next() % 8)});
      if (random.Next() % 4 == 0) {
        store.Remove(object.key(), object);
      } else {
        store.Set(object);
      }
    }
  }
  void Answer() {
    for (int i = 0; i < kSteps; ++i) {
      const std::string name = "n" + std::to_string(random.Next() % 100);
      if (random.Next() % 5 == 0) store.ApplyDelete("default/" + name, "u-" + name, "", {});
      store.ApplyWrite(Make({.name = name, .version = std::to_string(1000 + i), .value = "w"}));
    }
  }
  void AddAndRemove() {
    while (!stop.load()) {
      const auto lease = store.EnsureIndex("shared", ByValue);
      EXPECT_TRUE(lease.ok());
      EXPECT_TRUE(store.ByIndex("shared", "1").ok()) << "leased, so it is there";
      const bool added = store.AddIndex("own", ByValue).ok();
      EXPECT_TRUE(!added || store.RemoveIndex("own"));
    }
  }
  void Read() {
    while (!stop.load()) {
      for (const kube::Object& object : store.ListNamespace("default")) EXPECT_TRUE(object);
      for (const char* index : {"shared", "own", "value"}) {
        const auto found = store.ByIndex(index, "3");
        if (!found.ok()) continue;
        std::set<std::string> keys;
        for (const kube::Object& object : *found) {
          EXPECT_EQ(object["data"]["v"].AsString(), "3");
          EXPECT_TRUE(keys.insert(object.key()).second) << "once";
        }
      }
      (void)store.IndexNames();
      (void)store.Get("default/n1");
      (void)store.Keys();
    }
  }

  Store store;
  base::Random random{base::Random::OsSeed()};
  std::atomic<bool> stop{false};
};

TEST_F(StoreLoad, INV_10_EveryIndexIsRightAfterComingAndGoingUnderLoad) {
  ASSERT_TRUE(store.AddIndex("value", ByValue).ok());
  std::vector<std::thread> busy;
  busy.emplace_back([this] { AddAndRemove(); });
  busy.emplace_back([this] { AddAndRemove(); });
  busy.emplace_back([this] { Read(); });
  std::thread answers([this] { Answer(); });
  Write();
  answers.join();
  ASSERT_TRUE(store.AddIndex("late", ByValue).ok());
  stop.store(true);
  for (std::thread& thread : busy) thread.join();
  std::map<std::string, std::set<std::string>> expected;
  for (const kube::Object& object : store.List()) {
    expected[std::string(object["data"]["v"].AsString())].insert(object.key());
  }
  for (const char* index : {"value", "late"}) {
    EXPECT_EQ(store.IndexedValues(index).value().size(), expected.size());
    for (const auto& [value, keys] : expected) {
      EXPECT_EQ(store.IndexKeys(index, value).value(), Strings(keys.begin(), keys.end()));
    }
  }
  EXPECT_EQ(store.IndexNames(), (Strings{"late", "namespace", "value"}));
}

}  // namespace
}  // namespace oarlock::cache
