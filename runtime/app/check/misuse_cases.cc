// What no good host does, or not yet: other versions, sizes, ids and orders. A plugin may refuse
// all of it, but must not crash, hang or write where nothing is its own.
#include <fmt/format.h>

#include <cstring>

#include "app/check/cases.h"
#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/abi/host_api.h"

namespace oarlock::app {
namespace {

using pluginhost::ToView;

constexpr uint32_t kPrefix = 2 * sizeof(uint32_t);

void TryOtherHosts(Subject& subject) {
  struct Host {
    const char* what;
    void (*change)(oar_host_hello&);
  };
  const Host hosts[] = {
      {"of another major", [](oar_host_hello& h) { h.abi_major = OAR_ABI_MAJOR + 1; }},
      {"that asks for an unknown feature",
       [](oar_host_hello& h) { h.features_must = 1ull << 63u; }},
      {"that is too new",
       [](oar_host_hello& h) { h.abi_minor_min = h.abi_minor_max = OAR_ABI_MINOR + 1000; }},
  };
  for (const Host& host : hosts) {
    Guarded<oar_plugin_hello> out;
    if (subject.Enter(out, host.change) < OAR_OK) continue;
    subject.voice().Error(fmt::format("it accepts a host {}", host.what),
                          "compare abi_major, abi_minor_min and features_must in the entry");
  }
  Guarded<oar_plugin_hello> newer;
  if (subject.Enter(newer, [](oar_host_hello& h) { h.abi_minor_max = OAR_ABI_MINOR + 7; }) <
      OAR_OK) {
    subject.voice().Error("it refuses a newer host of the same major",
                          "choose the smaller of both newest minors");
  }
}
void OtherHosts(Subject& subject) {
  OnControl(subject, [&] { TryOtherHosts(subject); });
}

// A newer host's structs are longer, an older one's shorter.
void TryHelloSizes(Subject& subject) {
  for (uint32_t size = kPrefix; size <= 2 * sizeof(oar_host_hello); size += 4) {
    Guarded<oar_host_hello> host(size);
    oar_host_hello good{};
    good.abi_major = OAR_ABI_MAJOR;
    good.abi_minor_max = OAR_ABI_MINOR;
    good.struct_size = size;
    std::memcpy(host.get(), &good, std::min<size_t>(size, sizeof(good)));
    Guarded<oar_plugin_hello> out;
    (void)subject.CallEntry(host.get(), out);
  }
}
void HelloSizes(Subject& subject) {
  OnControl(subject, [&] { TryHelloSizes(subject); });
}

void TryUnknownController(Subject& subject) {
  if (!subject.Enter()) return;
  for (const char* id : {"no-such-controller", ""}) {
    const oar_create_args args{sizeof(oar_create_args), 0, ToView(id), ToView("check"), 1};
    Guarded<oar_created> created;
    subject.voice().At("create");
    const int32_t code =
        subject.factory().create(&pluginhost::HostApi(), {0}, &args, created.get());
    if (code < OAR_OK && created->instance == nullptr && created.intact()) continue;
    subject.voice().Error(fmt::format("create of a controller \"{}\" is not refused", id),
                          "compare controller_id; answer OAR_E_NOT_FOUND with a null instance");
    break;
  }
}
void UnknownController(Subject& subject) {
  OnControl(subject, [&] { TryUnknownController(subject); });
}

void UnknownExtension(Subject& subject) {
  ForEachController(subject, [&](SubjectInstance& instance) {
    if (!instance.Create()) return;
    for (const char* id : {"oarlock.plugin.nothing/1", "oarlock.plugin.map/99", ""}) {
      if (instance.Extension(id) == nullptr) continue;
      subject.voice().Error(fmt::format("it has a table for the unknown extension \"{}\"", id),
                            "compare ids in full, with their revision");
    }
  });
}

int32_t TakeKey(oar_sink, const oar_key*) noexcept { return OAR_OK; }
int32_t TakeValue(oar_sink, oar_view) noexcept { return OAR_OK; }

void UnknownCallbacks(Subject& subject) {
  static const oar_sink_api kSink = {sizeof(oar_sink_api), 0, TakeKey, TakeValue};
  ForEachController(subject, [&](SubjectInstance& instance) {
    if (!instance.Prepare()) return;
    const auto map = pluginhost::ReadStruct(
        static_cast<const oar_plugin_map_api*>(instance.Extension(OAR_EXT_PLUGIN_MAP)));
    const auto index = pluginhost::ReadStruct(
        static_cast<const oar_plugin_index_api*>(instance.Extension(OAR_EXT_PLUGIN_INDEX)));
    const auto predicate = pluginhost::ReadStruct(
        static_cast<const oar_plugin_predicate_api*>(instance.Extension(OAR_EXT_PLUGIN_PREDICATE)));
    const oar_subject what{sizeof(oar_subject), 0, 4'000'000'000, 0, {0}};
    const oar_change change{sizeof(oar_change), 0, 4'000'000'000, 0, 99, 0, {0}, {0}};
    if (map && map->map != nullptr) {
      instance.InContext("map", false, false, [&](pluginhost::Context& context) {
        return map->map(instance.self(), context.handle(), 4'000'000'000, &what, &kSink, {1});
      });
    }
    if (index && index->index != nullptr) {
      instance.InContext("index", false, false, [&](pluginhost::Context& context) {
        return index->index(instance.self(), context.handle(), 4'000'000'000, &what, &kSink, {1});
      });
    }
    if (predicate && predicate->test != nullptr) {
      uint8_t pass = 0;
      instance.InContext("test", false, false, [&](pluginhost::Context& context) {
        return predicate->test(instance.self(), context.handle(), 4'000'000'000, &change, &pass);
      });
    }
  });
}

// Tables of every size an older host could have: what is not there must not be called.
void TryOlderHosts(Subject& subject) {
  if (subject.Enter()) {
    for (uint32_t size = kPrefix; size <= sizeof(oar_object_api); size += 8) {
      const CutTables tables(size);
      SubjectInstance instance(subject, subject.controllers().front());
      if (!instance.Create(tables.api())) continue;
      if (instance.Configure() < OAR_OK) continue;
      (void)instance.Declare();
    }
  }
}
void OlderHosts(Subject& subject) {
  OnControl(subject, [&] { TryOlderHosts(subject); });
}

// Out structs that end early, and one that is longer than this plugin knows.
void ResultSizes(Subject& subject) {
  ForEachController(subject, [&](SubjectInstance& instance) {
    if (!instance.Prepare() || instance.Activate() < OAR_OK) return;
    for (const oar_key& key : instance.SampleKeys()) {
      for (const uint32_t size : {uint32_t{OAR_END_OF(oar_result, requeue_after_ns)},
                                  uint32_t{OAR_END_OF(oar_result, observed_generation)},
                                  uint32_t{sizeof(oar_result)}, uint32_t{2 * sizeof(oar_result)}}) {
        (void)instance.Reconcile(key, size);
      }
    }
    instance.Drain();
    instance.Deactivate();
    (void)instance.Configure(kPrefix);
    (void)instance.Configure(2 * sizeof(oar_config_error));
  });
}

void UnknownType(Subject& subject) {
  ForEachController(subject, [&](SubjectInstance& instance) {
    if (!instance.Prepare() || instance.Activate() < OAR_OK) return;
    Guarded<oar_key> longer(2 * sizeof(oar_key));  // of a newer host
    longer->type = 4'000'000'000;
    longer->type_index = 77;
    longer->ns = ToView("no-such-namespace");
    longer->name = ToView("");
    (void)instance.Reconcile(*longer.get());
    instance.Drain();
    instance.Deactivate();
  });
}

void DeactivateFirst(Subject& subject) {
  ForEachController(subject, [](SubjectInstance& instance) {
    if (!instance.Prepare()) return;
    instance.Drain();
    instance.Deactivate();
  });
}

void EverythingTwice(Subject& subject) {
  ForEachController(subject, [](SubjectInstance& instance) {
    if (!instance.Prepare()) return;
    (void)instance.Activate();
    (void)instance.Activate();
    instance.Drain();
    instance.Drain();
    instance.Deactivate();
    instance.Deactivate();
  });
}

void ReconcileWhileInactive(Subject& subject) {
  ForEachController(subject, [](SubjectInstance& instance) {
    if (!instance.Prepare() || instance.Activate() < OAR_OK) return;
    instance.Drain();
    instance.Deactivate();
    for (const oar_key& key : instance.SampleKeys()) (void)instance.Reconcile(key);
  });
}

void DestroyWhileActive(Subject& subject) {
  ForEachController(subject, [](SubjectInstance& instance) {
    if (!instance.Prepare() || instance.Activate() < OAR_OK) return;
    instance.Destroy();
  });
}

constexpr CheckCase kCases[] = {
    {"versions", "the entry refuses with a status and a text", OtherHosts},
    {"hello-sizes", "ask OAR_HAS before a field of the host's hello is read", HelloSizes, true},
    {"controllers", "compare controller_id in create", UnknownController},
    {"extensions", "get_extension answers OAR_E_NOT_FOUND for what it does not know",
     UnknownExtension},
    {"callbacks", "an unknown id is a failure of the call, an object may be missing",
     UnknownCallbacks},
    {"older-hosts", "ask OAR_HAS before a host function is called; the SDKs do", OlderHosts, true},
    {"sizes", "ask OAR_HAS before a field is written", ResultSizes},
    {"unknown-type", "a key of a type it does not know is a failure of the reconcile", UnknownType},
    {"not-active", "deactivate may come without activate", DeactivateFirst},
    {"twice", "lifecycle calls may be repeated", EverythingTwice},
    {"inactive", "a reconcile may come late", ReconcileWhileInactive},
    {"destroy", "destroy may come without deactivate", DestroyWhileActive},
};

}  // namespace

std::span<const CheckCase> MisuseCases() { return kCases; }

}  // namespace oarlock::app
