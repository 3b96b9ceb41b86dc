#include "base/memory/read_section.h"

#include <gtest/gtest.h>

#include <array>
#include <latch>
#include <memory>
#include <optional>
#include <thread>

namespace oarlock::base {
namespace {

TEST(Grace, IsOverAtOnceWhenNobodyReads) {
  EXPECT_TRUE(Grace::Passed(Grace::Unlinked()));
  Grace::Wait();
}

TEST(Grace, LastsUntilTheSectionsThatWereOpenHaveEnded) {
  std::optional<ReadSection> outer(std::in_place);
  std::optional<ReadSection> inner(std::in_place);
  const GraceStamp stamp = Grace::Unlinked();
  EXPECT_FALSE(Grace::Passed(stamp));
  inner.reset();
  EXPECT_FALSE(Grace::Passed(stamp)) << "the outer one is open";
  outer.reset();
  EXPECT_TRUE(Grace::Passed(stamp));
}

TEST(Grace, DoesNotWaitForSectionsThatBeganLater) {
  const GraceStamp stamp = Grace::Unlinked();
  EXPECT_TRUE(Grace::Passed(stamp));
  const ReadSection later;
  EXPECT_TRUE(Grace::Passed(stamp));
  EXPECT_FALSE(Grace::Passed(Grace::Unlinked()));
}

TEST(Grace, WaitsForASectionOfAnotherThread) {
  std::latch open{1};
  std::latch go_on{1};
  std::thread reader([&] {
    const ReadSection section;
    open.count_down();
    go_on.wait();
  });
  open.wait();
  const GraceStamp stamp = Grace::Unlinked();
  EXPECT_FALSE(Grace::Passed(stamp));
  go_on.count_down();
  Grace::Wait();
  EXPECT_TRUE(Grace::Passed(stamp));
  reader.join();
}

// Its destructor runs after the thread's record was given back, or before: both must work.
struct ReadsAtTheEnd {
  ~ReadsAtTheEnd() {
    const ReadSection section;
    const ReadSection nested;
    EXPECT_FALSE(Grace::Passed(Grace::Unlinked()));
  }
};

TEST(Grace, AThreadMayReadWhileItEndsAndItsRecordIsFreeAfterwards) {
  for (const bool early : {true, false}) {
    std::thread([early] {
      if (!early) const ReadSection section;
      thread_local ReadsAtTheEnd at_the_end;
      (void)&at_the_end;
      if (early) const ReadSection section;
    }).join();
    EXPECT_TRUE(Grace::Passed(Grace::Unlinked())) << early;
  }
}

struct Counted {
  explicit Counted(int& living) : count(living) { ++count; }
  ~Counted() { --count; }
  int& count;
};

TEST(RetireList, FreesWhatIsPastItsGracePeriodAndTheRestAtItsEnd) {
  int alive = 0;
  {
    RetireList list;
    list.Retire(new Counted(alive));
    std::optional<ReadSection> section(std::in_place);
    list.Retire(new Counted(alive));
    list.Retire(static_cast<Counted*>(nullptr));
    list.Sweep(Grace::Reached());
    EXPECT_EQ(alive, 2) << "the section was open when the first was unlinked";
    section.reset();
    list.Sweep(Grace::Reached());
    EXPECT_EQ(alive, 0);
    EXPECT_EQ(list.size(), 0u);
    list.Retire(new Counted(alive));
  }
  EXPECT_EQ(alive, 0);
}

// For ASan and TSan: two readers follow pointers that a writer replaces as fast as it can.
TEST(ReadSection, NothingIsFreedUnderAReader) {
  struct Pair {
    explicit Pair(int n) : a(n), b(-n) {}
    int a;
    int b;
  };
  constexpr int kSteps = 20'000;
  std::array<std::atomic<const Pair*>, 4> shared{};
  for (auto& cell : shared) cell.store(new Pair(0));
  std::atomic<bool> stop{false};
  std::vector<std::thread> readers;
  for (int t = 0; t < 2; ++t) {
    readers.emplace_back([&] {
      while (!stop.load(std::memory_order_relaxed)) {
        const ReadSection section;
        for (auto& cell : shared) {
          const Pair* pair = cell.load(std::memory_order_seq_cst);
          EXPECT_EQ(pair->a + pair->b, 0);
        }
      }
    });
  }
  RetireList list;
  for (int i = 0; i < kSteps; ++i) {
    auto& cell = shared[static_cast<size_t>(i) % shared.size()];
    list.Retire(cell.exchange(new Pair(i), std::memory_order_seq_cst));
    if (list.size() >= 16) list.Sweep(Grace::Reached());
  }
  stop.store(true);
  for (std::thread& reader : readers) reader.join();
  for (auto& cell : shared) delete cell.load();
}

}  // namespace
}  // namespace oarlock::base
