#include "kube/tape/tape_builder.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <span>
#include <utility>

#include "base/check.h"
#include "kube/tape/key_lookup.h"
#include "kube/tape/number_text.h"
#include "kube/tape/object_block.h"
#include "kube/tape/tape.h"

namespace oarlock::kube {
namespace {

constexpr uint32_t kHeadWords = Object::Block::kHeadWords;
// An element of an array, as part of a place.
constexpr uint64_t kElement = 0x9E3779B97F4A7C15u;

uint32_t PlaceIn(uint32_t parent, uint64_t key_hash) {
  const uint64_t mixed = (parent + 1) * 0xFF51AFD7ED558CCDu ^ key_hash;
  return static_cast<uint32_t>((mixed * 0xC4CEB9FE1A85EC53u) >> 32);
}

// The constant of a small integer as it is usually written; 0: there is none.
uint32_t SmallNumber(std::string_view text) {
  if (text.size() > 3 || (text.size() > 1 && text[0] == '0')) return 0;
  uint32_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return 0;
    value = value * 10 + static_cast<uint32_t>(c - '0');
  }
  if (value >= segment::kSmallNumbers) return 0;
  return segment::kFirstNumber + value * segment::kNumberWords;
}

template <typename T>
void Trim(T& vector) {
  if (vector.capacity() * sizeof(vector[0]) > TapeBuilder::kScratchBytesKept) vector = {};
}

}  // namespace

void TapeBuilder::Reset() {
  LeaveSegment();
  Empty();
}

void TapeBuilder::Empty() {
  Trim(words_);
  Trim(values_);
  Trim(keys_);
  Trim(key_texts_);
  Trim(taken_);
  Trim(key_views_);
  words_.assign(kHeadWords, 0);
  values_.clear();
  keys_.clear();
  key_texts_.clear();
  frames_.clear();
  next_place_ = 0;
  pending_store_ = false;
  root_ = 0;
  nodes_ = 0;
  text_bytes_ = 0;
  status_ = {};
}

void TapeBuilder::SetSegment(segment::SegmentCore* segment) {
  OARLOCK_CHECK(segment_ == nullptr && nodes_ == 0);
  segment_ = segment;
  if (segment_ != nullptr) segment_->Lock();
}

// What an object that was not finished has taken goes back.
void TapeBuilder::LeaveSegment() {
  if (segment_ == nullptr) return;
  for (const uint32_t name : taken_) segment_->DropReference(name);
  taken_.clear();
  std::exchange(segment_, nullptr)->Unlock();
}

void TapeBuilder::Begin(bool is_map) {
  if (!CountNode(0)) return;
  if (frames_.size() >= kObjectDepthMax) {
    status_ = {base::StatusCode::kTooLarge,
               "nested deeper than " + std::to_string(kObjectDepthMax) + " levels"};
    return;
  }
  Frame frame{};
  frame.is_map = is_map;
  frame.place = next_place_;
  frame.first_word = static_cast<uint32_t>(words_.size());
  frame.first_value = values_.size();
  frame.first_key = keys_.size();
  frame.first_text = key_texts_.size();
  frame.first_taken = taken_.size();
  if (pending_store_) {
    frame.store = std::exchange(pending_store_, false);
    frame.hash = pending_hash_;
  }
  frames_.push_back(frame);
  next_place_ = PlaceIn(frame.place, kElement);
}

void TapeBuilder::Key(std::string_view key) {
  if (!CountNode(key.size())) return;
  OARLOCK_CHECK(!frames_.empty() && frames_.back().is_map);
  const Frame& frame = frames_.back();
  OARLOCK_CHECK(keys_.size() - frame.first_key == values_.size() - frame.first_value);
  KeyEntry entry{0, static_cast<uint32_t>(key_texts_.size()), static_cast<uint32_t>(key.size())};
  key_texts_.append(key);
  if (segment_ != nullptr) {
    entry.hash = segment_->HashOfKey(key);
    next_place_ = PlaceIn(frame.place, entry.hash);
  }
  keys_.push_back(entry);
}

