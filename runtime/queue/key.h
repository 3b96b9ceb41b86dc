#pragma once
// Key: what a controller reconciles: one object of one of its primary types, by name.
//
// `source` is the index of the primary type among the controller's declared ones, `resource_index`
// that of the resolved resource where the type is a set of resources (0 otherwise).
// Content is not part of a key: whoever works on it reads the newest object from the cache.
// Namespace and name are one immutable block that copies share by a count, together with the hash,
// so a key is made with one allocation, and copied and compared without a look at its text.
// Values; threads [any].

#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/hash.h"

namespace oarlock::queue {

// A namespace ("" = cluster-scoped) and a name.
class KeyText {
 public:
  KeyText() = default;  // both empty
  KeyText(std::string_view ns, std::string_view name);
  KeyText(const KeyText& other) : block_(other.block_) {
    if (block_ != nullptr) block_->references.fetch_add(1, std::memory_order_relaxed);
  }
  KeyText(KeyText&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
  KeyText& operator=(KeyText other) noexcept {
    std::swap(block_, other.block_);
    return *this;
  }
  ~KeyText() {
    if (block_ != nullptr) Release(block_);
  }

  std::string_view ns() const {
    return block_ == nullptr ? std::string_view() : std::string_view(block_->text(), block_->ns);
  }
  std::string_view name() const {
    if (block_ == nullptr) return {};
    return {block_->text() + block_->ns, block_->name};
  }
  uint32_t hash() const { return block_ == nullptr ? 0 : block_->hash; }
  void Prefetch() const { __builtin_prefetch(block_, 1); }  // to be copied or dropped

  friend bool operator==(const KeyText& a, const KeyText& b) {
    return a.block_ == b.block_ || (a.hash() == b.hash() && a.SameText(b));
  }
  friend std::strong_ordering operator<=>(const KeyText& a, const KeyText& b) {
    if (const auto order = a.ns() <=> b.ns(); order != 0) return order;
    return a.name() <=> b.name();
  }

 private:
  struct Block {  // the text follows it
    uint32_t hash;
    mutable std::atomic<uint32_t> references;
    uint32_t ns;  // bytes
    uint32_t name;
    const char* text() const { return reinterpret_cast<const char*>(this + 1); }
  };

  static void Release(const Block* block) {
    // Nobody else has it, so nobody else can copy it.
    if (block->references.load(std::memory_order_acquire) == 1 ||
        block->references.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      Free(block);
    }
  }
  static void Free(const Block* block);
  bool SameText(const KeyText& other) const;

  const Block* block_ = nullptr;
};

struct Key {
  uint32_t source = 0;
  uint32_t resource_index = 0;
  KeyText text;

  Key() = default;
  Key(uint32_t type, uint32_t index, std::string_view ns, std::string_view name)
      : source(type), resource_index(index), text(ns, name) {}

  std::string_view ns() const { return text.ns(); }  // "" = cluster-scoped
  std::string_view name() const { return text.name(); }
  uint32_t hash() const {
    const uint64_t type = uint64_t{source} << 32 | resource_index;
    return static_cast<uint32_t>(
        base::FoldMultiply(base::kHashSeed ^ text.hash(), base::kHashSeed ^ type));
  }
  // "namespace/name" or "name", for logs.
  std::string ToString() const;

  friend bool operator==(const Key&, const Key&) = default;
  friend std::strong_ordering operator<=>(const Key&, const Key&) = default;
};

}  // namespace oarlock::queue
