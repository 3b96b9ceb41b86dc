#pragma once
// Controller: the class a plugin derives from, one instance per controller and generation.
//
//   class Hello : public sdk::Controller {
//    public:
//     static constexpr std::string_view kId = "hello";
//     sdk::Status Declare(sdk::Declaration& d) override { … }
//     sdk::Outcome Reconcile(sdk::Context& ctx, const sdk::Key& key) override { … }
//   };
//   OARLOCK_PLUGIN("dev.example.hello", "1.0.0", Hello);
// Threads: as oarlock/abi/plugin.h says: Reconcile runs on several workers at once, for different
// keys; Test, Map and Index on workers; all others on the control thread, not while a reconcile
// runs. The constructor makes no host call. Exceptions are fine: the edge turns them into failures.

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "oarlock/abi/callbacks.h"
#include "oarlock/abi/health.h"
#include "oarlock/abi/plugin.h"
#include "oarlock/abi/state.h"
#include "oarlock/sdk/client.h"
#include "oarlock/sdk/declaration.h"

namespace oarlock::sdk {

// The checked configuration; valid inside Configure only: copy what is needed.
struct Config {
  // A secret that the manifest refers to, by the plugin's word for it; absent: a null view. Never
  // log it.
  std::string_view Secret(std::string_view name) const {
    for (const auto& [known, value] : secrets) {
      if (known == name) return value;
    }
    return {};
  }

  Value root;
  std::string_view json;
  std::string_view digest;
  std::vector<std::pair<std::string_view, std::string_view>> secrets = {};  // name, value
};

class ConfigAnswer {
 public:
  static ConfigAnswer Applied() { return {}; }
  static ConfigAnswer NeedsRestart() { return {OAR_NEEDS_RESTART, {}, {}}; }
  // path: JSON Pointer into the configuration.
  static ConfigAnswer Invalid(std::string path, std::string message) {
    return {OAR_E_INVALID, std::move(path), std::move(message)};
  }
  int32_t code = OAR_OK;
  std::string path = {};
  std::string message = {};
};

// What a reconcile answers. A Status converts: conflicts are skipped, INVALID and TOO_LARGE are
// permanent, other failures transient.
struct [[nodiscard]] Outcome {
  Outcome() = default;           // done
  Outcome(const Status& status)  // NOLINT: implicit on purpose
      : message(status.ok() ? std::string() : status.message()) {
    if (status.ok()) return;
    const int32_t code = status.code();
    outcome = OAR_ERROR_TRANSIENT;
    if (code == OAR_E_CONFLICT) outcome = OAR_SKIPPED_CONFLICT;
    if (code == OAR_E_INVALID || code == OAR_E_TOO_LARGE) outcome = OAR_ERROR_PERMANENT;
    reason = status.reason;
  }
  static Outcome Done() { return {}; }
  static Outcome Requeue() { return Of(OAR_REQUEUE); }
  static Outcome After(std::chrono::nanoseconds delay, std::chrono::nanoseconds jitter = {}) {
    Outcome out = Of(OAR_REQUEUE_AFTER);
    out.requeue_after = delay;
    out.requeue_jitter = jitter;
    return out;
  }
  static Outcome Transient(std::string message) {
    return Of(OAR_ERROR_TRANSIENT, {}, std::move(message));
  }
  // Not again until something changes. reason: one CamelCase word.
  static Outcome Permanent(std::string reason, std::string message) {
    return Of(OAR_ERROR_PERMANENT, std::move(reason), std::move(message));
  }

  int32_t outcome = OAR_DONE;
  std::chrono::nanoseconds requeue_after{};
  std::chrono::nanoseconds requeue_jitter{};
  int64_t observed_generation = 0;
  std::string reason;
  std::string message;

 private:
  static Outcome Of(int32_t kind, std::string reason = {}, std::string message = {}) {
    Outcome out;
    out.outcome = kind;
    out.reason = std::move(reason);
    out.message = std::move(message);
    return out;
  }
};

struct Change {
  uint32_t type = 0;
  uint32_t type_index = 0;
  int32_t kind = 0;   // OAR_CHANGE_*
  Object object;      // the newest known
  Object old_object;  // of an update
};

struct Subject {
  uint32_t type = 0;
  uint32_t type_index = 0;
  Object object;
};

// Takes keys of Map, or values of Index.
class Sink {
 public:
  Sink(const oar_sink_api& api, oar_sink sink)
      : api_(detail::CopyTable(&api, &oar_sink_api::add_key, &oar_sink_api::add_value)),
        sink_(sink) {}
  void Add(const Key& key) {
    const oar_key raw = key.raw();
    Note(api_.add_key(sink_, &raw));
  }
  void Add(std::string_view value) { Note(api_.add_value(sink_, ToView(value))); }
  int32_t code() const { return code_; }  // the first failure

 private:
  void Note(int32_t code) {
    if (code_ == OAR_OK && code < OAR_OK) code_ = code;
  }
  const oar_sink_api api_;
  const oar_sink sink_;
  int32_t code_ = OAR_OK;
};

struct Health {
  int32_t state = OAR_HEALTH_OK;
  std::string reason = {};
  std::string message = {};
};

struct State {
  std::string schema;  // the plugin's kStateSchema
  uint32_t version = 0;
  std::string bytes;
};

class Controller {
 public:
  virtual ~Controller() = default;
  Controller() = default;
  Controller(const Controller&) = delete;
  Controller& operator=(const Controller&) = delete;

  virtual ConfigAnswer Configure(Context&, const Config&) { return ConfigAnswer::Applied(); }
  virtual Status Declare(Declaration& declaration) = 0;
  virtual Status Activate(Context&) { return {}; }
  virtual Outcome Reconcile(Context& ctx, const Key& key) = 0;
  virtual Status Drain(Context&, std::chrono::nanoseconds /*deadline*/) { return {}; }
  virtual Status Deactivate(Context&) { return {}; }

  // Offered to the host where overridden.
  virtual bool Test(Context&, uint32_t /*predicate*/, const Change&) { return true; }
  virtual Status Map(Context&, uint32_t /*mapper*/, const Subject&, Sink&) { return {}; }
  virtual Status Index(Context&, uint32_t /*indexer*/, const Subject&, Sink&) { return {}; }
  virtual Health CheckHealth(Context&) { return {}; }
  virtual Result<State> SaveState(Context&) { return Status(OAR_E_UNIMPLEMENTED, ""); }
  virtual Status LoadState(Context&, const State&) { return {OAR_E_UNIMPLEMENTED, ""}; }
};

}  // namespace oarlock::sdk
