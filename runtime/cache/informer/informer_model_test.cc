// The whole informer against a small server that keeps changing its objects and fails in every way
// of the error matrix, in random order. At rest the store and every subscriber equal the server
// (INV-1, 2), each one's words are valid (INV-3), the store was there first (INV-4), versions never
// go back (INV-5), initial ones come first (INV-6) and before the handler is synced (INV-7).
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <map>

#include "cache/handler/filtering_handler.h"
#include "cache/testing/informer_harness.h"
#include "cache/watch_list_memory.h"
#include "kube/resource_version.h"

namespace oarlock::cache {
namespace {

using base::StatusCode;
using kube::WatchEventType;
using std::chrono::milliseconds;
using std::chrono::minutes;
using testing::ErrorJson;
using testing::HttpError;
using testing::InformerHarness;
using testing::Json;
using testing::ListReply;
using testing::Recorder;
using testing::ScriptedEvent;
using testing::WatchReply;

// Everything that can happen to a list or a watch. Each must happen in every run.
enum class Row : uint8_t {
  kClosedWithEvents,  // cleanly, after an event or a second
  kClosedAtOnce,      // cleanly, before either
  kConnectionBroken,
  kHalfALine,
  kOpenRefused,
  kOpen429,
  kOpenOther,
  kOpenExpired,
  kStream410,
  kStream429,
  kStream500,
  kStreamOther,
  kUndecodableEvent,
  kList410,
  kListTooLarge,
  kListOther,
  kListBrokenOff,  // some items, then an error
  kExpiredPage,
  kLaggingList,  // of a state that is older than what is known
  kBadListItem,
  kBookmark,
  kDuplicate,  // the last event once more
  kCompaction,
  // With first states that are streamed (watch-list):
  kStreamed,
  kStreamCut,      // in the middle of the first state
  kStreamNoEnd,    // the closing bookmark never comes
  kStreamRefused,  // by a server that does not know it
  kCount,
};
constexpr size_t kRows = static_cast<size_t>(Row::kCount);

std::string Lines(std::vector<std::string> lines) {
  std::sort(lines.begin(), lines.end());
  std::string out;
  for (const std::string& line : lines) out += (out.empty() ? "" : " ") + line;
  return out;
}

class Server {
 public:
  Server(InformerHarness& h, base::Random& random, bool pages)
      : h_(h), random_(random), page_(pages) {
    h.source->on_list = [this](const kube::ListOptions& options) { return List(options); };
    h.source->on_watch = [this](const kube::WatchOptions& options) { return Watch(options); };
  }

  // A create, update, delete or re-creation, told to the open watch.
  void Change() {
    const std::string name = "o" + std::to_string(Dice(25));
    const std::string version = std::to_string(++version_);
    const auto known = objects_.find(name);
    if (known == objects_.end()) {
      objects_[name] = {"u" + version, version, Dice(2) == 0};
      return Emit(WatchEventType::kAdded, name, objects_[name]);
    }
    Item item = known->second;
    item.version = version;
    if (Dice(3) == 0) {
      objects_.erase(known);
      return Emit(WatchEventType::kDeleted, name, item);
    }
    item.marked = Dice(3) == 0 ? !item.marked : item.marked;
    known->second = item;
    Emit(WatchEventType::kModified, name, item);
  }

  // Either acts on the open stream, or arms what the next request runs into.
  void Fault() {
    const auto row = static_cast<Row>(Dice(kRows));
    // Remembered for an hour: more of them, and nothing would be streamed any more.
    if (row == Row::kStreamNoEnd || row == Row::kStreamRefused) return;
    if (!OnStream(row)) armed_.push_back(row);
    if (armed_.size() > 4) armed_.erase(armed_.begin());
  }
  // Stays armed until it has happened.
  void Insist(Row row) { sure_.push_back(row); }
  void Heal() { armed_.clear(); }

