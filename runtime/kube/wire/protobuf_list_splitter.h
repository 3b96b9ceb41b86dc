#pragma once
// ProtobufListSplitter: the ListSplitter of protobuf bodies. Internal to kube: list_splitter.h says
// all. The body is an envelope (protobuf/envelope.h) around a message with the list's metadata
// (field 1) and its items (field 2).

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kube/list_splitter.h"

namespace oarlock::kube {

class ProtobufListSplitter final : public ListSplitter {
 public:
  base::Status Feed(std::string_view chunk, std::vector<std::string_view>& items) override;
  base::Result<ListMeta> Finish() override;
  std::string_view api_version() const override { return api_version_; }
  std::string_view kind() const override { return kind_; }

 private:
  enum class Part : uint8_t { kMagic, kHead, kElement };

  void Step(std::string_view& chunk, std::vector<std::string_view>& items);
  void TakeMagic(std::string_view& chunk);
  void TakeHead(std::string_view& chunk);
  void ReadHead();
  void OnHead(uint32_t number, uint64_t size);
  void TakeElement(std::string_view& chunk, std::vector<std::string_view>& items);
  void OnElement(std::string_view bytes, std::vector<std::string_view>& items);
  void ReadListMeta(std::string_view bytes);
  uint64_t Consume(std::string_view& chunk, uint64_t size);
  void Fail(std::string_view why, base::StatusCode code = base::StatusCode::kDataLoss);

  base::Status status_;
  uint64_t position_ = 0;  // bytes consumed
  Part part_ = Part::kMagic;
  bool in_list_ = false;    // inside the envelope's content
  bool seen_list_ = false;  // it was there
  uint64_t list_left_ = 0;  // bytes of the content to come
  uint64_t envelope_bytes_ = 0;

  std::string head_;  // an unfinished tag and length
  uint32_t number_ = 0;
  uint64_t element_left_ = 0;
  std::string partial_;     // the beginning of an unfinished element
  std::string handed_out_;  // keeps the item that began in an earlier chunk

  std::string api_version_;
  std::string kind_;
  ListMeta meta_;
};

}  // namespace oarlock::kube
