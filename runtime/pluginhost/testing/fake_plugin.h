#pragma once
// FakePlugin: a plugin inside the test program: its entry and tables are static functions that ask
// the hooks of the test. One at a time per process.
//
// Hooks are set before Load and called on the generation's threads; one that is not set answers
// OAR_OK. What was called is written down with the controller's id: "activate main".

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/mutex.h"
#include "oarlock/abi/abi.h"
#include "pluginhost/generation.h"

namespace oarlock::pluginhost::testing {

// A place where a hook stays until the test lets it go.
class Gate {
 public:
  void Wait();         // by the hook
  void WaitEntered();  // by the test
  void Open();

 private:
  base::Mutex mutex_;
  base::CondVar changed_;
  bool entered_ OARLOCK_GUARDED_BY(mutex_) = false;
  bool open_ OARLOCK_GUARDED_BY(mutex_) = false;
};

class FakePlugin {
 public:
  using InCall = std::function<int32_t(const std::string& controller, oar_ctx ctx)>;

  FakePlugin();
  ~FakePlugin();
  // The library as a generation wants it; the plugin outlives it.
  std::unique_ptr<PluginCode> Code();
  std::vector<std::string> calls() const;
  size_t Count(const std::string& call) const;
  // Threads that lifecycle calls and get_extension came on; one if the contract is kept.
  size_t control_threads() const;
  size_t unloads() const;

  std::vector<std::string> controllers = {"main"};
  std::string id = "test.demo";
  std::string version = "1.0";
  uint32_t abi_minor = OAR_ABI_MINOR;
  uint32_t abi_minor_min = 0;
  int32_t entry_status = OAR_OK;
  std::string entry_message;
  bool has_descriptor = true;
  bool has_factory = true;
  bool has_reconcile = true;
  base::Status load_error;
  std::string state_writes;  // of the descriptor
  std::vector<std::string> state_reads;

  std::function<int32_t(const std::string& controller, oar_created* out)> on_create;
  std::function<int32_t(const std::string& controller, const oar_config*, oar_config_error*)>
      on_configure;
  std::function<int32_t(const oar_builder_api&, oar_builder)> on_declare;  // default: ConfigMap
  InCall on_activate;
  InCall on_drain;
  InCall on_deactivate;
  std::function<int32_t(oar_ctx, const oar_key&, oar_result*)> on_reconcile;
  std::function<int32_t(uint32_t mapper, oar_ctx, const oar_subject&, const oar_sink_api&,
                        oar_sink)>
      on_map;
  std::function<int32_t(uint32_t predicate, const oar_change&, uint8_t* pass)> on_test;
  std::function<int32_t(uint32_t indexer, oar_ctx, const oar_subject&, const oar_sink_api&,
                        oar_sink)>
      on_index;
  std::function<int32_t(const std::string& controller, oar_health* out)> on_health;
  std::function<int32_t(const oar_stream_api&, oar_stream)> on_save;  // default: nothing to leave
  std::function<int32_t(const oar_state_info&, const oar_stream_api&, oar_stream)> on_load;

 private:
  struct Tables;
  friend struct Tables;
  class FakeCode;
  void Note(const std::string& call, bool control);

  std::unique_ptr<Tables> tables_;
  mutable base::Mutex mutex_;
  std::vector<std::string> calls_ OARLOCK_GUARDED_BY(mutex_);
  std::vector<std::thread::id> control_threads_ OARLOCK_GUARDED_BY(mutex_);
  size_t unloads_ OARLOCK_GUARDED_BY(mutex_) = 0;
};

}  // namespace oarlock::pluginhost::testing
