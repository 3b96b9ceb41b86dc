#pragma once
// The head of an HTTP/1.1 answer as text, and the frame of a chunk. Internal to server.
// Threads: [any].

#include <string>

#include "server/http_message.h"

namespace oarlock::server {

// How the peer learns where the body ends.
enum class BodyEnd { kLength, kChunked, kClose };

std::string AnswerHead(const HttpResponse& answer, BodyEnd end, bool keep_alive);
// "SIZE CRLF data CRLF".
void AppendChunk(std::string_view data, std::string& out);

}  // namespace oarlock::server
