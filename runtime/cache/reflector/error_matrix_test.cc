// Every way in which a list or a watch can end, and what comes next: is there a list, which version
// does it ask for, how long is the wait, does anybody hear of it.
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <utility>

#include "cache/testing/reflector_harness.h"

namespace oarlock::cache {
namespace {

using kube::WatchEventType;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using testing::ErrorJson;
using testing::Expired;
using testing::HttpError;
using testing::Json;
using testing::ListReply;
using testing::Page;
using testing::ReflectorHarness;
using testing::WatchReply;

using Strings = std::vector<std::string>;

base::Status TooLarge() {
  base::ErrorDetail detail;
  detail.http_status = 504;
  detail.reason = "Timeout";
  detail.causes.push_back({"ResourceVersionTooLarge", "Too large resource version", ""});
  return {base::StatusCode::kDeadlineExceeded, "Timeout: Too large resource version", detail};
}
base::Status Unavailable503() {
  return HttpError(base::StatusCode::kUnavailable, 503, "ServiceUnavailable", "down");
}

enum class Wait { kNone, kSpread, kBackoff, kForbidden };

// A reflector over a source that notes what is asked for and when. The first list is of version 10,
// later ones of 20; watches stay open.
struct Matrix {
  Matrix() {
    h.source->on_list = [this](const kube::ListOptions& options) {
      Note("list " + options.resource_version);
      if (list_error.has_value()) {
        return ListReply{*std::exchange(list_error, std::nullopt), {}, {}, {}, false};
      }
      return Page({}, std::exchange(first, false) ? "10" : "20");
    };
    h.source->on_watch = [this](const kube::WatchOptions& options) {
      Note("watch " + options.resource_version);
      if (!watch_error.has_value()) return WatchReply{};
      return WatchReply{false, {}, *std::exchange(watch_error, std::nullopt)};
    };
  }
  void Note(std::string request) {
    requests.push_back(std::move(request));
    times.push_back(h.clock.Now());
  }
  void Error(int code, const std::string& reason) {
    h.source->stream()->Send(WatchEventType::kError, ErrorJson(code, reason, reason));
  }
  // The watch ends well, and the one that resumes it does not open.
  void NextWatchFails(base::Status status) {
    watch_error = std::move(status);
    h.Advance(seconds(2));
    h.source->stream()->Close();
    h.Run();
  }
  // The watch ends with an error, and the list behind it fails.
  void NextListFails(base::Status status) {
    list_error = std::move(status);
    Error(500, "InternalError");
    h.Run();
    h.target->errors.clear();
    while (list_error.has_value() && h.clock.AdvanceToNextTimer()) h.Run();
  }

