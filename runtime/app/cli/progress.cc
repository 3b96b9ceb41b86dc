#include "app/cli/progress.h"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

#include "base/text/cut_text.h"

namespace oarlock::app {
namespace {

constexpr size_t kWidthUnknown = 80;
constexpr char kClearLine[] = "\r\033[K";

}  // namespace

Progress::Progress() {
  if (::isatty(STDERR_FILENO) == 0) return;
  winsize size{};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  width_ = known ? size.ws_col : kWidthUnknown;
}

Progress::~Progress() {
  if (shown_) fmt::print(stderr, "{}", kClearLine);
}

void Progress::Show(const std::string& text) {
  if (!shows()) return;
  shown_ = true;
  fmt::print(stderr, "{}{}", kClearLine, base::CutText(text, width_ - 1));
  std::fflush(stderr);
}

}  // namespace oarlock::app
