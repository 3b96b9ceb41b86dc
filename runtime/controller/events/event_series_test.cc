#include "controller/events/event_series.h"

#include <gtest/gtest.h>

#include "kube/decode.h"

namespace oarlock::controller {
namespace {

using std::chrono::seconds;
using Added = EventSeriesBook::Added;

constexpr base::UnixTime kWall{std::chrono::seconds(1'767'225'600)};  // 2026-01-01T00:00:00Z

Event MakeEvent(const std::string& name, const std::string& note,
                const std::string& reason = "Rolled") {
  Event event;
  event.regarding = {"apps/v1", "Deployment", "ns", name, "uid-" + name, "7"};
  event.reason = reason;
  event.note = note;
  EXPECT_TRUE(NormalizeEvent(event));
  return event;
}

class EventSeriesTest : public ::testing::Test {
 protected:
  Added Add(const Event& event) { return book_.Add(event, now_, kWall); }
  Added Add(const std::string& name, const std::string& note) { return Add(MakeEvent(name, note)); }
  // Takes all that waits as written; the notes, in order.
  std::vector<std::string> WriteAll() {
    std::vector<std::string> notes;
    while (book_.waiting() > 0) {
      const EventSeriesBook::Entry series = book_.TakeFirst();
      series->written = series->state.count;
      series->next_write = now_ + kEventSeriesInterval;
      notes.push_back(series->event.note + " x" + std::to_string(series->state.count));
      book_.Settle(series);
    }
    return notes;
  }

  base::MonoTime now_{std::chrono::hours(1)};
  EventSeriesBook book_;
};

TEST_F(EventSeriesTest, EV_5_TheTenthDifferentNoteWithinTenMinutesAndLaterOnesBecomeOneEvent) {
  for (int i = 1; i <= 12; ++i) Add("web", "note " + std::to_string(i));
  const std::vector<std::string> notes = WriteAll();
  ASSERT_EQ(notes.size(), 10u);
  EXPECT_EQ(notes[8], "note 9 x1");
  EXPECT_EQ(notes[9], "(combined from similar events): note 12 x3");
  EXPECT_EQ(book_.TakeLosses().combined, 3u);
  EXPECT_EQ(book_.TakeLosses().combined, 0u);
}

TEST_F(EventSeriesTest, EV_5_WhatWasSaidBeforeStaysAnEventOfItsOwn) {
  for (int i = 1; i <= 12; ++i) Add("web", "note " + std::to_string(i));
  WriteAll();
  now_ += seconds(31);
  Add("web", "note 3");
  EXPECT_EQ(WriteAll(), std::vector<std::string>{"note 3 x2"});
}

TEST_F(EventSeriesTest, EV_5_OtherObjectsTypesReasonsAndControllersAreOtherMatters) {
  for (int i = 1; i <= 9; ++i) Add("web", "note " + std::to_string(i));
  Add("other", "note 10");
  Add(MakeEvent("web", "note 10", "Scaled"));
  Event event = MakeEvent("web", "note 10");
  event.type = EventType::kWarning;
  Add(event);
  event = MakeEvent("web", "note 10");
  event.controller = "another";
  Add(event);
  EXPECT_EQ(WriteAll().size(), 13u);
  EXPECT_EQ(book_.TakeLosses().combined, 0u);
}

TEST_F(EventSeriesTest, EV_5_NotesOfMoreThanTenMinutesAgoDoNotCount) {
  for (int i = 1; i <= 9; ++i) Add("web", "note " + std::to_string(i));
  now_ += kEventSimilarWindow - seconds(1);
  Add("web", "note 1");  // of now again
  now_ += seconds(1);
  for (int i = 10; i <= 17; ++i) Add("web", "note " + std::to_string(i));
  EXPECT_EQ(book_.TakeLosses().combined, 0u);
  Add("web", "note 18");
  EXPECT_EQ(book_.TakeLosses().combined, 1u);
}

TEST_F(EventSeriesTest, EV_5_ACombinedNoteIsCutToWhatTheServerTakes) {
  for (int i = 1; i <= 9; ++i) Add("web", "note " + std::to_string(i));
  WriteAll();
  Add("web", std::string(kEventNoteMax, 'x'));
  EXPECT_EQ(book_.TakeFirst()->event.note.size(), kEventNoteMax);
}

TEST_F(EventSeriesTest, EV_6_TheLongestUnseenSeriesIsForgottenPastTheLimit) {
  for (size_t i = 0; i < kEventSeriesMax; ++i) {
    Add("web-" + std::to_string(i), "rolled");
    WriteAll();
  }
  Add("web-0", "rolled");  // seen now
  WriteAll();
  Add("one-more", "rolled");
  WriteAll();
  const EventSeriesBook::Losses losses = book_.TakeLosses();
  EXPECT_EQ(losses.series, 1u);
  EXPECT_EQ(losses.similar, 1u);
  EXPECT_EQ(losses.rates, 1u);  // web-0's: a repetition takes nothing from it
  Add("web-0", "rolled");
  EXPECT_EQ(WriteAll(), std::vector<std::string>{"rolled x3"});
  Add("web-1", "rolled");
  EXPECT_EQ(WriteAll(), std::vector<std::string>{"rolled x1"});
}

TEST_F(EventSeriesTest, EV_6_WhatHadEndedAnywayIsNotCountedAsForgotten) {
  for (size_t i = 0; i < kEventSeriesMax; ++i) {
    Add("web-" + std::to_string(i), "rolled");
    WriteAll();
  }
  now_ += std::chrono::hours(3);
  Add("one-more", "rolled");
  const EventSeriesBook::Losses losses = book_.TakeLosses();
  EXPECT_EQ(losses.series + losses.similar + losses.rates, 0u);
}

TEST_F(EventSeriesTest, EV_7_OneObjectHasTwentyFiveNewEventsOfATypeThenOneInFiveMinutes) {
  int scheduled = 0;
  for (int i = 0; i < 100; ++i) {
    const Added added = Add(MakeEvent("web", "n", "Reason" + std::to_string(i)));
    scheduled += added == Added::kScheduled ? 1 : 0;
    EXPECT_TRUE(added == Added::kScheduled || added == Added::kRateLimited);
  }
  EXPECT_EQ(scheduled, 25);
  Event warning = MakeEvent("web", "n");
  warning.type = EventType::kWarning;
  EXPECT_EQ(Add(warning), Added::kScheduled);
  EXPECT_EQ(Add("other", "n"), Added::kScheduled);
  now_ += kEventRefill - seconds(1);
  EXPECT_EQ(Add(MakeEvent("web", "n", "A")), Added::kRateLimited);
  now_ += seconds(1);
  EXPECT_EQ(Add(MakeEvent("web", "n", "A")), Added::kScheduled);
  EXPECT_EQ(Add(MakeEvent("web", "n", "B")), Added::kRateLimited);
}

TEST_F(EventSeriesTest, EV_7_RepetitionsAndCombinedOnesTakeOneTokenInAll) {
  for (int i = 0; i < 100; ++i) Add("web", "note " + std::to_string(i));
  for (int i = 0; i < 100; ++i) Add("web", "note 1");
  EXPECT_EQ(WriteAll().size(), 10u);
  int more = 0;
  while (Add(MakeEvent("web", "n", "Other" + std::to_string(more))) == Added::kScheduled) ++more;
  EXPECT_EQ(more, 15);
}

TEST_F(EventSeriesTest, EV_9_EventsThatDifferInOneOfTheirPartsAreSeriesOfTheirOwn) {
  Event event = MakeEvent("web", "rolled");
  Add(event);
  event.regarding.resource_version = "8";  // where it stood does not matter
  EXPECT_EQ(Add(event), Added::kCounted);
  Event other = event;
  other.action = "Roll";
  EXPECT_EQ(Add(other), Added::kScheduled);
  other = event;
  other.reason = "Scaled";
  EXPECT_EQ(Add(other), Added::kScheduled);
  other = event;
  other.controller = "another";
  EXPECT_EQ(Add(other), Added::kScheduled);
  other = event;
  other.type = EventType::kWarning;
  EXPECT_EQ(Add(other), Added::kScheduled);
  other = event;
  other.note = "rolled again";
  EXPECT_EQ(Add(other), Added::kScheduled);
  other = event;
  other.regarding.uid = "its successor's";
  EXPECT_EQ(Add(other), Added::kScheduled);
}

}  // namespace
}  // namespace oarlock::controller
