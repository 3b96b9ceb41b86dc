#include "client/transport/http_engine.h"

#include <curl/curl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <thread>
#include <unordered_map>
#include <unordered_set>

#include "base/check.h"
#include "base/mutex.h"
#include "base/thread_name.h"
#include "client/transport/curl_pool.h"
#include "client/transport/curl_transfer.h"

namespace oarlock::client {
namespace {

constexpr uint64_t kWakeTag = 0;
constexpr size_t kEventsPerTurn = 128;
constexpr int kGatherTurns = 16;  // what is collected waits no longer for a socket to run dry

void BlockSigpipe() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

}  // namespace

class HttpEngine::Impl {
 public:
  Impl() : epoll_fd_(epoll_create1(EPOLL_CLOEXEC)), wake_fd_(eventfd(0, EFD_CLOEXEC)) {
    OARLOCK_CHECK(epoll_fd_ >= 0 && wake_fd_ >= 0);
    OARLOCK_CHECK(curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK);
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = kWakeTag;
    OARLOCK_CHECK(epoll_ctl(epoll_fd_, EPOLL_CTL_ADD, wake_fd_, &event) == 0);
    thread_ = std::thread([this] { Run(); });
  }

  ~Impl() {
    Stop();
    pools_.clear();
    close(wake_fd_);
    close(epoll_fd_);
    curl_global_cleanup();
  }

  bool Post(base::Task task) {
    {
      base::MutexLock lock(mutex_);
      if (closed_) return false;
      ++counters_.posted;
      tasks_.push_back(std::move(task));
      if (tasks_.size() > 1) return true;  // the wake-up is on its way
    }
    Wake();
    return true;
  }

  bool OnIoThread() const { return std::this_thread::get_id() == io_id_.load(); }

  void SetOnStop(base::Task task) {
    base::MutexLock lock(mutex_);
    on_stop_ = std::move(task);
  }

  void Stop() {
    OARLOCK_CHECK(!OnIoThread());
    stopping_.store(true);
    Wake();
    base::MutexLock lock(join_mutex_);
    if (thread_.joinable()) thread_.join();
  }

  PoolId AddPool(const PoolOptions& options) {
    const PoolId id = next_pool_.fetch_add(1);
    Post([this, id, options] {
      pools_.emplace(id, std::make_unique<CurlPool>(epoll_fd_, id, options));
      if (options.fence) fences_.push_back(id);
    });
    return id;
  }

  TransferId Start(PoolId pool, TransferSpec spec, std::shared_ptr<TransferSink> sink) {
    OARLOCK_CHECK(OnIoThread());
    const auto found = pools_.find(pool);
    OARLOCK_CHECK(found != pools_.end());
    const TransferId id = next_transfer_++;
    Entry& entry = transfers_[id];
    entry.pool = found->second.get();
    entry.transfer = std::make_unique<CurlTransfer>(id, std::move(spec), std::move(sink),
                                                    *entry.pool, gathered_, counters_);
    if (entry.transfer->MayWrite()) {
      entry.pool->Add(entry.transfer->easy());
    } else {
      refused_.push_back(id);
    }
    return id;
  }

  uint64_t Term(PoolId pool) const {
    OARLOCK_CHECK(OnIoThread());
    const FencedSockets* const fenced = pools_.at(pool)->sockets();
    return fenced == nullptr ? 0 : fenced->term();
  }

  void Cancel(TransferId id) {
    OARLOCK_CHECK(OnIoThread());
    const auto found = transfers_.find(id);
    if (found == transfers_.end()) return;
    found->second.transfer->Mute();
    // libcurl must not lose a handle inside one of its own callbacks.
    dead_.push_back(id);
  }

  void Resume(TransferId id) {
    OARLOCK_CHECK(OnIoThread());
    const auto found = transfers_.find(id);
    if (found != transfers_.end()) found->second.transfer->Resume();
  }

  size_t transfers() const { return transfers_.size(); }
  const EngineCounters& counters() const { return counters_; }

 private:
  struct Entry {
    CurlPool* pool = nullptr;
    std::unique_ptr<CurlTransfer> transfer;
  };

