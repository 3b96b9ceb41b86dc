#include "kube/tape/json_decoder.h"

#include <simdjson.h>

#include <cstring>
#include <memory>

#include "kube/tape/number_text.h"
#include "kube/wire/json_scan.h"

namespace oarlock::kube {
namespace {

namespace ondemand = simdjson::ondemand;

constexpr size_t kScratchBytesKept = TapeBuilder::kScratchBytesKept;
// What PlaceKnown is told of JSON; protobuf has other numbers.
constexpr uint64_t kJsonText = 0;

// What one thread keeps between two decodes; given back when an object was large.
struct Scratch {
  std::unique_ptr<char[]> buffer;
  size_t capacity = 0;
  ondemand::parser parser;

  // `open` and `close` go around the text (both may be empty); the padding follows.
  simdjson::padded_string_view Fill(std::string_view open, std::string_view text,
                                    std::string_view close) {
    const size_t size = open.size() + text.size() + close.size();
    const size_t needed = size + simdjson::SIMDJSON_PADDING;
    if (needed > capacity) {
      capacity = std::max(needed, 2 * std::min(capacity, kScratchBytesKept));
      buffer = std::make_unique<char[]>(capacity);
    }
    char* at = buffer.get();
    for (const std::string_view part : {open, text, close}) {
      if (!part.empty()) std::memcpy(at, part.data(), part.size());
      at += part.size();
    }
    std::memset(at, 0, simdjson::SIMDJSON_PADDING);
    return simdjson::padded_string_view(buffer.get(), size, needed);
  }
  void Shrink() {
    if (capacity <= kScratchBytesKept) return;
    buffer.reset();
    capacity = 0;
    parser = ondemand::parser();
  }
};

Scratch& ThisThreadScratch() {
  thread_local Scratch scratch;
  return scratch;
}

// kLookedUp: elsewhere, but what the segment knows has just been asked about it.
enum class Place : uint8_t { kRoot, kMetadata, kLookedUp, kElsewhere };

// The scalar token without the whitespace that simdjson leaves behind it.
std::string_view TrimToken(std::string_view token) {
  const size_t last = token.find_last_not_of(" \t\r\n");
  return token.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

// Walks a document once and feeds the tape. `error` says why Walk returned false.
class Walker {
 public:
  Walker(TapeBuilder& builder, const DecodeOptions& options, const char* input_end)
      : builder_(builder), options_(options), input_end_(input_end) {}

  bool Walk(ondemand::value value, Place place) {
    ondemand::json_type type{};
    if (Failed(value.type().get(type))) return false;
    switch (type) {
      case ondemand::json_type::object: return WalkObject(value, place);
      case ondemand::json_type::array: return WalkArray(value, place);
      case ondemand::json_type::string: return WalkString(value);
      case ondemand::json_type::number: return WalkNumber(value);
      case ondemand::json_type::boolean: {
        bool flag = false;
        if (Failed(value.get_bool().get(flag))) return false;
        builder_.Bool(flag);
        return builder_.ok();
      }
      case ondemand::json_type::null: {
        bool null = false;
        if (Failed(value.is_null().get(null))) return false;
        if (!null) return Fail("expected null");
        builder_.Null();
        return builder_.ok();
      }
    }
    return Fail("unknown token");
  }

  const std::string& error() const { return error_; }

 private:
  bool Fail(std::string why) {
    error_ = std::move(why);
    return false;
  }
  bool Failed(simdjson::error_code code) {
    if (code == simdjson::SUCCESS) return false;
    error_ = simdjson::error_message(code);
    return true;
  }

  bool WalkObject(ondemand::value value, Place place) {
    ondemand::object object;
    if (Failed(value.get_object().get(object))) return false;
    if (place == Place::kElsewhere && builder_.MayBeKnown()) {
      bool known = false;
      if (!LookUp(object, known)) return false;
      if (known) return builder_.ok();
    }
    builder_.BeginMap();
    if (!builder_.ok()) return false;
    bool has_api_version = false;
    bool has_kind = false;
    for (auto result : object) {
      ondemand::field field;
      if (Failed(std::move(result).get(field))) return false;
      std::string_view key;
      if (!ReadKey(field, key)) return false;
      if (place == Place::kMetadata && options_.drop_managed_fields && key == "managedFields") {
        continue;
      }
      has_api_version = has_api_version || key == "apiVersion";
      has_kind = has_kind || key == "kind";
      const bool metadata = place == Place::kRoot && key == "metadata";
      builder_.Key(key);
      if (!builder_.ok()) return false;
      if (!Walk(field.value(), metadata ? Place::kMetadata : Place::kElsewhere)) return false;
    }
    if (place == Place::kRoot) AddDefaults(has_api_version, has_kind);
    builder_.EndMap();
    return builder_.ok();
  }

  void AddDefaults(bool has_api_version, bool has_kind) {
    uint32_t added = 0;
    if (!has_api_version && !options_.default_api_version.empty()) {
      builder_.Key("apiVersion");
      builder_.String(options_.default_api_version);
      ++added;
    }
    if (!has_kind && !options_.default_kind.empty()) {
      builder_.Key("kind");
      builder_.String(options_.default_kind);
      ++added;
    }
    builder_.MoveLastMembersToFront(added);
  }

  bool WalkArray(ondemand::value value, Place place) {
    ondemand::array array;
    if (Failed(value.get_array().get(array))) return false;
    if (place == Place::kElsewhere && builder_.MayBeKnown()) {
      bool known = false;
      if (!LookUp(array, known)) return false;
      if (known) return builder_.ok();
    }
    builder_.BeginArray();
    if (!builder_.ok()) return false;
    for (auto result : array) {
      ondemand::value element;
      if (Failed(std::move(result).get(element))) return false;
      if (!Walk(element, Place::kElsewhere)) return false;
    }
    builder_.EndArray();
    return builder_.ok();
  }

  // Whether the same text was decoded into the same segment before; then it is placed. Its end is
  // found by counting brackets: equal text was once decoded in full.
  template <typename Container>
  bool LookUp(Container& container, bool& known) {
    std::string_view text;
    if (Failed(container.raw_json().get(text))) return false;
    known = builder_.PlaceKnown(kJsonText, text);
    bool any = false;
    return known || !Failed(container.reset().get(any));
  }

  // The text from `start` to its closing quote, when no escape comes before it: most strings need
  // no second copy. Stage one of simdjson has already found that the string is closed.
  static bool IsPlain(const char* start, const char* limit, std::string_view& text) {
    const char* const stop = FindQuoteOrBackslash(start, limit);
    if (stop == limit || *stop != '"') return false;
    text = {start, static_cast<size_t>(stop - start)};
    return true;
  }

  bool ReadKey(ondemand::field& field, std::string_view& key) {
    if (IsPlain(field.key().raw(), input_end_, key)) return true;
    return !Failed(field.unescaped_key().get(key)) && CheckText(key);
  }

  bool WalkString(ondemand::value value) {
    const std::string_view token = value.raw_json_token();
    std::string_view text;
    if (!IsPlain(token.data() + 1, input_end_, text)) {
      if (Failed(value.get_string().get(text)) || !CheckText(text)) return false;
    }
    builder_.String(text);
    return builder_.ok();
  }

  bool WalkNumber(ondemand::value value) {
    const std::string_view token = TrimToken(value.raw_json_token());
    if (!IsJsonNumber(token)) return Fail("malformed number");
    builder_.Number(token);
    return builder_.ok();
  }

  // The raw text was checked as a whole; only an escape can still name half a surrogate pair.
  bool CheckText(std::string_view text) {
    if (simdjson::validate_utf8(text.data(), text.size())) return true;
    return Fail("lone surrogate in a string");
  }

  TapeBuilder& builder_;
  const DecodeOptions& options_;
  const char* const input_end_;
  std::string error_;
};

base::Status Malformed(std::string_view text, size_t at, std::string_view why) {
  std::string message = "malformed JSON at byte " + std::to_string(std::min(at, text.size()));
  message.append(" of ").append(std::to_string(text.size())).append(": ").append(why);
  return base::DataLoss(std::move(message));
}

// The start of the first character that is not valid UTF-8.
size_t FindBadUtf8(std::string_view text) {
  size_t at = 0;
  while (at < text.size()) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    const std::string_view one = text.substr(at, length);
    if (!simdjson::validate_utf8(one.data(), one.size())) return at;
    at += one.size();
  }
  return at;
}

class Decoder {
 public:
  Decoder(std::string_view text, const DecodeOptions& options, TapeBuilder& builder)
      : text_(text), options_(options), builder_(builder) {}