  ReflectorHarness h;
  Strings requests;
  std::vector<base::MonoTime> times;
  bool first = true;
  std::optional<base::Status> list_error;
  std::optional<base::Status> watch_error;
};

struct Row {
  const char* name;
  std::function<void(Matrix&)> fault;
  size_t failed;   // requests that are the fault themselves
  Strings follow;  // the requests that come next, and no others
  Wait wait;       // before the first of them
  bool told;       // the error reaches the informer's state
};

base::Status Http(base::StatusCode code, int http) { return HttpError(code, http, "", "no"); }

const Row kRows[] = {
    {"ClosedAfterASecond",
     [](Matrix& m) {
       m.h.Advance(seconds(2));
       m.h.source->stream()->Close();
     },
     0,
     {"watch 10"},
     Wait::kNone,
     false},
    {"ClosedAfterAnEvent",
     [](Matrix& m) {
       m.h.source->stream()->Send(WatchEventType::kAdded, Json({"a", "11"}));
       m.h.Advance(milliseconds(600));
       m.h.source->stream()->Close();
     },
     0,
     {"watch 11"},
     Wait::kNone,
     false},
    {"StreamBroken",
     [](Matrix& m) {
       m.h.Advance(seconds(2));
       m.h.source->stream()->Close(base::Unavailable("reset by peer"));
     },
     0,
     {"watch 10"},
     Wait::kNone,
     false},
    {"ShortAndEmpty",
     [](Matrix& m) { m.h.source->stream()->Close(); },
     0,
     {"list 10", "watch 20"},
     Wait::kBackoff,
     true},
    {"OpenRefused",
     [](Matrix& m) { m.NextWatchFails(base::Unavailable("refused")); },
     1,
     {"watch 10"},
     Wait::kBackoff,
     true},
    {"Open429",
     [](Matrix& m) { m.NextWatchFails(Http(base::StatusCode::kResourceExhausted, 429)); },
     1,
     {"watch 10"},
     Wait::kBackoff,
     true},
    {"Open503",
     [](Matrix& m) { m.NextWatchFails(Unavailable503()); },
     1,
     {"list 10", "watch 20"},
     Wait::kBackoff,
     true},
    {"Open403",
     [](Matrix& m) { m.NextWatchFails(Http(base::StatusCode::kPermissionDenied, 403)); },
     1,
     {"list 10", "watch 20"},
     Wait::kForbidden,
     true},
    {"Open410",
     [](Matrix& m) { m.NextWatchFails(Expired()); },
     1,
     {"list ", "watch 20"},
     Wait::kBackoff,
     true},
    {"StreamExpired",
     [](Matrix& m) { m.Error(410, "Expired"); },
     0,
     {"list ", "watch 20"},
     Wait::kBackoff,
     true},
    {"StreamGone",
     [](Matrix& m) { m.Error(410, "Gone"); },
     0,
     {"list ", "watch 20"},
     Wait::kBackoff,
     true},
    {"Stream429",
     [](Matrix& m) { m.Error(429, "TooManyRequests"); },
     0,
     {"watch 10"},
     Wait::kBackoff,
     true},
    {"Stream500",
     [](Matrix& m) { m.Error(500, "InternalError"); },
     0,
     {"list 10", "watch 20"},
     Wait::kBackoff,
     true},
    {"UndecodableOnce",
     [](Matrix& m) { m.h.source->stream()->Close(base::DataLoss("half a line")); },
     0,
     {"watch 10"},
     Wait::kBackoff,
     true},
    {"List410",
     [](Matrix& m) { m.NextListFails(Expired()); },
     1,
     {"list ", "watch 20"},
     Wait::kSpread,
     false},
    {"ListTooLarge",
     [](Matrix& m) { m.NextListFails(TooLarge()); },
     1,
     {"list ", "watch 20"},
     Wait::kSpread,
     false},
    {"List503",
     [](Matrix& m) { m.NextListFails(Unavailable503()); },
     1,
     {"list 10", "watch 20"},
     Wait::kBackoff,
     true},
};

void ExpectWait(Wait wait, base::Duration waited) {
  switch (wait) {
    case Wait::kNone: EXPECT_EQ(waited, base::Duration{0}); break;
    case Wait::kSpread: EXPECT_LE(waited, kConsistentListSpread); break;
    case Wait::kBackoff:
      EXPECT_GE(waited, milliseconds(800));
      EXPECT_LE(waited, seconds(4));
      break;
    case Wait::kForbidden: EXPECT_GE(waited, kForbiddenDelay); break;
  }
}

class ErrorMatrix : public ::testing::TestWithParam<Row> {};

TEST_P(ErrorMatrix, WAT_4_5_6_LeadsToTheNextRequestsAndNoOthers) {
  const Row& row = GetParam();
  Matrix m;
  m.h.Start();
  row.fault(m);
  const base::MonoTime fault = m.h.clock.Now();
  m.h.Run();
  EXPECT_EQ(!m.h.target->errors.empty(), row.told);
  m.h.Advance(minutes(2));
  const size_t from = 2 + row.failed;
  ASSERT_GT(m.requests.size(), from);
  EXPECT_EQ(Strings(m.requests.begin() + static_cast<long>(from), m.requests.end()), row.follow);
  ExpectWait(row.wait, m.times[from] - fault);
  EXPECT_EQ(m.h.target->last_phase, InformerPhase::kSynced);
}

INSTANTIATE_TEST_SUITE_P(Rows, ErrorMatrix, ::testing::ValuesIn(kRows),
                         [](const auto& row) { return std::string(row.param.name); });

// A server that fails in every way, at random: apart from what is allowed to come at once (a clean
// close that lived, the list after 410, the rest of a list's pages) requests keep the floor.
TEST(ErrorMatrixFloor, INV_11_NoRequestComesBeforeTheBackoffFloor) {
  const uint64_t seed = base::Random::OsSeed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  base::Random random(seed);
  ReflectorHarness h;
  std::vector<base::MonoTime> requests;
  const auto error = [&]() -> base::Status {
    switch (random.Next() % 4) {
      case 0: return Unavailable503();
      case 1: return base::Unavailable("connection refused");
      case 2: return HttpError(base::StatusCode::kResourceExhausted, 429, "", "slow");
      default: return HttpError(base::StatusCode::kInternal, 500, "InternalError", "boom");
    }
  };
  h.source->on_list = [&](const kube::ListOptions&) {
    requests.push_back(h.clock.Now());
    return random.Next() % 2 == 0 ? ListReply{error(), {}, {}, {}, false} : Page({}, "10");
  };
  h.source->on_watch = [&](const kube::WatchOptions&) {
    requests.push_back(h.clock.Now());
    const bool opens = random.Next() % 2 == 0;
    return WatchReply{opens, {}, opens ? base::Status() : error()};
  };
  h.Start();
  while (requests.size() < 300) {
    ASSERT_TRUE(h.clock.AdvanceToNextTimer());
    h.Run();
  }
  // A good list is followed by its watch at once, so at most two requests share a step.
  for (size_t i = 2; i < requests.size(); ++i) {
    ASSERT_GE(requests[i] - requests[i - 2], milliseconds(800)) << i;
  }
}

}  // namespace
}  // namespace oarlock::cache
