#include "client/transport/head_reader.h"

#include <algorithm>
#include <charconv>

#include "base/text/lower_case.h"
#include "client/transport_options.h"

namespace oarlock::client {
namespace {

std::string_view Trim(std::string_view text) {
  const auto space = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  while (!text.empty() && space(text.front())) text.remove_prefix(1);
  while (!text.empty() && space(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace

bool HeadReader::too_long() const { return bytes_ > kHeaderBytesMax; }

HeadReader::Step HeadReader::Add(std::string_view line) {
  bytes_ += line.size();
  if (too_long()) return Step::kTooLong;
  const std::string_view text = Trim(line);
  if (text.starts_with("HTTP/")) {
    ReadStatus(text);
  } else if (done_) {
    return Step::kMore;  // a trailer
  } else if (!text.empty()) {
    ReadField(text);
  } else if (head_.status >= 200) {  // else the real head follows
    done_ = true;
    return Step::kWhole;
  }
  return Step::kMore;
}

void HeadReader::ReadStatus(std::string_view line) {
  head_ = {};
  done_ = false;
  head_.http2 = line.starts_with("HTTP/2");
  const size_t space = std::min(line.find(' '), line.size());
  line.remove_prefix(std::min(space + 1, line.size()));
  std::from_chars(line.data(), line.data() + line.size(), head_.status);
}

void HeadReader::ReadField(std::string_view line) {
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos) return;
  const std::string name = base::LowerCase(line.substr(0, colon));
  const std::string_view value = Trim(line.substr(colon + 1));
  if (name == "content-type") {
    head_.content_type = value;
  } else if (name == "warning") {
    head_.warnings.emplace_back(value);
  } else if (name == "location") {
    head_.location = value;
  } else if (name == "www-authenticate") {
    head_.www_authenticate.emplace_back(value);
  } else if (name == "retry-after") {
    uint32_t seconds = 0;
    const auto parsed = std::from_chars(value.data(), value.data() + value.size(), seconds);
    if (parsed.ec == std::errc() && parsed.ptr == value.data() + value.size()) {
      head_.retry_after = std::chrono::seconds(seconds);
    }
  }
}

}  // namespace oarlock::client
