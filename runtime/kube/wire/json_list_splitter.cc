#include "kube/wire/json_list_splitter.h"

#include "kube/printable.h"
#include "kube/wire/json_scan.h"

namespace oarlock::kube {
namespace {

constexpr size_t kTypeTextShown = 100;

}  // namespace

// What lies outside of the items (the envelope) is collected as text, with `[]` in place of the
// items, and decoded when it matters; only items are looked for byte by byte.
class JsonListSplitter::Impl {
 public:
  base::Status Feed(std::string_view chunk, std::vector<std::string_view>& items);
  base::Result<ListMeta> Finish();
  const std::string& api_version() const { return api_version_; }
  const std::string& kind() const { return kind_; }

 private:
  enum class State : uint8_t {
    kStart,      // before the list's opening brace
    kEnvelope,   // between the members of the list, or in a value that is not the items
    kFirstItem,  // after the `[` of the items
    kNextItem,   // after a comma: an item must follow
    kItem,       // inside an item
    kAfterItem,  // a comma or the end of the items must follow
    kEnd,        // after the list's closing brace
    kFailed,
  };

  const char* Step(const char* p, const char* end, std::vector<std::string_view>& items);
  const char* StepItem(const char* p, const char* end, std::vector<std::string_view>& items);
  void BetweenItems(char c);
  void StepEnvelope(char c);
  void InEnvelopeString(char c);
  void OnEnvelopeSyntax(char c);
  void BeginItems();
  // The members of the envelope that are complete so far; null when they cannot be read.
  Object CompletePart() const;
  void ReadType(const Object& envelope);
  bool CheckType();
  void ReadEnvelope(const Object& envelope, ListMeta& meta);
  void Fail(std::string why) { FailWith(base::StatusCode::kDataLoss, std::move(why)); }
  void FailWith(base::StatusCode code, std::string why);
  void FailEnvelopeTooLarge();

  State state_ = State::kStart;
  base::Status status_;
  const char* chunk_begin_ = nullptr;
  const char* at_ = nullptr;  // the byte being looked at, for messages
  uint64_t consumed_ = 0;     // bytes of earlier chunks

  // The envelope.
  std::string envelope_;
  size_t members_end_ = 1;  // in envelope_: before the last comma between members
  size_t key_begin_ = 0;    // in envelope_: the last key of the list itself
  size_t key_size_ = 0;
  uint32_t depth_ = 0;
  bool in_string_ = false;
  bool after_backslash_ = false;
  bool expect_key_ = false;
  bool value_next_ = false;  // a colon of the list itself came
  bool has_items_ = false;
  std::string api_version_;
  std::string kind_;

