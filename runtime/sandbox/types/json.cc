#include "sandbox/types/json.h"

#include <cmath>
#include <limits>
#include <utility>

#include "base/check.h"
#include "kube/decode.h"

namespace oarlock::sandbox {
namespace {

const Json kNull;

// Builds the document while nlohmann's parser reads it: what its own builder does not do is to tell
// members that are there twice, and to end at a depth.
class Builder : public nlohmann::json_sax<Json> {
 public:
  explicit Builder(ParsedJson& out) : out_(out) {}

  bool null() override { return Put(nullptr) != nullptr; }
  bool boolean(bool value) override { return Put(value) != nullptr; }
  bool number_integer(number_integer_t value) override { return Put(value) != nullptr; }
  bool number_unsigned(number_unsigned_t value) override {
    if (value <= static_cast<number_unsigned_t>(std::numeric_limits<int64_t>::max())) {
      return Put(static_cast<int64_t>(value)) != nullptr;
    }
    return Put(static_cast<double>(value)) != nullptr;
  }
  bool number_float(number_float_t value, const string_t& text) override {
    if (std::isfinite(value)) return Put(value) != nullptr;
    return Fail(base::InvalidArgument("number out of range: " + text));
  }
  bool string(string_t& text) override { return Put(std::move(text)) != nullptr; }
  bool binary(binary_t&) override { return false; }
  bool start_object(size_t) override { return Open(Json::object()); }
  bool start_array(size_t) override { return Open(Json::array()); }
  bool end_object() override { return Close(); }
  bool end_array() override { return Close(); }

  bool key(string_t& name) override {
    Level& level = levels_.back();
    level.key = std::move(name);
    if (level.node->contains(level.key) && out_.duplicates.size() < kSandboxDuplicatesMax) {
      out_.duplicates.push_back(Path());
    }
    return true;
  }

  bool parse_error(size_t position, const std::string& token,
                   const nlohmann::detail::exception& error) override {
    // 406 is a number that no double holds.
    if (error.id == 406) return Fail(base::InvalidArgument("number out of range: " + token));
    at_ = position;
    return false;
  }

  const base::Status& status() const { return status_; }
  size_t at() const { return at_; }  // behind the byte where the text ceases to be JSON

 private:
  struct Level {
    Json* node;
    std::string key;
  };

  bool Fail(base::Status status) {
    status_ = std::move(status);
    return false;
  }

  Json* Put(Json value) {
    if (levels_.empty()) {
      out_.value = std::move(value);
      return &out_.value;
    }
    Level& level = levels_.back();
    if (level.node->is_array()) {
      level.node->push_back(std::move(value));
      return &level.node->back();
    }
    Json& slot = (*level.node)[level.key];
    slot = std::move(value);
    return &slot;
  }

  bool Open(Json container) {
    if (levels_.size() == kube::kObjectDepthMax) {
      return Fail({base::StatusCode::kTooLarge, "exceeded max depth"});
    }
    levels_.push_back({Put(std::move(container)), {}});
    return true;
  }

  bool Close() {
    levels_.pop_back();
    return true;
  }

  std::string Path() const {
    std::string path;
    for (size_t i = 0; i < levels_.size(); ++i) {
      const Level& level = levels_[i];
      if (level.node->is_array()) {
        path += '[' + std::to_string(level.node->size() - 1) + ']';
      } else {
        if (!path.empty()) path += '.';
        path += level.key;
      }
    }
    return path;
  }

  ParsedJson& out_;
  std::vector<Level> levels_;
  base::Status status_;
  size_t at_ = 0;
};

}  // namespace

base::Result<ParsedJson> ParseJson(std::string_view text) {
  ParsedJson out;
  Builder builder(out);
  if (Json::sax_parse(text, &builder)) return out;
  if (!builder.status().ok()) return builder.status();
  const size_t at = builder.at();
  if (at > text.size()) return base::InvalidArgument("unexpected end of JSON input");
  const char bad = at == 0 ? '\0' : text[at - 1];
  return base::InvalidArgument(std::string("invalid character '") + bad +
                               "' looking for beginning of value");
}

Json ParseTrustedJson(std::string_view text) {
  auto parsed = ParseJson(text);
  OARLOCK_CHECK(parsed.ok());
  return std::move(parsed->value);
}

std::string WriteJson(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

const Json& Member(const Json& object, std::string_view name) {
  if (!object.is_object()) return kNull;
  const auto at = object.find(name);
  return at == object.end() ? kNull : *at;
}

const Json& At(const Json& object, std::initializer_list<std::string_view> path) {
  const Json* at = &object;
  for (const std::string_view name : path) at = &Member(*at, name);
  return *at;
}

void CopyMember(const Json& from, const char* name, Json& to) {
  const Json& value = Member(from, name);
  if (value.is_null()) {
    to.erase(name);
  } else {
    to[name] = value;
  }
}

std::string_view TextOf(const Json& value) {
  if (!value.is_string()) return {};
  return value.get_ref<const std::string&>();
}

std::vector<std::string> TextsOf(const Json& list) {
  std::vector<std::string> out;
  if (!list.is_array()) return out;
  for (const Json& one : list) out.emplace_back(TextOf(one));
  return out;
}

std::string_view TextAt(const Json& object, std::initializer_list<std::string_view> path) {
  return TextOf(At(object, path));
}

}  // namespace oarlock::sandbox
