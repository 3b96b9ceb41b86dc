#pragma once
// Value: a view of one JSON value of an object; Path: a declared path.
//
// Cheap to copy, owns nothing: valid while the object's lease lasts (the call, as a rule). A value
// that is not there is missing, and so is all that is read through it:
// `object["spec"]["replicas"].AsInt(1)` needs no checks. Threads: those of the context.

#include <string>
#include <string_view>
#include <utility>

#include "oarlock/sdk/api.h"

namespace oarlock::sdk {

// id: the plugin's own, not 0; text: oarlock/abi/object.h says how paths read. Declare it once.
struct Path {
  uint32_t id;
  std::string_view text;
};

// Where an object can be read from: the tables, the context and the handle.
struct ObjectRef {
  const Api* api = nullptr;
  oar_ctx ctx{};
  oar_obj obj{};
};

class Value {
 public:
  Value() = default;
  Value(ObjectRef ref, oar_value value) : ref_(ref), value_(value) {}

  int32_t type() const { return value_.type; }
  bool exists() const { return value_.type != OAR_TYPE_MISSING; }
  bool is_null() const { return value_.type == OAR_TYPE_NULL; }
  bool is_string() const { return value_.type == OAR_TYPE_STRING; }
  bool is_array() const { return value_.type == OAR_TYPE_ARRAY; }
  bool is_map() const { return value_.type == OAR_TYPE_MAP; }

  // The value where it has that type, else `fallback`.
  std::string_view AsString(std::string_view fallback = {}) const {
    return is_string() ? FromView(value_.text) : fallback;
  }
  bool AsBool(bool fallback = false) const {
    return value_.type == OAR_TYPE_BOOL ? value_.as.i64 != 0 : fallback;
  }
  int64_t AsInt(int64_t fallback = 0) const {
    return value_.type == OAR_TYPE_I64 ? value_.as.i64 : fallback;
  }
  // Any number that a double can stand for.
  double AsDouble(double fallback = 0) const {
    if (value_.type == OAR_TYPE_F64) return value_.as.f64;
    if (value_.type == OAR_TYPE_U64) return static_cast<double>(value_.as.u64);
    return value_.type == OAR_TYPE_I64 ? static_cast<double>(value_.as.i64) : fallback;
  }
  // Digits of any number, as written.
  std::string_view NumberText() const {
    const bool number = value_.type >= OAR_TYPE_I64 && value_.type <= OAR_TYPE_NUMBER_TEXT;
    return number ? FromView(value_.text) : std::string_view();
  }

  size_t size() const {
    uint64_t count = 0;
    if (!is_array() && !is_map()) return 0;
    return ref_.api->object.len(ref_.ctx, ref_.obj, value_.node, &count) == OAR_OK ? count : 0;
  }
  bool empty() const { return size() == 0; }
  Value operator[](std::string_view key) const {
    oar_value out{};
    if (!is_map()) return {};
    ref_.api->object.member(ref_.ctx, ref_.obj, value_.node, ToView(key), &out);
    return {ref_, out};
  }
  Value At(size_t i) const {
    oar_value out{};
    if (!is_array() && !is_map()) return {};
    ref_.api->object.at(ref_.ctx, ref_.obj, value_.node, i, &out);
    return {ref_, out};
  }
  // First match of a declared path below this value.
  Value Get(const Path& path) const {
    oar_value out{};
    if (!exists()) return {};
    ref_.api->object.get(ref_.ctx, ref_.obj, value_.node, path.id, &out);
    return {ref_, out};
  }
  // Each match of a declared path, in order: visit(Value).
  template <typename Visitor>
  void ForEach(const Path& path, Visitor&& visit) const;

  // JSON text; lives with the lease.
  std::string_view Json() const {
    oar_view out{};
    if (!exists()) return {};
    ref_.api->object.json(ref_.ctx, ref_.obj, value_.node, &out);
    return FromView(out);
  }
  const oar_value& raw() const { return value_; }
  const ObjectRef& ref() const { return ref_; }

 private:
  ObjectRef ref_;
  oar_value value_{};
};

template <typename Visitor>
void Value::ForEach(const Path& path, Visitor&& visit) const {
  if (!exists()) return;
  oar_value batch[32];
  uint64_t seen = 0;
  uint64_t total = 0;
  do {
    uint64_t count = 0;
    if (ref_.api->object.get_all(ref_.ctx, ref_.obj, value_.node, path.id, seen, batch, 32, &count,
                                 &total) != OAR_OK ||
        count == 0) {
      return;
    }
    for (uint64_t i = 0; i < count; ++i) visit(Value(ref_, batch[i]));
    seen += count;
  } while (seen < total);
}

struct Member {
  std::string_view key;  // empty for elements
  Value value;
};

// for (const auto& [key, value] : Members(v)): members of a map or elements of an array.
class Members {
 public:
  class Iterator {
   public:
    explicit Iterator(Value container, bool end) : container_(container), end_(end) {
      if (end_) return;
      const ObjectRef& ref = container.ref();
      const bool walks = container.is_map() || container.is_array();
      end_ = !walks || ref.api->object.iter_begin(ref.ctx, ref.obj, container.raw().node, &iter_);
      if (!end_) Step();
    }
    const Member& operator*() const { return member_; }
    const Member* operator->() const { return &member_; }
    Iterator& operator++() {
      Step();
      return *this;
    }
    bool operator==(const Iterator& other) const { return end_ == other.end_; }

   private:
    void Step() {
      const ObjectRef& ref = container_.ref();
      oar_view key{};
      oar_value value{};
      end_ = ref.api->object.iter_next(ref.ctx, &iter_, &key, &value) != OAR_OK;
      member_ = {FromView(key), Value(ref, value)};
    }
    Value container_;
    oar_iter iter_{};
    Member member_;
    bool end_;
  };

  explicit Members(Value container) : container_(container) {}
  Iterator begin() const { return Iterator(container_, false); }
  Iterator end() const { return Iterator(container_, true); }

 private:
  Value container_;
};

// Equal content; the order of members does not matter.
inline bool DeepEqual(const Value& a, const Value& b) {
  if (a.type() != b.type() || a.size() != b.size()) return false;
  if (a.is_map()) {
    for (const auto& [key, value] : Members(a)) {
      if (!DeepEqual(value, b[key])) return false;
    }
    return true;
  }
  if (a.is_array()) {
    for (size_t i = 0; i < a.size(); ++i) {
      if (!DeepEqual(a.At(i), b.At(i))) return false;
    }
    return true;
  }
  if (a.type() == OAR_TYPE_BOOL) return a.AsBool() == b.AsBool();
  return FromView(a.raw().text) == FromView(b.raw().text);
}

}  // namespace oarlock::sdk
