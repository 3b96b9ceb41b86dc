#include "kube/object.h"

#include <cstdlib>
#include <cstring>
#include <new>

#include "base/check.h"
#include "kube/names.h"
#include "kube/tape/object_block.h"
#include "kube/timestamp.h"

namespace oarlock::kube {
namespace {

struct FieldName {
  Field field;
  std::string_view name;
};

constexpr std::array<FieldName, 3> kRootFields{
    {{Field::kApiVersion, "apiVersion"}, {Field::kKind, "kind"}, {Field::kMetadata, "metadata"}}};
constexpr std::array<FieldName, 11> kMetadataFields{{{Field::kName, "name"},
                                                     {Field::kNamespace, "namespace"},
                                                     {Field::kUid, "uid"},
                                                     {Field::kResourceVersion, "resourceVersion"},
                                                     {Field::kGeneration, "generation"},
                                                     {Field::kLabels, "labels"},
                                                     {Field::kAnnotations, "annotations"},
                                                     {Field::kOwnerReferences, "ownerReferences"},
                                                     {Field::kFinalizers, "finalizers"},
                                                     {Field::kCreation, "creationTimestamp"},
                                                     {Field::kDeletion, "deletionTimestamp"}}};

std::optional<base::UnixTime> TimeOf(Value value) { return ParseTimestamp(value.AsString()); }

}  // namespace

const Object::Block* Object::Block::Create(const std::vector<std::byte>& tape, uint32_t root) {
  static_assert(alignof(Block) <= alignof(std::max_align_t) && sizeof(Block) % 4 == 0);
  const size_t bytes = sizeof(Block) + tape.size();
  OARLOCK_CHECK(bytes <= UINT32_MAX);
  void* memory = std::malloc(bytes);
  OARLOCK_CHECK(memory != nullptr);
  auto* block = new (memory) Block;
  std::memcpy(static_cast<std::byte*>(memory) + sizeof(Block), tape.data(), tape.size());
  block->bytes = static_cast<uint32_t>(bytes);
  block->root = root;
  for (const FieldName& entry : kRootFields) {
    block->fields[static_cast<size_t>(entry.field)] = block->At(root)[entry.name].node();
  }
  const Value metadata = block->Get(Field::kMetadata);
  for (const FieldName& entry : kMetadataFields) {
    block->fields[static_cast<size_t>(entry.field)] = metadata[entry.name].node();
  }
  return block;
}

void Object::Block::Release(const Block* block) {
  if (block->references.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  block->~Block();
  std::free(const_cast<Block*>(block));
}

Object::Object(const Object& other) : Object(other.block()) {
  if (handle_ != 0) block()->references.fetch_add(1, std::memory_order_relaxed);
}

Object::~Object() {
  if (handle_ != 0 && !borrowed()) Block::Release(block());
}

Object Object::Borrow(const void* address) {
  Object out(static_cast<const Block*>(address));
  if (address != nullptr) out.handle_ |= kBorrowed;
  return out;
}

const void* Object::Detach() && {
  Object counted = borrowed() ? *this : std::move(*this);
  handle_ = 0;
  return reinterpret_cast<const void*>(std::exchange(counted.handle_, 0));
}

Object Object::Attach(const void* address) { return Object(static_cast<const Block*>(address)); }

Value Object::root() const { return handle_ == 0 ? Value() : block()->At(block()->root); }

Value Object::ValueAt(uint32_t node) const {
  if (handle_ == 0 || node % 4 != 0 || node >= block()->bytes - sizeof(Block)) return {};
  return block()->At(node);
}

#define OARLOCK_FIELD(field) (handle_ == 0 ? Value() : block()->Get(Field::field))

std::string_view Object::api_version() const { return OARLOCK_FIELD(kApiVersion).AsString(); }
std::string_view Object::kind() const { return OARLOCK_FIELD(kKind).AsString(); }
std::string_view Object::ns() const { return OARLOCK_FIELD(kNamespace).AsString(); }
std::string_view Object::name() const { return OARLOCK_FIELD(kName).AsString(); }
std::string_view Object::uid() const { return OARLOCK_FIELD(kUid).AsString(); }
std::string_view Object::resource_version() const {
  return OARLOCK_FIELD(kResourceVersion).AsString();
}
int64_t Object::generation() const { return OARLOCK_FIELD(kGeneration).AsInt(); }
std::optional<base::UnixTime> Object::creation_time() const {
  return TimeOf(OARLOCK_FIELD(kCreation));
}
std::optional<base::UnixTime> Object::deletion_time() const {
  return TimeOf(OARLOCK_FIELD(kDeletion));
}
bool Object::is_deleting() const { return OARLOCK_FIELD(kDeletion).is_string(); }
Value Object::metadata() const { return OARLOCK_FIELD(kMetadata); }
Value Object::labels() const { return OARLOCK_FIELD(kLabels); }
Value Object::annotations() const { return OARLOCK_FIELD(kAnnotations); }
Value Object::owner_references() const { return OARLOCK_FIELD(kOwnerReferences); }
Value Object::finalizers() const { return OARLOCK_FIELD(kFinalizers); }

#undef OARLOCK_FIELD

GroupVersionKind Object::gvk() const {
  GroupVersionKind out;
  out.kind = kind();
  if (auto gv = GroupVersion::Parse(api_version()); gv.ok()) {
    out.group = std::move(gv->group);
    out.version = std::move(gv->version);
  }
  return out;
}

Value Object::controller_owner() const {
  const Value owners = owner_references();
  for (const Member& owner : Members(owners)) {
    if (owner.value["controller"].AsBool()) return owner.value;
  }
  return {};
}

std::string Object::key() const { return MakeKey(ns(), name()); }
std::string Object::ToJson() const { return root().ToJson(); }
size_t Object::bytes() const { return handle_ == 0 ? 0 : block()->bytes; }

}  // namespace oarlock::kube
