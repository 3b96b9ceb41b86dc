// Legal orders: what every host does with a plugin.
#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "app/check/cases.h"
#include "app/check/declaration_text.h"
#include "app/check/static_check.h"
#include "pluginhost/abi/abi_convert.h"

namespace oarlock::app {
namespace {

using pluginhost::AbiStatusName;
using pluginhost::FromView;

constexpr std::chrono::seconds kSoon{5};

void OnlyLoad(Subject& subject) {
  OnControl(subject, [] {});
}

void CompareDescriptor(Subject& subject) {
  if (!subject.Enter()) return;
  const oar_descriptor& d = subject.descriptor();
  oar_note note{};
  const auto* found = subject.file().image().FindNote(OAR_NOTE_OWNER, OAR_NOTE_TYPE);
  if (found != nullptr && found->data.size() >= sizeof(note)) {
    std::memcpy(&note, found->data.data(), sizeof(note));
  }
  if (FromView(d.id) != std::string_view(note.plugin_id) ||
      FromView(d.version) != std::string_view(note.plugin_version)) {
    subject.voice().Error(fmt::format("its note says {} {}, its descriptor {} {}", note.plugin_id,
                                      note.plugin_version, FromView(d.id), FromView(d.version)),
                          "write id and version once, and use them in both");
  }
  const std::string_view schema = subject.file().image().TextSection(".oarlock.schema");
  if (d.config_schema.ptr != nullptr && FromView(d.config_schema) != schema) {
    subject.voice().Error("its descriptor has another schema than section .oarlock.schema",
                          "use OAR_SCHEMA_VIEW, or leave the view absent");
  }
  const auto before = subject.controllers();
  if (subject.Enter() && subject.controllers() != before) {
    subject.voice().Error("its second entry describes other controllers",
                          "the descriptor is static");
  }
}

void Describes(Subject& subject) {
  OnControl(subject, [&] { CompareDescriptor(subject); });
}

void CreateAndDestroy(Subject& subject) {
  ForEachController(subject, [&](SubjectInstance& one) {
    SubjectInstance two(subject, subject.controllers().front());
    if (!one.Create() || !two.Create()) return;
    if (one.exists() && one.self() == two.self()) {
      subject.voice().Error("two instances are one", "make a new instance in each create");
    }
    one.Destroy();
    two.Destroy();
  });
}

void ForbiddenCalls(Subject& subject) {
  ForEachController(subject, [&](SubjectInstance& instance) {
    if (!instance.Create(&ForbiddenHostApi())) return;
    instance.Destroy();
    if (ForbiddenWasCalled()) {
      subject.voice().Error("create or destroy calls the host",
                            "the first call may be in configure");
    }
  });
}

void DeclaresTheSame(Subject& subject) {
  std::string first;
  for (int round = 0; round < 2; ++round) {
    std::string all;
    ForEachController(subject, [&](SubjectInstance& instance) {
      if (!instance.Create() || instance.Configure() < OAR_OK) return;
      for (int again = 0; again < 2; ++again) {
        const auto declaration = instance.Declare();
        if (!declaration.ok()) {
          subject.voice().Error("declare: " + declaration.status().message(), "");
          return;
        }
        all += again == 0 ? DeclarationText(*declaration) : "";
        if (again == 1 && !all.ends_with(DeclarationText(*declaration))) {
          subject.voice().Error("a second declare of one instance declares something else",
                                "declare is a pure function of the configuration");
        }
      }
    });
    if (round == 1 && all != first) {
      subject.voice().Error("a second load declares something else",
                            "use fixed ids and no time, counter or random number");
    }
    first = all;
  }
}

void ReconcileAll(SubjectInstance& instance, Subject& subject) {
  for (const oar_key& key : instance.SampleKeys()) {
    const int32_t code = instance.Reconcile(key);
    if (code == OAR_E_PLUGIN_FAULT) {
      subject.voice().Error("reconcile ended with an exception or a panic",
                            "handle what a made-up, nearly empty object lacks");
    }
    oar_key gone = key;
    gone.name = pluginhost::ToView("gone");
    (void)instance.Reconcile(gone);
  }
}

void WholeLife(Subject& subject) {
  ForEachController(subject, [&](SubjectInstance& instance) {
    if (!instance.Prepare()) return;
    const int32_t active = instance.Activate();
    if (active < OAR_OK) {
      subject.voice().Note(fmt::format("activate returned {}", AbiStatusName(active)));
      return;
    }
    ReconcileAll(instance, subject);
    instance.Drain();
    instance.Deactivate();
    instance.Destroy();
  });
}

// Loss of leadership and back, then another configuration.
void OnStandbyAndBack(Subject& subject) {
  ForEachController(subject, [&](SubjectInstance& instance) {
    if (!instance.Prepare()) return;
    for (int turn = 0; turn < 3; ++turn) {
      if (instance.Activate() < OAR_OK) return;
      ReconcileAll(instance, subject);
      instance.Drain();
      instance.Deactivate();
    }
    if (instance.Configure() < OAR_OK || !instance.Declare().ok()) {
      subject.voice().Error("a configuration that it took is refused the second time",
                            "configure may come again after deactivate");
    }
  });
}

void WithoutServer(Subject& subject) {
  ForEachController(subject, [&](SubjectInstance& instance) {
    if (!instance.Prepare()) return;
    subject.cluster().Fail();
    if (instance.Activate() < OAR_OK) return;
    ReconcileAll(instance, subject);
    instance.Drain();
    instance.Deactivate();
  });
}

void Cancelled(Subject& subject) {
  ForEachController(subject, [&](SubjectInstance& instance) {
    if (!instance.Prepare() || instance.Activate() < OAR_OK) return;
    for (const oar_key& key : instance.SampleKeys()) {
      const auto started = std::chrono::steady_clock::now();
      (void)instance.Reconcile(key, sizeof(oar_result), true);
      if (std::chrono::steady_clock::now() - started > kSoon) {
        subject.voice().Error("a cancelled reconcile goes on for more than 5 s",
                              "ask is_cancelled in loops, and wait with wait_cancel");
      }
    }
    instance.Drain();
    instance.Deactivate();
  });
}

constexpr CheckCase kCases[] = {
    {"load", "keep constructors free of work", OnlyLoad},
    {"entry", "the entry only fills its out struct", Describes},
    {"create", "create and destroy only make and free the instance", CreateAndDestroy},
    {"no-host-call", "the first host call may be in configure", ForbiddenCalls},
    {"declare", "declare only calls the builder", DeclaresTheSame},
    {"life", "debug it with a core of `oarlock check`, or in a unit test of the plugin", WholeLife},
    {"standby", "deactivate ends what activate began, and activate may come again",
     OnStandbyAndBack},
    {"unreachable", "handle every failure of a verb", WithoutServer},
    {"cancelled", "unwind quietly when the context is cancelled", Cancelled},
};

}  // namespace

std::span<const CheckCase> LifeCases() { return kCases; }

}  // namespace oarlock::app
