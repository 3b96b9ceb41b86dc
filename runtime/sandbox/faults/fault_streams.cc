#include "sandbox/faults/fault_streams.h"

#include <algorithm>
#include <atomic>
#include <utility>

namespace oarlock::sandbox {
namespace {

using State = server::BodyStream::State;

class Text final : public server::BodyStream {
 public:
  explicit Text(std::string text) : text_(std::move(text)) {}
  void OnStart(std::function<void()> /*wake*/) override {}
  State Pull(size_t room, std::string& out) override {
    const size_t size = std::min(std::max<size_t>(room, 1), text_.size() - at_);
    out.append(text_, at_, size);
    at_ += size;
    return at_ < text_.size() ? State::kMore : State::kEnd;
  }

 private:
  const std::string text_;
  size_t at_ = 0;
};

class Nothing final : public server::BodyStream {
 public:
  explicit Nothing(State ending) : ending_(ending) {}
  void OnStart(std::function<void()> /*wake*/) override {}
  State Pull(size_t /*room*/, std::string& /*out*/) override { return ending_; }

 private:
  const State ending_;
};

class EventStream final : public server::BodyStream {
 public:
  EventStream(StreamPtr inner, const EventFaults& faults, std::string error_object)
      : inner_(std::move(inner)), faults_(faults), error_object_(std::move(error_object)) {}

  void OnStart(std::function<void()> wake) override { inner_->OnStart(std::move(wake)); }

  State Pull(size_t room, std::string& out) override {
    if (faults_.error_after == 0) return Error(out);
    if (faults_.mute_after && events_ >= *faults_.mute_after) return State::kWait;
    const State state = inner_->Pull(room, pending_);
    size_t begin = 0;
    for (size_t end = 0; (end = pending_.find('\n', begin)) != std::string::npos; begin = end + 1) {
      Event(std::string_view(pending_).substr(begin, end + 1 - begin), out);
      if (faults_.error_after == events_) return Error(out);
      if (faults_.mute_after == events_) return State::kWait;
    }
    pending_.erase(0, begin);
    return state;
  }

 private:
  void Event(std::string_view frame, std::string& out) {
    ++events_;
    out.append(frame);
    if (faults_.duplicate && IsDuplicated(frame)) out.append(frame);
  }

  bool IsDuplicated(std::string_view frame) const {
    const auto& types = faults_.duplicate_types;
    return types.empty() || std::any_of(types.begin(), types.end(), [&](const std::string& type) {
             return frame.starts_with("{\"type\":\"" + type + "\"");
           });
  }

  State Error(std::string& out) const {
    out.append("{\"type\":\"ERROR\",\"object\":").append(error_object_).append("}\n");
    return State::kEnd;
  }

  const StreamPtr inner_;
  const EventFaults faults_;
  const std::string error_object_;
  std::string pending_;
  uint64_t events_ = 0;
};

// What the timer of a pause tells the stream; it may fire after the stream has gone.
struct Pause {
  std::atomic<bool> over{true};
  std::function<void()> wake;
};

class ByteStream final : public server::BodyStream {
 public:
  ByteStream(StreamPtr inner, const ByteFaults& faults, base::Clock& clock)
      : inner_(std::move(inner)),
        faults_(faults),
        clock_(clock),
        events_left_(faults.cut_bytes ? faults.cut_events : 0),
        bytes_left_(faults.cut_bytes.value_or(0)) {}
  ~ByteStream() override { clock_.Cancel(timer_); }

  void OnStart(std::function<void()> wake) override {
    pause_->wake = wake;
    inner_->OnStart(std::move(wake));
  }

  State Pull(size_t room, std::string& out) override {
    if (!pause_->over) return State::kWait;
    if (at_ == buffer_.size()) Refill(room);
    const size_t piece = NextPiece();
    bool cut = false;
    for (size_t i = 0; i < piece && !(cut = CutsHere()); ++i) out.push_back(Count(buffer_[at_++]));
    if (cut || CutsHere()) return faults_.ending;
    const bool empty = at_ == buffer_.size();
    if (empty && inner_state_ == State::kEnd) return State::kEnd;
    if (piece > 0 && faults_.pause > base::Duration::zero()) return StartPause();
    return empty ? inner_state_ : State::kMore;
  }

 private:
  void Refill(size_t room) {
    buffer_.clear();
    at_ = 0;
    inner_state_ = inner_->Pull(room, buffer_);
  }

  size_t NextPiece() {
    const size_t left = buffer_.size() - at_;
    if (faults_.chunks.empty() || left == 0) return left;
    return std::min(left, faults_.chunks[std::min(pieces_++, faults_.chunks.size() - 1)]);
  }

  bool CutsHere() const { return faults_.cut_bytes && events_left_ == 0 && bytes_left_ == 0; }

  char Count(char byte) {
    if (events_left_ > 0) {
      events_left_ -= byte == '\n' ? 1u : 0u;
    } else if (bytes_left_ > 0) {
      --bytes_left_;
    }
    return byte;
  }

  State StartPause() {
    pause_->over = false;
    timer_ = clock_.ScheduleAfter(faults_.pause, [pause = pause_] {
      pause->over = true;
      pause->wake();
    });
    return State::kWait;
  }

  const StreamPtr inner_;
  const ByteFaults faults_;
  base::Clock& clock_;
  std::string buffer_;
  size_t at_ = 0;
  State inner_state_ = State::kMore;
  size_t pieces_ = 0;
  uint64_t events_left_;
  uint64_t bytes_left_;
  const std::shared_ptr<Pause> pause_ = std::make_shared<Pause>();
  base::TimerId timer_ = 0;
};

}  // namespace

StreamPtr TextStream(std::string text) { return std::make_shared<Text>(std::move(text)); }

StreamPtr NoStream(State ending) { return std::make_shared<Nothing>(ending); }

StreamPtr WithEventFaults(StreamPtr inner, const EventFaults& faults, std::string error_object) {
  return std::make_shared<EventStream>(std::move(inner), faults, std::move(error_object));
}

StreamPtr WithByteFaults(StreamPtr inner, const ByteFaults& faults, base::Clock& clock) {
  return std::make_shared<ByteStream>(std::move(inner), faults, clock);
}

}  // namespace oarlock::sandbox
