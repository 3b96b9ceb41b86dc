#include "app/check/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

namespace oarlock::app {
namespace {

constexpr char kFieldEnd = '\x1f';

void WriteAll(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(fd, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    text.remove_prefix(static_cast<size_t>(n));
  }
}

std::string OneLine(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c == '\n' || c == kFieldEnd) c = ' ';
  }
  return out;
}

// The child never comes back from here.
[[noreturn]] void BeChild(int fd, const std::function<void(ChildVoice&)>& body) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // A core file of a plugin under test helps nobody.
  ::prctl(PR_SET_DUMPABLE, 0);
  for (const int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGTERM, SIGINT}) {
    ::signal(signal, SIG_DFL);
  }
  ChildVoice voice(fd);
  body(voice);
  ::_exit(0);
}

void TakeLine(std::string_view line, ChildResult& result) {
  if (line.empty()) return;
  const char kind = line[0];
  line.remove_prefix(1);
  const size_t end = std::min(line.find(kFieldEnd), line.size());
  std::string what(line.substr(0, end));
  std::string fix(line.substr(std::min(end + 1, line.size())));
  switch (kind) {
    case 'N': result.findings.push_back({Severity::kNote, {}, std::move(what), {}}); break;
    case 'W':
      result.findings.push_back({Severity::kWarning, {}, std::move(what), std::move(fix)});
      break;
    case 'E':
      result.findings.push_back({Severity::kError, {}, std::move(what), std::move(fix)});
      break;
    case 'T': result.lines.push_back(std::move(what)); break;
    case '@': result.at = std::move(what); break;
    default: break;
  }
}

// Reads until the child closes its end or the time is up; false: time is up.
bool ReadUntil(int fd, std::chrono::steady_clock::time_point deadline, std::string& out) {
  char buffer[16 * 1024];
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) return false;
    pollfd poll_fd{fd, POLLIN, 0};
    const int ready = ::poll(&poll_fd, 1, static_cast<int>(std::min<int64_t>(left.count(), 1000)));
    if (ready < 0 && errno != EINTR) return true;
    if (ready <= 0) continue;
    const ssize_t n = ::read(fd, buffer, sizeof(buffer));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return true;
    if (out.size() < kChildOutputMax) out.append(buffer, static_cast<size_t>(n));
  }
}

// The end of the child itself: a thread of it may have closed the pipe long before.
int WaitForEnd(pid_t child, std::chrono::steady_clock::time_point deadline, bool& timed_out) {
  int status = 0;
  while (std::chrono::steady_clock::now() < deadline) {
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended == child) return status;
    ::poll(nullptr, 0, 2);
  }
  timed_out = true;
  ::kill(child, SIGKILL);
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

void ChildVoice::Say(char kind, std::string_view what, std::string_view fix) {
  std::string line(1, kind);
  line += OneLine(what);
  if (!fix.empty()) line += kFieldEnd + OneLine(fix);
  WriteAll(fd_, line + "\n");
}

std::string ChildResult::HowItEnded() const {
  const std::string where = at.empty() ? "" : " in " + at;
  if (timed_out) return "did not come back" + where;
  if (signal != 0) return fmt::format("crashed with SIG{}{}", ::sigabbrev_np(signal), where);
  if (exit_code != 0) return fmt::format("ended the process with exit({}){}", exit_code, where);
  return {};
}

ChildResult RunInChild(const std::function<void(ChildVoice&)>& body, std::chrono::seconds timeout) {
  ChildResult result;
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    result.exit_code = -1;
    return result;
  }
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    BeChild(ends[1], body);
  }
  ::close(ends[1]);
  std::string said;
  if (child < 0) {
    result.exit_code = -1;
  } else {
    ReadUntil(ends[0], deadline, said);
    const int status = WaitForEnd(child, deadline, result.timed_out);
    if (WIFSIGNALED(status) && !result.timed_out) result.signal = WTERMSIG(status);
    if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  }
  ::close(ends[0]);
  std::string_view rest = said;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    TakeLine(rest.substr(0, end), result);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return result;
}

}  // namespace oarlock::app
