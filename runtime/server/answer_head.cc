#include "server/answer_head.h"

#include <boost/beast/http/status.hpp>
#include <charconv>

#include "base/text/lower_case.h"

namespace oarlock::server {
namespace {

void AppendLine(std::string_view name, std::string_view value, std::string& out) {
  out.append(name).append(": ");
  // Nothing that a client sent can start a line of its own.
  for (const char c : value) out.push_back(c == '\r' || c == '\n' ? ' ' : c);
  out.append("\r\n");
}

}  // namespace

std::string_view HttpRequest::Header(std::string_view name) const {
  for (const auto& [key, value] : headers) {
    if (base::SameInLowerCase(key, name)) return value;
  }
  return {};
}

std::vector<std::string> HttpRequest::Headers(std::string_view name) const {
  std::vector<std::string> out;
  for (const auto& [key, value] : headers) {
    if (base::SameInLowerCase(key, name)) out.push_back(value);
  }
  return out;
}

std::string AnswerHead(const HttpResponse& answer, BodyEnd end, bool keep_alive) {
  namespace http = boost::beast::http;
  const auto reason =
      http::obsolete_reason(http::int_to_status(static_cast<unsigned>(answer.status)));
  std::string head = "HTTP/1.1 " + std::to_string(answer.status) + " ";
  head.append(reason.data(), reason.size()).append("\r\n");
  if (!answer.content_type.empty()) AppendLine("Content-Type", answer.content_type, head);
  AppendLine("X-Content-Type-Options", "nosniff", head);
  for (const auto& [name, value] : answer.headers) AppendLine(name, value, head);
  if (end == BodyEnd::kLength) {
    AppendLine("Content-Length", std::to_string(answer.body.size()), head);
  } else if (end == BodyEnd::kChunked) {
    AppendLine("Transfer-Encoding", "chunked", head);
  }
  if (!keep_alive) AppendLine("Connection", "close", head);
  return head.append("\r\n");
}

void AppendChunk(std::string_view data, std::string& out) {
  char size[20];
  const auto result = std::to_chars(size, size + sizeof(size), data.size(), 16);
  out.append(size, result.ptr).append("\r\n").append(data).append("\r\n");
}

}  // namespace oarlock::server
