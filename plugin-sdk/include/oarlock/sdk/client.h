#pragma once
// Client: reads of the cache and all verbs of the API server, with Result answers.
//
// `ctx.client().Get(key)`. Types are the plugin's declared ids. Live verbs block until the answer
// or the context's deadline. Objects belong to the context. Statuses carry the server's words.

#include <optional>
#include <string>
#include <string_view>

#include "oarlock/sdk/context.h"

namespace oarlock::sdk {

// One object of a declared type: what a reconcile is about. Owns its text.
struct Key {
  uint32_t type = 0;
  std::string ns;  // empty: cluster-scoped
  std::string name;
  uint32_t type_index = 0;

  std::string ToString() const { return ns.empty() ? name : ns + "/" + name; }
  oar_key raw() const {
    auto key = Sized<oar_key>();
    key.type = type;
    key.type_index = type_index;
    key.ns = ToView(ns);
    key.name = ToView(name);
    return key;
  }
};

struct CacheQuery {
  std::string_view ns = {};  // empty: all
  std::string_view label_selector = {};
  uint32_t index = 0;  // a declared indexer, 0 = none
  std::string_view index_value = {};
  uint64_t limit = 0;
  std::string_view cursor = {};
  uint32_t type_index = 0;  // which type of a type set
};

struct LiveQuery {
  std::string_view ns = {};  // empty: all
  std::string_view label_selector = {};
  std::string_view field_selector = {};
  std::string_view resource_version = {};
  int32_t version_match = OAR_MATCH_DEFAULT;
  uint64_t limit = 0;
  std::string_view cursor = {};
  uint32_t type_index = 0;  // which type of a type set
};

struct WriteOptions {
  std::string_view subresource = {};
  std::string_view field_manager = {};  // empty: the plugin's id
  std::string_view field_validation = {};
  bool dry_run = false;
  bool force = false;  // apply only
};

struct DeleteOptions {
  int32_t propagation = OAR_PROPAGATION_DEFAULT;
  bool dry_run = false;
  std::optional<int64_t> grace_seconds = {};
  std::string_view uid = {};  // preconditions
  std::string_view resource_version = {};
};

class Client {
 public:
  explicit Client(const Context& ctx) : ctx_(ctx) {}

  Result<Object> Get(const Key& key) const {
    return One([&](oar_obj* out, oar_error* err) {
      const oar_key raw = key.raw();
      return api().get(ctx_.raw(), &raw, out, err);
    });
  }
  Result<ObjectList> List(uint32_t type, const CacheQuery& query = {}) const {
    auto what = Sized<oar_cache_list>();
    what.type = type;
    what.type_index = query.type_index;
    what.ns = ToView(query.ns);
    what.label_selector = ToView(query.label_selector);
    what.index = query.index;
    what.index_value = ToView(query.index_value);
    what.limit = query.limit;
    what.cursor = ToView(query.cursor);
    return Many(
        [&](oar_list* out, oar_error* err) { return api().list(ctx_.raw(), &what, out, err); });
  }
  Result<Object> GetLive(const Key& key, std::string_view subresource = {}) const {
    auto options = Sized<oar_get_options>();
    options.subresource = ToView(subresource);
    return One([&](oar_obj* out, oar_error* err) {
      const oar_key raw = key.raw();
      return api().get_live(ctx_.raw(), &raw, &options, out, err);
    });
  }
  Result<ObjectList> ListLive(uint32_t type, const LiveQuery& query = {}) const {
    const oar_live_list what = Raw(type, query);
    return Many([&](oar_list* out, oar_error* err) {
      return api().list_live(ctx_.raw(), &what, out, err);
    });
  }

  Result<Object> Create(const Key& key, std::string_view json, const WriteOptions& o = {}) const {
    return Write(key, o,
                 [&](const oar_key* k, const oar_write_options* w, oar_obj* out, oar_error* err) {
                   return api().create(ctx_.raw(), k, ToView(json), w, out, err);
                 });
  }
  Result<Object> Update(const Key& key, std::string_view json, const WriteOptions& o = {}) const {
    return Write(key, o,
                 [&](const oar_key* k, const oar_write_options* w, oar_obj* out, oar_error* err) {
                   return api().update(ctx_.raw(), k, ToView(json), w, out, err);
                 });
  }
  // kind: OAR_PATCH_*
  Result<Object> Patch(const Key& key, int32_t kind, std::string_view body,
                       const WriteOptions& o = {}) const {
    return Write(key, o,
                 [&](const oar_key* k, const oar_write_options* w, oar_obj* out, oar_error* err) {
                   return api().patch(ctx_.raw(), k, kind, ToView(body), w, out, err);
                 });
  }
  Status Delete(const Key& key, const DeleteOptions& options = {}) const {
    const oar_key raw = key.raw();
    const oar_delete_options o = Raw(options);
    oar_error err{};
    return ctx_.StatusOf(api().delete_object(ctx_.raw(), &raw, &o, &err), err);
  }
  Status DeleteCollection(uint32_t type, const LiveQuery& query,
                          const DeleteOptions& options = {}) const {
    const oar_live_list what = Raw(type, query);
    const oar_delete_options o = Raw(options);
    oar_error err{};
    return ctx_.StatusOf(api().delete_collection(ctx_.raw(), &what, &o, &err), err);
  }
  const Context& context() const { return ctx_; }

 private:
  const oar_client_api& api() const { return ctx_.api().client; }

  template <typename Call>
  Result<Object> One(Call&& call) const {
    oar_obj obj{};
    oar_error err{};
    const int32_t code = call(&obj, &err);
    if (code < OAR_OK) return ctx_.StatusOf(code, err);
    return Object({&ctx_.api(), ctx_.raw(), obj});
  }
  template <typename Call>
  Result<ObjectList> Many(Call&& call) const {
    oar_list list{};
    oar_error err{};
    const int32_t code = call(&list, &err);
    if (code < OAR_OK) return ctx_.StatusOf(code, err);
    return ObjectList(&ctx_.api(), ctx_.raw(), list);
  }
  template <typename Call>
  Result<Object> Write(const Key& key, const WriteOptions& o, Call&& call) const {
    auto w = Sized<oar_write_options>();
    w.subresource = ToView(o.subresource);
    w.field_manager = ToView(o.field_manager);
    w.field_validation = ToView(o.field_validation);
    w.dry_run = o.dry_run ? 1 : 0;
    w.force = o.force ? 1 : 0;
    const oar_key raw = key.raw();
    return One([&](oar_obj* out, oar_error* err) { return call(&raw, &w, out, err); });
  }
  static oar_live_list Raw(uint32_t type, const LiveQuery& query) {
    auto what = Sized<oar_live_list>();
    what.type = type;
    what.type_index = query.type_index;
    what.ns = ToView(query.ns);
    what.label_selector = ToView(query.label_selector);
    what.field_selector = ToView(query.field_selector);
    what.resource_version = ToView(query.resource_version);
    what.version_match = query.version_match;
    what.limit = query.limit;
    what.cursor = ToView(query.cursor);
    return what;
  }
  static oar_delete_options Raw(const DeleteOptions& options) {
    auto o = Sized<oar_delete_options>();
    o.propagation = options.propagation;
    o.dry_run = options.dry_run ? 1 : 0;
    o.has_grace = options.grace_seconds.has_value() ? 1 : 0;
    o.grace_seconds = options.grace_seconds.value_or(0);
    o.uid = ToView(options.uid);
    o.resource_version = ToView(options.resource_version);
    return o;
  }

  Context ctx_;
};

inline Client Context::client() const { return Client(*this); }

}  // namespace oarlock::sdk
