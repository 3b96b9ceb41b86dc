#include <algorithm>

#include "base/text/lower_case.h"
#include "integration/script/script_server.h"

namespace oarlock::integration {

std::string ScriptRequest::Header(std::string_view name) const {
  for (const auto& [key, value] : headers) {
    if (base::SameInLowerCase(key, name)) return value;
  }
  return {};
}

bool ScriptRequest::HasHeader(std::string_view name) const {
  return std::any_of(headers.begin(), headers.end(),
                     [&](const auto& header) { return base::SameInLowerCase(header.first, name); });
}

std::string ScriptRequest::Query(std::string_view name) const {
  for (const auto& [key, value] : query) {
    if (key == name) return value;
  }
  return {};
}

ScriptAnswer ScriptAnswer::Json(int status, std::string body) {
  ScriptAnswer answer;
  answer.status = status;
  answer.body = std::move(body);
  return answer;
}

ScriptAnswer ScriptAnswer::Error(int status, std::string_view reason, std::string_view message) {
  std::string body = R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",)";
  body.append(R"("message":")").append(message).append(R"(","reason":")").append(reason);
  body.append(R"(","code":)").append(std::to_string(status)).append("}");
  return Json(status, std::move(body));
}

ScriptAnswer ScriptAnswer::Reset() {
  ScriptAnswer answer;
  answer.before_head = true;
  answer.then = Then::kReset;
  return answer;
}

ScriptAnswer ScriptAnswer::Watch(const std::vector<std::string>& lines, Then then) {
  ScriptAnswer answer;
  answer.framing = Framing::kChunked;
  answer.then = then;
  answer.end_body = then == Then::kKeepAlive || then == Then::kClose;
  for (const std::string& line : lines) {
    answer.body.append(line).push_back('\n');
    answer.pieces.push_back(line.size() + 1);
  }
  return answer;
}

ScriptAnswer ScriptAnswer::Stream(std::shared_ptr<ScriptStream> stream) {
  ScriptAnswer answer;
  answer.framing = Framing::kChunked;
  answer.stream = std::move(stream);
  return answer;
}

}  // namespace oarlock::integration
