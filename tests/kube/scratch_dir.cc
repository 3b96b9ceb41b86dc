#include "tests/kube/scratch_dir.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

extern char** environ;

namespace oarlock::kubetest {
namespace {

// `cat` ends when the pipe closes. Servers may still write while they die: hence the repetition.
constexpr char kWatchdog[] = R"sh(
cat >/dev/null
for file in "$0"/*.pid; do
  [ -f "$file" ] && kill -s KILL -- "-$(cat "$file")"
done
for attempt in 1 2 3 4 5 6 7 8 9 10; do
  rm -rf "$0" && break
  sleep 0.2
done
)sh";

base::Status StartWatchdog(const std::string& path, int pipe_end) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, pipe_end, STDIN_FILENO);
  // It must not hold the output open for which a test driver waits.
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  // --fork: no child of ours, so a test driver that kills our tree does not find it.
  std::string script = kWatchdog;
  std::string dir = path;
  char program[] = "setsid";
  char fork_option[] = "--fork";
  char shell[] = "/bin/sh";
  char command_option[] = "-c";
  char* argv[] = {program, fork_option, shell, command_option, script.data(), dir.data(), nullptr};
  pid_t pid = 0;
  const int error = posix_spawnp(&pid, program, &actions, nullptr, argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return base::Internal(std::string("start setsid: ") + std::strerror(error));
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status == 0 ? base::Status() : base::Internal("setsid --fork failed");
}

}  // namespace

base::Status ScratchDir::Create() {
  const char* parent = std::getenv("TMPDIR");
  std::string path = std::string(parent != nullptr ? parent : "/tmp") + "/oarlock-kube-XXXXXX";
  if (mkdtemp(path.data()) == nullptr) {
    return base::Internal("mkdtemp " + path + ": " + std::strerror(errno));
  }
  path_ = path;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return base::Internal(std::strerror(errno));
  alive_ = ends[1];
  base::Status started = StartWatchdog(path_, ends[0]);
  close(ends[0]);
  return started;
}

ScratchDir::~ScratchDir() {
  if (!path_.empty()) {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  if (alive_ >= 0) close(alive_);
}

base::Status WriteFile(const std::string& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  chmod(path.c_str(), 0600);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  return file ? base::Status() : base::Internal("cannot write " + path);
}

base::Result<std::string> ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return base::NotFound("cannot read " + path);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

std::string Tail(const std::string& path, size_t lines) {
  const auto text = ReadFile(path);
  if (!text.ok()) return {};
  size_t start = text->size();
  for (size_t n = 0; n <= lines && start != std::string::npos && start > 0; ++n) {
    start = text->rfind('\n', start - 1);
  }
  return start == std::string::npos ? *text : text->substr(start == 0 ? 0 : start + 1);
}

}  // namespace oarlock::kubetest