  std::string Content(bool marked_only = false) const {
    std::vector<std::string> lines;
    for (const auto& [name, item] : objects_) {
      if (!marked_only || item.marked) lines.push_back("default/" + name + "@" + item.version);
    }
    return Lines(std::move(lines));
  }
  const std::array<int, kRows>& seen() const { return seen_; }

 private:
  struct Item {
    std::string uid;
    std::string version;
    bool marked = false;
  };
  using Objects = std::map<std::string, Item>;
  struct Past {
    uint64_t version;
    WatchEventType type;
    std::string name;
    Item item;
  };

  uint64_t Dice(uint64_t sides) { return random_.Next() % sides; }
  bool See(Row row) {
    ++seen_[static_cast<size_t>(row)];
    return true;
  }
  std::shared_ptr<testing::ScriptedStream> OpenStream() const {
    const auto stream = h_.source->stream();
    return stream != nullptr && stream->open() ? stream : nullptr;
  }
  static std::string Text(const std::string& name, const Item& item) {
    return Json({.name = name,
                 .version = item.version,
                 .uid = item.uid,
                 .labels = item.marked ? R"("marked":"yes")" : R"("marked":"no")"});
  }

  void Emit(WatchEventType type, const std::string& name, const Item& item) {
    past_.push_back({version_, type, name, item});
    if (const auto stream = OpenStream()) {
      stream->Send(type, Text(name, item));
      ++events_on_stream_;
    }
  }

  bool Close(Row row, base::Status status) {
    const auto stream = OpenStream();
    return stream != nullptr && See(row) && stream->Close(std::move(status));
  }
  bool Error(Row row, int code, const std::string& reason) {
    const auto stream = OpenStream();
    if (stream == nullptr) return false;
    return See(row) && stream->Send(WatchEventType::kError, ErrorJson(code, reason, reason));
  }

  bool OnStream(Row row) {
    switch (row) {
      case Row::kClosedWithEvents: return events_on_stream_ > 0 && Close(row, {});
      case Row::kConnectionBroken: return Close(row, base::Unavailable("reset"));
      case Row::kHalfALine: return Close(row, base::DataLoss("half a line"));
      case Row::kStream410: return Error(row, 410, Dice(2) == 0 ? "Expired" : "Gone");
      case Row::kStream429: return Error(row, 429, "TooManyRequests");
      case Row::kStream500: return Error(row, 500, "InternalError");
      case Row::kStreamOther: return Error(row, 504, "Timeout");
      case Row::kUndecodableEvent: {
        const auto stream = OpenStream();
        return stream != nullptr && See(row) &&
               stream->Send(WatchEventType::kAdded, "{\"metadata\":{\"na");
      }
      case Row::kBookmark: {
        const auto stream = OpenStream();
        const std::string bookmark = testing::BookmarkJson(std::to_string(version_));
        return stream != nullptr && See(row) && stream->Send(WatchEventType::kBookmark, bookmark);
      }
      case Row::kDuplicate: {
        const auto stream = OpenStream();
        if (stream == nullptr || past_.empty() || events_on_stream_ == 0) return false;
        const Past& last = past_.back();
        return See(row) && stream->Send(last.type, Text(last.name, last.item));
      }
      case Row::kCompaction: oldest_ = version_; return See(row);
      default: return false;
    }
  }

  // True when the fault was armed; it happens now.
  bool Happens(Row row) {
    for (std::vector<Row>* rows : {&sure_, &armed_}) {
      const auto found = std::find(rows->begin(), rows->end(), row);
      if (found == rows->end()) continue;
      rows->erase(found);
      return See(row);
    }
    return false;
  }

  Objects StateAt(uint64_t version) const {
    Objects state;
    for (const Past& past : past_) {
      if (past.version > version) break;
      if (past.type == WatchEventType::kDeleted) {
        state.erase(past.name);
      } else {
        state[past.name] = past.item;
      }
    }
    return state;
  }

