#include "abi/fake_host.h"

#include <memory>
#include <string_view>

#include "kube/decode.h"
#include "oarlock/sdk/view.h"

namespace oarlock::abi_test {

namespace {

using sdk::FromView;
using sdk::Sized;
using sdk::ToView;

FakeHost& Host() { return *FakeHost::current; }

std::string KeyText(const oar_key* key) {
  return std::string(FromView(key->ns)) + "/" + std::string(FromView(key->name));
}

kube::Value At(oar_obj obj, oar_node node) {
  const kube::Object* object = Host().Find(obj);
  if (object == nullptr || node.id == OAR_NODE_NONE) return {};
  if (node.id == OAR_NODE_ROOT) return object->root();
  return object->ValueAt(static_cast<uint32_t>(node.id));
}

oar_value ToAbi(kube::Value value) {
  oar_value out{};
  out.type = static_cast<int32_t>(value.type());
  out.node = {value.node()};
  out.text = ToView(value.is_string() ? value.AsString() : value.NumberText());
  switch (value.type()) {
    case kube::ValueType::kBool: out.as.i64 = value.AsBool() ? 1 : 0; break;
    case kube::ValueType::kInt: out.as.i64 = value.AsInt(); break;
    case kube::ValueType::kUint: out.as.u64 = value.AsUint(); break;
    case kube::ValueType::kDouble: out.as.f64 = value.AsDouble(); break;
    case kube::ValueType::kArray:
    case kube::ValueType::kMap: out.as.u64 = value.size(); break;
    default: break;
  }
  return out;
}

int32_t Meta(oar_ctx, oar_obj obj, oar_obj_meta* out) noexcept {
  const kube::Object* o = Host().Find(obj);
  if (o == nullptr) return OAR_E_STALE;
  const std::string_view version = o->api_version();
  const size_t slash = version.find('/');
  if (slash != std::string_view::npos) out->group = ToView(version.substr(0, slash));
  out->version = ToView(slash == std::string_view::npos ? version : version.substr(slash + 1));
  out->kind = ToView(o->kind());
  out->ns = ToView(o->ns());
  out->name = ToView(o->name());
  out->uid = ToView(o->uid());
  out->resource_version = ToView(o->resource_version());
  out->generation = o->generation();
  if (const auto made = o->creation_time()) out->creation_time = {made->time_since_epoch().count()};
  out->deletion_time = {o->is_deleting() ? 1 : 0};
  out->labels = {o->labels().node()};
  out->annotations = {o->annotations().node()};
  out->owners = {o->owner_references().node()};
  out->finalizers = {o->finalizers().node()};
  return OAR_OK;
}

int32_t GetAll(oar_ctx, oar_obj obj, oar_node node, uint32_t path, uint64_t skip, oar_value* out,
               uint64_t capacity, uint64_t* out_count, uint64_t* out_total) noexcept {
  uint64_t total = 0;
  *out_count = 0;
  if (!Host().paths.contains(path)) return OAR_E_UNDECLARED;
  Host().paths.at(path).ForEach(At(obj, node), [&](kube::Value value) {
    if (total >= skip && *out_count < capacity) out[(*out_count)++] = ToAbi(value);
    ++total;
    return true;
  });
  *out_total = total;
  return OAR_OK;
}

int32_t IterNext(oar_ctx, oar_iter* iter, oar_view* key, oar_value* out) noexcept {
  const kube::Value container = At({iter->state[0]}, {iter->state[1]});
  const auto i = static_cast<uint32_t>(iter->state[2]++);
  if (i >= container.size()) return OAR_END;
  if (key != nullptr) *key = ToView(container.KeyAt(i));
  *out = ToAbi(container.At(i));
  return OAR_OK;
}

// Answers a verb: recorded, failed as the test asked, or OK.
int32_t Answer(const char* verb, const std::string& key, std::string_view body, oar_error* err,
               const oar_write_options* options = nullptr) {
  Call& call = Host().calls.emplace_back(Call{verb, key, std::string(body)});
  if (options != nullptr) {
    call.subresource = FromView(options->subresource);
    call.manager = FromView(options->field_manager);
    call.force = options->force != 0;
  }
  const auto failure = Host().failures.find(verb);
  if (failure == Host().failures.end() || failure->second.times == 0) return OAR_OK;
  if (failure->second.times > 0) --failure->second.times;
  Host().last_failure = failure->second;
  if (err != nullptr) *err = {9};
  return failure->second.code;
}

int32_t Read(const std::map<std::string, kube::Object>& from, const oar_key* key, oar_obj* out) {
  const auto found = from.find(KeyText(key));
  if (found == from.end()) return OAR_E_NOT_FOUND;
  *out = Host().Add(found->second);
  return OAR_OK;
}

}  // namespace

FakeHost* FakeHost::current = nullptr;

FakeHost::FakeHost() {
  current = this;
  FillCore();
  FillObject();
  FillClient();
  FillBuilder();
}

FakeHost::~FakeHost() { current = nullptr; }

oar_obj FakeHost::Add(kube::Object added) {
  objects_.push_back(std::move(added));
  return {objects_.size()};
}

oar_obj FakeHost::AddJson(const std::string& json) {
  auto decoded = kube::ObjectFromJson(json);
  if (!decoded.ok()) decoded = kube::DocumentFromJson(json);
  return decoded.ok() ? Add(*decoded) : oar_obj{0};
}

const kube::Object* FakeHost::Find(oar_obj obj) const {
  return obj.id == 0 || obj.id > objects_.size() ? nullptr : &objects_[obj.id - 1];
}

void FakeHost::FillCore() {
  clock = Sized<oar_clock_api>();
  clock.now_mono = [](oar_host, oar_mono* out) noexcept -> int32_t {
    out->ns = Host().now;
    return OAR_OK;
  };
  clock.now_unix = [](oar_host, oar_time* out) noexcept -> int32_t {
    out->unix_ns = Host().unix_now;
    return OAR_OK;
  };
  clock.random_u64 = [](oar_host, uint64_t* out) noexcept -> int32_t {
    *out = Host().random;
    return OAR_OK;
  };
  context = Sized<oar_context_api>();
  context.set_error = [](oar_ctx, int32_t, oar_view message) noexcept -> int32_t {
    Host().error = FromView(message);
    return OAR_OK;
  };
  context.wait_cancel = [](oar_ctx, int64_t timeout_ns) noexcept -> int32_t {
    if (Host().cancelled) return OAR_E_CANCELLED;
    Host().waits.push_back(timeout_ns);
    Host().now += timeout_ns;
    return OAR_OK;
  };
  context.error_info = [](oar_ctx, oar_error, oar_error_info* out) noexcept -> int32_t {
    out->code = Host().last_failure.code;
    out->http_status = 409;
    out->reason = ToView(Host().last_failure.reason);
    out->message = ToView(Host().last_failure.message);
    out->retry_after_ns = -1;
    return OAR_OK;
  };
  events = Sized<oar_events_api>();
  events.emit = [](oar_ctx, oar_obj, const oar_event* event) noexcept -> int32_t {
    Host().emitted.emplace_back(FromView(event->reason));
    return OAR_OK;
  };
  buffer = Sized<oar_buffer_api>();
  core = Sized<oar_host_api>();
  core.get_extension = [](oar_host, oar_view id, const void** out) noexcept -> int32_t {
    *out = nullptr;
    if (FromView(id) == OAR_EXT_CLIENT) *out = &Host().client;
    if (FromView(id) == OAR_EXT_EVENTS) *out = &Host().events;
    return *out != nullptr ? OAR_OK : OAR_E_NOT_FOUND;
  };
  core.log = [](oar_host, oar_ctx, const oar_log_record* record) noexcept -> int32_t {
    std::string line(FromView(record->message));
    for (uint64_t i = 0; i < record->fields_count; ++i) {
      const oar_field& field = record->fields[i];
      line += " " + std::string(FromView(field.key)) + "=";
      line += field.value.type == OAR_TYPE_STRING ? std::string(FromView(field.value.text))
                                                  : std::to_string(field.value.as.i64);
    }
    Host().logs.push_back(line);
    return OAR_OK;
  };
  core.clock = &clock;
  core.context = &context;
  core.object = &object;
  core.buffer = &buffer;
}

void FakeHost::FillObject() {
  object = Sized<oar_object_api>();
  object.meta = &Meta;
  object.get_all = &GetAll;
  object.get = [](oar_ctx c, oar_obj obj, oar_node node, uint32_t path,
                  oar_value* out) noexcept -> int32_t {
    uint64_t count = 0;
    uint64_t total = 0;
    return GetAll(c, obj, node, path, 0, out, 1, &count, &total);
  };
  object.member = [](oar_ctx, oar_obj obj, oar_node node, oar_view key,
                     oar_value* out) noexcept -> int32_t {
    *out = ToAbi(At(obj, node)[FromView(key)]);
    return OAR_OK;
  };
  object.len = [](oar_ctx, oar_obj obj, oar_node node, uint64_t* out) noexcept -> int32_t {
    *out = At(obj, node).size();
    return OAR_OK;
  };
  object.at = [](oar_ctx, oar_obj obj, oar_node node, uint64_t i,
                 oar_value* out) noexcept -> int32_t {
    *out = ToAbi(At(obj, node).At(static_cast<uint32_t>(i)));
    return OAR_OK;
  };
  object.iter_begin = [](oar_ctx, oar_obj obj, oar_node node, oar_iter* out) noexcept -> int32_t {
    *out = {{obj.id, node.id, 0, 0, 0, 0}};
    return OAR_OK;
  };
  object.iter_next = &IterNext;
  object.json = [](oar_ctx, oar_obj obj, oar_node node, oar_view* out) noexcept -> int32_t {
    static std::vector<std::unique_ptr<std::string>> texts;
    texts.push_back(std::make_unique<std::string>(At(obj, node).ToJson()));
    *out = ToView(*texts.back());
    return OAR_OK;
  };
  object.from_json = [](oar_ctx, oar_view json, oar_obj* out, oar_error*) noexcept -> int32_t {
    *out = Host().AddJson(std::string(FromView(json)));
    return out->id != 0 ? OAR_OK : OAR_E_INVALID;
  };
}

void FakeHost::FillClient() {
  client = Sized<oar_client_api>();
  client.get = [](oar_ctx, const oar_key* key, oar_obj* out, oar_error*) noexcept -> int32_t {
    return Host().uncached ? OAR_E_UNDECLARED : Read(Host().cached, key, out);
  };
  client.get_live = [](oar_ctx, const oar_key* key, const oar_get_options*, oar_obj* out,
                       oar_error* err) noexcept -> int32_t {
    const int32_t code = Answer("get_live", KeyText(key), {}, err);
    return code != OAR_OK ? code : Read(Host().live, key, out);
  };
  client.create = [](oar_ctx, const oar_key* key, oar_view json, const oar_write_options*, oar_obj*,
                     oar_error* err) noexcept -> int32_t {
    return Answer("create", KeyText(key), FromView(json), err);
  };
  client.update = [](oar_ctx, const oar_key* key, oar_view json, const oar_write_options*, oar_obj*,
                     oar_error* err) noexcept -> int32_t {
    return Answer("update", KeyText(key), FromView(json), err);
  };
  client.patch = [](oar_ctx, const oar_key* key, int32_t kind, oar_view body,
                    const oar_write_options* options, oar_obj*,
                    oar_error* err) noexcept -> int32_t {
    const char* verb = kind == OAR_PATCH_MERGE   ? "merge"
                       : kind == OAR_PATCH_APPLY ? "apply"
                                                 : "patch";
    return Answer(verb, KeyText(key), FromView(body), err, options);
  };
  client.delete_object = [](oar_ctx, const oar_key* key, const oar_delete_options* options,
                            oar_error* err) noexcept -> int32_t {
    const std::string how =
        "uid=" + std::string(FromView(options->uid)) + (options->dry_run != 0 ? " dry-run" : "");
    return Answer("delete", KeyText(key), how, err);
  };
}

void FakeHost::FillBuilder() {
  builder = Sized<oar_builder_api>();
  builder.type = [](oar_builder, const oar_type_decl* decl) noexcept -> int32_t {
    std::string line = "type " + std::to_string(decl->id) + " " + std::string(FromView(decl->kind));
    for (uint64_t i = 0; i < decl->versions_count; ++i) {
      line += " " + std::string(FromView(decl->versions[i]));
    }
    Host().declared.push_back(line);
    return OAR_OK;
  };
  builder.predicate = [](oar_builder, const oar_predicate_decl* decl) noexcept -> int32_t {
    Host().declared.push_back("predicate " + std::to_string(decl->id));
    return OAR_OK;
  };
  builder.access = [](oar_builder, const oar_access_decl*) noexcept -> int32_t { return OAR_OK; };
  builder.path = [](oar_builder, const oar_path_decl*) noexcept -> int32_t { return OAR_OK; };
  builder.mapper = [](oar_builder, const oar_mapper_decl*) noexcept -> int32_t { return OAR_OK; };
  builder.index = [](oar_builder, const oar_index_decl*) noexcept -> int32_t { return OAR_OK; };
  builder.watch = [](oar_builder, const oar_watch_decl* decl) noexcept -> int32_t {
    Host().declared.push_back("watch " + std::to_string(decl->type) + " by " +
                              std::to_string(decl->mapper));
    return OAR_OK;
  };
  builder.controller = [](oar_builder, const oar_controller_decl* decl) noexcept -> int32_t {
    std::string line = "controller of";
    for (uint64_t i = 0; i < decl->primaries_count; ++i) {
      line += " " + std::to_string(decl->primaries[i].type);
    }
    Host().declared.push_back(line);
    return OAR_OK;
  };
  builder.set_error = [](oar_builder, int32_t, oar_view message) noexcept -> int32_t {
    Host().error = FromView(message);
    return OAR_OK;
  };
}

}  // namespace oarlock::abi_test
