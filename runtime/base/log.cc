#include "base/log.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <ctime>
#include <iterator>
#include <type_traits>

#include "base/mutex.h"

namespace oarlock::base {
namespace {

void AppendEscaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
        } else {
          out += c;
        }
    }
  }
}

void AppendQuoted(std::string& out, std::string_view text) {
  out += '"';
  AppendEscaped(out, text);
  out += '"';
}

bool IsPlainWord(std::string_view text) {
  for (const char c : text) {
    if (c == ' ' || c == '"' || c == '=' || c == '\\' || static_cast<unsigned char>(c) < 0x21) {
      return false;
    }
  }
  return !text.empty();
}

void AppendValue(std::string& out, const LogValue& value, LogFormat format) {
  std::visit(
      [&](const auto& v) {
        using T = std::decay_t<decltype(v)>;
        if constexpr (!std::is_same_v<T, std::string_view>) {
          fmt::format_to(std::back_inserter(out), "{}", v);
        } else if (format == LogFormat::kText && IsPlainWord(v)) {
          out += v;
        } else {
          AppendQuoted(out, v);
        }
      },
      value);
}

void AppendField(std::string& out, const LogField& field, LogFormat format) {
  if (format == LogFormat::kJson) {
    out += ',';
    AppendQuoted(out, field.key);
    out += ':';
  } else {
    out += ' ';
    out += field.key;
    out += '=';
  }
  AppendValue(out, field.value, format);
}

constexpr std::string_view kLevelNames[] = {"debug", "info", "warning", "error"};
constexpr char kLevelLetters[] = {'D', 'I', 'W', 'E'};

// A signal handler has no argument, hence no object: the state of the process's one stderr.
std::atomic<bool> stderr_ended{false};
std::atomic<int> stderr_writers{0};
thread_local int own_writers = 0;  // a crash inside the sink must not wait for itself

class StderrWriter {
 public:
  StderrWriter() {
    ++own_writers;
    ++stderr_writers;
  }
  ~StderrWriter() {
    --stderr_writers;
    --own_writers;
  }
  StderrWriter(const StderrWriter&) = delete;
  StderrWriter& operator=(const StderrWriter&) = delete;
};

class StderrSink final : public LogSink {
 public:
  StderrSink() : logger_("oarlock", std::make_shared<spdlog::sinks::stderr_sink_mt>()) {
    logger_.set_pattern("%v");
    logger_.set_level(spdlog::level::trace);
    logger_.flush_on(spdlog::level::trace);
  }
  void Write(LogLevel, std::string_view line) override {
    const StderrWriter writer;
    if (stderr_ended) return;
    logger_.info("{}", fmt::string_view(line.data(), line.size()));
  }

 private:
  spdlog::logger logger_;
};

class DiscardSink final : public LogSink {
 public:
  void Write(LogLevel, std::string_view) override {}
};

}  // namespace

void EndStderrLog() {
  stderr_ended = true;
  constexpr timespec kPause{0, 100'000};
  for (int i = 0; i < 100 && stderr_writers > own_writers; ++i) ::nanosleep(&kPause, nullptr);
}

std::string_view LogLevelName(LogLevel level) { return kLevelNames[static_cast<size_t>(level)]; }

std::optional<LogLevel> LogLevelOf(std::string_view name) {
  for (size_t i = 0; i < std::size(kLevelNames); ++i) {
    if (kLevelNames[i] == name) return static_cast<LogLevel>(i);
  }
  return std::nullopt;
}

struct Log::Core {
  static constexpr int32_t kAsAll = -1;

  Core(LogLevel first_level, LogFormat line_format, std::shared_ptr<LogSink> to)
      : level(static_cast<int32_t>(first_level)), format(line_format), sink(std::move(to)) {}

  std::shared_ptr<Level> Named(std::string_view name) OARLOCK_EXCLUDES(mutex) {
    MutexLock lock(mutex);
    std::erase_if(named, [](const auto& known) {
      return known.second.use_count() == 1 && *known.second == kAsAll;
    });
    auto& found = named[std::string(name)];
    if (!found) found = std::make_shared<Level>(kAsAll);
    return found;
  }

  Level level;
  const LogFormat format;
  const std::shared_ptr<LogSink> sink;
  Mutex mutex;
  std::map<std::string, std::shared_ptr<Level>> named OARLOCK_GUARDED_BY(mutex);
};

Log::Log(LogLevel level, LogFormat format, std::shared_ptr<LogSink> sink)
    : core_(std::make_shared<Core>(level, format,
                                   sink ? std::move(sink) : std::make_shared<StderrSink>())) {}

Log Log::Discard() {
  return Log(LogLevel::kError, LogFormat::kText, std::make_shared<DiscardSink>());
}

Log Log::With(std::initializer_list<LogField> fields) const {
  Log copy = *this;
  for (const LogField& field : fields) AppendField(copy.prefix_, field, core_->format);
  return copy;
}

Log Log::Named(std::string_view name) const {
  Log copy = *this;
  copy.own_level_ = core_->Named(name);
  return copy;
}

void Log::SetLevel(LogLevel level) const { core_->level = static_cast<int32_t>(level); }

void Log::SetLevel(std::string_view name, std::optional<LogLevel> level) const {
  *core_->Named(name) = level ? static_cast<int32_t>(*level) : Core::kAsAll;
}

LogLevel Log::level() const { return static_cast<LogLevel>(core_->level.load()); }

std::map<std::string, LogLevel> Log::named_levels() const {
  std::map<std::string, LogLevel> out;
  MutexLock lock(core_->mutex);
  for (const auto& [name, level] : core_->named) {
    const int32_t own = *level;
    if (own != Core::kAsAll) out[name] = static_cast<LogLevel>(own);
  }
  return out;
}

bool Log::Enabled(LogLevel level) const {
  int32_t least = own_level_ ? own_level_->load(std::memory_order_relaxed) : Core::kAsAll;
  if (least == Core::kAsAll) least = core_->level.load(std::memory_order_relaxed);
  return static_cast<int32_t>(level) >= least;
}

void Log::Write(LogLevel level, std::string_view message, std::span<const LogField> fields) const {
  if (!Enabled(level)) return;
  const auto now =
      std::chrono::time_point_cast<std::chrono::microseconds>(std::chrono::system_clock::now());
  const auto micros = now.time_since_epoch().count() % 1'000'000;
  const std::string time =
      fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:06d}Z",
                  fmt::gmtime(std::chrono::system_clock::to_time_t(now)), micros);
  const auto index = static_cast<size_t>(level);
  std::string line;
  if (core_->format == LogFormat::kJson) {
    line = fmt::format("{{\"ts\":\"{}\",\"level\":\"{}\",\"msg\":", time, kLevelNames[index]);
    AppendQuoted(line, message);
  } else {
    line = fmt::format("{} {} ", time, kLevelLetters[index]);
    AppendEscaped(line, message);
  }
  line += prefix_;
  for (const LogField& field : fields) {
    if (line.size() >= kLogLineMax) break;
    AppendField(line, field, core_->format);
  }
  if (core_->format == LogFormat::kJson) {
    line += '}';
  } else if (line.size() > kLogLineMax) {
    line.resize(kLogLineMax);
  }
  core_->sink->Write(level, line);
}

}  // namespace oarlock::base
