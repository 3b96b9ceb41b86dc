#include "supervisor/fetch/library_fetch.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "base/fake_clock.h"

namespace oarlock::supervisor {
namespace {

// Answers in order; the last one repeats. Empty: it waits until it is stopped.
class ScriptedFetcher final : public kube::BlobFetcher {
 public:
  explicit ScriptedFetcher(std::vector<base::Result<kube::FetchedBlob>> answers)
      : answers_(std::move(answers)) {}

  base::Result<kube::FetchedBlob> Fetch(const std::string& reference,
                                        const kube::CallContext& call) override {
    EXPECT_EQ(reference, "oci://r/a");
    const size_t at = tries_++;
    if (answers_.empty()) {
      while (!call.stop.stop_requested()) std::this_thread::yield();
      return base::Cancelled("stopped");
    }
    return answers_[std::min(at, answers_.size() - 1)];
  }
  size_t tries() const { return tries_; }

 private:
  const std::vector<base::Result<kube::FetchedBlob>> answers_;
  std::atomic<size_t> tries_{0};
};

class LibraryFetchTest : public testing::Test {
 protected:
  void Begin(kube::BlobFetcher& fetcher) {
    const base::Log log(base::LogLevel::kError, base::LogFormat::kText);
    fetch = std::make_unique<LibraryFetch>(LibraryFetchEnv{fetcher, clock, random, log}, "demo",
                                           "oci://r/a", [this] { ++told; });
  }
  // Until it has told so often; time goes by meanwhile.
  void WaitTold(int count, base::Duration step) {
    while (told < count) {
      if (clock.next_due() != base::kNever) clock.Advance(step);
      std::this_thread::yield();
    }
  }

  base::FakeClock clock;
  base::Random random{7};
  std::atomic<int> told{0};
  std::unique_ptr<LibraryFetch> fetch;
};

TEST_F(LibraryFetchTest, GivesWhatCame) {
  ScriptedFetcher fetcher({kube::FetchedBlob{"/f", "00"}});
  Begin(fetcher);
  WaitTold(1, {});
  ASSERT_TRUE(fetch->outcome().blob.has_value());
  EXPECT_EQ(fetch->outcome().blob->path, "/f");
  EXPECT_EQ(fetch->outcome().failures, 0u);
}

TEST_F(LibraryFetchTest, TriesAgainLaterAndLater) {
  ScriptedFetcher fetcher({base::Unavailable("down"), base::Unavailable("down"),
                           base::Unavailable("down"), kube::FetchedBlob{"/f", "00"}});
  Begin(fetcher);
  WaitTold(1, {});
  const base::MonoTime begin = clock.Now();
  EXPECT_EQ(fetch->outcome().failure.substr(0, 20), "down; tried again in");
  WaitTold(4, std::chrono::milliseconds(100));
  EXPECT_EQ(fetch->outcome().failures, 3u);
  EXPECT_TRUE(fetch->outcome().blob.has_value());
  EXPECT_GE(clock.Now() - begin, std::chrono::seconds(1 + 2 + 4));
}

TEST_F(LibraryFetchTest, WaitsAsLongAsTheRegistrySays) {
  base::ErrorDetail detail;
  detail.retry_after = std::chrono::seconds(90);
  ScriptedFetcher fetcher({base::Status(base::StatusCode::kResourceExhausted, "busy", detail),
                           kube::FetchedBlob{"/f", "00"}});
  Begin(fetcher);
  WaitTold(1, {});
  EXPECT_EQ(fetch->outcome().failure, "busy; tried again in 90 s");
  const base::MonoTime begin = clock.Now();
  WaitTold(2, std::chrono::seconds(1));
  EXPECT_GE(clock.Now() - begin, std::chrono::seconds(90));
}

TEST_F(LibraryFetchTest, WhatNeverCanSucceedIsNotTriedAgain) {
  ScriptedFetcher fetcher({base::InvalidArgument("for arm64")});
  Begin(fetcher);
  WaitTold(1, {});
  EXPECT_TRUE(fetch->outcome().is_final);
  EXPECT_EQ(fetch->outcome().failure, "for arm64");
  clock.Advance(std::chrono::hours(1));
  fetch.reset();
  EXPECT_EQ(fetcher.tries(), 1u);
}

TEST_F(LibraryFetchTest, EndsInTheMidstOfATryAndOfAWait) {
  ScriptedFetcher hangs({});
  Begin(hangs);
  fetch.reset();
  ScriptedFetcher fails({base::Unavailable("down")});
  Begin(fails);
  WaitTold(1, {});
  fetch.reset();
  EXPECT_EQ(fails.tries(), 1u);
}

}  // namespace
}  // namespace oarlock::supervisor
