#include "kube/wire/protobuf_list_splitter.h"

#include <algorithm>

#include "kube/protobuf/envelope.h"
#include "kube/protobuf/wire_reader.h"

namespace oarlock::kube {
namespace {

using protobuf::WireField;
using protobuf::WireReader;
using protobuf::WireType;

// A tag and a length, each a varint.
constexpr size_t kHeadBytesMost = 20;

// Fields of the envelope and of the list.
constexpr uint32_t kTypeMeta = 1;
constexpr uint32_t kContent = 2;
constexpr uint32_t kEncoding = 3;
constexpr uint32_t kListMeta = 1;
constexpr uint32_t kItems = 2;

// The varint at the front of `head`. 0: incomplete.
size_t ReadVarint(std::string_view head, uint64_t& value) {
  value = 0;
  for (size_t i = 0; i < head.size() && i < 10; ++i) {
    const auto byte = static_cast<unsigned char>(head[i]);
    value |= static_cast<uint64_t>(byte & 0x7f) << (7 * i);
    if (byte < 0x80) return i + 1;
  }
  return 0;
}

}  // namespace

void ProtobufListSplitter::Fail(std::string_view why, base::StatusCode code) {
  if (!status_.ok()) return;
  status_ = {code, "list body at byte " + std::to_string(position_) + ": " + std::string(why)};
}

uint64_t ProtobufListSplitter::Consume(std::string_view& chunk, uint64_t size) {
  chunk.remove_prefix(static_cast<size_t>(size));
  position_ += size;
  if (!in_list_) return size;
  if (size > list_left_) Fail("the list's content is longer than announced");
  list_left_ -= std::min(size, list_left_);
  return size;
}

base::Status ProtobufListSplitter::Feed(std::string_view chunk,
                                        std::vector<std::string_view>& items) {
  // An empty element is complete without a further byte.
  const auto complete = [this] { return part_ == Part::kElement && element_left_ == 0; };
  while (status_.ok() && (!chunk.empty() || complete())) Step(chunk, items);
  return status_;
}

void ProtobufListSplitter::Step(std::string_view& chunk, std::vector<std::string_view>& items) {
  switch (part_) {
    case Part::kMagic: return TakeMagic(chunk);
    case Part::kHead: return TakeHead(chunk);
    case Part::kElement: return TakeElement(chunk, items);
  }
}

void ProtobufListSplitter::TakeMagic(std::string_view& chunk) {
  const size_t size = std::min(protobuf::kMagic.size() - head_.size(), chunk.size());
  head_.append(chunk.substr(0, size));
  if (!protobuf::kMagic.starts_with(head_)) return Fail("no protobuf of an API server");
  Consume(chunk, size);
  if (head_ != protobuf::kMagic) return;
  head_.clear();
  part_ = Part::kHead;
}

void ProtobufListSplitter::TakeHead(std::string_view& chunk) {
  while (!chunk.empty() && part_ == Part::kHead && status_.ok()) {
    head_.push_back(chunk.front());
    Consume(chunk, 1);
    ReadHead();
  }
}

void ProtobufListSplitter::ReadHead() {
  uint64_t tag = 0;
  uint64_t size = 0;
  const size_t tag_bytes = ReadVarint(head_, tag);
  const size_t size_bytes =
      tag_bytes == 0 ? 0 : ReadVarint(std::string_view(head_).substr(tag_bytes), size);
  if (tag_bytes != 0 && (tag & 7) != static_cast<uint64_t>(WireType::kBytes)) {
    return Fail("a field of an unexpected type");
  }
  if (size_bytes == 0) {
    if (head_.size() >= kHeadBytesMost) Fail("a malformed number");
    return;
  }
  head_.clear();
  OnHead(static_cast<uint32_t>(tag >> 3), size);
}

void ProtobufListSplitter::OnHead(uint32_t number, uint64_t size) {
  if (!in_list_ && number == kContent) {
    if (seen_list_) return Fail("the list comes twice");
    seen_list_ = true;
    in_list_ = size > 0;
    list_left_ = size;
    return;
  }
  const bool item = in_list_ && number == kItems;
  if (item && size > kListItemBytesMax) {
    return Fail("an item of " + std::to_string(size) + " bytes", base::StatusCode::kTooLarge);
  }
  if (!item &&
      (size > kListEnvelopeBytesMax || (envelope_bytes_ += size) > kListEnvelopeBytesMax)) {
    return Fail("too many bytes outside of the items", base::StatusCode::kTooLarge);
  }
  if (in_list_ && size > list_left_) return Fail("an element is longer than the list");
  number_ = number;
  element_left_ = size;
  part_ = Part::kElement;
}

void ProtobufListSplitter::TakeElement(std::string_view& chunk,
                                       std::vector<std::string_view>& items) {
  const auto size = static_cast<size_t>(std::min<uint64_t>(element_left_, chunk.size()));
  const std::string_view bytes = chunk.substr(0, size);
  const bool complete = size == element_left_;
  element_left_ -= size;
  const bool was_in_list = in_list_;
  Consume(chunk, size);
  if (!complete) {
    partial_.append(bytes);
    return;
  }
  part_ = Part::kHead;
  if (partial_.empty()) {
    OnElement(bytes, items);
  } else {
    // At most once per call: only the first element of a chunk can have begun in an earlier one.
    partial_.append(bytes);
    handed_out_.swap(partial_);
    partial_.clear();
    OnElement(handed_out_, items);
  }
  if (was_in_list && list_left_ == 0) in_list_ = false;
}

void ProtobufListSplitter::OnElement(std::string_view bytes, std::vector<std::string_view>& items) {
  if (in_list_) {
    if (number_ == kItems) items.push_back(bytes);
    if (number_ == kListMeta) ReadListMeta(bytes);
    return;
  }
  if (number_ == kEncoding && !bytes.empty()) {
    return Fail("content that is encoded once more", base::StatusCode::kUnimplemented);
  }
  if (number_ != kTypeMeta) return;
  WireReader reader(bytes);
  WireField field;
  while (reader.Next(field)) {
    if (field.number == 1) api_version_ = field.bytes;
    if (field.number == 2) kind_ = field.bytes;
  }
  if (reader.failed()) Fail("malformed type");
}

// selfLink = 1, resourceVersion = 2, continue = 3, remainingItemCount = 4.
void ProtobufListSplitter::ReadListMeta(std::string_view bytes) {
  WireReader reader(bytes);
  WireField field;
  while (reader.Next(field)) {
    switch (field.number) {
      case 2: meta_.resource_version = field.bytes; break;
      case 3: meta_.continue_token = field.bytes; break;
      case 4: meta_.remaining = static_cast<int64_t>(field.scalar); break;
      default: break;
    }
  }
  if (reader.failed()) Fail("malformed list metadata");
}

base::Result<ListMeta> ProtobufListSplitter::Finish() {
  if (!status_.ok()) return status_;
  const bool open = part_ != Part::kHead || !head_.empty() || in_list_;
  if (open || !seen_list_) {
    return base::DataLoss("list body ends early at byte " + std::to_string(position_));
  }
  if (!kind_.ends_with("List")) {
    return base::DataLoss("unsupported list kind " + api_version_ + " " + kind_);
  }
  return meta_;
}

}  // namespace oarlock::kube