  // A first page fixes the state that all pages show. A list that asks for no version is of the
  // newest state; another may be of an older one, but not older than it asks for.
  void TakeSnapshot(const std::string& version) {
    uint64_t at = version_;
    if (!version.empty() && Happens(Row::kLaggingList)) {
      const uint64_t asked = std::stoull(version);
      at = std::max(asked, version_ - std::min<uint64_t>(version_, Dice(20)));
    }
    snapshot_.clear();
    for (const auto& [name, item] : StateAt(at)) snapshot_.push_back(Text(name, item));
    snapshot_version_ = std::to_string(at);
  }

  base::Status ListError(bool first_page, bool has_version) {
    if (!first_page) return Happens(Row::kExpiredPage) ? testing::Expired() : base::Status();
    if (has_version && Happens(Row::kList410)) return testing::Expired();
    if (has_version && Happens(Row::kListTooLarge)) {
      return HttpError(StatusCode::kDeadlineExceeded, 504, "Timeout",
                       "Too large resource version: 9, current: 5");
    }
    if (!Happens(Row::kListOther)) return {};
    switch (Dice(4)) {
      case 0: return HttpError(StatusCode::kResourceExhausted, 429, "", "slow");
      case 1: return HttpError(StatusCode::kUnavailable, 503, "", "down");
      case 2: return HttpError(StatusCode::kPermissionDenied, 403, "", "no");
      default: return base::Unavailable("reset");
    }
  }

  ListReply List(const kube::ListOptions& options) {
    ListReply reply;
    const bool first = options.continue_token.empty();
    reply.error = ListError(first, !options.resource_version.empty());
    if (!reply.error.ok()) return reply;
    if (first) TakeSnapshot(options.resource_version);
    size_t begin = first ? 0 : std::stoul(options.continue_token);
    const bool pages = options.limit != 0 && (page_ || !first);
    const size_t count = pages ? 7 : snapshot_.size();
    for (; begin < snapshot_.size() && reply.items.size() < count; ++begin) {
      reply.items.push_back(snapshot_[begin]);
    }
    if (Happens(Row::kListBrokenOff)) {
      reply.error = base::Unavailable("reset");
      if (!reply.items.empty()) reply.items.resize(Dice(reply.items.size()));
      return reply;
    }
    // Not of the collection: it has no name, so it is set aside and never in the way.
    if (Happens(Row::kBadListItem)) reply.items.push_back(R"({"kind":"ConfigMap","metadata":{}})");
    reply.version = snapshot_version_;
    if (begin < snapshot_.size()) reply.continue_token = std::to_string(begin);
    page_ = Dice(2) == 0;
    return reply;
  }

  WatchReply Stream(const kube::WatchOptions& options) {
    if (Happens(Row::kStreamRefused)) {
      return NotOpened(HttpError(StatusCode::kInvalidArgument, 422, "Invalid", "unknown field"));
    }
    WatchReply reply;
    TakeSnapshot(options.resource_version);
    for (const std::string& text : snapshot_) {
      reply.events.push_back({WatchEventType::kAdded, text});
    }
    events_on_stream_ = reply.events.size();
    if (Happens(Row::kStreamCut)) {
      reply.events.resize(reply.events.size() / 2);
      reply.end = base::Status();
      return reply;
    }
    const std::string end = testing::InitialEventsEndJson(snapshot_version_);
    if (!Happens(Row::kStreamNoEnd)) reply.events.push_back({WatchEventType::kBookmark, end});
    const uint64_t at = std::stoull(snapshot_version_);
    for (const Past& past : past_) {
      if (past.version > at) reply.events.push_back({past.type, Text(past.name, past.item)});
    }
    See(Row::kStreamed);
    return reply;
  }

  static WatchReply NotOpened(base::Status status) { return {false, {}, std::move(status)}; }

