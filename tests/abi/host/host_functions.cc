#include "abi/host/host_functions.h"

#include "oarlock/sdk/view.h"
#include "pluginhost/abi/host_api.h"

namespace oarlock::abi_test {
namespace {

using sdk::Sized;
using sdk::ToView;

oar_key MapKey() {
  auto key = Sized<oar_key>();
  key.type = kMatrixMaps;
  key.ns = ToView("t");
  key.name = ToView("a");
  return key;
}
const oar_object_api& Objects() { return pluginhost::ObjectApi(); }
const oar_edit_api& Edits() { return pluginhost::EditApi(); }
const oar_node kRoot{OAR_NODE_ROOT};

constexpr HostFunction kCore[] = {
    {"get_extension",
     [](const Given& g) {
       const void* out = nullptr;
       return pluginhost::HostApi().get_extension(g.host, ToView(OAR_EXT_CLIENT), &out);
     }},
    {"log",
     [](const Given& g) {
       auto record = Sized<oar_log_record>();
       record.level = OAR_LOG_INFO;
       record.message = ToView("from the matrix");
       const int32_t code = pluginhost::HostApi().log(g.host, g.ctx, &record);
       return code == OAR_E_THROTTLED ? OAR_OK : code;  // it comes from one place, often
     }},
    {"log_enabled",
     [](const Given& g) {
       uint8_t out = 0;
       return pluginhost::HostApi().log_enabled(g.host, OAR_LOG_INFO, &out);
     }},
    {"status_name",
     [](const Given& g) {
       oar_view out{};
       return pluginhost::HostApi().status_name(g.host, OAR_E_GONE, &out);
     }},
    {"clock.now_mono",
     [](const Given& g) {
       oar_mono out{};
       return pluginhost::HostApi().clock->now_mono(g.host, &out);
     }},
    {"clock.now_unix",
     [](const Given& g) {
       oar_time out{};
       return pluginhost::HostApi().clock->now_unix(g.host, &out);
     }},
    {"clock.random_u64",
     [](const Given& g) {
       uint64_t out = 0;
       return pluginhost::HostApi().clock->random_u64(g.host, &out);
     }},
    {"context.deadline",
     [](const Given& g) {
       oar_mono out{};
       return pluginhost::ContextApi().deadline(g.ctx, &out);
     }},
    {"context.is_cancelled",
     [](const Given& g) { return pluginhost::ContextApi().is_cancelled(g.ctx); }},
    {"context.cancel_reason",
     [](const Given& g) {
       int32_t out = 0;
       return pluginhost::ContextApi().cancel_reason(g.ctx, &out);
     }},
    {"context.wait_cancel",
     [](const Given& g) { return pluginhost::ContextApi().wait_cancel(g.ctx, 0); }},
    {"context.set_error",
     [](const Given& g) {
       return pluginhost::ContextApi().set_error(g.ctx, OAR_E_INVALID, ToView("words"));
     }},
    {"context.fork, release",
     [](const Given& g) {
       oar_ctx fork{};
       const int32_t code = pluginhost::ContextApi().fork(g.ctx, &fork);
       if (code != OAR_OK) return code;
       return pluginhost::ContextApi().release(fork);
     }},
    {"context.error_info",
     [](const Given& g) {
       auto out = Sized<oar_error_info>();
       return pluginhost::ContextApi().error_info(g.ctx, {77}, &out);
     }},
};

constexpr HostFunction kObjects[] = {
    {"object.meta",
     [](const Given& g) {
       auto out = Sized<oar_obj_meta>();
       return Objects().meta(g.ctx, g.obj, &out);
     }},
    {"object.get",
     [](const Given& g) {
       oar_value out{};
       return Objects().get(g.ctx, g.obj, kRoot, kMatrixPath, &out);
     }},
    {"object.get_many",
     [](const Given& g) {
       oar_value out{};
       return Objects().get_many(g.ctx, g.obj, &kMatrixPath, 1, &out);
     }},
    {"object.get_all",
     [](const Given& g) {
       oar_value out{};
       uint64_t count = 0;
       uint64_t total = 0;
       return Objects().get_all(g.ctx, g.obj, kRoot, kMatrixPath, 0, &out, 1, &count, &total);
     }},
    {"object.member",
     [](const Given& g) {
       oar_value out{};
       return Objects().member(g.ctx, g.obj, kRoot, ToView("kind"), &out);
     }},
    {"object.len",
     [](const Given& g) {
       uint64_t out = 0;
       return Objects().len(g.ctx, g.obj, kRoot, &out);
     }},
    {"object.at",
     [](const Given& g) {
       oar_value out{};
       return Objects().at(g.ctx, g.obj, kRoot, 0, &out);
     }},
    {"object.key_at",
     [](const Given& g) {
       oar_view out{};
       return Objects().key_at(g.ctx, g.obj, kRoot, 0, &out);
     }},
    {"object.iter_begin, iter_next",
     [](const Given& g) {
       oar_iter iter{};
       oar_value out{};
       const int32_t code = Objects().iter_begin(g.ctx, g.obj, kRoot, &iter);
       return code < OAR_OK ? code : Objects().iter_next(g.ctx, &iter, nullptr, &out);
     }},
    {"object.keep, release",
     [](const Given& g) {
       oar_obj kept{};
       const int32_t code = Objects().keep(g.host, g.ctx, g.obj, &kept);
       return code < OAR_OK ? code : Objects().release(g.host, kept);
     }},
    {"object.json",
     [](const Given& g) {
       oar_view out{};
       return Objects().json(g.ctx, g.obj, kRoot, &out);
     }},
    {"object.from_json",
     [](const Given& g) {
       oar_obj out{};
       return Objects().from_json(g.ctx, ToView("{}"), &out, nullptr);
     }},
    {"object.list_info",
     [](const Given& g) {
       auto out = Sized<oar_list_info>();
       return Objects().list_info(g.ctx, g.list, &out);
     }},
    {"object.list_at",
     [](const Given& g) {
       oar_obj out{};
       return Objects().list_at(g.ctx, g.list, 0, &out);
     }},
    {"object.list_release", [](const Given& g) { return Objects().list_release(g.ctx, g.list); }},
    {"buffer.create",
     [](const Given& g) {
       oar_buf out{};
       return pluginhost::BufferApi().create(g.ctx, 8, &out);
     }},
    {"buffer.append",
     [](const Given& g) { return pluginhost::BufferApi().append(g.ctx, g.buf, ToView("x")); }},
    {"buffer.finish",
     [](const Given& g) {
       oar_view out{};
       return pluginhost::BufferApi().finish(g.ctx, g.buf, &out);
     }},
    {"buffer.release",
     [](const Given& g) { return pluginhost::BufferApi().release(g.ctx, g.buf); }},
};

constexpr HostFunction kClient[] = {
    {"client.get",
     [](const Given& g) {
       const oar_key key = MapKey();
       oar_obj out{};
       return pluginhost::ClientApi().get(g.ctx, &key, &out, nullptr);
     }},
    {"client.list",
     [](const Given& g) {
       auto what = Sized<oar_cache_list>();
       what.type = kMatrixMaps;
       oar_list out{};
       return pluginhost::ClientApi().list(g.ctx, &what, &out, nullptr);
     }},
    {"client.get_live",
     [](const Given& g) {
       const oar_key key = MapKey();
       oar_obj out{};
       return pluginhost::ClientApi().get_live(g.ctx, &key, nullptr, &out, nullptr);
     }},
    {"client.list_live",
     [](const Given& g) {
       auto what = Sized<oar_live_list>();
       what.type = kMatrixMaps;
       oar_list out{};
       return pluginhost::ClientApi().list_live(g.ctx, &what, &out, nullptr);
     }},
    {"client.create",
     [](const Given& g) {
       const oar_key key = MapKey();
       return pluginhost::ClientApi().create(g.ctx, &key, ToView(kMatrixMap), nullptr, nullptr,
                                             nullptr);
     }},
    {"client.update",
     [](const Given& g) {
       const oar_key key = MapKey();
       return pluginhost::ClientApi().update(g.ctx, &key, ToView(kMatrixMap), nullptr, nullptr,
                                             nullptr);
     }},
    {"client.patch",
     [](const Given& g) {
       const oar_key key = MapKey();
       return pluginhost::ClientApi().patch(g.ctx, &key, OAR_PATCH_MERGE, ToView(kMatrixMap),
                                            nullptr, nullptr, nullptr);
     }},
    {"client.delete_object",
     [](const Given& g) {
       const oar_key key = MapKey();
       auto options = Sized<oar_delete_options>();
       options.dry_run = 1;  // the next call is to find it again
       return pluginhost::ClientApi().delete_object(g.ctx, &key, &options, nullptr);
     }},
    {"client.delete_collection",
     [](const Given& g) {
       auto what = Sized<oar_live_list>();
       what.type = kMatrixMaps;
       return pluginhost::ClientApi().delete_collection(g.ctx, &what, nullptr, nullptr);
     }},
    {"client.type_info",
     [](const Given& g) {
       auto out = Sized<oar_type_info>();
       return pluginhost::ClientApi().type_info(g.ctx, kMatrixMaps, 0, &out);
     }},
    {"client.type_at",
     [](const Given& g) {
       auto out = Sized<oar_type_info>();
       return pluginhost::ClientApi().type_at(g.ctx, kMatrixMaps, 0, &out);
     }},
    {"client-batch.write_many",
     [](const Given& g) {
       const oar_key key = MapKey();
       auto item = Sized<oar_write_item>();
       item.verb = OAR_WRITE_UPDATE;
       item.key = &key;
       item.body = ToView(kMatrixMap);
       auto out = Sized<oar_write_outcome>();
       return pluginhost::ClientBatchApi().write_many(g.ctx, &item, 1, sizeof(item), nullptr, &out,
                                                      sizeof(out));
     }},
    {"events.emit",
     [](const Given& g) {
       auto event = Sized<oar_event>();
       event.type = OAR_EVENT_NORMAL;
       event.reason = ToView("Tested");
       event.message = ToView("from the matrix");
       return pluginhost::EventsApi().emit(g.ctx, g.obj, &event);
     }},
    {"timers.requeue_after",
     [](const Given& g) {
       const oar_key key = MapKey();
       return pluginhost::TimersApi().requeue_after(g.ctx, &key, 3'600'000'000'000, nullptr);
     }},
    {"timers.requeue_at",
     [](const Given& g) {
       const oar_key key = MapKey();
       return pluginhost::TimersApi().requeue_at(g.ctx, &key, {1'767'229'200'000'000'000}, nullptr);
     }},
    {"leader.is_leading",
     [](const Given& g) {
       uint8_t out = 0;
       return pluginhost::LeaderApi().is_leading(g.ctx, &out);
     }},
    {"leader.epoch",
     [](const Given& g) {
       auto out = Sized<oar_leader_epoch>();
       return pluginhost::LeaderApi().epoch(g.ctx, &out);
     }},
};

oar_value One() {
  oar_value one{};
  one.type = OAR_TYPE_I64;
  one.as.i64 = 1;
  return one;
}

constexpr HostFunction kOthers[] = {
    {"edit.from_object",
     [](const Given& g) {
       oar_doc out{};
       return Edits().from_object(g.ctx, g.obj, &out);
     }},
    {"edit.from_json",
     [](const Given& g) {
       oar_doc out{};
       return Edits().from_json(g.ctx, ToView("{}"), &out, nullptr);
     }},
    {"edit.empty",
     [](const Given& g) {
       oar_doc out{};
       return Edits().empty(g.ctx, &out);
     }},
    {"edit.set",
     [](const Given& g) {
       const oar_value one = One();
       return Edits().set(g.ctx, g.doc, ToView("/n"), &one, nullptr);
     }},
    {"edit.set_json",
     [](const Given& g) {
       return Edits().set_json(g.ctx, g.doc, ToView("/m"), ToView("[]"), nullptr);
     }},
    {"edit.set_node",
     [](const Given& g) {
       return Edits().set_node(g.ctx, g.doc, ToView("/o"), g.obj, kRoot, nullptr);
     }},
    {"edit.remove",
     [](const Given& g) { return Edits().remove(g.ctx, g.doc, ToView("/n"), nullptr); }},
    {"edit.append",
     [](const Given& g) {
       const oar_value one = One();
       return Edits().append(g.ctx, g.doc, ToView("/l"), &one, nullptr);
     }},
    {"edit.append_json",
     [](const Given& g) {
       return Edits().append_json(g.ctx, g.doc, ToView("/l"), ToView("1"), nullptr);
     }},
    {"edit.merge",
     [](const Given& g) {
       return Edits().merge(g.ctx, g.doc, ToView("/p"), ToView(R"({"x":1})"), nullptr);
     }},
    {"edit.json",
     [](const Given& g) {
       oar_view out{};
       return Edits().json(g.ctx, g.doc, &out);
     }},
    {"edit.diff",
     [](const Given& g) {
       oar_view out{};
       return Edits().diff(g.ctx, g.doc, OAR_PATCH_MERGE, &out, nullptr);
     }},
    {"edit.object",
     [](const Given& g) {
       oar_obj out{};
       return Edits().object(g.ctx, g.doc, &out, nullptr);
     }},
    {"edit.release", [](const Given& g) { return Edits().release(g.ctx, g.doc); }},
    {"metrics.count",
     [](const Given& g) {
       return pluginhost::MetricsApi().count(g.host, kMatrixCounter, nullptr, 0, 1);
     }},
    {"metrics.set",
     [](const Given& g) {
       return pluginhost::MetricsApi().set(g.host, kMatrixGauge, nullptr, 0, 1);
     }},
    {"metrics.add",
     [](const Given& g) {
       return pluginhost::MetricsApi().add(g.host, kMatrixGauge, nullptr, 0, 1);
     }},
    {"metrics.observe",
     [](const Given& g) {
       return pluginhost::MetricsApi().observe(g.host, kMatrixHistogram, nullptr, 0, 1);
     }},
    {"quantity.parse",
     [](const Given& g) {
       auto out = Sized<oar_quantity>();
       return pluginhost::QuantityApi().parse(g.host, ToView("1Gi"), &out);
     }},
    {"quantity.compare",
     [](const Given& g) {
       int32_t out = 0;
       return pluginhost::QuantityApi().compare(g.host, ToView("1"), ToView("2"), &out);
     }},
    {"quantity.canonical",
     [](const Given& g) {
       char room[64];
       oar_text out{room, sizeof(room), 0};
       return pluginhost::QuantityApi().canonical(g.host, ToView("1000m"), &out);
     }},
};

}  // namespace

Given Handles(oar_host host, oar_ctx ctx) {
  Given g{host, ctx, {}, {}, {}, {}};
  (void)Objects().from_json(ctx, ToView(kMatrixMap), &g.obj, nullptr);
  (void)Edits().from_json(ctx, ToView("{}"), &g.doc, nullptr);
  (void)pluginhost::BufferApi().create(ctx, 8, &g.buf);
  auto what = Sized<oar_cache_list>();
  what.type = kMatrixMaps;
  (void)pluginhost::ClientApi().list(ctx, &what, &g.list, nullptr);
  return g;
}

std::span<const HostFunction> CoreFunctions() { return kCore; }
std::span<const HostFunction> ObjectFunctions() { return kObjects; }
std::span<const HostFunction> ClientFunctions() { return kClient; }
std::span<const HostFunction> OtherFunctions() { return kOthers; }

}  // namespace oarlock::abi_test
