#pragma once
// Object: one immutable Kubernetes object, parsed once and shared by everyone.
//
// A handle (one pointer, intrusive count) to one block of memory that holds header and tape; the
// block has offsets only and no pointer in it; it lies in a segment (segment.h), where objects
// share what they have in common, or has memory of its own. Copying the handle never copies the
// object. A default-constructed handle is null: reading it gives missing values and empty names. A
// borrowed handle reads the same but holds no count: whoever lent it keeps the block alive. Moving
// it moves the loan; copying it makes a handle with a count, which may outlive the loan. Made by
// ObjectFromJson (decode.h), and later by other decoders. Readers: root() and the metadata
// accessors, which cost no search. Threads: [any].
// Limits: decode.h.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/clock.h"
#include "kube/gvk.h"
#include "kube/value.h"

namespace oarlock::kube {

class Object {
 public:
  struct Block;  // tape/object_block.h

  Object() = default;
  Object(const Object& other);
  Object(Object&& other) noexcept : handle_(std::exchange(other.handle_, 0)) {}
  Object& operator=(Object other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Object() {
    if (handle_ != 0 && !borrowed()) Release();
  }

  explicit operator bool() const { return handle_ != 0; }
  // Same block of memory, not same content.
  bool SameAs(const Object& other) const { return block() == other.block(); }

  // A borrowed handle to the same block; null of a null one.
  Object Borrow() const { return Borrow(address()); }
  bool borrowed() const { return (handle_ & kBorrowed) != 0; }
  // What names the block, for tables of atomic pointers. Null of a null handle.
  const void* address() const { return block(); }
  // A borrowed handle to the block at an address that somebody holds a count for.
  static Object Borrow(const void* address) {
    Object out(static_cast<const Block*>(address));
    if (address != nullptr) out.handle_ |= kBorrowed;
    return out;
  }
  // Gives the handle's count up to the caller (of a borrowed handle: a new one), who hands it back
  // to Attach. Null of a null handle.
  const void* Detach() &&;
  static Object Attach(const void* address);

  Value root() const;
  Value operator[](std::string_view key) const { return root()[key]; }
  // The value with that node id; missing when the id is out of range. Where no node starts the
  // result is undefined: ids come from Value::node() of this object only.
  Value ValueAt(uint32_t node) const;

  std::string_view api_version() const;
  std::string_view kind() const;
  GroupVersionKind gvk() const;
  std::string_view ns() const;  // "" = cluster-scoped
  std::string_view name() const;
  std::string_view uid() const;
  std::string_view resource_version() const;
  int64_t generation() const;
  std::optional<base::UnixTime> creation_time() const;
  std::optional<base::UnixTime> deletion_time() const;
  bool is_deleting() const;
  Value metadata() const;
  Value labels() const;
  Value annotations() const;
  Value owner_references() const;
  Value finalizers() const;
  std::string_view Label(std::string_view key) const { return labels()[key].AsString(); }
  std::string_view Annotation(std::string_view key) const { return annotations()[key].AsString(); }
  // The owner reference with controller: true; missing if none.
  Value controller_owner() const;

  // "namespace/name", or "name" when cluster-scoped.
  std::string key() const;
  // Whether that is `key`, of the block at an address that somebody holds a count for.
  static bool HasKey(const void* address, std::string_view key);
  std::string ToJson() const;
  // Bytes of the block, header included; without what it shares with others.
  size_t bytes() const;

 private:
  friend class TapeBuilder;
  static constexpr uintptr_t kBorrowed = 1;
  explicit Object(const Block* block)  // takes over one count
      : handle_(reinterpret_cast<uintptr_t>(block)) {}
  const Block* block() const { return reinterpret_cast<const Block*>(handle_ & ~kBorrowed); }
  void Release() const;

  uintptr_t handle_ = 0;  // the block's address, and kBorrowed
};

}  // namespace oarlock::kube