  WatchReply Watch(const kube::WatchOptions& options) {
    events_on_stream_ = 0;
    if (Happens(Row::kOpenRefused)) return NotOpened(base::Unavailable("refused"));
    if (Happens(Row::kOpen429)) {
      return NotOpened(HttpError(StatusCode::kResourceExhausted, 429, "", "slow"));
    }
    if (Happens(Row::kOpenOther)) {
      return NotOpened(HttpError(StatusCode::kInternal, 500, "InternalError", "boom"));
    }
    if (Happens(Row::kOpenExpired)) return NotOpened(testing::Expired());
    WatchReply reply;
    if (Happens(Row::kClosedAtOnce)) {
      reply.end = base::Status();
      return reply;
    }
    if (options.send_initial_events) return Stream(options);
    const uint64_t from = std::stoull(options.resource_version);
    if (from < oldest_) {
      reply.events.push_back({WatchEventType::kError, ErrorJson(410, "Expired", "too old")});
      return reply;
    }
    for (const Past& past : past_) {
      if (past.version > from) reply.events.push_back({past.type, Text(past.name, past.item)});
    }
    events_on_stream_ = reply.events.size();
    return reply;
  }

  InformerHarness& h_;
  base::Random& random_;
  Objects objects_;
  std::vector<Past> past_;
  uint64_t version_ = 100;
  uint64_t oldest_ = 0;
  size_t events_on_stream_ = 0;
  bool page_;
  std::vector<Row> armed_;
  std::vector<Row> sure_;
  std::array<int, kRows> seen_{};
  std::vector<std::string> snapshot_;
  std::string snapshot_version_;
};

std::string ViewOf(const Recorder& recorder) {
  std::vector<std::string> lines;
  for (const auto& [key, object] : recorder.view) {
    lines.push_back(key + "@" + std::string(object.resource_version()));
  }
  return Lines(std::move(lines));
}

bool IsMarked(const kube::Object& object) { return object.Label("marked") == "yes"; }

// Somebody who listens, in one of several ways, and joined at some time.
struct Subscriber {
  std::string what;
  bool marked_only = false;
  std::shared_ptr<Recorder> recorder = std::make_shared<Recorder>();
  HandlerRegistration registration;
};

class Model {
 public:
  Model(uint64_t seed, bool streamed) : random_(seed), server_(h_, random_, seed % 2 == 0) {
    InformerEnv env = h_.env();
    if (streamed) env.watch_list = &watch_list_;
    h_.informer = std::make_unique<SharedInformer>(testing::ConfigMapScope(), h_.source, env);
    h_.Run();
    Join("first inline", nullptr, false);
    Join("first queued", &slow_, false);
    Join("first filtered", &slow_, true);
    for (int i = 0; i < 10; ++i) server_.Change();
    h_.informer->Start();
  }

  // The informer uses the memory of what can be streamed.
  ~Model() {
    subscribers_.clear();
    h_.informer.reset();
    h_.Run();
  }

  void Round(int number) {
    // What only chance would bring comes for sure, spread over the rounds.
    for (auto row = static_cast<int>(Row::kOpenRefused); row <= static_cast<int>(Row::kBadListItem);
         ++row) {
      const bool armed =
          row <= static_cast<int>(Row::kOpenExpired) || row >= static_cast<int>(Row::kList410);
      if (armed && row % 6 == number) server_.Insist(static_cast<Row>(row));
    }
    if (number == 0) server_.Insist(Row::kClosedAtOnce);
    if (number == 1) server_.Insist(Row::kStreamNoEnd);
    if (number == 6) server_.Insist(Row::kStreamRefused);
    for (int step = 0; step < 120; ++step) {
      if (Dice(3) == 0) server_.Fault();
      server_.Change();
      h_.Advance(milliseconds(Dice(900)));
      if (Dice(4) == 0) slow_.RunOne();
      if (Dice(20) == 0) ComeOrGo();
    }
    server_.Heal();
    for (int minute = 0; minute < 15; ++minute) {
      h_.Advance(minutes(1));
      // A handler that was held back for may bring more.
      for (; slow_.queued() > 0; h_.Run()) slow_.RunUntilIdle();
    }
    ASSERT_EQ(h_.Content(), server_.Content()) << "INV-1, round " << number;
    for (const auto& one : subscribers_) Check(*one);
  }

  const std::array<int, kRows>& seen() const { return server_.seen(); }

 private:
  uint64_t Dice(uint64_t sides) { return random_.Next() % sides; }