  void Run() {
    io_id_.store(std::this_thread::get_id());
    base::SetThisThreadName("client-io");
    BlockSigpipe();
    std::array<epoll_event, kEventsPerTurn> events;
    while (!stopping_.load()) {
      // While bytes are collected: only a look whether there are more.
      const int timeout_ms = gathered_.empty() ? -1 : 0;
      const int count =
          epoll_wait(epoll_fd_, events.data(), static_cast<int>(events.size()), timeout_ms);
      FollowFences();
      for (int i = 0; i < count; ++i) Dispatch(events[static_cast<size_t>(i)]);
      if (!gathered_.empty() && (count == 0 || ++gather_turns_ >= kGatherTurns)) HandOver();
      RunTasks();
      Reap();
    }
    Close();
  }

  // Before libcurl sends anything more: a process that stood still finds bytes of writes that it
  // must not send any more. And when there are new tasks, as they may be of a new term.
  void FollowFences() {
    for (const PoolId id : fences_) {
      std::unique_ptr<CurlPool>& pool = pools_.at(id);
      if (pool->sockets()->NoteTerm()) EndTerm(id, pool);
    }
  }

  void EndTerm(PoolId id, std::unique_ptr<CurlPool>& pool) {
    pool->sockets()->Reset();
    std::vector<std::unique_ptr<CurlTransfer>> ended;
    for (auto at = transfers_.begin(); at != transfers_.end();) {
      if (at->second.pool != pool.get()) {
        ++at;
        continue;
      }
      pool->Remove(at->second.transfer->easy());
      ended.push_back(std::move(at->second.transfer));
      at = transfers_.erase(at);
    }
    const PoolOptions options = pool->options();
    pool.reset();
    pool = std::make_unique<CurlPool>(epoll_fd_, id, options);
    for (const auto& transfer : ended) transfer->FinishFenced();
  }

  // Gives every sink what was collected for it.
  void HandOver() {
    gather_turns_ = 0;
    std::vector<TransferId> ids;
    ids.swap(gathered_);
    for (const TransferId id : ids) {
      const auto found = transfers_.find(id);
      if (found == transfers_.end()) continue;
      const Entry& entry = found->second;
      CurlPool* const pool = entry.pool;
      if (entry.transfer->HandOver()) continue;
      FinishOne(id, CURLE_WRITE_ERROR);
      FlushConnections({pool});
    }
    ids.clear();
    if (gathered_.empty()) gathered_.swap(ids);  // its memory is of further use
  }

  void Dispatch(const epoll_event& event) {
    if (event.data.u64 == kWakeTag) {
      uint64_t drained = 0;
      if (read(wake_fd_, &drained, sizeof(drained)) < 0) drained = 0;
      return;
    }
    const auto pool = pools_.find(CurlPool::PoolOf(event.data.u64));
    if (pool != pools_.end()) pool->second->OnEvent(event.data.u64, event.events);
  }

  void RunTasks() {
    std::vector<base::Task> tasks;
    {
      base::MutexLock lock(mutex_);
      tasks.swap(tasks_);
    }
    if (!tasks.empty()) FollowFences();
    for (base::Task& task : tasks) {
      task();
      task = nullptr;
      ++counters_.progress;
      --counters_.posted;
    }
  }

  // Writes where nothing may be written.
  void EndRefused() {
    while (!refused_.empty()) {
      const auto found = transfers_.find(refused_.back());
      refused_.pop_back();
      if (found == transfers_.end()) continue;
      const std::unique_ptr<CurlTransfer> transfer = std::move(found->second.transfer);
      transfers_.erase(found);
      transfer->FinishFenced();
    }
  }

  // Ends what libcurl finished and frees what was cancelled; sinks may start new transfers.
  void Reap() {
    RemoveDead();
    for (auto& [id, pool] : pools_) {
      while (const std::optional<CurlPool::Done> done = pool->NextDone()) {
        FinishOne(CurlTransfer::FromEasy(done->easy)->id(), done->code);
      }
    }
    EndRefused();
    RemoveDead();
  }

