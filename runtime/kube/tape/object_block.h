#pragma once
// The block behind an Object: header, then the tape. Internal to kube.
//
// One piece of memory, offsets only. The header names the nodes of the metadata fields, found once
// when the block is made, so that the accessors of Object search nothing.
// Threads: the count is atomic, the rest never changes after Create.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kube/object.h"

namespace oarlock::kube {

enum class Field : uint8_t {
  kApiVersion,
  kKind,
  kMetadata,
  kName,
  kNamespace,
  kUid,
  kResourceVersion,
  kGeneration,
  kLabels,
  kAnnotations,
  kOwnerReferences,
  kFinalizers,
  kCreation,
  kDeletion,
  kCount,
};

struct Object::Block {
  mutable std::atomic<uint32_t> references{1};
  uint32_t bytes = 0;  // of the whole block
  uint32_t root = 0;
  std::array<uint32_t, static_cast<size_t>(Field::kCount)> fields{};

  static const Block* Create(const std::vector<std::byte>& tape, uint32_t root);
  static void Release(const Block* block);

  const std::byte* tape() const { return reinterpret_cast<const std::byte*>(this + 1); }
  Value At(uint32_t node) const { return {tape(), node}; }
  Value Get(Field field) const { return At(fields[static_cast<size_t>(field)]); }
};

}  // namespace oarlock::kube