  void Join(std::string what, base::Executor* executor, bool marked_only) {
    auto one = std::make_unique<Subscriber>();
    one->what = std::move(what);
    one->marked_only = marked_only;
    one->recorder->store = h_.informer->reader();
    std::shared_ptr<EventHandler> handler = one->recorder;
    if (marked_only) handler = std::make_shared<FilteringHandler>(IsMarked, one->recorder);
    HandlerOptions options;
    options.name = one->what;
    options.executor = executor;
    if (Dice(3) == 0) options.resync = minutes(1 + static_cast<int64_t>(Dice(5)));
    if (executor != nullptr && Dice(4) == 0) options.pause_above = 5;
    one->registration = h_.informer->AddHandler(handler, options).value();
    subscribers_.push_back(std::move(one));
  }

  void ComeOrGo() {
    if (subscribers_.size() < 8 && Dice(2) == 0) {
      return Join("late", Dice(2) == 0 ? &slow_ : nullptr, Dice(2) == 0);
    }
    if (subscribers_.size() > 3) {
      subscribers_.erase(subscribers_.begin() +
                         static_cast<ptrdiff_t>(3 + Dice(subscribers_.size() - 3)));
    }
  }

  void Check(Subscriber& one) {
    SCOPED_TRACE(one.what);
    Recorder& recorder = *one.recorder;
    ASSERT_EQ(ViewOf(recorder), server_.Content(one.marked_only)) << "INV-2";
    ASSERT_EQ(recorder.violations, std::vector<std::string>{}) << "INV-3, INV-4";
    ASSERT_TRUE(one.registration.HasSynced()) << "INV-7";
    bool synced = false;
    for (const std::string& line : recorder.log) {
      synced = synced || line == "synced";
      ASSERT_EQ(line.find(" initial") != std::string::npos, !synced) << "INV-6: " << line;
    }
    for (const Notification& n : recorder.notifications) {
      if (n.type != ChangeType::kUpdate || n.cause == Cause::kRedeliver) continue;
      const auto order = kube::CompareResourceVersions(n.old_object.resource_version(),
                                                       n.object.resource_version());
      ASSERT_TRUE(order.has_value() && *order < 0) << "INV-5: " << n.object.key();
    }
  }

  InformerHarness h_;
  WatchListMemory watch_list_{h_.clock, nullptr};
  base::ManualExecutor slow_;
  base::Random random_;
  Server server_;
  std::vector<std::unique_ptr<Subscriber>> subscribers_;
};

// Several seeds, so that every row is sure to come.
void RunModels(bool streamed) {
  const char* given = std::getenv("OARLOCK_MODEL_SEED");
  const uint64_t seed = given != nullptr ? std::stoull(given) : base::Random::OsSeed();
  ::testing::Test::RecordProperty("seed", std::to_string(seed));
  std::array<int, kRows> seen{};
  for (uint64_t i = 0; i < 4; ++i) {
    SCOPED_TRACE("seed " + std::to_string(seed + i));
    Model model(seed + i, streamed);
    for (int round = 0; round < 8; ++round) {
      model.Round(round);
      if (::testing::Test::HasFatalFailure()) return;
    }
    for (size_t row = 0; row < kRows; ++row) seen[row] += model.seen()[row];
  }
  for (size_t row = 0; row < kRows; ++row) {
    const bool of_lists =
        row >= static_cast<size_t>(Row::kList410) && row <= static_cast<size_t>(Row::kBadListItem);
    const bool of_streams = row >= static_cast<size_t>(Row::kStreamed);
    if (streamed ? of_lists : of_streams) continue;
    EXPECT_GT(seen[row], 0) << "row " << row;
  }
}

TEST(InformerModel, INV_1_2_3_EqualsTheServerAtRestAfterEveryRowOfTheErrorMatrix) {
  RunModels(false);
}

TEST(InformerModel, INV_4_6_7_HoldWithFirstStatesStreamedToo) { RunModels(true); }

}  // namespace
}  // namespace oarlock::cache