uint32_t TapeBuilder::End(bool is_map) {
  if (!ok()) return 0;
  OARLOCK_CHECK(!frames_.empty() && frames_.back().is_map == is_map);
  const Frame frame = frames_.back();
  const auto count = static_cast<uint32_t>(values_.size() - frame.first_value);
  OARLOCK_CHECK(!is_map || keys_.size() - frame.first_key == count);
  uint32_t node = 0;
  if (count == 0 && segment_ != nullptr) {
    node = is_map ? segment::kEmptyMapNode : segment::kEmptyArrayNode;
  } else {
    node = WriteContainer(frame, count);
    if (frame.store) node = StoreContainer(frame, node);
  }
  values_.resize(frame.first_value);
  keys_.resize(frame.first_key);
  key_texts_.resize(frame.first_text);
  frames_.pop_back();
  return Place(node, frame.height + 1);
}

uint32_t TapeBuilder::WriteContainer(const Frame& frame, uint32_t count) {
  const uint32_t keys = !frame.is_map || count == 0 ? 0 : Keys(frame);
  const uint32_t node = LocalName(words_.size());
  words_.push_back(tape::MakeWord(frame.is_map ? ValueType::kMap : ValueType::kArray, count));
  if (frame.is_map) words_.push_back(keys);
  const auto first = values_.begin() + static_cast<std::ptrdiff_t>(frame.first_value);
  words_.insert(words_.end(), first, values_.end());
  return node;
}

// What stands in front of it is as it was before the container began, so its words can leave.
uint32_t TapeBuilder::StoreContainer(const Frame& frame, uint32_t node) {
  const std::span<const uint32_t> words = std::span(words_).subspan(frame.first_word);
  const uint32_t name = segment_->StoreContainer(frame.hash, words, frame.first_word,
                                                 node & ~segment::kLocal, frame.height + 1);
  if (name == 0) return node;
  words_.resize(frame.first_word);
  taken_.resize(frame.first_taken);
  return Taken(name);
}

uint32_t TapeBuilder::Keys(const Frame& frame) {
  if (segment_ != nullptr) {
    uint64_t hash = 0;
    key_views_.clear();
    for (size_t i = frame.first_key; i < keys_.size(); ++i) {
      hash = hash * 0x9E3779B97F4A7C15u + keys_[i].hash;
      key_views_.push_back(KeyText(keys_[i]));
    }
    if (const uint32_t name = segment_->TakeKeys(hash, key_views_); name != 0) return Taken(name);
  }
  return WriteKeys(frame.first_key);
}

uint32_t TapeBuilder::WriteKeys(size_t first_key) {
  const auto count = static_cast<uint32_t>(keys_.size() - first_key);
  const size_t first_text = words_.size();
  for (size_t i = first_key; i < keys_.size(); ++i) {
    WriteText(ValueType::kString, KeyText(keys_[i]));
  }
  const size_t node = words_.size();
  words_.push_back(tape::MakeWord(tape::kKeys, count));
  size_t text = first_text;
  for (size_t i = first_key; i < keys_.size(); ++i) {
    words_.push_back(LocalName(text));
    text += 1 + tape::TextWords(keys_[i].size);
  }
  const uint32_t lookup = tape::LookupWords(count);
  words_.resize(words_.size() + lookup);
  tape::WriteLookup(std::span(words_).last(lookup), count,
                    [&](uint32_t i) { return KeyText(keys_[first_key + i]); });
  return LocalName(node);
}

uint32_t TapeBuilder::Int(int64_t value) {
  std::array<char, 24> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return AddText(ValueType::kInt, {text.data(), static_cast<size_t>(end - text.data())});
}

uint32_t TapeBuilder::Uint(uint64_t value) { return Number(std::to_string(value)); }

uint32_t TapeBuilder::Number(std::string_view text) {
  OARLOCK_CHECK(IsJsonNumber(text));
  return AddText(ClassifyNumber(text), text);
}

uint32_t TapeBuilder::AddWord(ValueType type, uint32_t count) {
  if (!CountNode(0)) return 0;
  if (segment_ != nullptr) {
    const bool null = type == ValueType::kNull;
    const uint32_t boolean = count != 0 ? segment::kTrueNode : segment::kFalseNode;
    return Place(null ? segment::kNullNode : boolean, 0);
  }
  words_.push_back(tape::MakeWord(type, count));
  return Place(LocalName(words_.size() - 1), 0);
}

uint32_t TapeBuilder::AddText(ValueType type, std::string_view text) {
  if (!CountNode(text.size())) return 0;
  if (segment_ != nullptr) {
    const uint32_t name =
        type == ValueType::kString ? segment_->TakeText(next_place_, text) : SmallNumber(text);
    if (name != 0) return Place(Taken(name), 0);
  }
  return Place(WriteText(type, text), 0);
}

