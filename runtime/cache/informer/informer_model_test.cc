// The whole informer against a small server that keeps changing its objects and fails in every way
// of the error matrix, in random order. At rest store and subscribers equal the server (INV-1, 2),
// and at every notification the store was there first (INV-4).
#include <gtest/gtest.h>

#include <deque>
#include <map>

#include "cache/testing/informer_harness.h"
#include "kube/resource_version.h"

namespace oarlock::cache {
namespace {

using kube::WatchEventType;
using std::chrono::milliseconds;
using std::chrono::minutes;
using testing::ErrorJson;
using testing::InformerHarness;
using testing::Json;
using testing::ListReply;
using testing::Recorder;
using testing::ScriptedEvent;
using testing::WatchReply;

class Server {
 public:
  Server(InformerHarness& h, base::Random& random) : h_(h), random_(random) {
    h.source->on_list = [this](const kube::ListOptions& options) { return List(options); };
    h.source->on_watch = [this](const kube::WatchOptions& options) { return Watch(options); };
  }

  // A create, update, delete or re-creation, told to the open watch unless it is lost there.
  void Change() {
    const std::string name = "o" + std::to_string(random_.Next() % 25);
    const auto known = objects_.find(name);
    const std::string version = std::to_string(++version_);
    if (known == objects_.end()) {
      Emit(WatchEventType::kAdded, name, Json({name, version, "default", "u" + version}));
      objects_[name] = {"u" + version, version};
    } else if (random_.Next() % 3 == 0) {
      Emit(WatchEventType::kDeleted, name, Json({name, version, "default", known->second.uid}));
      objects_.erase(known);
    } else {
      known->second.version = version;
      Emit(WatchEventType::kModified, name, Json({name, version, "default", known->second.uid}));
    }
  }

  void Fault() {
    const auto stream = h_.source->stream();
    const bool open = stream != nullptr && stream->open();
    switch (random_.Next() % 12) {
      case 0:
        if (open) stream->Close();
        break;
      case 1:
        if (open) stream->Close(base::Unavailable("reset"));
        break;
      case 2:
        if (open) stream->Close(base::DataLoss("half a line"));
        break;
      case 3: Error(410, "Expired"); break;
      case 4: Error(429, "TooManyRequests"); break;
      case 5: Error(500, "InternalError"); break;
      case 6:
        oldest_ = version_;
        history_.clear();
        break;  // compaction
      case 7: list_faults_ = 1 + random_.Next() % 2; break;
      case 8: watch_faults_ = 1 + random_.Next() % 3; break;
      case 9:
        if (open)
          stream->Send(WatchEventType::kBookmark, testing::BookmarkJson(std::to_string(version_)));
        break;
      case 10:
        if (open) stream->Send(WatchEventType::kAdded, "{\"metadata\":{\"na");
        break;
      case 11: page_ = random_.Next() % 2 == 0 ? 0 : 7; break;
    }
  }

  void Heal() {
    list_faults_ = 0;
    watch_faults_ = 0;
  }

  std::string Content() const {
    std::vector<std::string> lines;
    for (const auto& [name, object] : objects_) {
      lines.push_back("default/" + name + "@" + object.version);
    }
    std::sort(lines.begin(), lines.end());
    std::string out;
    for (const std::string& line : lines) out += (out.empty() ? "" : " ") + line;
    return out;
  }

 private:
  struct Item {
    std::string uid;
    std::string version;
  };
  struct Past {
    uint64_t version;
    ScriptedEvent event;
  };

  void Emit(WatchEventType type, const std::string&, std::string json) {
    history_.push_back({version_, {type, json}});
    const auto stream = h_.source->stream();
    if (stream != nullptr) stream->Send(type, std::move(json));
  }

  void Error(int code, const std::string& reason) {
    const auto stream = h_.source->stream();
    if (stream != nullptr) {
      stream->Send(WatchEventType::kError, ErrorJson(code, reason, reason));
    }
  }

  base::Status RandomError() {
    switch (random_.Next() % 5) {
      case 0: return testing::Expired();
      case 1: return testing::HttpError(base::StatusCode::kResourceExhausted, 429, "", "slow");
      case 2: return testing::HttpError(base::StatusCode::kUnavailable, 503, "", "down");
      case 3: return testing::HttpError(base::StatusCode::kPermissionDenied, 403, "", "no");
      default: return base::Unavailable("reset");
    }
  }

