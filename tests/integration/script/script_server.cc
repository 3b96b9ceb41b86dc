#include "integration/script/script_server.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <deque>
#include <map>
#include <thread>

#include "base/check.h"
#include "base/mutex.h"
#include "base/thread_name.h"
#include "integration/script/script_connection.h"
#include "sandbox/clock/real_wait.h"

namespace oarlock::integration {
namespace {

int Listen(uint16_t& port) {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  OARLOCK_CHECK(fd >= 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  auto* raw = reinterpret_cast<sockaddr*>(&address);
  socklen_t size = sizeof(address);
  OARLOCK_CHECK(bind(fd, raw, size) == 0 && listen(fd, 256) == 0);
  OARLOCK_CHECK(getsockname(fd, raw, &size) == 0);
  port = ntohs(address.sin_port);
  return fd;
}

// TLS writes to a connection that is gone must not kill the test.
void BlockSigpipe() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

}  // namespace

class ScriptServer::Impl {
 public:
  explicit Impl(Options options) : options_(std::move(options)) {
    if (options_.tls) {
      tls_ = std::make_unique<TlsContext>(options_.tls->certificate_pem, options_.tls->key_pem,
                                          options_.tls->client_ca_pem);
    }
    listen_fd_ = Listen(port_);
    acceptor_ = std::thread([this] { AcceptLoop(); });
  }

  ~Impl() {
    {
      base::MutexLock lock(mutex_);
      stopping_ = true;
    }
    shutdown(listen_fd_, SHUT_RDWR);
    acceptor_.join();
    close(listen_fd_);
    CloseConnections();
    JoinAll();
  }

  void CloseConnections() {
    base::MutexLock lock(mutex_);
    for (auto& [id, connection] : connections_) connection.channel->Interrupt();
  }

  ScriptAnswer AnswerTo(ScriptRequest request) {
    std::vector<Handler> handlers;
    {
      base::MutexLock lock(mutex_);
      if (options_.clock != nullptr) request.received = options_.clock->Now();
      requests_.push_back(request);
      handlers.assign(handlers_.rbegin(), handlers_.rend());
      changed_.NotifyAll();
    }
    for (const Handler& handler : handlers) {
      if (std::optional<ScriptAnswer> answer = handler(request)) return *std::move(answer);
    }
    base::MutexLock lock(mutex_);
    const auto route = routes_.find(request.method + " " + request.path);
    if (route != routes_.end() && !route->second.empty()) {
      ScriptAnswer answer = route->second.front();
      if (route->second.size() > 1) route->second.pop_front();
      return answer;
    }
    if (!script_.empty()) {
      ScriptAnswer answer = std::move(script_.front());
      script_.pop_front();
      return answer;
    }
    return ScriptAnswer::Error(404, "NotFound", "nothing scripted for this request");
  }

  struct Connection {
    std::shared_ptr<Channel> channel;
    std::thread thread;
  };

  const Options options_;
  std::unique_ptr<TlsContext> tls_;
  int listen_fd_ = -1;
  uint16_t port_ = 0;
  std::thread acceptor_;
  mutable base::Mutex mutex_;
  mutable base::CondVar changed_;
  bool stopping_ OARLOCK_GUARDED_BY(mutex_) = false;
  std::vector<Handler> handlers_ OARLOCK_GUARDED_BY(mutex_);
  std::map<std::string, std::deque<ScriptAnswer>> routes_ OARLOCK_GUARDED_BY(mutex_);
  std::deque<ScriptAnswer> script_ OARLOCK_GUARDED_BY(mutex_);
  std::vector<ScriptRequest> requests_ OARLOCK_GUARDED_BY(mutex_);
  std::map<uint64_t, Connection> connections_ OARLOCK_GUARDED_BY(mutex_);
  std::vector<std::thread> finished_ OARLOCK_GUARDED_BY(mutex_);
  uint64_t accepted_ OARLOCK_GUARDED_BY(mutex_) = 0;

