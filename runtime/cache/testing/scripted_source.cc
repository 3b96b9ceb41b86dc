#include "cache/testing/scripted_source.h"

#include <algorithm>

namespace oarlock::cache::testing {

namespace {

kube::RawItem RawOf(std::string_view text) {
  if (text.starts_with("k8s")) return {kube::ContentType::kProtobuf, text};
  if (!text.starts_with(kProtobufItemMark)) return {kube::ContentType::kJson, text};
  return {kube::ContentType::kProtobuf, text.substr(kProtobufItemMark.size())};
}

}  // namespace

class ScriptedStream::WatchCall final : public kube::Call {
 public:
  explicit WatchCall(std::shared_ptr<ScriptedStream> stream) : stream_(std::move(stream)) {}
  ~WatchCall() override { Cancel(); }
  void Cancel() override {
    base::MutexLock lock(stream_->mutex_);
    stream_->open_ = false;
  }
  void Resume() override { stream_->resumes_.fetch_add(1); }

 private:
  const std::shared_ptr<ScriptedStream> stream_;
};

bool ScriptedStream::open() const {
  base::MutexLock lock(mutex_);
  return open_;
}

bool ScriptedStream::Send(const std::vector<ScriptedEvent>& events) {
  if (!open()) return false;
  std::vector<kube::RawEvent> raw;
  raw.reserve(events.size());
  for (const ScriptedEvent& event : events) {
    raw.push_back({event.type, RawOf(event.object)});
  }
  if (sink_->OnEvents(raw) == kube::Flow::kPause) pauses_.fetch_add(1);
  return true;
}

bool ScriptedStream::Close(base::Status status) {
  {
    base::MutexLock lock(mutex_);
    if (!std::exchange(open_, false)) return false;
  }
  sink_->OnWatchEnd(std::move(status));
  return true;
}

class ScriptedSource::ListCall final : public kube::Call {
 public:
  ListCall(std::shared_ptr<std::atomic<size_t>> resumes,
           std::shared_ptr<std::atomic<size_t>> dropped)
      : resumes_(std::move(resumes)), dropped_(std::move(dropped)) {}
  ~ListCall() override { dropped_->fetch_add(1); }
  void Cancel() override {}
  void Resume() override { resumes_->fetch_add(1); }

 private:
  const std::shared_ptr<std::atomic<size_t>> resumes_;
  const std::shared_ptr<std::atomic<size_t>> dropped_;
};

std::unique_ptr<kube::Call> ScriptedSource::List(const kube::ListOptions& options,
                                                 std::shared_ptr<kube::ListSink> sink) {
  ListReply reply;
  reply.hang = true;
  bool scripted = false;
  {
    base::MutexLock lock(mutex_);
    lists_.push_back(options);
    scripted = !list_replies_.empty();
    if (scripted) {
      reply = std::move(list_replies_.front());
      list_replies_.pop_front();
    }
  }
  if (!scripted && on_list) reply = on_list(options);
  for (const std::string& item : reply.items) {
    const kube::RawItem raw = RawOf(item);
    if (sink->OnItems({&raw, 1}) == kube::Flow::kPause) pauses_.fetch_add(1);
  }
  if (!reply.error.ok()) {
    sink->OnListEnd(reply.error);
  } else if (!reply.hang) {
    sink->OnListEnd(kube::ListMeta{reply.version, reply.continue_token, {}});
  }
  return std::make_unique<ListCall>(resumes_, dropped_lists_);
}

std::unique_ptr<kube::Call> ScriptedSource::Watch(const kube::WatchOptions& options,
                                                  std::shared_ptr<kube::WatchSink> sink) {
  WatchReply reply;
  bool scripted = false;
  auto stream = std::make_shared<ScriptedStream>(sink);
  {
    base::MutexLock lock(mutex_);
    watches_.push_back(options);
    scripted = !watch_replies_.empty();
    if (scripted) {
      reply = std::move(watch_replies_.front());
      watch_replies_.pop_front();
    }
  }
  if (!scripted && on_watch) reply = on_watch(options);
  if (reply.open) {
    base::MutexLock lock(mutex_);
    std::erase_if(streams_, [](const auto& known) { return !known->open(); });
    streams_.push_back(stream);
  }
  auto call = std::make_unique<ScriptedStream::WatchCall>(stream);
  if (reply.open) sink->OnWatchOpen();
  if (!reply.events.empty()) stream->Send(reply.events);
  if (reply.end.has_value()) stream->Close(*reply.end);
  return call;
}

void ScriptedSource::AddList(ListReply reply) {
  base::MutexLock lock(mutex_);
  list_replies_.push_back(std::move(reply));
}

void ScriptedSource::AddWatch(WatchReply reply) {
  base::MutexLock lock(mutex_);
  watch_replies_.push_back(std::move(reply));
}

std::vector<kube::ListOptions> ScriptedSource::lists() const {
  base::MutexLock lock(mutex_);
  return lists_;
}

std::vector<kube::WatchOptions> ScriptedSource::watches() const {
  base::MutexLock lock(mutex_);
  return watches_;
}

std::vector<std::string> ScriptedSource::ListVersions() const {
  std::vector<std::string> out;
  for (const auto& options : lists()) out.push_back(options.resource_version);
  return out;
}

std::vector<std::string> ScriptedSource::WatchVersions() const {
  std::vector<std::string> out;
  for (const auto& options : watches()) out.push_back(options.resource_version);
  return out;
}

std::shared_ptr<ScriptedStream> ScriptedSource::stream() const {
  base::MutexLock lock(mutex_);
  return streams_.empty() ? nullptr : streams_.back();
}

size_t ScriptedSource::open_streams() const {
  base::MutexLock lock(mutex_);
  return static_cast<size_t>(std::count_if(streams_.begin(), streams_.end(),
                                           [](const auto& stream) { return stream->open(); }));
}

size_t ScriptedSource::resumes() const { return resumes_->load(); }
size_t ScriptedSource::pauses() const { return pauses_.load(); }

std::string Json(const ObjectText& object) {
  const std::string uid = object.uid.empty() ? "u-" + object.name : object.uid;
  std::string text = R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":")" + object.name;
  if (!object.ns.empty()) text += R"(","namespace":")" + object.ns;
  text += R"(","uid":")" + uid + R"(","resourceVersion":")" + object.version + "\"";
  if (!object.labels.empty()) text += R"(,"labels":{)" + object.labels + "}";
  return text + object.extra + R"(},"data":{"v":")" + object.value + R"("}})";
}

std::string BookmarkJson(const std::string& version) {
  return R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"resourceVersion":")" + version +
         R"("}})";
}

std::string InitialEventsEndJson(const std::string& version, const std::string& value) {
  return R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"resourceVersion":")" + version +
         R"(","annotations":{"k8s.io/initial-events-end":")" + value + R"("}}})";
}

std::string ErrorJson(int code, const std::string& reason, const std::string& message) {
  return R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":")" +
         message + R"(","reason":")" + reason + R"(","code":)" + std::to_string(code) + "}";
}

}  // namespace oarlock::cache::testing