  void FinishOne(TransferId id, int code) {
    const auto found = transfers_.find(id);
    if (found == transfers_.end()) return;
    Entry entry = std::move(found->second);
    transfers_.erase(found);
    entry.pool->Remove(entry.transfer->easy());
    entry.transfer->Finish(code);
  }

  void RemoveDead() {
    std::vector<TransferId> dead;
    dead.swap(dead_);
    std::unordered_set<const CurlPool*> touched;
    for (const TransferId id : dead) {
      const auto found = transfers_.find(id);
      if (found == transfers_.end()) continue;
      found->second.pool->Remove(found->second.transfer->easy());
      touched.insert(found->second.pool);
      transfers_.erase(found);
    }
    if (!touched.empty()) FlushConnections(touched);
  }

  // The resets of cancelled HTTP/2 streams wait in libcurl for something to be sent. Which
  // transfers share their connection is not to be learned, so all of the pool are touched.
  void FlushConnections(const std::unordered_set<const CurlPool*>& touched) {
    for (auto& [id, entry] : transfers_) {
      if (entry.pool->multiplex() && touched.contains(entry.pool)) entry.transfer->Flush();
    }
  }

  // What was posted before the end still runs, so that nobody who waits is forgotten.
  void Close() {
    base::Task on_stop;
    {
      base::MutexLock lock(mutex_);
      closed_ = true;
      on_stop.swap(on_stop_);
    }
    RunTasks();
    if (on_stop) on_stop();
    auto left = std::move(transfers_);
    transfers_.clear();
    for (auto& [id, entry] : left) {
      entry.pool->Remove(entry.transfer->easy());
      entry.transfer->FinishCancelled();
    }
    left.clear();
    pools_.clear();
    io_id_.store(std::thread::id());  // ids are reused by later threads
  }

  void Wake() {
    const uint64_t one = 1;
    OARLOCK_CHECK(write(wake_fd_, &one, sizeof(one)) == sizeof(one));
  }

  const int epoll_fd_;
  const int wake_fd_;
  std::atomic<std::thread::id> io_id_{};
  std::atomic<bool> stopping_{false};
  std::atomic<PoolId> next_pool_{1};

  base::Mutex mutex_;
  std::vector<base::Task> tasks_ OARLOCK_GUARDED_BY(mutex_);
  base::Task on_stop_ OARLOCK_GUARDED_BY(mutex_);
  bool closed_ OARLOCK_GUARDED_BY(mutex_) = false;

  EngineCounters counters_;

  // [io] only.
  std::unordered_map<PoolId, std::unique_ptr<CurlPool>> pools_;
  std::unordered_map<TransferId, Entry> transfers_;
  std::vector<PoolId> fences_;  // pools that have one
  std::vector<TransferId> refused_;
  std::vector<TransferId> dead_;
  std::vector<TransferId> gathered_;  // that have collected bytes
  int gather_turns_ = 0;              // since the first of them did
  TransferId next_transfer_ = 1;

  base::Mutex join_mutex_;
  std::thread thread_;
};

HttpEngine::HttpEngine() : impl_(std::make_unique<Impl>()) {}
HttpEngine::~HttpEngine() = default;
bool HttpEngine::Post(base::Task task) { return impl_->Post(std::move(task)); }
bool HttpEngine::OnIoThread() const { return impl_->OnIoThread(); }
void HttpEngine::SetOnStop(base::Task on_stop) { impl_->SetOnStop(std::move(on_stop)); }
void HttpEngine::Stop() { impl_->Stop(); }
PoolId HttpEngine::AddPool(const PoolOptions& options) { return impl_->AddPool(options); }
TransferId HttpEngine::Start(PoolId pool, TransferSpec spec, std::shared_ptr<TransferSink> sink) {
  return impl_->Start(pool, std::move(spec), std::move(sink));
}
uint64_t HttpEngine::Term(PoolId pool) const { return impl_->Term(pool); }
void HttpEngine::Cancel(TransferId id) { impl_->Cancel(id); }
void HttpEngine::Resume(TransferId id) { impl_->Resume(id); }
size_t HttpEngine::transfers() const { return impl_->transfers(); }
const EngineCounters& HttpEngine::counters() const { return impl_->counters(); }

}  // namespace oarlock::client