 private:
  void AcceptLoop() {
    base::SetThisThreadName("script-accept");
    for (;;) {
      const int fd = accept4(listen_fd_, nullptr, nullptr, SOCK_CLOEXEC);
      if (fd < 0) {
        base::MutexLock lock(mutex_);
        if (stopping_) return;
        continue;
      }
      const int one = 1;
      setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
      StartConnection(fd);
      JoinFinished();
    }
  }

  void StartConnection(int fd) {
    auto channel = std::make_shared<Channel>(fd, tls_.get());
    base::MutexLock lock(mutex_);
    if (stopping_ || connections_.size() >= kScriptConnectionsMax) return;
    const uint64_t id = ++accepted_;
    Connection& connection = connections_[id];
    connection.channel = channel;
    connection.thread =
        std::thread([this, id, channel]() mutable { RunConnection(id, std::move(channel)); });
  }

  void RunConnection(uint64_t id, std::shared_ptr<Channel> channel) {
    base::SetThisThreadName("script-conn");
    BlockSigpipe();
    ScriptConnection(*channel, id, [this](ScriptRequest request) {
      return AnswerTo(std::move(request));
    }).Run();
    base::MutexLock lock(mutex_);
    const auto self = connections_.find(id);
    finished_.push_back(std::move(self->second.thread));
    connections_.erase(self);
    channel.reset();  // closes the socket: a reset must not wait for anything
    changed_.NotifyAll();
  }

  void JoinFinished() {
    std::vector<std::thread> finished;
    {
      base::MutexLock lock(mutex_);
      finished.swap(finished_);
    }
    for (std::thread& thread : finished) thread.join();
  }

  void JoinAll() {
    {
      base::MutexLock lock(mutex_);
      while (!connections_.empty()) changed_.Wait(mutex_);
    }
    JoinFinished();
  }
};

ScriptServer::ScriptServer(Options options) : impl_(std::make_unique<Impl>(std::move(options))) {}
ScriptServer::~ScriptServer() = default;

uint16_t ScriptServer::port() const { return impl_->port_; }

std::string ScriptServer::url() const {
  return (impl_->tls_ ? "https://127.0.0.1:" : "http://127.0.0.1:") + std::to_string(port());
}

void ScriptServer::Handle(Handler handler) {
  base::MutexLock lock(impl_->mutex_);
  impl_->handlers_.push_back(std::move(handler));
}

void ScriptServer::Route(const std::string& method_and_path, std::vector<ScriptAnswer> answers) {
  base::MutexLock lock(impl_->mutex_);
  impl_->routes_[method_and_path].assign(answers.begin(), answers.end());
}

void ScriptServer::Enqueue(ScriptAnswer answer) {
  base::MutexLock lock(impl_->mutex_);
  impl_->script_.push_back(std::move(answer));
}

std::vector<ScriptRequest> ScriptServer::requests() const {
  base::MutexLock lock(impl_->mutex_);
  return impl_->requests_;
}

size_t ScriptServer::request_count() const {
  base::MutexLock lock(impl_->mutex_);
  return impl_->requests_.size();
}

uint64_t ScriptServer::connections_accepted() const {
  base::MutexLock lock(impl_->mutex_);
  return impl_->accepted_;
}

size_t ScriptServer::connections_open() const {
  base::MutexLock lock(impl_->mutex_);
  return impl_->connections_.size();
}

bool ScriptServer::WaitForRequests(size_t count, base::Duration limit) const {
  base::MutexLock lock(impl_->mutex_);
  sandbox::RealWait wait(limit);
  while (impl_->requests_.size() < count && wait.Once(impl_->changed_, impl_->mutex_)) {
  }
  return impl_->requests_.size() >= count;
}

void ScriptServer::CloseConnections() { impl_->CloseConnections(); }

}  // namespace oarlock::integration
