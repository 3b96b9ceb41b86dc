#include "oci/challenge.h"

#include "base/text/lower_case.h"

namespace oarlock::oci {
namespace {

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  void Read(std::vector<Challenge>& out) {
    for (;;) {
      SkipGaps();
      const std::string name = Token();
      if (name.empty()) return;
      SkipBlanks();
      if (!Take('=')) {
        out.push_back({name, {}});
        continue;
      }
      const std::string value = Text();
      if (!out.empty()) out.back().params.emplace(name, value);
    }
  }

 private:
  bool Take(char c) {
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void SkipBlanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  void SkipGaps() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == ',')) {
      ++at_;
    }
  }
  std::string Token() {
    std::string out;
    while (at_ < text_.size()) {
      const auto c = static_cast<unsigned char>(text_[at_]);
      if (c <= ' ' || c == ',' || c == '=' || c == '"') break;
      out += base::LowerCase(text_[at_]);
      ++at_;
    }
    return out;
  }
  // A quoted string, or all up to a blank or comma.
  std::string Text() {
    SkipBlanks();
    std::string out;
    if (!Take('"')) {
      while (at_ < text_.size() && text_[at_] != ',' && text_[at_] != ' ') out += text_[at_++];
      return out;
    }
    while (at_ < text_.size() && text_[at_] != '"') {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
      out += text_[at_++];
    }
    Take('"');
    return out;
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

std::string Challenge::Param(const std::string& name) const {
  const auto found = params.find(name);
  return found == params.end() ? "" : found->second;
}

std::vector<Challenge> ParseChallenges(const std::vector<std::string>& headers) {
  std::vector<Challenge> out;
  for (const std::string& header : headers) Reader(header).Read(out);
  return out;
}

}  // namespace oarlock::oci
