// What a plugin may offer beside its core table. State hand-over: saved and loaded again, empty,
// cut short, and random; refusing is always right. Health: asked before and after activate.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "app/check/cases.h"
#include "pluginhost/abi/abi_convert.h"

namespace oarlock::app {
namespace {

constexpr size_t kStateBytesLiked = 16 * 1024 * 1024;

// The blob of the one hand-over that is under way in this process.
struct Blob {
  std::string schema;
  uint32_t version = 0;
  std::string bytes;
  size_t read = 0;
};
Blob& Now() {
  static Blob blob;
  return blob;
}

int32_t Begin(oar_stream, const oar_state_info* info) noexcept {
  Now().schema = pluginhost::TextOf(info->schema);
  Now().version = info->version;
  return OAR_OK;
}
int32_t Write(oar_stream, oar_view bytes) noexcept {
  if (Now().bytes.size() + bytes.len > kStateBytesLiked) return OAR_E_TOO_LARGE;
  Now().bytes += pluginhost::FromView(bytes);
  return OAR_OK;
}
int32_t Read(oar_stream, oar_text* into) noexcept {
  const std::string_view rest = std::string_view(Now().bytes).substr(Now().read);
  into->len = std::min<uint64_t>({rest.size(), into->capacity, 37});  // an odd chunk
  if (into->len == 0) return OAR_END;
  std::memcpy(into->ptr, rest.data(), into->len);
  Now().read += into->len;
  return OAR_OK;
}
int32_t Left(oar_stream, uint64_t* out) noexcept {
  *out = Now().bytes.size() - Now().read;
  return OAR_OK;
}
constexpr oar_stream_api kStream = {sizeof(oar_stream_api), 0, Begin, Write, Read, Left};

int32_t Load(SubjectInstance& instance, const oar_plugin_state_api& table, std::string bytes,
             uint32_t version) {
  Now().bytes = std::move(bytes);
  Now().read = 0;
  oar_state_info info{};
  info.struct_size = sizeof(info);
  info.schema = pluginhost::ToView(Now().schema);
  info.version = version;
  info.size = Now().bytes.size();
  return instance.InContext("load of state", false, false, [&](pluginhost::Context& context) {
    return table.load(instance.self(), context.handle(), &info, &kStream, {1});
  });
}

void HandOver(Subject& subject, SubjectInstance& from) {
  const auto table = pluginhost::ReadStruct(
      static_cast<const oar_plugin_state_api*>(from.Extension(OAR_EXT_PLUGIN_STATE)));
  if (!table || table->save == nullptr || table->load == nullptr) {
    if (table) subject.voice().Error("half of its state table is null", "offer save and load");
    return;
  }
  Now() = Blob();
  const int32_t saved = from.InContext("save of state", false, false, [&](auto& context) {
    return table->save(from.self(), context.handle(), &kStream, {1});
  });
  if (saved < OAR_OK) return;
  const std::string bytes = Now().bytes;
  const uint32_t version = Now().version;
  if (Load(from, *table, bytes, version) < OAR_OK) {
    subject.voice().Error("it does not load what it has saved", "read what save writes");
  }
  std::string random = bytes.empty() ? std::string(100, '\0') : bytes;
  for (size_t i = 0; i < random.size(); ++i) {
    random[i] = static_cast<char>(static_cast<unsigned char>(i * 131 + 17));
  }
  (void)Load(from, *table, "", version);
  (void)Load(from, *table, bytes.substr(0, bytes.size() / 2), version);
  (void)Load(from, *table, bytes + "trailing garbage", version);
  (void)Load(from, *table, random, version);
  if (Load(from, *table, bytes, version + 1000) >= OAR_OK) {
    subject.voice().Warning("it takes state of an unknown version",
                            "compare info.version; refusing starts it empty, which is right");
  }
}

void State(Subject& subject) {
  ForEachController(subject, [&](SubjectInstance& instance) {
    if (!instance.Prepare()) return;
    HandOver(subject, instance);
    if (instance.Activate() < OAR_OK) return;
    instance.Drain();
    instance.Deactivate();
  });
}

void AskHealth(Subject& subject, SubjectInstance& instance, const oar_plugin_health_api& table) {
  for (const uint32_t size : {uint32_t{sizeof(oar_health)}, uint32_t{OAR_END_OF(oar_health, state)},
                              uint32_t{2 * sizeof(oar_health)}}) {
    Guarded<oar_health> out(size);
    const int32_t code = instance.InContext("check of health", false, false, [&](auto& context) {
      return table.check(instance.self(), context.handle(), out.get());
    });
    if (!out.intact()) {
      subject.voice().Error("check of health writes behind its struct",
                            "ask OAR_HAS before a field is written");
    }
    if (code >= OAR_OK && (out->state < OAR_HEALTH_OK || out->state > OAR_HEALTH_FAILED)) {
      subject.voice().Error(fmt::format("its health is {}, which no host knows", out->state),
                            "say OAR_HEALTH_OK, _DEGRADED or _FAILED");
    }
  }
}

void Health(Subject& subject) {
  ForEachController(subject, [&](SubjectInstance& instance) {
    if (!instance.Prepare()) return;
    const auto table = pluginhost::ReadStruct(
        static_cast<const oar_plugin_health_api*>(instance.Extension(OAR_EXT_PLUGIN_HEALTH)));
    if (!table || table->check == nullptr) return;
    AskHealth(subject, instance, *table);
    if (instance.Activate() < OAR_OK) return;
    AskHealth(subject, instance, *table);
    instance.Drain();
    instance.Deactivate();
  });
}

constexpr CheckCase kCases[] = {
    {"state", "check every byte of a state before it is believed", State},
    {"health", "health is told from what is known: no calls, no waiting", Health},
};

}  // namespace

std::span<const CheckCase> StateCases() { return kCases; }

}  // namespace oarlock::app