  // `place`: kRoot for an object, another one for a document of any type.
  base::Status Run(Place place) {
    if (text_.size() > kObjectBytesMax) {
      return base::Status(base::StatusCode::kTooLarge, "JSON of " + std::to_string(text_.size()) +
                                                           " bytes; the limit is " +
                                                           std::to_string(kObjectBytesMax));
    }
    Scratch& scratch = ThisThreadScratch();
    base::Status status = Parse(scratch, place);
    scratch.Shrink();
    return status;
  }

 private:
  base::Status Parse(Scratch& scratch, Place place) {
    const size_t first = text_.find_first_not_of(" \t\r\n");
    const bool object = first != std::string_view::npos && text_[first] == '{';
    if (place == Place::kRoot && !object) {
      return Malformed(text_, std::min(first, text_.size()), "expected an object");
    }
    // One path for every root: the document is the only element of an array.
    const simdjson::padded_string_view input = scratch.Fill("[", text_, "]");
    start_ = input.data() + 1;
    ondemand::document document;
    if (auto code = scratch.parser.iterate(input).get(document); code != simdjson::SUCCESS) {
      return Malformed(text_, code == simdjson::UTF8_ERROR ? FindBadUtf8(text_) : text_.size(),
                       simdjson::error_message(code));
    }
    return ParseDocument(document, place);
  }

