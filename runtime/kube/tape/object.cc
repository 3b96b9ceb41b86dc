#include "kube/object.h"

#include <cstdlib>
#include <new>

#include "base/text/same_text.h"
#include "kube/names.h"
#include "kube/tape/object_block.h"
#include "kube/tape/tape.h"
#include "kube/timestamp.h"

namespace oarlock::kube {
namespace {

// Of a string node; "" of any other.
inline std::string_view TextOf(const std::byte* base, uint32_t node) {
  if (node == 0) return {};
  const std::byte* const text = tape::AddressOf(base, node);
  const uint32_t word = tape::ReadWord(text, 0);
  if (tape::TypeOf(word) != ValueType::kString) return {};
  return tape::TextOf(text, 0, word);
}

std::optional<base::UnixTime> TimeOf(Value value) { return ParseTimestamp(value.AsString()); }

}  // namespace

static_assert(sizeof(Object::Block) == Object::Block::kHeadWords * tape::kWordBytes);

const Object::Block* Object::Block::Fill(void* memory, uint32_t words, bool in_segment,
                                         uint32_t root) {
  auto* block = new (memory) Block;
  block->references.store(1, std::memory_order_relaxed);
  block->size = words | (in_segment ? kInSegment : 0);
  block->root = root;
  const Value metadata = block->At(root)["metadata"];
  block->metadata = metadata.node();
  block->name = metadata["name"].node();
  block->ns = metadata["namespace"].node();
  block->uid = metadata["uid"].node();
  block->version = metadata["resourceVersion"].node();
  return block;
}

void Object::Block::Release(const Block* block) {
  if (block->references.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  if ((block->size & kInSegment) != 0)
    return segment::SegmentCore::Of(block->base()).Release(block);
  std::free(const_cast<Block*>(block));
}

Object::Object(const Object& other) : Object(other.block()) {
  if (handle_ != 0) block()->references.fetch_add(1, std::memory_order_relaxed);
}

void Object::Release() const { Block::Release(block()); }

const void* Object::Detach() && {
  Object counted = borrowed() ? *this : std::move(*this);
  handle_ = 0;
  return reinterpret_cast<const void*>(std::exchange(counted.handle_, 0));
}

Object Object::Attach(const void* address) { return Object(static_cast<const Block*>(address)); }

Value Object::root() const { return handle_ == 0 ? Value() : block()->At(block()->root); }

Value Object::ValueAt(uint32_t node) const {
  if (handle_ == 0) return {};
  const bool own = (block()->size & Block::kInSegment) == 0;
  if (own && (node < Block::kHeadWords || node >= block()->words())) return {};
  if (node >= segment::kLocal || size_t{node} * tape::kWordBytes >= segment::kSegmentBytesMax) {
    return {};
  }
  return block()->At(node);
}

Value Object::metadata() const { return handle_ == 0 ? Value() : block()->At(block()->metadata); }

#define OARLOCK_TEXT(field) \
  (handle_ == 0 ? std::string_view() : TextOf(block()->base(), block()->field))

std::string_view Object::name() const { return OARLOCK_TEXT(name); }
std::string_view Object::ns() const { return OARLOCK_TEXT(ns); }
std::string_view Object::uid() const { return OARLOCK_TEXT(uid); }
std::string_view Object::resource_version() const { return OARLOCK_TEXT(version); }

#undef OARLOCK_TEXT

std::string_view Object::api_version() const { return root()["apiVersion"].AsString(); }
std::string_view Object::kind() const { return root()["kind"].AsString(); }
int64_t Object::generation() const { return metadata()["generation"].AsInt(); }
std::optional<base::UnixTime> Object::creation_time() const {
  return TimeOf(metadata()["creationTimestamp"]);
}
std::optional<base::UnixTime> Object::deletion_time() const {
  return TimeOf(metadata()["deletionTimestamp"]);
}
bool Object::is_deleting() const { return metadata()["deletionTimestamp"].is_string(); }
Value Object::labels() const { return metadata()["labels"]; }
Value Object::annotations() const { return metadata()["annotations"]; }
Value Object::owner_references() const { return metadata()["ownerReferences"]; }
Value Object::finalizers() const { return metadata()["finalizers"]; }

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

bool Object::HasKey(const void* address, std::string_view key) {
  const auto& block = *static_cast<const Block*>(address);
  const std::byte* const tape = block.base();
  const std::string_view ns = TextOf(tape, block.ns);
  const std::string_view name = TextOf(tape, block.name);
  if (ns.empty()) return base::SameText(key, name);
  return key.size() == ns.size() + 1 + name.size() && key[ns.size()] == '/' &&
         base::SameText(key.substr(ns.size() + 1), name) &&
         base::SameText(key.substr(0, ns.size()), ns);
}

std::string Object::ToJson() const { return root().ToJson(); }
size_t Object::bytes() const {
  return handle_ == 0 ? 0 : size_t{block()->words()} * tape::kWordBytes;
}

}  // namespace oarlock::kube
