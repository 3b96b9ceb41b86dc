#include "app/admin/exchange.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "server/query.h"

namespace oarlock::app {
namespace {

int HttpStatusOf(base::StatusCode code) {
  switch (code) {
    case base::StatusCode::kInvalidArgument: return 400;
    case base::StatusCode::kNotFound: return 404;
    case base::StatusCode::kFailedPrecondition: return 409;
    case base::StatusCode::kTooLarge: return 413;
    case base::StatusCode::kUnavailable: return 503;
    default: return 500;
  }
}

base::Result<std::map<std::string, std::string>> FromQuery(std::string_view text) {
  const auto query = server::Query::Parse(text);
  if (!query) return base::InvalidArgument("the query has a bad escape");
  std::map<std::string, std::string> values;
  for (const auto& [name, value] : query->values()) {
    if (!values.emplace(name, value).second) {
      return base::InvalidArgument(fmt::format("parameter \"{}\" is given twice", name));
    }
  }
  return values;
}

base::Result<std::map<std::string, std::string>> FromBody(std::string_view body) {
  std::map<std::string, std::string> values;
  if (body.empty()) return values;
  OARLOCK_ASSIGN_OR_RETURN(const sandbox::ParsedJson parsed, sandbox::ParseJson(body));
  if (!parsed.value.is_object()) {
    return base::InvalidArgument("the body has to be a JSON object, like {\"plugin\": \"name\"}");
  }
  for (const auto& [name, value] : parsed.value.items()) {
    if (!value.is_string()) {
      return base::InvalidArgument(fmt::format("\"{}\" has to be a string", name));
    }
    values[name] = value.get<std::string>();
  }
  return values;
}

}  // namespace

base::Result<Parameters> Parameters::Read(const server::Request& request,
                                          const std::vector<std::string_view>& known) {
  Parameters out;
  const bool in_body = request.method == "POST";
  OARLOCK_ASSIGN_OR_RETURN(out.values_,
                           in_body ? FromBody(request.body) : FromQuery(request.query));
  for (const auto& [name, value] : out.values_) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string all = known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", "));
    return base::InvalidArgument(
        fmt::format("parameter \"{}\" is not known here; there are: {}", name, all));
  }
  return out;
}

const std::string& Parameters::Get(const std::string& name) const {
  static const std::string kNone;
  const auto found = values_.find(name);
  return found == values_.end() ? kNone : found->second;
}

base::Result<std::string> Parameters::Required(const std::string& name) const {
  const std::string& value = Get(name);
  if (value.empty()) return base::InvalidArgument(fmt::format("parameter \"{}\" is needed", name));
  return value;
}

base::Result<uint64_t> Parameters::Number(const std::string& name, uint64_t unset,
                                          uint64_t max) const {
  if (!Has(name)) return unset;
  const std::string& text = Get(name);
  uint64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || read.ec != std::errc() || read.ptr != text.data() + text.size() ||
      number > max) {
    return base::InvalidArgument(fmt::format(
        "parameter \"{}\" has to be a number from 0 to {}, not \"{}\"", name, max, text));
  }
  return number;
}

server::Response JsonAnswer(const Json& json, int status) {
  server::Response response;
  response.status = status;
  response.content_type = "application/json";
  response.body = sandbox::WriteJson(json) + "\n";
  return response;
}

server::Response ErrorAnswer(const base::Status& status) {
  return JsonAnswer({{"error", status.message()}}, HttpStatusOf(status.code()));
}

server::Handler Handles(std::vector<std::string_view> known,
                        std::function<base::Result<Json>(const Parameters&)> function, int status) {
  return [known = std::move(known), function = std::move(function),
          status](const server::Request& request) {
    const auto parameters = Parameters::Read(request, known);
    if (!parameters.ok()) return ErrorAnswer(parameters.status());
    const base::Result<Json> answer = function(*parameters);
    return answer.ok() ? JsonAnswer(*answer, status) : ErrorAnswer(answer.status());
  };
}

}  // namespace oarlock::app
