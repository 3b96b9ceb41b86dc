#include "sandbox/api/watch_stream.h"

#include <atomic>
#include <memory>
#include <optional>
#include <utility>

namespace oarlock::sandbox {
namespace {

constexpr std::chrono::minutes kBookmarkEvery{1};
constexpr std::chrono::seconds kBookmarkBeforeEnd{2};
constexpr std::chrono::minutes kShortestDefault{30};

// What timers tell the stream; they may fire after it has gone.
struct Signals {
  std::atomic<bool> bookmark{false};
  std::atomic<bool> ended{false};
  std::function<void()> wake;
};

class WatchStream final : public server::BodyStream {
 public:
  WatchStream(const ApiCall& call, const ListOptions& options, base::Duration lifetime)
      : clock_(call.env.clock),
        store_(call.env.store),
        resource_(call.resource()),
        ns_(call.path.ns),
        options_(options),
        view_(call.View()),
        end_(clock_.Now() + lifetime) {
    const bool from_now = !options.version && options.initial_events == false;
    const bool initial = options.initial_events.value_or(!options.version.has_value());
    if (initial) {
      initial_ = store_.Read();
      at_ = initial_->Table(resource_).objects.LowerBound(Prefix());
      reached_ = initial_->version;
    } else {
      reached_ = from_now ? store_.Read()->version : options.version.value_or(0);
    }
  }

  ~WatchStream() override {
    clock_.Cancel(end_timer_);
    clock_.Cancel(bookmark_timer_);
  }

  void OnStart(std::function<void()> wake) override {
    signals_->wake = wake;
    subscription_ = store_.Subscribe(resource_, std::move(wake));
    end_timer_ = clock_.Schedule(end_, [signals = signals_] {
      signals->ended = true;
      signals->wake();
    });
    ScheduleBookmark();
  }

  State Pull(size_t room, std::string& out) override {
    if (initial_) {
      if (!PullInitial(room, out)) return State::kMore;
    }
    return PullChanges(room, out);
  }

 private:
  std::string Prefix() const { return ns_.empty() ? "" : ns_ + "/"; }

  void ScheduleBookmark() {
    if (!options_.bookmarks) return;
    const base::MonoTime now = clock_.Now();
    base::MonoTime next = now + kBookmarkEvery;
    const base::MonoTime before_end = end_ - kBookmarkBeforeEnd;
    if (before_end > now && before_end < next) next = before_end;
    bookmark_timer_ = clock_.Schedule(next, [signals = signals_] {
      signals->bookmark = true;
      signals->wake();
    });
  }

  void Frame(std::string_view type, std::string_view object, std::string& out) {
    out.append("{\"type\":\"").append(type).append("\",\"object\":").append(object).append("}\n");
    first_ = false;
  }

  // True when all are out.
  bool PullInitial(size_t room, std::string& out) {
    const std::string prefix = Prefix();
    for (; at_.valid() && at_.key().starts_with(prefix); at_.Next()) {
      if (out.size() >= room) return false;
      const StoredObject& object = *at_.value();
      if (options_.Selects(object)) Frame("ADDED", view_.Event(object, first_), out);
    }
    if (options_.initial_events == true && options_.bookmarks) {
      Frame("BOOKMARK", view_.Bookmark(reached_, true), out);
    }
    at_ = {};
    initial_.reset();
    return true;
  }

  State PullChanges(size_t room, std::string& out) {
    const Snapshot state = store_.Read();
    if (reached_ < state->Forgotten(resource_)) {
      Frame("ERROR", WriteJson(TooOld(reached_, state->Forgotten(resource_)).ToStatus()), out);
      return State::kEnd;
    }
    const auto& changes = state->Table(resource_).changes;
    for (auto at = changes.UpperBound(reached_); at.valid(); at.Next()) {
      if (out.size() >= room) return State::kMore;
      Tell(at.value(), out);
      reached_ = at.key();
    }
    reached_ = std::max(reached_, state->version);
    if (signals_->bookmark.exchange(false)) {
      // A version of the future that was asked for is not reached yet.
      Frame("BOOKMARK", view_.Bookmark(state->version, false), out);
      ScheduleBookmark();
    }
    return signals_->ended ? State::kEnd : State::kWait;
  }

  void Tell(const Change& change, std::string& out) {
    if (!ns_.empty() && change.object->ns != ns_) return;
    const bool was = change.previous && options_.Selects(*change.previous);
    const bool is = !change.deleted && options_.Selects(*change.object);
    if (is) {
      Frame(was ? "MODIFIED" : "ADDED", view_.Event(*change.object, first_), out);
    } else if (was) {
      const StoredPtr last = Renumbered(*change.previous, change.object->version);
      Frame("DELETED", view_.Event(*last, first_), out);
    }
  }

 public:
  static ApiError TooOld(uint64_t asked, uint64_t oldest) {
    return Expired("too old resource version: " + std::to_string(asked) + " (" +
                   std::to_string(oldest) + ")");
  }

 private:
  base::Clock& clock_;
  Store& store_;
  const std::string resource_;
  const std::string ns_;
  const ListOptions options_;
  const ObjectView view_;
  const base::MonoTime end_;
  Snapshot initial_;  // null: the initial events are out
  ObjectMap::Cursor at_;
  uint64_t reached_ = 0;
  bool first_ = true;
  const std::shared_ptr<Signals> signals_ = std::make_shared<Signals>();
  std::shared_ptr<void> subscription_;
  base::TimerId end_timer_ = 0;
  base::TimerId bookmark_timer_ = 0;
};

base::Duration LifetimeOf(const ApiCall& call, const ListOptions& options) {
  if (options.timeout_seconds && *options.timeout_seconds > 0) {
    return std::chrono::seconds(std::min<int64_t>(*options.timeout_seconds, 24 * 3600));
  }
  return call.env.random.Between(kShortestDefault, 2 * kShortestDefault);
}

}  // namespace

ApiResult<server::HttpResponse> WatchObjects(ApiCall& call, const ListOptions& options) {
  if (call.env.switches.http_410_for_watches && options.version) {
    const uint64_t forgotten = call.env.store.Read()->Forgotten(call.resource());
    if (*options.version < forgotten) return WatchStream::TooOld(*options.version, forgotten);
  }
  server::HttpResponse answer;
  answer.content_type = "application/json";
  answer.headers.emplace_back("Cache-Control", "no-cache, private");
  answer.stream = std::make_shared<WatchStream>(call, options, LifetimeOf(call, options));
  return answer;
}

}  // namespace oarlock::sandbox
