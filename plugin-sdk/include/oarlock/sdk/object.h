#pragma once
// Object: one immutable Kubernetes object; ObjectList; KeptObject, which outlives its context.
//
// Views into an object end with its lease, as a rule with the call. Copying an Object copies a
// handle. Threads: those of the context.

#include <string_view>
#include <utility>

#include "oarlock/sdk/value.h"

namespace oarlock::sdk {

class Object {
 public:
  Object() = default;
  explicit Object(ObjectRef ref) : ref_(ref) {}

  explicit operator bool() const { return ref_.obj.id != 0; }
  Value root() const {
    oar_value value{};
    if (ref_.obj.id == 0) return {};
    value.type = OAR_TYPE_MAP;
    value.node = {OAR_NODE_ROOT};
    return {ref_, value};
  }
  Value operator[](std::string_view key) const { return root()[key]; }
  Value Get(const Path& path) const { return root().Get(path); }
  template <typename Visitor>
  void ForEach(const Path& path, Visitor&& visit) const {
    root().ForEach(path, std::forward<Visitor>(visit));
  }

  // All metadata in one call; use it where several are needed.
  oar_obj_meta meta() const {
    auto out = Sized<oar_obj_meta>();
    if (ref_.obj.id != 0) ref_.api->object.meta(ref_.ctx, ref_.obj, &out);
    return out;
  }
  std::string_view ns() const { return FromView(meta().ns); }
  std::string_view name() const { return FromView(meta().name); }
  std::string_view kind() const { return FromView(meta().kind); }
  std::string_view uid() const { return FromView(meta().uid); }
  std::string_view resource_version() const { return FromView(meta().resource_version); }
  int64_t generation() const { return meta().generation; }
  bool is_deleting() const { return meta().deletion_time.unix_ns != 0; }
  // "v1", "apps/v1"
  std::string api_version() const {
    const oar_obj_meta m = meta();
    const std::string group(FromView(m.group));
    return (group.empty() ? "" : group + "/") + std::string(FromView(m.version));
  }
  Value labels() const { return Node(meta().labels, OAR_TYPE_MAP); }
  Value annotations() const { return Node(meta().annotations, OAR_TYPE_MAP); }
  Value owners() const { return Node(meta().owners, OAR_TYPE_ARRAY); }
  Value finalizers() const { return Node(meta().finalizers, OAR_TYPE_ARRAY); }
  std::string_view Label(std::string_view key) const { return labels()[key].AsString(); }
  std::string_view Annotation(std::string_view key) const { return annotations()[key].AsString(); }

  std::string_view Json() const { return root().Json(); }
  const ObjectRef& ref() const { return ref_; }

 private:
  Value Node(oar_node node, int32_t type) const {
    oar_value value{};
    if (node.id == OAR_NODE_NONE) return {};
    value.type = type;
    value.node = node;
    return {ref_, value};
  }
  ObjectRef ref_;
};

// A list lives with its context, or until Release.
class ObjectList {
 public:
  ObjectList() = default;
  ObjectList(const Api* api, oar_ctx ctx, oar_list list)
      : api_(api), ctx_(ctx), list_(list), info_(Sized<oar_list_info>()) {
    api_->object.list_info(ctx_, list_, &info_);
  }
  size_t size() const { return info_.count; }
  bool empty() const { return info_.count == 0; }
  Object operator[](size_t i) const {
    oar_obj obj{};
    if (api_ == nullptr || api_->object.list_at(ctx_, list_, i, &obj) != OAR_OK) return {};
    return Object({api_, ctx_, obj});
  }
  std::string_view cursor() const { return FromView(info_.cursor); }
  std::string_view resource_version() const { return FromView(info_.resource_version); }
  // Gives the objects back early: for loops over many pages.
  void Release() {
    if (api_ != nullptr) api_->object.list_release(ctx_, list_);
    *this = {};
  }

  class Iterator {
   public:
    Iterator(const ObjectList* list, size_t i) : list_(list), i_(i) {}
    Object operator*() const { return (*list_)[i_]; }
    Iterator& operator++() {
      ++i_;
      return *this;
    }
    bool operator==(const Iterator& other) const { return i_ == other.i_; }

   private:
    const ObjectList* list_;
    size_t i_;
  };
  Iterator begin() const { return {this, 0}; }
  Iterator end() const { return {this, size()}; }

 private:
  const Api* api_ = nullptr;
  oar_ctx ctx_{};
  oar_list list_{};
  oar_list_info info_{};
};

// Holds an object beyond its context, until destroyed (before the instance is). Move-only.
class KeptObject {
 public:
  KeptObject() = default;
  explicit KeptObject(const Object& object) : api_(object.ref().api) {
    if (object) api_->object.keep(api_->handle, object.ref().ctx, object.ref().obj, &kept_);
  }
  KeptObject(KeptObject&& other) noexcept
      : api_(other.api_), kept_(std::exchange(other.kept_, {})) {}
  KeptObject& operator=(KeptObject other) noexcept {
    std::swap(api_, other.api_);
    std::swap(kept_, other.kept_);
    return *this;
  }
  ~KeptObject() {
    if (kept_.id != 0) api_->object.release(api_->handle, kept_);
  }
  explicit operator bool() const { return kept_.id != 0; }
  // Reads it in `ctx`.
  Object In(oar_ctx ctx) const { return Object({api_, ctx, kept_}); }

 private:
  const Api* api_ = nullptr;
  oar_obj kept_{};
};

}  // namespace oarlock::sdk
