// A plugin that writes down in the test's memory which build of it ran for which key. Built several
// times: PULSE_BUILD tells them apart, PULSE_TLS gives it a thread_local with a destructor,
// PULSE_FAULT says what is wrong with it.
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "oarlock/sdk/sdk.h"
#include "tests/reload/probe.h"

namespace {

namespace sdk = oarlock::sdk;
namespace probe = oarlock::reloadtest;

constexpr uint32_t kConfigMaps = 1;
constexpr uint32_t kTest = 1;

// What is wrong with this build.
enum Fault {
  kNone,
  kThrows,         // in every reconcile
  kFails,          // every reconcile ends with an error
  kNotActivated,   // activate fails
  kNotConfigured,  // configure refuses everything
  kComesBack,      // every key again after a minute
  kNotDeclared,    // declare fails
  kNotMade,        // its constructor throws
  kActivateThrows,
  kSaveThrows,
  kLoadThrows,
  kEndThrows,  // drain and deactivate do
  kTests,      // nothing: it tests every change by a callback
};
constexpr Fault kFault = PULSE_FAULT;

int loads_of_this_image = 0;

#ifdef PULSE_TLS
struct PerThread {
  ~PerThread() { text.clear(); }
  std::string text = "a text too long for the small-string buffer of this thread";
};
thread_local PerThread per_thread;
void Touch() { per_thread.text += "."; }
#else
void Touch() {}
#endif

class Pulse : public sdk::Controller {
 public:
  static constexpr std::string_view kId = "pulse";

  Pulse() { ThrowIf(kNotMade); }

  sdk::ConfigAnswer Configure(sdk::Context&, const sdk::Config& config) override {
    Touch();
    if (kFault == kNotConfigured) return sdk::ConfigAnswer::Invalid("/probe", "never");
    const std::string address(config.root["probe"].AsString());
    const std::string note(config.root["note"].AsString());
    if (probe_ != nullptr && note == "restart") return sdk::ConfigAnswer::NeedsRestart();
    concurrency_ = note == "concurrency" ? 2 : 4;
    if (probe_ != nullptr) return sdk::ConfigAnswer::Applied();
    probe_ = reinterpret_cast<probe::Probe*>(std::strtoull(address.c_str(), nullptr, 16));
    ++probe_->created;
    if (++loads_of_this_image != 1) probe_->fresh = false;
    return sdk::ConfigAnswer::Applied();
  }

  sdk::Status Declare(sdk::Declaration& d) override {
    Touch();
    if (kFault == kNotDeclared) return {OAR_E_INVALID, "undecided"};
    d.Type(kConfigMaps, "", "ConfigMap").Versions({"v1"});
    if (kFault == kTests) {
      d.Primary(kConfigMaps, {d.CallTest(kTest)});
    } else {
      d.Primary(kConfigMaps);
    }
    d.Concurrency(concurrency_);
    return {};
  }

  sdk::Status Activate(sdk::Context&) override {
    Touch();
    ThrowIf(kActivateThrows);
    if (kFault == kNotActivated) return {OAR_E_INVALID, "no moon tonight"};
    return {};
  }

  sdk::Outcome Reconcile(sdk::Context& ctx, const sdk::Key& key) override {
    Touch();
    const size_t number = std::strtoull(std::string(key.name.substr(1)).c_str(), nullptr, 10);
    if (probe_->busy.at(number).exchange(1) != 0) ++probe_->overlaps;
    const sdk::Outcome outcome = Look(ctx, key, number);
    probe_->busy.at(number) = 0;
    return outcome;
  }

  sdk::Status Drain(sdk::Context&, std::chrono::nanoseconds) override {
    ThrowIf(kEndThrows);
    return {};
  }
  sdk::Status Deactivate(sdk::Context&) override {
    ThrowIf(kEndThrows);
    return {};
  }

  bool Test(sdk::Context&, uint32_t, const sdk::Change&) override {
    Touch();
    return true;
  }

  sdk::Result<sdk::State> SaveState(sdk::Context&) override {
    ThrowIf(kSaveThrows);
    return sdk::State{"pulse", 1, std::to_string(state_ + 1)};
  }
  sdk::Status LoadState(sdk::Context&, const sdk::State& state) override {
    ThrowIf(kLoadThrows);
    state_ = std::strtoull(std::string(state.bytes).c_str(), nullptr, 10);
    probe_->state = state_;
    return {};
  }

 private:
  static void ThrowIf(Fault fault) {
    if (kFault == fault) throw std::runtime_error("as built");
  }

  sdk::Outcome Look(sdk::Context& ctx, const sdk::Key& key, size_t number) {
    const int64_t now = probe::NowNanos();
    probe_->last_run.at(PULSE_BUILD) = now;
    int64_t none = 0;
    probe_->first_run.at(PULSE_BUILD).compare_exchange_strong(none, now);
    ++probe_->runs.at(PULSE_BUILD);
    if (kFault == kThrows) {
      probe_->busy.at(number) = 0;
      throw std::runtime_error("boom");
    }
    if (kFault == kComesBack) return sdk::Outcome::After(std::chrono::minutes(1));
    if (kFault == kFails) return sdk::Outcome::Transient("as built");
    const auto map = ctx.client().Get(key);
    if (!map.ok()) {
      if (map.status().code() != OAR_E_NOT_FOUND) return map.status();
      probe_->seen.at(number) = probe::kGone;
      return sdk::Outcome::Done();
    }
    const std::string value(map->root()["data"]["v"].AsString());
    probe_->seen.at(number) = std::strtoll(value.c_str(), nullptr, 10);
    return sdk::Outcome::Done();
  }

  probe::Probe* probe_ = nullptr;
  uint32_t concurrency_ = 4;
  uint64_t state_ = 0;
};

}  // namespace

OARLOCK_PLUGIN_WITH_SCHEMA("dev.oarlock.test.pulse", PULSE_VERSION, R"({
  "type": "object",
  "properties": {"probe": {"type": "string"}, "note": {"type": "string"}}
})",
                           Pulse);
