#include "integration/script/script_connection.h"

#include <algorithm>
#include <charconv>

#include "server/query.h"

namespace oarlock::integration {
namespace {

void SplitTarget(ScriptRequest& request) {
  const size_t mark = request.target.find('?');
  request.path = request.target.substr(0, mark);
  if (mark == std::string::npos) return;
  if (const auto query = server::Query::Parse(std::string_view(request.target).substr(mark + 1))) {
    request.query = query->values();
  }
}

std::string_view Trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::string Head(const ScriptAnswer& answer, bool chunked) {
  std::string head = "HTTP/1.1 " + std::to_string(answer.status) + " Scripted\r\n";
  bool has_type = false;
  for (const auto& [name, value] : answer.headers) {
    head.append(name).append(": ").append(value).append("\r\n");
    has_type = has_type || name == "Content-Type";
  }
  if (!has_type) head += "Content-Type: application/json\r\n";
  if (chunked) {
    head += "Transfer-Encoding: chunked\r\n";
  } else if (answer.framing == Framing::kLength) {
    head += "Content-Length: " + std::to_string(answer.body.size()) + "\r\n";
  } else {
    head += "Connection: close\r\n";
  }
  return head + "\r\n";
}

bool IsChunked(const ScriptAnswer& answer) {
  return answer.framing == Framing::kChunked || answer.stream != nullptr;
}

}  // namespace

ScriptConnection::ScriptConnection(Channel& channel, uint64_t id, Answer answer)
    : channel_(channel), id_(id), answer_(std::move(answer)) {}

void ScriptConnection::Run() {
  if (!channel_.Accept()) return;
  for (;;) {
    std::optional<ScriptRequest> request = ReadRequest();
    if (!request) break;
    if (!Play(answer_(std::move(*request)))) return;
  }
  channel_.Close(false);
}

bool ScriptConnection::Fill(size_t bytes) {
  while (buffer_.size() < bytes) {
    if (buffer_.size() > kScriptRequestBytesMax || !channel_.Read(buffer_)) return false;
  }
  return true;
}

std::optional<std::string> ScriptConnection::TakeLine() {
  size_t end;
  while ((end = buffer_.find("\r\n")) == std::string::npos) {
    if (!Fill(buffer_.size() + 1)) return std::nullopt;
  }
  std::string line = buffer_.substr(0, end);
  buffer_.erase(0, end + 2);
  return line;
}

std::optional<ScriptRequest> ScriptConnection::ReadRequest() {
  const std::optional<std::string> first = TakeLine();
  if (!first) return std::nullopt;
  const size_t space = first->find(' ');
  const size_t last = first->rfind(' ');
  if (space == std::string::npos || last <= space) return std::nullopt;
  ScriptRequest request;
  request.method = first->substr(0, space);
  request.target = first->substr(space + 1, last - space - 1);
  request.connection = id_;
  request.server_name = channel_.server_name();
  SplitTarget(request);
  for (;;) {
    const std::optional<std::string> line = TakeLine();
    if (!line) return std::nullopt;
    if (line->empty()) break;
    const size_t colon = line->find(':');
    if (colon == std::string::npos) return std::nullopt;
    request.headers.emplace_back(line->substr(0, colon),
                                 Trim(std::string_view(*line).substr(colon + 1)));
  }
  if (!ReadBody(request)) return std::nullopt;
  return request;
}

bool ScriptConnection::ReadBody(ScriptRequest& request) {
  if (request.Header("Transfer-Encoding") == "chunked") return ReadChunkedBody(request);
  const std::string length = request.Header("Content-Length");
  size_t bytes = 0;
  std::from_chars(length.data(), length.data() + length.size(), bytes);
  if (bytes > kScriptRequestBytesMax || !Fill(bytes)) return false;
  request.body = buffer_.substr(0, bytes);
  buffer_.erase(0, bytes);
  return true;
}

bool ScriptConnection::ReadChunkedBody(ScriptRequest& request) {
  for (;;) {
    const std::optional<std::string> line = TakeLine();
    size_t bytes = 0;
    if (!line) return false;
    std::from_chars(line->data(), line->data() + line->size(), bytes, 16);
    if (bytes > kScriptRequestBytesMax || !Fill(bytes + 2)) return false;
    request.body += buffer_.substr(0, bytes);
    buffer_.erase(0, bytes + 2);
    if (bytes == 0) return true;
  }
}

bool ScriptConnection::Play(const ScriptAnswer& answer) {
  if (answer.stream) answer.stream->MarkOpened();
  if (answer.before_head) return Finish(answer.then);
  const bool chunked = IsChunked(answer);
  bool alive = channel_.Write(Head(answer, chunked)) && PlayBody(answer);
  if (alive && answer.stream) return PlayStream(answer);
  if (alive && chunked && answer.end_body) alive = channel_.Write("0\r\n\r\n");
  if (!alive) return false;
  const bool unframed = answer.framing == Framing::kNone && answer.then == Then::kKeepAlive;
  return Finish(unframed ? Then::kClose : answer.then);
}

bool ScriptConnection::PlayBody(const ScriptAnswer& answer) {
  std::string_view body = answer.body;
  for (size_t i = 0; !body.empty(); ++i) {
    size_t size = body.size();
    if (!answer.pieces.empty()) size = answer.pieces[std::min(i, answer.pieces.size() - 1)];
    size = std::clamp<size_t>(size, 1, body.size());
    if (!WritePiece(answer, body.substr(0, size))) return false;
    body.remove_prefix(size);
  }
  return true;
}

bool ScriptConnection::PlayStream(const ScriptAnswer& answer) {
  ScriptStream& stream = *answer.stream;
  std::optional<ScriptStream::End> end;
  bool alive = true;
  while (alive && !end) {
    const std::string piece = stream.Take(end);
    if (!piece.empty()) {
      alive = WritePiece(answer, piece);
    } else if (!end) {
      alive = channel_.WaitFor(stream.wake_fd());
    }
  }
  if (alive && end == ScriptStream::End::kClean) {
    alive = channel_.Write("0\r\n\r\n");
  } else if (alive) {
    alive = Finish(end == ScriptStream::End::kReset ? Then::kReset : Then::kClose);
  }
  stream.MarkClosed();
  return alive;
}

bool ScriptConnection::WritePiece(const ScriptAnswer& answer, std::string_view piece) {
  if (!IsChunked(answer)) return channel_.Write(piece);
  char size[20];
  const auto end = std::to_chars(size, size + sizeof(size), piece.size(), 16).ptr;
  std::string chunk(size, end);
  chunk.append("\r\n").append(piece).append("\r\n");
  return channel_.Write(chunk);
}

bool ScriptConnection::Finish(Then then) {
  switch (then) {
    case Then::kKeepAlive: return true;
    case Then::kClose: channel_.Close(false); return false;
    case Then::kReset: channel_.Close(true); return false;
    case Then::kHang: channel_.DrainUntilGone(); return false;
  }
  return false;
}

}  // namespace oarlock::integration
