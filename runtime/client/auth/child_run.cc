#include "client/auth/child_run.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

namespace oarlock::client {
namespace {

constexpr int kExitPollMs = 20;  // only where the kernel has no pidfd

class Fd {
 public:
  explicit Fd(int fd = -1) : fd_(fd) {}
  ~Fd() { Close(); }
  Fd(const Fd&) = delete;
  Fd& operator=(const Fd&) = delete;
  int get() const { return fd_; }
  void Reset(int fd) {
    Close();
    fd_ = fd;
  }
  void Close() {
    if (fd_ >= 0) close(fd_);
    fd_ = -1;
  }

 private:
  int fd_;
};

struct Pipe {
  Fd read;
  Fd write;
  bool Open() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    read.Reset(ends[0]);
    write.Reset(ends[1]);
    return fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0;
  }
};

// Pointers into `texts`, null at the end, as exec wants them.
std::vector<char*> Pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  out.reserve(texts.size() + 1);
  for (std::string& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

base::Status SpawnError(const std::string& program, int error) {
  base::StatusCode code = base::StatusCode::kUnavailable;
  if (error == ENOENT || error == ENOTDIR) code = base::StatusCode::kNotFound;
  if (error == EACCES || error == ENOEXEC) code = base::StatusCode::kPermissionDenied;
  return {code, program + ": " + std::strerror(error)};
}

// One running child: owned by the thread of Run, so that nobody signals a process already reaped.
class Child {
 public:
  Child(const ChildSpec& spec, int cancel_fd) : spec_(spec), cancel_fd_(cancel_fd) {}

  base::Result<ChildResult> Run() {
    if (CancelledBefore()) return std::move(result_);
    if (!output_.Open() || !errors_.Open()) return SpawnError(spec_.program, errno);
    if (const int error = Spawn(); error != 0) return SpawnError(spec_.program, error);
    output_.write.Close();
    errors_.write.Close();
    if (spec_.interactive) errors_.read.Close();
    if (spec_.use_pidfd) pidfd_.Reset(static_cast<int>(syscall(SYS_pidfd_open, pid_, 0)));
    while (!exited_ && !Stopped()) WaitOnce();
    if (exited_ && !Stopped()) DrainAll();
    if (Stopped()) Kill();
    Reap();
    return std::move(result_);
  }

 private:
  bool CancelledBefore() {
    pollfd cancel{cancel_fd_, POLLIN, 0};
    result_.cancelled = poll(&cancel, 1, 0) > 0;
    return result_.cancelled;
  }

  bool Stopped() const { return result_.cancelled || result_.too_much_output; }

  int Spawn() {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (!spec_.interactive) {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
      posix_spawn_file_actions_adddup2(&actions, errors_.write.get(), STDERR_FILENO);
    }
    posix_spawn_file_actions_adddup2(&actions, output_.write.get(), STDOUT_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    sigfillset(&signals);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    posix_spawnattr_setpgroup(&attributes, 0);
    const int group = spec_.interactive ? 0 : POSIX_SPAWN_SETPGROUP;
    posix_spawnattr_setflags(
        &attributes, static_cast<short>(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group));
    std::vector<std::string> arguments = spec_.arguments;
    arguments.insert(arguments.begin(), spec_.program);
    std::vector<std::string> environment = spec_.environment;
    const int error = posix_spawn(&pid_, spec_.program.c_str(), &actions, &attributes,
                                  Pointers(arguments).data(), Pointers(environment).data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
  }

  void WaitOnce() {
    // A negative descriptor is skipped by poll.
    std::array<pollfd, 4> fds = {{{cancel_fd_, POLLIN, 0},
                                  {output_.read.get(), POLLIN, 0},
                                  {errors_.read.get(), POLLIN, 0},
                                  {pidfd_.get(), POLLIN, 0}}};
    const int ready = poll(fds.data(), fds.size(), pidfd_.get() < 0 ? kExitPollMs : -1);
    if (ready < 0) return;  // a signal
    if (fds[0].revents != 0) result_.cancelled = true;
    if (fds[1].revents != 0) DrainOutput();
    if (fds[2].revents != 0) DrainErrors();
    exited_ = pidfd_.get() < 0 ? HasExited() : fds[3].revents != 0;
  }

  bool HasExited() const {
    siginfo_t info{};
    const int failed = waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
    return failed != 0 || info.si_pid == pid_;
  }

  void DrainAll() {
    DrainOutput();
    DrainErrors();
  }

  // Reads what is there now; at the end of the stream closes it.
  template <typename Take>
  void Drain(Fd& from, const Take& take) {
    char buffer[16 * 1024];
    while (from.get() >= 0) {
      const ssize_t got = read(from.get(), buffer, sizeof(buffer));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0 && errno == EAGAIN) return;
      if (got <= 0) {
        from.Close();
        return;
      }
      if (!take(buffer, static_cast<size_t>(got))) return;
    }
  }

  void DrainOutput() {
    Drain(output_.read, [this](const char* bytes, size_t count) {
      result_.output.append(bytes, count);
      result_.too_much_output = result_.output.size() > spec_.output_bytes_max;
      return !result_.too_much_output;
    });
  }

  void DrainErrors() {
    Drain(errors_.read, [this](const char* bytes, size_t count) {
      const size_t room = spec_.error_bytes_max - result_.errors.size();
      result_.errors.append(bytes, std::min(count, room));
      return true;
    });
  }

  void Kill() { kill(spec_.interactive ? pid_ : -pid_, SIGKILL); }

  void Reap() {
    int status = 0;
    pid_t got = 0;
    do {
      got = waitpid(pid_, &status, 0);
    } while (got < 0 && errno == EINTR);
    if (got != pid_) {
      result_.exit_code = -1;  // somebody else has reaped it: what it said is not to be trusted
    } else {
      result_.exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    }
  }

  const ChildSpec& spec_;
  const int cancel_fd_;
  Pipe output_;
  Pipe errors_;
  Fd pidfd_;
  pid_t pid_ = 0;
  bool exited_ = false;
  ChildResult result_;
};

}  // namespace

ChildRun::ChildRun() : cancel_fd_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

ChildRun::~ChildRun() {
  if (cancel_fd_ >= 0) close(cancel_fd_);
}

base::Result<ChildResult> ChildRun::Run(const ChildSpec& spec) {
  if (cancel_fd_ < 0) return base::Unavailable(spec.program + ": no file descriptor is left");
  return Child(spec, cancel_fd_).Run();
}

void ChildRun::Cancel() {
  const uint64_t one = 1;
  // Fails only when it was already cancelled 2^64 - 2 times, or there is no descriptor.
  [[maybe_unused]] const ssize_t written = write(cancel_fd_, &one, sizeof(one));
}

}  // namespace oarlock::client