uint32_t TapeBuilder::WriteText(ValueType type, std::string_view text) {
  const size_t node = words_.size();
  words_.resize(node + 1 + tape::TextWords(text.size()));
  tape::WriteText(words_.data() + node, type, text);
  return LocalName(node);
}

bool TapeBuilder::MayBeKnown() {
  return segment_ != nullptr && !frames_.empty() && ok() && segment_->IsWorthATry(next_place_);
}

bool TapeBuilder::PlaceKnown(uint64_t kind, std::string_view bytes) {
  const auto depth_left = static_cast<uint32_t>(kObjectDepthMax - frames_.size());
  const auto known = segment_->TakeContainer(next_place_, kind, bytes, depth_left);
  pending_store_ = known.store;
  pending_hash_ = known.hash;
  if (known.id == 0) return false;
  const uint32_t height = segment_->HeightOf(known.id);
  Taken(known.id);
  if (CountNode(0)) Place(known.id, height);
  return true;
}

void TapeBuilder::MoveLastMembersToFront(uint32_t count) {
  if (!ok() || count == 0) return;
  OARLOCK_CHECK(!frames_.empty() && frames_.back().is_map);
  const Frame& frame = frames_.back();
  OARLOCK_CHECK(values_.size() - frame.first_value >= count);
  const auto rotate = [count](auto& vector, size_t first) {
    std::rotate(vector.begin() + static_cast<std::ptrdiff_t>(first),
                vector.end() - static_cast<std::ptrdiff_t>(count), vector.end());
  };
  rotate(values_, frame.first_value);
  rotate(keys_, frame.first_key);
}

// The limits keep every name and count far inside 31 and 28 bits.
void TapeBuilder::FailAsTooLarge() {
  status_ = {base::StatusCode::kTooLarge,
             nodes_ > nodes_max_
                 ? "more than " + std::to_string(nodes_max_) + " values"
                 : "more than " + std::to_string(kObjectBytesMax) + " bytes of text"};
}

uint32_t TapeBuilder::Place(uint32_t node, uint32_t height) {
  if (frames_.empty()) {
    OARLOCK_CHECK(root_ == 0);
    root_ = node;
    return node;
  }
  Frame& frame = frames_.back();
  const size_t values = values_.size() - frame.first_value;
  OARLOCK_CHECK(!frame.is_map || keys_.size() - frame.first_key == values + 1);
  values_.push_back(node);
  frame.height = std::max(frame.height, height);
  if (!frame.is_map) next_place_ = PlaceIn(frame.place, kElement);
  return node;
}

uint32_t TapeBuilder::Taken(uint32_t name) {
  if (name >= segment::SlabSpace::kFirstBlock) taken_.push_back(name);
  return name;
}

uint32_t TapeBuilder::LocalName(size_t word) const {
  const auto name = static_cast<uint32_t>(word);
  return segment_ != nullptr ? name | segment::kLocal : name;
}

std::string_view TapeBuilder::KeyText(const KeyEntry& key) const {
  return std::string_view(key_texts_).substr(key.start, key.size);
}

base::Result<Object> TapeBuilder::Finish() {
  if (!ok()) {
    base::Status status = std::move(status_);
    Reset();
    return status;
  }
  OARLOCK_CHECK(frames_.empty() && root_ != 0);
  Object object = segment_ != nullptr ? FinishInSegment() : FinishOwn();
  Reset();
  if (!object) {
    return base::Status(base::StatusCode::kResourceExhausted, "the segment has no room");
  }
  return object;
}

Object TapeBuilder::FinishOwn() const {
  const size_t bytes = words_.size() * sizeof(uint32_t);
  void* const memory = std::malloc(bytes);
  OARLOCK_CHECK(memory != nullptr);
  std::memcpy(memory, words_.data(), bytes);
  return Object(Object::Block::Fill(memory, static_cast<uint32_t>(words_.size()), false, root_));
}

Object TapeBuilder::FinishInSegment() {
  const std::span<const uint32_t> words = std::span(words_).subspan(kHeadWords);
  uint32_t* const block = segment_->StoreObject(words, kHeadWords, kHeadWords);
  if (block == nullptr) return {};
  taken_.clear();  // the block has them now
  const bool local = (root_ & segment::kLocal) != 0;
  const uint32_t root = local ? (root_ & ~segment::kLocal) + segment_->NameOf(block) : root_;
  return Object(Object::Block::Fill(block, static_cast<uint32_t>(words_.size()), true, root));
}

}  // namespace oarlock::kube
