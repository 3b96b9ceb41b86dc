#pragma once
// Log: structured lines for people and machines, on spdlog. Created by `app`, passed down.
//
// A line has a level, a message and key=value fields; text ("2026-… I message key=value") or JSON
// (one object per line: ts, level, msg, then the fields). Values are escaped, so that no input can
// forge a second line; secrets are never passed here.
// The level is one for all that came of one Log by With; it may be changed at any time, also for
// the loggers of one name alone.
// Threads: [any]. Limits: a line is cut at kLogLineMax bytes.

#include <atomic>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace oarlock::base {

inline constexpr size_t kLogLineMax = 16 * 1024;

enum class LogLevel : int32_t { kDebug = 0, kInfo = 1, kWarning = 2, kError = 3 };
enum class LogFormat : int32_t { kText, kJson };

std::string_view LogLevelName(LogLevel level);  // "warning"
std::optional<LogLevel> LogLevelOf(std::string_view name);

using LogValue = std::variant<std::string_view, int64_t, uint64_t, double, bool>;

struct LogField {
  LogField(std::string_view k, std::string_view v) : key(k), value(v) {}
  LogField(std::string_view k, const char* v) : key(k), value(std::string_view(v)) {}
  LogField(std::string_view k, const std::string& v) : key(k), value(std::string_view(v)) {}
  LogField(std::string_view k, bool v) : key(k), value(v) {}
  LogField(std::string_view k, double v) : key(k), value(v) {}
  template <typename T>
  requires std::is_integral_v<T> LogField(std::string_view k, T v) : key(k) {
    if constexpr (std::is_signed_v<T>) {
      value = static_cast<int64_t>(v);
    } else {
      value = static_cast<uint64_t>(v);
    }
  }

  std::string_view key;
  LogValue value;
};

// Where finished lines go. The default writes to stderr; tests collect.
class LogSink {
 public:
  virtual ~LogSink() = default;
  virtual void Write(LogLevel level, std::string_view line) = 0;
};

// Ends the default sink for good, so that what the caller writes to stderr next is the last line of
// the process: lines that begin later are dropped, one that is being written is waited for, 10 ms
// at most. For a handler of a fatal signal: async-signal-safe.
void EndStderrLog();

class Log {
 public:
  // `sink` null: spdlog to stderr.
  Log(LogLevel level, LogFormat format, std::shared_ptr<LogSink> sink = nullptr);
  // A logger that also puts `fields` on every line; shares level and sink with this one.
  Log With(std::initializer_list<LogField> fields) const;
  // A logger whose level can be set by that name; until then it is as all others'.
  Log Named(std::string_view name) const;

  void SetLevel(LogLevel level) const;
  // Of the loggers of that name; empty: as all others again.
  void SetLevel(std::string_view name, std::optional<LogLevel> level) const;
  LogLevel level() const;
  // Names whose level is another than the general one.
  std::map<std::string, LogLevel> named_levels() const;

  bool Enabled(LogLevel level) const;
  void Write(LogLevel level, std::string_view message, std::span<const LogField> fields) const;

  void Debug(std::string_view m, std::initializer_list<LogField> f = {}) const {
    Write(LogLevel::kDebug, m, {f.begin(), f.size()});
  }
  void Info(std::string_view m, std::initializer_list<LogField> f = {}) const {
    Write(LogLevel::kInfo, m, {f.begin(), f.size()});
  }
  void Warning(std::string_view m, std::initializer_list<LogField> f = {}) const {
    Write(LogLevel::kWarning, m, {f.begin(), f.size()});
  }
  void Error(std::string_view m, std::initializer_list<LogField> f = {}) const {
    Write(LogLevel::kError, m, {f.begin(), f.size()});
  }

  // A logger that drops everything, for tests that do not look at logs.
  static Log Discard();

 private:
  using Level = std::atomic<int32_t>;
  struct Core;
  std::shared_ptr<Core> core_;
  std::shared_ptr<const Level> own_level_;  // of its name; null: it has none
  std::string prefix_;                      // rendered fields of With, in core_'s format
};

}  // namespace oarlock::base
