#include "kube/segment/segment_core.h"

#define XXH_INLINE_ALL
#include <sys/random.h>
#include <xxhash.h>

#include <array>
#include <cstring>
#include <string>

#include "base/check.h"
#include "kube/tape/key_lookup.h"
#include "kube/tape/object_block.h"
#include "kube/tape/tape.h"

namespace oarlock::kube::segment {
namespace {

static_assert(sizeof(Secret) == XXH3_SECRET_DEFAULT_SIZE);

Secret MakeRandomSecret() {
  Secret secret{};
  size_t filled = 0;
  while (filled < secret.size()) {
    const ssize_t got = getrandom(secret.data() + filled, secret.size() - filled, 0);
    OARLOCK_CHECK(got > 0);
    filled += static_cast<size_t>(got);
  }
  return secret;
}

// Nobody who can only put objects into a cluster can find two contents with one hash.
const Secret& ProcessSecret() {
  static const Secret secret = MakeRandomSecret();
  return secret;
}

Secret SecretOf(uint64_t seed) {
  if (seed == 0) return ProcessSecret();
  Secret secret{};
  XXH3_generateSecret_fromSeed(secret.data(), seed);
  return secret;
}

constexpr uint64_t kTextKind = 1;
constexpr uint64_t kKeysKind = 2;
constexpr uint32_t kBeforeMask = (1u << 23) - 1;

uint64_t Mix(uint64_t value) {
  value *= 0x9E3779B97F4A7C15u;
  return value ^ (value >> 32);
}

uint32_t HeadWordsOf(uint32_t root_word) {
  const uint32_t type = tape::RawTypeOf(root_word);
  const bool container = type == static_cast<uint32_t>(ValueType::kMap) ||
                         type == static_cast<uint32_t>(ValueType::kArray);
  return container ? kContainerHeadWords : kLeafHeadWords;
}

}  // namespace

SegmentCore::SegmentCore(const SegmentOptions& options)
    : share_values_(options.share_values), secret_(SecretOf(options.measured_with)) {}

uint64_t SegmentCore::HashOfKey(std::string_view key) const {
  return XXH3_64bits_withSecret(key.data(), key.size(), secret_.data(), secret_.size());
}

SegmentCore* SegmentCore::Create(const SegmentOptions& options) {
  auto* core = new SegmentCore(options);
  if (!core->space_.Reserve()) {
    delete core;
    return nullptr;
  }
  core->FillFirstPage();
  return core;
}

void SegmentCore::FillFirstPage() {
  uint32_t* const page = space_.At(0);
  page[0] = 0;
  page[kNullNode] = tape::MakeWord(ValueType::kNull, 0);
  page[kFalseNode] = tape::MakeWord(ValueType::kBool, 0);
  page[kTrueNode] = tape::MakeWord(ValueType::kBool, 1);
  page[kEmptyStringNode] = tape::MakeWord(ValueType::kString, 0);
  page[kEmptyArrayNode] = tape::MakeWord(ValueType::kArray, 0);
  page[kEmptyMapNode] = tape::MakeWord(ValueType::kMap, 0);
  page[kEmptyMapNode + 1] = 0;
  for (uint32_t i = 0; i < kSmallNumbers; ++i) {
    const std::string text = std::to_string(i);
    uint32_t* const node = page + kFirstNumber + kNumberWords * i;
    *node = tape::MakeWord(ValueType::kInt, static_cast<uint32_t>(text.size()));
    std::memcpy(node + 1, text.data(), text.size());
  }
  SegmentCore* const self = this;
  std::memcpy(page + kCoreWord, &self, sizeof self);
}

SegmentCore& SegmentCore::Of(const std::byte* base) {
  SegmentCore* core = nullptr;
  std::memcpy(&core, tape::AddressOf(base, kCoreWord), sizeof core);
  return *core;
}

void SegmentCore::Leave() {
  if (lives_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
}

// The block's own life ends when this thread is done with the segment, not before.
void SegmentCore::Release(const void* object_block) {
  auto* const block = const_cast<uint32_t*>(static_cast<const uint32_t*>(object_block));
  const uint32_t name = NameOf(block);
  uint32_t head = left_.load(std::memory_order_relaxed);
  do {
    block[2] = head;
  } while (!left_.compare_exchange_weak(head, name, std::memory_order_seq_cst,
                                        std::memory_order_relaxed));
  if (mutex_.TryLock()) Unlock();
  Leave();
}

// Who finds the lock taken has left its block before; so whoever gives it up looks once more.
void SegmentCore::Unlock() {
  for (;;) {
    FreeLeft();
    mutex_.unlock();
    if (left_.load(std::memory_order_seq_cst) == 0 || !mutex_.TryLock()) return;
  }
}

void SegmentCore::FreeLeft() {
  uint32_t block = left_.exchange(0, std::memory_order_acquire);
  while (block != 0) {
    const uint32_t next = *space_.At(block + 2);
    FreeObject(block);
    block = next;
  }
}

SegmentStats SegmentCore::stats() {
  Lock();
  SegmentStats out;
  out.objects = objects_;
  out.shared = table_.size();
  out.used_bytes = space_.used_bytes();
  out.backed_bytes = space_.backed_bytes();
  out.table_bytes = table_.bytes() + filter_.bytes() + habits_.bytes();
  out.refused = refused_;
  Unlock();
  return out;
}

ContentHash SegmentCore::HashOf(uint64_t kind, std::string_view bytes) const {
  const XXH128_hash_t hash =
      XXH3_128bits_withSecret(bytes.data(), bytes.size(), secret_.data(), secret_.size());
  const uint64_t salt = Mix(kind);
  return {hash.low64 ^ salt, static_cast<uint32_t>(hash.high64) ^ static_cast<uint32_t>(salt)};
}

uint32_t SegmentCore::TakeText(uint32_t place, std::string_view text) {
  if (text.empty()) return kEmptyStringNode;
  if (!share_values_ || text.size() > kSharedTextMax || !habits_.IsWorthATry(place, text)) return 0;
  const ContentHash hash = HashOf(kTextKind, text);
  const uint32_t known =
      table_.Find(hash, [&](uint32_t id) { return tape::TextAt(space_.base(), id) == text; });
  const bool seen = known != 0 || filter_.Seen(hash.low);
  habits_.Count(place, seen);
  if (known != 0) {
    ++ReferencesOf(known);
    return known;
  }
  return seen ? StoreText(hash, text) : 0;
}

uint32_t SegmentCore::StoreText(const ContentHash& hash, std::string_view text) {
  const uint32_t block = space_.Allocate(kLeafHeadWords + 1 + tape::TextWords(text.size()));
  if (block == 0) return 0;
  uint32_t* const at = space_.At(block);
  at[0] = 0;
  at[1] = 1;
  tape::WriteText(at + kLeafHeadWords, ValueType::kString, text);
  table_.Insert(hash, block + kLeafHeadWords);
  return block + kLeafHeadWords;
}

bool SegmentCore::HasKeys(uint32_t id, std::span<const std::string_view> keys) const {
  const uint32_t word = *space_.At(id);
  if (tape::RawTypeOf(word) != tape::kKeys || tape::CountOf(word) != keys.size()) return false;
  for (uint32_t i = 0; i < keys.size(); ++i) {
    if (tape::KeyText(space_.base(), id, i) != keys[i]) return false;
  }
  return true;
}

uint32_t SegmentCore::TakeKeys(uint64_t hash, std::span<const std::string_view> keys) {
  const ContentHash content{Mix(hash ^ kKeysKind), static_cast<uint32_t>(keys.size())};
  const uint32_t known = table_.Find(content, [&](uint32_t id) { return HasKeys(id, keys); });
  if (known != 0) {
    ++ReferencesOf(known);
    return known;
  }
  return filter_.Seen(content.low) ? StoreKeys(content, keys) : 0;
}

// Strings, head, keys node. The hash cannot be found again from the keys alone without hashing each
// as the builder did, so it stands in the first words of the block.
uint32_t SegmentCore::StoreKeys(const ContentHash& hash, std::span<const std::string_view> keys) {
  const auto count = static_cast<uint32_t>(keys.size());
  uint32_t before = 2;
  for (const std::string_view key : keys) before += 1 + tape::TextWords(key.size());
  const uint32_t root_words = tape::ShapeOf(tape::MakeWord(tape::kKeys, count)).words();
  if (before > kSharedWordsMax) return 0;
  const uint32_t block = space_.Allocate(before + kLeafHeadWords + root_words);
  if (block == 0) return 0;
  uint32_t* const start = space_.At(block);
  std::memcpy(start, &hash.low, sizeof hash.low);
  uint32_t* const head = start + before;
  uint32_t* const root = head + kLeafHeadWords;
  head[0] = before;
  head[1] = 1;
  root[0] = tape::MakeWord(tape::kKeys, count);
  uint32_t* at = start + 2;
  for (uint32_t i = 0; i < count; ++i) {
    root[1 + i] = NameOf(at);
    at = tape::WriteText(at, ValueType::kString, keys[i]);
  }
  tape::WriteLookup({root + 1 + count, tape::LookupWords(count)}, count,
                    [&](uint32_t i) { return keys[i]; });
  const uint32_t id = NameOf(root);
  table_.Insert(hash, id);
  return id;
}

SegmentCore::Known SegmentCore::TakeContainer(uint32_t place, uint64_t kind, std::string_view bytes,
                                              uint32_t depth_left) {
  Known out;
  out.hash = HashOf(Mix(kind + kKeysKind + 1) + bytes.size(), bytes);
  // The hash stands for the bytes, which are not kept: it is keyed by a secret of this process.
  const uint32_t known = table_.Find(
      out.hash, [&](uint32_t id) { return HeadWordsOf(*space_.At(id)) == kContainerHeadWords; });
  const bool seen = known != 0 || filter_.Seen(out.hash.low);
  habits_.Count(place, seen);
  if (known != 0 && HeightOf(known) <= depth_left) {
    ++ReferencesOf(known);
    out.id = known;
  }
  out.store = seen && known == 0;
  return out;
}

uint32_t SegmentCore::HeightOf(uint32_t id) const { return *space_.At(id - 2) >> 23; }

void SegmentCore::Relocate(std::span<const uint32_t> words, uint32_t to, uint32_t shift) {
  uint32_t* at = space_.At(to);
  std::memcpy(at, words.data(), words.size_bytes());
  uint32_t* const end = at + words.size();
  while (at < end) {
    const tape::NodeShape shape = tape::ShapeOf(*at++);
    for (uint32_t i = 0; i < shape.nodes; ++i, ++at) {
      if ((*at & kLocal) != 0) *at = (*at & ~kLocal) + shift;
    }
    at += shape.plain;
  }
}

uint32_t SegmentCore::StoreContainer(const ContentHash& hash, std::span<const uint32_t> words,
                                     uint32_t first, uint32_t root, uint32_t height) {
  const auto before = root - first;
  const auto size = static_cast<uint32_t>(words.size());
  if (size > kSharedWordsMax) return 0;
  const uint32_t block = space_.Allocate(size + kContainerHeadWords);
  if (block == 0) return 0;
  // The root moves behind the head; nothing refers to it from below.
  Relocate(words.first(before), block, block - first);
  const uint32_t id = block + before + kContainerHeadWords;
  uint32_t* const head = space_.At(block + before);
  std::memcpy(head, &hash.low, sizeof hash.low);
  head[2] = before | height << 23;
  head[3] = 1;
  Relocate(words.subspan(before), id, block - first);
  table_.Insert(hash, id);
  return id;
}

uint32_t* SegmentCore::StoreObject(std::span<const uint32_t> words, uint32_t first, uint32_t head) {
  const uint32_t block = space_.Allocate(static_cast<uint32_t>(words.size()) + head);
  if (block == 0) {
    ++refused_;
    return nullptr;
  }
  Relocate(words, block + head, block + head - first);
  lives_.fetch_add(1, std::memory_order_relaxed);
  filter_.FitTo(++objects_);
  return space_.At(block);
}

void SegmentCore::DropReference(uint32_t id) {
  if (id < SlabSpace::kFirstBlock || --ReferencesOf(id) > 0) return;
  doomed_.push_back(id);
  if (doomed_.size() == 1) FreeDoomed();
}

// A list instead of a recursion: contents nest.
void SegmentCore::FreeDoomed() {
  for (size_t i = 0; i < doomed_.size(); ++i) FreeShared(doomed_[i]);
  doomed_.clear();
}

void SegmentCore::FreeShared(uint32_t id) {
  const uint32_t word = *space_.At(id);
  const uint32_t head = HeadWordsOf(word);
  const uint32_t before = *space_.At(id - 2) & kBeforeMask;
  const uint32_t root_words = tape::ShapeOf(word).words();
  const uint32_t block = id - head - before;
  const uint32_t size = before + head + root_words;
  if (head == kContainerHeadWords) {
    uint64_t hash = 0;
    std::memcpy(&hash, space_.At(id - head), sizeof hash);
    table_.Erase(hash, id);
    DropReferencesIn(block, block + before, block, block + size);
    DropReferencesIn(id, id + root_words, block, block + size);
  } else if (tape::RawTypeOf(word) == tape::kKeys) {
    uint64_t hash = 0;
    std::memcpy(&hash, space_.At(block), sizeof hash);
    table_.Erase(hash, id);
  } else {
    table_.Erase(HashOf(kTextKind, tape::TextAt(space_.base(), id)).low, id);
  }
  FreeBlock(block, size);
}

void SegmentCore::FreeObject(uint32_t block) {
  const auto* const head = reinterpret_cast<const Object::Block*>(space_.At(block));
  const uint32_t end = block + head->words();
  DropReferencesIn(block + Object::Block::kHeadWords, end, block, end);
  FreeBlock(block, end - block);
  --objects_;
}

void SegmentCore::DropReferencesIn(uint32_t from, uint32_t to, uint32_t block, uint32_t block_end) {
  const uint32_t* at = space_.At(from);
  const uint32_t* const end = space_.At(to);
  while (at < end) {
    const tape::NodeShape shape = tape::ShapeOf(*at++);
    for (uint32_t i = 0; i < shape.nodes; ++i, ++at) {
      if (*at < block || *at >= block_end) DropReference(*at);
    }
    at += shape.plain;
  }
}

void SegmentCore::FreeBlock(uint32_t at, uint32_t words) {
  if (!share_values_) explicit_bzero(space_.At(at), words * sizeof(uint32_t));
  space_.Free(at, words);
}

}  // namespace oarlock::kube::segment

namespace oarlock::kube {

SegmentPtr MakeSegment(const SegmentOptions& options) {
  segment::SegmentCore* const core = segment::SegmentCore::Create(options);
  if (core == nullptr) return nullptr;
  return SegmentPtr(core, [](segment::SegmentCore* made) { made->Leave(); });
}

SegmentStats StatsOf(segment::SegmentCore& core) { return core.stats(); }

}  // namespace oarlock::kube
