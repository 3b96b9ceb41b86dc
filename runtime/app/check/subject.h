#pragma once
// Subject: a plugin that is checked or inspected, loaded in a child process; SubjectInstance: one
// instance of one of its controllers, called step by step as a host would, or as none would.
//
// The caller's thread is the control thread; Reconcile runs on a thread of its own that is joined.
// What goes wrong is said through the ChildVoice at once. Nothing is owned beyond the child.
// Threads: one. Errors: false or a negative code, after it was said.

#include <memory>
#include <string>
#include <vector>

#include "app/check/child_process.h"
#include "app/check/host_tables.h"
#include "app/check/offline_cluster.h"
#include "base/status.h"
#include "oarlock/abi/abi.h"
#include "pluginhost/abi/context.h"
#include "pluginhost/declare/declaration.h"
#include "pluginhost/instance.h"
#include "supervisor/loader.h"

namespace oarlock::app {

// What the plugin is given as configuration, defaults filled in.
struct SubjectConfig {
  std::string json = "{}";
  std::string digest;
};

class Subject {
 public:
  Subject(std::string path, SubjectConfig config, ChildVoice& voice)
      : path_(std::move(path)), config_(std::move(config)), voice_(voice) {}
  ~Subject();
  Subject(const Subject&) = delete;
  Subject& operator=(const Subject&) = delete;

  // Maps it and finds its entry.
  bool Load();
  // Calls the entry; `change` may alter what the host says.
  template <typename Change>
  int32_t Enter(Guarded<oar_plugin_hello>& out, Change&& change) {
    oar_host_hello host = HostHello();
    change(host);
    return CallEntry(&host, out);
  }
  // As a host would; false when it is refused.
  bool Enter();
  // The last instance is gone and no thread of the plugin's calls lives any more.
  void Unload();

  const oar_descriptor& descriptor() const { return descriptor_; }
  const oar_factory& factory() const { return factory_; }
  const std::vector<std::string>& controllers() const { return controllers_; }
  const SubjectConfig& config() const { return config_; }
  ChildVoice& voice() { return voice_; }
  OfflineCluster& cluster() { return cluster_; }
  const supervisor::LibraryFile& file() const { return *file_; }
  int32_t CallEntry(const oar_host_hello* host, Guarded<oar_plugin_hello>& out);

 private:
  static oar_host_hello HostHello();
  bool ReadControllers();

  std::string path_;
  SubjectConfig config_;
  ChildVoice& voice_;
  OfflineCluster cluster_;
  supervisor::Loader loader_;
  std::shared_ptr<const supervisor::LibraryFile> file_;
  std::unique_ptr<supervisor::LoadedLibrary> library_;
  oar_entry_fn entry_ = nullptr;
  oar_descriptor descriptor_{};
  oar_factory factory_{};
  std::vector<std::string> controllers_;
};

class SubjectInstance {
 public:
  SubjectInstance(Subject& subject, std::string controller);
  ~SubjectInstance();
  SubjectInstance(const SubjectInstance&) = delete;
  SubjectInstance& operator=(const SubjectInstance&) = delete;

  bool Create(const oar_host_api* api);
  bool Create();
  // create, configure, declare, bind, sync; false after the first failure.
  bool Prepare();

  int32_t Configure(uint32_t error_size = sizeof(oar_config_error));
  // Says so when it fails and the declaration is not good.
  base::Result<pluginhost::Declaration> Declare();
  bool BindAndSync(pluginhost::Declaration declaration);
  int32_t Activate();
  // On a thread of its own.
  int32_t Reconcile(const oar_key& key, uint32_t result_size = sizeof(oar_result),
                    bool cancelled = false);
  // The one object of each primary type.
  std::vector<oar_key> SampleKeys() const;
  int32_t Drain();
  int32_t Deactivate();
  int32_t Destroy();
  // A table of the plugin, or null.
  const void* Extension(std::string_view id);
  template <typename Call>
  int32_t InContext(const char* name, bool reads, bool writes, Call&& call);

  bool exists() const { return self_ != nullptr; }
  oar_instance* self() const { return self_; }
  const oar_plugin_api& api() const { return api_; }
  const pluginhost::Declaration& declaration() const { return instance_.declaration(); }

 private:
  void ReportCode(const char* call, int32_t code);

  Subject& subject_;
  std::string controller_;
  pluginhost::Instance instance_;
  oar_instance* self_ = nullptr;
  oar_plugin_api api_{};  // full size: null where the plugin has none
  int64_t kept_before_ = 0;
};

template <typename Call>
int32_t SubjectInstance::InContext(const char* name, bool reads, bool writes, Call&& call) {
  const auto cancellation =
      std::make_shared<controller::Cancellation>(subject_.cluster().env().clock);
  pluginhost::Context context(instance_, {name, reads, writes}, base::kNever, cancellation);
  const OnOwnThread own(context.handle());
  subject_.voice().At(name);
  const int32_t code = call(context);
  ReportCode(name, code);
  return code;
}

}  // namespace oarlock::app
