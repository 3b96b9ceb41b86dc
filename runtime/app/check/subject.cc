#include "app/check/subject.h"

#include <fmt/format.h>
#include <unistd.h>

#include <thread>
#include <utility>

#include "app/check/kind_name.h"
#include "app/version.h"
#include "controller/cancellation.h"
#include "kube/decode.h"
#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/abi/host_api.h"
#include "pluginhost/declare/binding.h"
#include "pluginhost/declare/declaration_builder.h"

namespace oarlock::app {
namespace {

using pluginhost::AbiStatusName;
using pluginhost::FromView;
using pluginhost::ReadStruct;
using pluginhost::TextOf;
using pluginhost::ToView;

constexpr size_t kRoom = 1024;
constexpr std::chrono::seconds kSyncTimeout{10};

struct TextRoom {
  char bytes[kRoom] = {};
  oar_text text() { return {bytes, sizeof(bytes), 0}; }
};

constexpr const char* kWritesBehind =
    "ask OAR_HAS before a field is written; struct_size is the other side's";

}  // namespace

Subject::~Subject() {
  // A child that could not unload ends all the same.
  if (library_) (void)loader_.Unload(std::move(library_));
}

bool Subject::Load() {
  auto file = supervisor::LibraryFile::Open(path_, "check", "");
  if (!file.ok()) {
    voice_.Error(file.status().message(), "");
    return false;
  }
  file_ = *std::move(file);
  voice_.At("its constructors");
  auto library = loader_.Load(file_);
  if (!library.ok()) {
    voice_.Error(library.status().message(),
                 "link it with -Wl,-z,defs: what is missing is then told by the linker");
    return false;
  }
  library_ = std::move(library).value();
  entry_ = reinterpret_cast<oar_entry_fn>(library_->Symbol(OAR_ENTRY_NAME));
  if (entry_ == nullptr) voice_.Error("it does not export " OAR_ENTRY_NAME, "");
  return entry_ != nullptr;
}

oar_host_hello Subject::HostHello() {
  static const std::string kVersion(Version());
  oar_host_hello host{};
  host.struct_size = sizeof(host);
  host.abi_major = OAR_ABI_MAJOR;
  host.abi_minor_max = OAR_ABI_MINOR;
  host.page_size = static_cast<uint32_t>(::getpagesize());
  host.host_name = ToView("oarlock");
  host.host_version = ToView(kVersion);
  return host;
}

int32_t Subject::CallEntry(const oar_host_hello* host, Guarded<oar_plugin_hello>& out) {
  voice_.At(OAR_ENTRY_NAME);
  const int32_t code = entry_(host, out.get());
  if (!out.intact()) {
    voice_.Error("the entry writes behind its out struct", kWritesBehind);
  }
  return code;
}

bool Subject::Enter() {
  TextRoom room;
  Guarded<oar_plugin_hello> out;
  out->message = room.text();
  const int32_t code = Enter(out, [](oar_host_hello&) {});
  if (code < OAR_OK) {
    voice_.Error(fmt::format("the plugin refuses this host: {} {}", AbiStatusName(code),
                             TextOf(out->message)),
                 "");
    return false;
  }
  const auto descriptor = ReadStruct(out->descriptor);
  const auto factory = ReadStruct(out->factory);
  if (!descriptor || !factory || factory->create == nullptr) {
    voice_.Error("its entry gave no descriptor or no factory", "fill both of oar_plugin_hello");
    return false;
  }
  descriptor_ = *descriptor;
  factory_ = *factory;
  return ReadControllers();
}

bool Subject::ReadControllers() {
  const auto infos = pluginhost::ReadArray(descriptor_.controllers, descriptor_.controllers_count,
                                           descriptor_.controllers_stride);
  if (!infos || infos->empty()) {
    voice_.Error("it offers no controller", "list each in the descriptor, with its stride");
    return false;
  }
  controllers_.clear();
  for (const oar_controller_info& info : *infos) controllers_.push_back(TextOf(info.id));
  return true;
}

void Subject::Unload() {
  if (!library_) return;
  voice_.At("its destructors");
  const base::Status gone = loader_.Unload(std::move(library_));
  if (gone.ok()) return;
  voice_.Error(gone.message(),
               "look for unique symbols and NODELETE above; end own threads in deactivate; keep no "
               "thread_local with a destructor that a thread of your own touches");
}

SubjectInstance::SubjectInstance(Subject& subject, std::string controller)
    : subject_(subject),
      controller_(std::move(controller)),
      instance_(subject.cluster().env(),
                {"check", "check@1", controller_, TextOf(subject.descriptor().id)}) {}

SubjectInstance::~SubjectInstance() {
  if (exists()) Destroy();
}

void SubjectInstance::ReportCode(const char* call, int32_t code) {
  if (code > 4095 || code < -4095) {
    subject_.voice().Error(fmt::format("{} returned {}, which is no status", call, code),
                           "return OAR_OK, a success that the function names, or OAR_E_*");
  }
}

bool SubjectInstance::Create() {
  kept_before_ = KeptObjects();
  return Create(&WatchedHostApi());
}

bool SubjectInstance::Create(const oar_host_api* api) {
  TextRoom room;
  const oar_create_args args{sizeof(oar_create_args), 0, ToView(controller_), ToView("check"), 1};
  Guarded<oar_created> created;
  created->message = room.text();
  subject_.voice().At("create");
  const int32_t code = subject_.factory().create(api, instance_.handle(), &args, created.get());
  ReportCode("create", code);
  if (!created.intact()) subject_.voice().Error("create writes behind its struct", kWritesBehind);
  if (code < OAR_OK) {
    if (created->instance != nullptr) {
      subject_.voice().Error("create failed and gave an instance", "zero it on failure");
    }
    subject_.voice().Error(fmt::format("create of {}: {} {}", controller_, AbiStatusName(code),
                                       TextOf(created->message)),
                           "create must work without host, network and configuration");
    return false;
  }
  const auto table = ReadStruct(created->plugin);
  if (!table || table->reconcile == nullptr || table->destroy == nullptr) {
    subject_.voice().Error("its table lacks reconcile or destroy", "fill both");
    return false;
  }
  self_ = created->instance;
  api_ = *table;
  return true;
}

int32_t SubjectInstance::Configure(uint32_t error_size) {
  if (api_.configure == nullptr) return OAR_OK;
  TextRoom path;
  TextRoom message;
  Guarded<oar_config_error> error(error_size);
  if (error_size == sizeof(oar_config_error)) {
    error->path = path.text();
    error->message = message.text();
  }
  const SubjectConfig& given = subject_.config();
  auto object = kube::ObjectFromJson(given.json, {.drop_managed_fields = false});
  if (!object.ok()) return OAR_E_INVALID;
  const int32_t code = InContext("configure", false, false, [&](pluginhost::Context& context) {
    const oar_config config{sizeof(oar_config), 0, context.Lease(*object), ToView(given.json),
                            ToView(given.digest)};
    return api_.configure(self_, context.handle(), &config, error.get());
  });
  if (!error.intact()) {
    subject_.voice().Error("configure writes behind its error struct", kWritesBehind);
  }
  if (code == OAR_E_INVALID && TextOf(error->message).empty() &&
      error_size == sizeof(oar_config_error)) {
    subject_.voice().Warning("configure refuses without a word", "say path and message");
  }
  return code;
}

base::Result<pluginhost::Declaration> SubjectInstance::Declare() {
  pluginhost::DeclarationBuilder builder;
  int32_t code = OAR_OK;
  if (api_.declare != nullptr) {
    subject_.voice().At("declare");
    code = api_.declare(self_, &pluginhost::DeclarationBuilder::Api(), builder.handle());
    ReportCode("declare", code);
  }
  return builder.Finish(code);
}

bool SubjectInstance::BindAndSync(pluginhost::Declaration declaration) {
  instance_.set_declaration(std::move(declaration));
  const base::Clock& clock = subject_.cluster().env().clock;
  base::Status status =
      pluginhost::BindTypes(instance_, {clock.Now() + kSyncTimeout, std::stop_token()});
  if (status.ok()) {
    status = pluginhost::WaitForTypes(instance_, {clock.Now() + kSyncTimeout, true});
  }
  if (!status.ok()) subject_.voice().Error("its types: " + status.message(), "");
  return status.ok();
}

bool SubjectInstance::Prepare() {
  if (!Create()) return false;
  const int32_t configured = Configure();
  if (configured < OAR_OK) {
    subject_.voice().Error(fmt::format("configure returned {}", AbiStatusName(configured)),
                           "give a configuration that it accepts with --config");
    return false;
  }
  auto declaration = Declare();
  if (!declaration.ok()) {
    subject_.voice().Error("declare: " + declaration.status().message(), "");
    return false;
  }
  return BindAndSync(*std::move(declaration));
}

int32_t SubjectInstance::Activate() {
  if (api_.activate == nullptr) return OAR_OK;
  return InContext("activate", true, true, [this](pluginhost::Context& context) {
    return api_.activate(self_, context.handle());
  });
}

std::vector<oar_key> SubjectInstance::SampleKeys() const {
  std::vector<oar_key> keys;
  for (const pluginhost::PrimaryDecl& primary : declaration().controller.primaries) {
    const auto type = declaration().types.find(primary.type);
    oar_key key{};
    key.struct_size = sizeof(key);
    key.type = primary.type;
    key.name = ToView(kSampleName);
    const bool namespaced = type == declaration().types.end() ||
                            NameOfKind(type->second.group, type->second.kind).namespaced;
    key.ns = ToView(namespaced ? kSampleNamespace : "");
    keys.push_back(key);
  }
  return keys;
}

int32_t SubjectInstance::Reconcile(const oar_key& key, uint32_t result_size, bool cancelled) {
  int32_t code = OAR_OK;
  TextRoom reason;
  TextRoom message;
  Guarded<oar_result> result(result_size);
  if (result_size >= sizeof(oar_result)) {
    result->reason = reason.text();
    result->message = message.text();
  }
  const auto cancellation =
      std::make_shared<controller::Cancellation>(subject_.cluster().env().clock);
  if (cancelled) cancellation->Cancel(controller::CancelReason::kDrain);
  std::thread worker([&] {
    pluginhost::Context context(instance_, {"reconcile", true, true}, base::kNever, cancellation);
    const OnOwnThread own(context.handle());
    subject_.voice().At("reconcile");
    code = api_.reconcile(self_, context.handle(), &key, result.get());
  });
  worker.join();
  ReportCode("reconcile", code);
  if (!result.intact()) {
    subject_.voice().Error("reconcile writes behind its result struct", kWritesBehind);
  }
  return code;
}

int32_t SubjectInstance::Drain() {
  if (api_.drain == nullptr) return OAR_OK;
  return InContext("drain", true, true, [this](pluginhost::Context& context) {
    const base::MonoTime until = subject_.cluster().env().clock.Now() + std::chrono::seconds(5);
    return api_.drain(self_, context.handle(), {until.time_since_epoch().count()});
  });
}

int32_t SubjectInstance::Deactivate() {
  if (api_.deactivate == nullptr) return OAR_OK;
  const int32_t code = InContext("deactivate", false, false, [this](pluginhost::Context& context) {
    return api_.deactivate(self_, context.handle());
  });
  if (const size_t forks = instance_.ReleaseForks(); forks > 0) {
    subject_.voice().Warning(fmt::format("it left {} forked contexts behind", forks),
                             "release each before deactivate returns");
  }
  return code;
}

int32_t SubjectInstance::Destroy() {
  for (const std::string& call : TakeMisplacedCalls()) {
    subject_.voice().Error(call,
                           "the tags of each function say where it may be called; another "
                           "thread needs a fork of the context");
  }
  subject_.voice().At("destroy");
  const int32_t code = api_.destroy(std::exchange(self_, nullptr));
  ReportCode("destroy", code);
  if (const int64_t left = KeptObjects() - kept_before_; left > 0) {
    subject_.voice().Warning(fmt::format("{} kept objects are not released", left),
                             "release each before destroy returns");
    kept_before_ += left;
  }
  if (code < OAR_OK) {
    subject_.voice().Warning(fmt::format("destroy returned {}", AbiStatusName(code)),
                             "a host cannot do anything about it: clean up and return OAR_OK");
  }
  return code;
}

const void* SubjectInstance::Extension(std::string_view id) {
  if (api_.get_extension == nullptr) return nullptr;
  const void* table = nullptr;
  subject_.voice().At("get_extension");
  const int32_t code = api_.get_extension(self_, ToView(id), &table);
  if (code < OAR_OK && table != nullptr) {
    subject_.voice().Error("get_extension failed and gave a table", "zero the out pointer");
    return nullptr;
  }
  return code < OAR_OK ? nullptr : table;
}

}  // namespace oarlock::app
