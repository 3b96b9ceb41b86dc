#include "controller/runs/run_history.h"

#include <gtest/gtest.h>

namespace oarlock::controller {
namespace {

using std::chrono::seconds;

queue::Key K(std::string_view name) { return {0, 0, "ns", name}; }

RunRecord Ran(std::string_view name, int second, Outcome outcome = Outcome::kDone) {
  RunRecord record;
  record.key = K(name);
  record.ended = base::MonoTime(seconds(second));
  record.outcome = outcome;
  return record;
}

std::string Times(const std::vector<RunRecord>& records) {
  std::string out;
  for (const RunRecord& record : records) {
    out += std::to_string(
               std::chrono::duration_cast<seconds>(record.ended.time_since_epoch()).count()) +
           (record.failed() ? "! " : " ");
  }
  return out;
}

TEST(RunHistory, TellsTheRunsOfAKeyInTheirOrder) {
  RunHistory history;
  history.Add(Ran("a", 1));
  history.Add(Ran("b", 2));
  history.Add(Ran("a", 3, Outcome::kErrorTransient));
  history.Add(Ran("a", 4));
  EXPECT_EQ(Times(history.Of(K("a"))), "1 3! 4 ");
  EXPECT_EQ(Times(history.Failed()), "3! ");
  EXPECT_TRUE(history.Of(K("c")).empty());
}

TEST(RunHistory, BusyKeysDoNotPushFailuresOut) {
  RunHistory history;
  history.Add(Ran("stuck", 1, Outcome::kErrorPermanent));
  history.Add(Ran("stuck", 2));
  for (size_t i = 0; i < 2 * kRunsKeptMax; ++i) history.Add(Ran("busy", 3 + static_cast<int>(i)));
  EXPECT_EQ(Times(history.Of(K("stuck"))), "1! ");
  const auto busy = history.Of(K("busy"));
  ASSERT_EQ(busy.size(), kRunsKeptMax);
  EXPECT_EQ(busy.back().ended, base::MonoTime(seconds(2 + 2 * kRunsKeptMax)));
  EXPECT_EQ(busy.front().ended, base::MonoTime(seconds(3 + kRunsKeptMax)));
}

TEST(RunHistory, FailuresAndTextsAreBounded) {
  RunHistory history;
  queue::Item item;
  item.key = K("a");
  const auto result = ReconcileResult::FromStatus(base::Internal(std::string(5000, 'e')));
  for (size_t i = 0; i <= kRunsKeptMax; ++i) {
    history.Add(RunRecord::Of(item, result, false, base::MonoTime(seconds(1))));
  }
  EXPECT_EQ(history.Failed().size(), kRunsKeptMax);
  EXPECT_EQ(history.Failed().back().message.size(), kRunTextMax);
}

TEST(RunHistory, LivesAsLongAsSomebodyHasIt) {
  RunHistories histories;
  auto first = histories.Of("c");
  first->Add(Ran("a", 1));
  EXPECT_EQ(histories.Of("c"), first);
  EXPECT_NE(histories.Of("d"), first);
  first.reset();
  EXPECT_TRUE(histories.Of("c")->Of(K("a")).empty());
}

}  // namespace
}  // namespace oarlock::controller
