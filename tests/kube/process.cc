#include "tests/kube/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

extern char** environ;

namespace oarlock::kubetest {
namespace {

class Fd {
 public:
  explicit Fd(int fd) : fd_(fd) {}
  ~Fd() {
    if (fd_ >= 0) close(fd_);
  }
  Fd(const Fd&) = delete;
  Fd& operator=(const Fd&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

std::vector<char*> Pointers(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> Environment(const std::vector<std::string>& added) {
  std::vector<std::string> env = added;  // the first of two equal names counts
  for (char** entry = environ; *entry != nullptr; ++entry) env.emplace_back(*entry);
  return env;
}

base::Result<pid_t> Spawn(std::vector<std::string> argv, const std::vector<std::string>& added,
                          const Fd& in, const Fd& out, const Fd& err) {
  for (const Fd* fd : {&in, &out, &err}) {
    if (fd->get() < 0) return base::Internal(std::string("open: ") + std::strerror(errno));
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.get(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out.get(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.get(), STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  // A test program may block or ignore signals; its children start with none of that.
  sigset_t none;
  sigemptyset(&none);
  sigset_t all;
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(
      &attributes,
      static_cast<short>(POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
  std::vector<std::string> env = Environment(added);
  pid_t pid = 0;
  const int error = posix_spawnp(&pid, argv[0].c_str(), &actions, &attributes,
                                 Pointers(argv).data(), Pointers(env).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return base::NotFound("start " + argv[0] + ": " + std::strerror(error));
  return pid;
}

// Waits for the end of a child without reaping it.
bool HasEndedWithin(pid_t pid, std::chrono::milliseconds limit) {
  // By number: the C library's own header of it does not link from C++.
  const Fd handle(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
  if (handle.get() < 0) return true;
  const auto deadline = std::chrono::steady_clock::now() + limit;
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - std::chrono::steady_clock::now());
    pollfd entry{handle.get(), POLLIN, 0};
    const int ready = poll(&entry, 1, static_cast<int>(std::max(left.count(), int64_t{0})));
    if (ready > 0) return true;
    if (ready == 0 || errno != EINTR) return false;
  }
}

int Reap(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string ReadAll(const Fd& file) {
  std::string text;
  char buffer[16384];
  lseek(file.get(), 0, SEEK_SET);
  for (ssize_t n = 0; (n = read(file.get(), buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<size_t>(n));
  }
  return text;
}

bool WriteAll(const Fd& file, const std::string& text) {
  for (size_t done = 0; done < text.size();) {
    const ssize_t n = write(file.get(), text.data() + done, text.size() - done);
    if (n < 0) return false;
    done += static_cast<size_t>(n);
  }
  return lseek(file.get(), 0, SEEK_SET) == 0;
}

int MemoryFile(const char* name) { return memfd_create(name, MFD_CLOEXEC); }

}  // namespace

base::Result<CommandResult> RunCommand(const std::vector<std::string>& argv,
                                       const std::string& input,
                                       const std::vector<std::string>& env,
                                       std::chrono::milliseconds limit) {
  // Files in memory instead of pipes: nobody has to pump them, none can fill up.
  const Fd in(MemoryFile("stdin"));
  const Fd out(MemoryFile("stdout"));
  const Fd err(MemoryFile("stderr"));
  if (!WriteAll(in, input)) return base::Internal("cannot hold the input of " + argv[0]);
  OARLOCK_ASSIGN_OR_RETURN(const pid_t pid, Spawn(argv, env, in, out, err));
  const bool ended = HasEndedWithin(pid, limit);
  if (!ended) kill(-pid, SIGKILL);
  const int code = Reap(pid);
  return CommandResult{ended ? code : -1, ReadAll(out), ReadAll(err)};
}

base::Status Process::Start(const std::vector<std::string>& argv, const std::string& log_path,
                            const std::string& pid_path) {
  OARLOCK_CHECK(!Running());
  const Fd in(open("/dev/null", O_RDONLY | O_CLOEXEC));
  const Fd log(open(log_path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
  // The child itself writes its id before it becomes the server: a crash of ours in between
  // cannot lose it.
  std::vector<std::string> words = {"/bin/sh", "-c", "echo $$ >\"$0\" && exec \"$@\"", pid_path};
  words.insert(words.end(), argv.begin(), argv.end());
  OARLOCK_ASSIGN_OR_RETURN(pid_, Spawn(std::move(words), {}, in, log, log));
  pid_path_ = pid_path;
  return {};
}

bool Process::WaitForEnd(std::chrono::milliseconds limit) { return HasEndedWithin(pid_, limit); }

void Process::Forget() {
  exit_code_ = Reap(pid_);
  pid_ = 0;
  unlink(pid_path_.c_str());
}

bool Process::Running() {
  if (pid_ == 0) return false;
  if (!WaitForEnd(std::chrono::milliseconds(0))) return true;
  Forget();
  return false;
}

base::Status Process::Stop(std::chrono::milliseconds limit) {
  if (!Running()) return {};
  kill(pid_, SIGTERM);
  if (WaitForEnd(limit)) {
    Forget();
    return {};
  }
  Kill();
  return base::DeadlineExceeded("it did not end after SIGTERM within " +
                                std::to_string(limit.count()) + " ms");
}

void Process::Kill() {
  if (pid_ == 0) return;
  kill(-pid_, SIGKILL);
  kill(pid_, SIGKILL);
  Forget();
}

}  // namespace oarlock::kubetest