  // Pages of a list are cut from the state as it was at its first page.
  ListReply List(const kube::ListOptions& options) {
    ListReply reply;
    if (options.continue_token.empty()) {
      snapshot_.clear();
      for (const auto& [name, object] : objects_) {
        snapshot_.push_back(Json({name, object.version, "default", object.uid}));
      }
      snapshot_version_ = std::to_string(version_);
    }
    size_t begin = options.continue_token.empty() ? 0 : std::stoul(options.continue_token);
    const size_t count = page_ == 0 || options.limit == 0 ? snapshot_.size() : page_;
    for (; begin < snapshot_.size() && reply.items.size() < count; ++begin) {
      reply.items.push_back(snapshot_[begin]);
    }
    if (list_faults_ > 0 && random_.Next() % 2 == 0) {
      --list_faults_;
      reply.error = RandomError();
      if (!reply.items.empty()) reply.items.resize(random_.Next() % reply.items.size());
      return reply;
    }
    reply.version = snapshot_version_;
    if (begin < snapshot_.size()) reply.continue_token = std::to_string(begin);
    return reply;
  }

  WatchReply Watch(const kube::WatchOptions& options) {
    WatchReply reply;
    const uint64_t from = std::stoull(options.resource_version);
    if (watch_faults_ > 0) {
      --watch_faults_;
      if (random_.Next() % 3 == 0) {
        reply.end = base::Status();  // opens and closes at once
      } else {
        reply.open = false;
        reply.end = RandomError();
      }
      return reply;
    }
    if (from < oldest_) {
      reply.events.push_back({WatchEventType::kError, ErrorJson(410, "Expired", "too old")});
      return reply;
    }
    for (const Past& past : history_) {
      if (past.version > from) reply.events.push_back(past.event);
    }
    return reply;
  }

  InformerHarness& h_;
  base::Random& random_;
  std::map<std::string, Item> objects_;
  std::deque<Past> history_;
  uint64_t version_ = 100;
  uint64_t oldest_ = 0;
  uint64_t list_faults_ = 0;
  uint64_t watch_faults_ = 0;
  size_t page_ = 0;
  std::vector<std::string> snapshot_;
  std::string snapshot_version_;
};

std::string ViewOf(const Recorder& recorder) {
  std::vector<std::string> lines;
  for (const auto& [key, object] : recorder.view) {
    lines.push_back(key + "@" + std::string(object.resource_version()));
  }
  std::sort(lines.begin(), lines.end());
  std::string out;
  for (const std::string& line : lines) out += (out.empty() ? "" : " ") + line;
  return out;
}

// For one uid versions never go back, as far as a subscriber can see (INV-5; every list of this
// server is of its newest state).
void ExpectVersionsForward(const Recorder& recorder) {
  for (const Notification& n : recorder.notifications) {
    if (n.type != ChangeType::kUpdate || n.cause == Cause::kRedeliver) continue;
    const auto order =
        kube::CompareResourceVersions(n.old_object.resource_version(), n.object.resource_version());
    EXPECT_TRUE(order.has_value() && *order < 0) << n.object.key();
  }
}

void RunModel(uint64_t seed) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  InformerHarness h;
  base::Random random(seed);
  Server server(h, random);
  base::ManualExecutor slow;
  auto inline_view = h.Record();
  auto slow_view = h.Record({.name = "slow", .executor = &slow});
  for (int i = 0; i < 10; ++i) server.Change();
  h.informer->Start();
  for (int round = 0; round < 12; ++round) {
    for (int step = 0; step < 60; ++step) {
      if (random.Next() % 4 == 0) server.Fault();
      server.Change();
      h.Advance(milliseconds(random.Next() % 900));
      if (random.Next() % 4 == 0) slow.RunOne();
    }
    server.Heal();
    h.Advance(minutes(5));
    slow.RunUntilIdle();
    ASSERT_EQ(h.Content(), server.Content()) << "INV-1, round " << round;
    ASSERT_EQ(ViewOf(*inline_view), server.Content()) << "INV-2, round " << round;
    ASSERT_EQ(ViewOf(*slow_view), server.Content()) << "INV-2, slow, round " << round;
  }
  EXPECT_EQ(inline_view->violations, std::vector<std::string>{});
  EXPECT_EQ(slow_view->violations, std::vector<std::string>{});
  ExpectVersionsForward(*inline_view);
  ExpectVersionsForward(*slow_view);
}

TEST(InformerModel, INV_4_EqualsTheServerAtRestAfterEveryKindOfFault) {
  const uint64_t seed = base::Random::OsSeed();
  for (uint64_t i = 0; i < 4 && !::testing::Test::HasFatalFailure(); ++i) RunModel(seed + i);
}

}  // namespace
}  // namespace oarlock::cache