  // The item.
  JsonNesting nesting_;
  std::string partial_;     // the beginning of an unfinished item
  std::string handed_out_;  // keeps the item that began in an earlier chunk
};

void JsonListSplitter::Impl::FailWith(base::StatusCode code, std::string why) {
  const uint64_t at = consumed_ + (at_ == nullptr ? 0 : static_cast<uint64_t>(at_ - chunk_begin_));
  status_ = {code, "list body at byte " + std::to_string(at) + ": " + std::move(why)};
  state_ = State::kFailed;
}

base::Status JsonListSplitter::Impl::Feed(std::string_view chunk,
                                          std::vector<std::string_view>& items) {
  chunk_begin_ = chunk.data();
  const char* p = chunk.data();
  const char* const end = p + chunk.size();
  while (p != end && state_ != State::kFailed) {
    at_ = p;
    p = Step(p, end, items);
  }
  if (state_ == State::kFailed) return status_;
  consumed_ += chunk.size();
  at_ = nullptr;
  return base::Status::Ok();
}

const char* JsonListSplitter::Impl::Step(const char* p, const char* end,
                                         std::vector<std::string_view>& items) {
  switch (state_) {
    case State::kStart:
      if (*p == '{') {
        state_ = State::kEnvelope;
        return p;
      }
      if (!IsJsonSpace(*p)) Fail("expected a list object");
      return p + 1;
    case State::kEnvelope: StepEnvelope(*p); return p + 1;
    case State::kItem: return StepItem(p, end, items);
    case State::kEnd:
      if (!IsJsonSpace(*p)) Fail("trailing content");
      return p + 1;
    case State::kFailed: return end;
    case State::kFirstItem:
    case State::kNextItem:
    case State::kAfterItem: break;
  }
  if (*p == '{' && state_ != State::kAfterItem) {
    nesting_ = JsonNesting();
    state_ = State::kItem;
    return p;
  }
  if (!IsJsonSpace(*p)) BetweenItems(*p);
  return p + 1;
}

void JsonListSplitter::Impl::BetweenItems(char c) {
  if (c == ']' && state_ != State::kNextItem) {
    state_ = State::kEnvelope;
    envelope_.push_back(']');
  } else if (c == ',' && state_ == State::kAfterItem) {
    state_ = State::kNextItem;
  } else if (state_ == State::kAfterItem) {
    Fail("expected a comma or the end of the items");
  } else {
    Fail("an item is no object");
  }
}

const char* JsonListSplitter::Impl::StepItem(const char* p, const char* end,
                                             std::vector<std::string_view>& items) {
  const char* const after = nesting_.Scan(p, end);
  const auto size = static_cast<size_t>((after == nullptr ? end : after) - p);
  if (partial_.size() + size > kListItemBytesMax) {
    FailWith(base::StatusCode::kTooLarge,
             "an item has more than " + std::to_string(kListItemBytesMax) + " bytes");
    return end;
  }
  if (after == nullptr) {
    partial_.append(p, size);
    return end;
  }
  state_ = State::kAfterItem;
  if (partial_.empty()) {
    items.emplace_back(p, size);
    return after;
  }
  // At most once per chunk: only its first item can have begun in an earlier one.
  partial_.append(p, size);
  handed_out_.clear();
  handed_out_.swap(partial_);
  items.emplace_back(handed_out_);
  return after;
}

void JsonListSplitter::Impl::StepEnvelope(char c) {
  if (envelope_.size() >= kListEnvelopeBytesMax) return FailEnvelopeTooLarge();
  envelope_.push_back(c);
  if (in_string_) {
    InEnvelopeString(c);
  } else if (!IsJsonSpace(c)) {
    OnEnvelopeSyntax(c);
  }
}

void JsonListSplitter::Impl::InEnvelopeString(char c) {
  if (after_backslash_) {
    after_backslash_ = false;
  } else if (c == '\\') {
    after_backslash_ = true;
  } else if (c == '"') {
    in_string_ = false;
    if (depth_ == 1 && expect_key_) key_size_ = envelope_.size() - 1 - key_begin_;
  }
}

// Only follows the nesting and the keys of the list itself; whether it is well-formed is found when
// the envelope is decoded.
void JsonListSplitter::Impl::OnEnvelopeSyntax(char c) {
  const bool is_value_start = value_next_;
  value_next_ = false;
  switch (c) {
    case '"':
      in_string_ = true;
      if (depth_ == 1 && expect_key_) key_begin_ = envelope_.size();
      return;
    case ':':
      value_next_ = depth_ == 1 && expect_key_;
      if (depth_ == 1) expect_key_ = false;
      return;
    case ',':
      if (depth_ == 1) {
        members_end_ = envelope_.size() - 1;
        expect_key_ = true;
      }
      return;
    case '[':
    case '{':
      if (c == '[' && is_value_start && envelope_.compare(key_begin_, key_size_, "items") == 0) {
        return BeginItems();
      }
      if (++depth_ == 1) expect_key_ = true;
      return;
    case ']':
    case '}':
      if (--depth_ == 0) state_ = State::kEnd;
      return;
    default: return;
  }
}

void JsonListSplitter::Impl::BeginItems() {
  if (has_items_) return Fail("items come twice");
  has_items_ = true;
  state_ = State::kFirstItem;
  ReadType(CompletePart());
  CheckType();
}

Object JsonListSplitter::Impl::CompletePart() const {
  auto part = DocumentFromJson(envelope_.substr(0, members_end_) + "}");
  return part.ok() ? *part : Object();
}

void JsonListSplitter::Impl::ReadType(const Object& envelope) {
  api_version_ = envelope.api_version();
  kind_ = envelope.kind();
}

bool JsonListSplitter::Impl::CheckType() {
  if (kind_ == "Table" && api_version_.starts_with("meta.k8s.io/")) {
    Fail("unsupported list kind " + PrintableText(api_version_, kTypeTextShown) + " Table");
  } else if (!kind_.empty() && !kind_.ends_with("List")) {
    Fail("kind " + PrintableText(kind_, kTypeTextShown) + " is no list");
  }
  return state_ != State::kFailed;
}

// A table has all its rows here; saying so is more useful than its size.
void JsonListSplitter::Impl::FailEnvelopeTooLarge() {
  ReadType(CompletePart());
  if (!CheckType()) return;
  FailWith(base::StatusCode::kTooLarge,
           "more than " + std::to_string(kListEnvelopeBytesMax) + " bytes outside of the items");
}

base::Result<ListMeta> JsonListSplitter::Impl::Finish() {
  if (state_ == State::kFailed) return status_;
  ListMeta meta;
  if (state_ != State::kEnd) {
    Fail("it ends early");
  } else if (auto envelope = DocumentFromJson(envelope_); !envelope.ok()) {
    Fail("outside of the items: " + envelope.status().message());
  } else {
    ReadEnvelope(*envelope, meta);
  }
  if (state_ == State::kFailed) return status_;
  return meta;
}

void JsonListSplitter::Impl::ReadEnvelope(const Object& envelope, ListMeta& meta) {
  ReadType(envelope);
  if (!CheckType()) return;
  const Value items = envelope["items"];
  if (has_items_ ? !items.is_array() || !items.empty() : items.exists() && !items.is_null()) {
    return Fail("items is no array");
  }
  if (!has_items_ && !kind_.ends_with("List")) return Fail("it is no list");
  const Value metadata = envelope.metadata();
  if (metadata.exists() && !metadata.is_null() && !metadata.is_map()) {
    return Fail("metadata is no map");
  }
  meta.resource_version = metadata["resourceVersion"].AsString();
  meta.continue_token = metadata["continue"].AsString();
  if (const Value remaining = metadata["remainingItemCount"]; remaining.type() == ValueType::kInt) {
    meta.remaining = remaining.AsInt();
  }
}

JsonListSplitter::JsonListSplitter() : impl_(std::make_unique<Impl>()) {}
JsonListSplitter::~JsonListSplitter() = default;

base::Status JsonListSplitter::Feed(std::string_view chunk, std::vector<std::string_view>& items) {
  return impl_->Feed(chunk, items);
}
base::Result<ListMeta> JsonListSplitter::Finish() { return impl_->Finish(); }
std::string_view JsonListSplitter::api_version() const { return impl_->api_version(); }
std::string_view JsonListSplitter::kind() const { return impl_->kind(); }

}  // namespace oarlock::kube