  base::Status ParseDocument(ondemand::document& document, Place place) {
    Walker walker(builder_, options_, start_ + text_.size());
    ondemand::array outer;
    if (auto code = document.get_array().get(outer); code != simdjson::SUCCESS) {
      return At(document, simdjson::error_message(code));
    }
    size_t values = 0;
    for (auto result : outer) {
      ondemand::value value;
      if (auto code = std::move(result).get(value); code != simdjson::SUCCESS) {
        return At(document, simdjson::error_message(code));
      }
      if (++values > 1) return At(document, "trailing content");
      if (!walker.Walk(value, place)) {
        return builder_.ok() ? At(document, walker.error()) : builder_.status();
      }
    }
    if (values == 0) return Malformed(text_, 0, "empty");
    const char* rest = nullptr;
    const bool at_end = document.current_location().get(rest) == simdjson::OUT_OF_BOUNDS;
    return at_end ? base::Status::Ok() : At(document, "trailing content");
  }

  base::Status At(ondemand::document& document, std::string_view why) const {
    const char* at = nullptr;
    const bool known = document.current_location().get(at) == simdjson::SUCCESS;
    if (!known || at < start_) return Malformed(text_, text_.size(), why);
    return Malformed(text_, static_cast<size_t>(at - start_), why);
  }

  std::string_view text_;
  const DecodeOptions& options_;
  TapeBuilder& builder_;
  const char* start_ = nullptr;
};

}  // namespace

base::Status AppendJsonObject(std::string_view json, const DecodeOptions& options,
                              TapeBuilder& builder) {
  return Decoder(json, options, builder).Run(Place::kRoot);
}

// What is known need not even be parsed. Of a text that turns out to be none of JSON nothing stays
// known: the object it is in fails, and gives back all it has taken.
base::Status AppendJson(std::string_view json, TapeBuilder& builder) {
  const bool container = json.starts_with('{') || json.starts_with('[');
  const bool look_up = container && builder.MayBeKnown();
  if (look_up && builder.PlaceKnown(kJsonText, json)) return builder.status();
  const DecodeOptions options{.drop_managed_fields = false};
  return Decoder(json, options, builder).Run(look_up ? Place::kLookedUp : Place::kElsewhere);
}

}  // namespace oarlock::kube
