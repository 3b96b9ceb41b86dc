#pragma once
// Structured log records: a message and named values. Every Context is a Logger:
//
//   ctx.Info("labelled", {{"team", team}, {"keys", 3}});
//   const auto log = ctx.With({{"bucket", name}});  // the same values on each record
// The host adds plugin, controller and key, and copies everything at once. It may drop records of a
// place that logs too often. Threads: those of the context.

#include <concepts>
#include <deque>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "oarlock/sdk/api.h"

namespace oarlock::sdk {

// A named value of a log record: {"name", text}, {"count", 3}.
struct LogField : oar_field {
  LogField(std::string_view k, std::string_view v) : oar_field{} {
    key = ToView(k);
    value.type = OAR_TYPE_STRING;
    value.text = ToView(v);
  }
  LogField(std::string_view k, const char* v) : LogField(k, std::string_view(v)) {}
  LogField(std::string_view k, std::integral auto v) : oar_field{} {
    key = ToView(k);
    value.type = std::same_as<decltype(v), bool> ? OAR_TYPE_BOOL : OAR_TYPE_I64;
    value.as.i64 = static_cast<int64_t>(v);
  }
  LogField(std::string_view k, std::floating_point auto v) : oar_field{} {
    key = ToView(k);
    value.type = OAR_TYPE_F64;
    value.as.f64 = static_cast<double>(v);
  }
};

// The words for each level, over `Self::Log(level, message, fields)`.
template <typename Self>
class LogLevels {
 public:
  using Fields = std::initializer_list<LogField>;
  void Debug(std::string_view message, Fields f = {}) const { Say(OAR_LOG_DEBUG, message, f); }
  void Info(std::string_view message, Fields f = {}) const { Say(OAR_LOG_INFO, message, f); }
  void Warn(std::string_view message, Fields f = {}) const { Say(OAR_LOG_WARNING, message, f); }
  void Error(std::string_view message, Fields f = {}) const { Say(OAR_LOG_ERROR, message, f); }

 private:
  void Say(int32_t level, std::string_view message, Fields fields) const {
    static_cast<const Self*>(this)->Log(level, message, fields);
  }
};

class FieldLogger;

class Logger : public LogLevels<Logger> {
 public:
  Logger(const Api& api, oar_ctx ctx) : api_(&api), ctx_(ctx) {}

  // For values that are dear to compute.
  bool LogEnabled(int32_t level) const {
    uint8_t out = 1;
    return api_->core.log_enabled(api_->handle, level, &out) != OAR_OK || out != 0;
  }
  // level: OAR_LOG_*
  void Log(int32_t level, std::string_view message, Fields fields = {}) const {
    Send(level, message, fields.begin(), fields.size());
  }
  // A logger that adds these values, which it copies.
  FieldLogger With(Fields fields) const;

 private:
  friend class FieldLogger;
  void Send(int32_t level, std::string_view message, const oar_field* fields, size_t count) const {
    auto record = Sized<oar_log_record>();
    record.level = level;
    record.message = ToView(message);
    record.fields = fields;
    record.fields_count = count;
    api_->core.log(api_->handle, ctx_, &record);
  }

  const Api* api_;
  oar_ctx ctx_;
};

class FieldLogger : public LogLevels<FieldLogger> {
 public:
  FieldLogger(const Logger& logger, Fields fields) : logger_(logger) {
    for (const LogField& field : fields) {
      oar_field& own = fields_.emplace_back(field);
      own.key = Keep(field.key);
      if (own.value.type == OAR_TYPE_STRING) own.value.text = Keep(field.value.text);
    }
  }
  FieldLogger(const FieldLogger&) = delete;
  FieldLogger& operator=(const FieldLogger&) = delete;

  void Log(int32_t level, std::string_view message, Fields fields = {}) const {
    std::vector<oar_field> all(fields_);
    all.insert(all.end(), fields.begin(), fields.end());
    logger_.Send(level, message, all.data(), all.size());
  }

 private:
  oar_view Keep(oar_view text) { return ToView(texts_.emplace_back(FromView(text))); }

  Logger logger_;
  std::deque<std::string> texts_;  // stay where they are
  std::vector<oar_field> fields_;
};

inline FieldLogger Logger::With(Fields fields) const { return {*this, fields}; }

}  // namespace oarlock::sdk
