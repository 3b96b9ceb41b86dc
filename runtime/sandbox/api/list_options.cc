#include "sandbox/api/list_options.h"

#include <charconv>

#include "kube/text/base64.h"

namespace oarlock::sandbox {
namespace {

constexpr std::string_view kOptionsKind = "ListOptions";

ApiError InvalidOptions(const FieldErrors& causes) {
  return Invalid("meta.k8s.io", kOptionsKind, "", causes);
}

FieldErrors CheckList(const ListOptions& options, std::string_view match) {
  FieldErrors causes;
  if (options.initial_events) {
    causes.push_back(
        FieldError::Forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list"));
  }
  if (match.empty()) return causes;
  const std::string field = "resourceVersionMatch";
  if (options.version_text.empty()) {
    causes.push_back(FieldError::Forbidden(
        field, "resourceVersionMatch is forbidden unless resourceVersion is provided"));
  }
  if (!options.continue_token.empty()) {
    causes.push_back(FieldError::Forbidden(
        field, "resourceVersionMatch is forbidden when continue is provided"));
  }
  if (match != "Exact" && match != "NotOlderThan") {
    causes.push_back(FieldError::NotSupported(field, Json(match), {"Exact", "NotOlderThan", ""}));
  }
  if (match == "Exact" && options.version_text == "0") {
    causes.push_back(FieldError::Forbidden(
        field, "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\""));
  }
  return causes;
}

FieldErrors CheckWatch(const ListOptions& options, std::string_view match) {
  FieldErrors causes;
  const std::string field = "resourceVersionMatch";
  if (options.initial_events && match != "NotOlderThan") {
    causes.push_back(FieldError::Forbidden(
        field, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
  }
  if (match.empty()) return causes;
  if (!options.initial_events) {
    causes.push_back(FieldError::Forbidden(
        field, "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"));
  }
  if (match != "NotOlderThan") {
    causes.push_back(FieldError::NotSupported(field, Json(match), {"NotOlderThan"}));
  }
  return causes;
}

ApiStatus ReadVersion(ListOptions& options) {
  if (options.version_text.empty() || options.version_text == "0") return {};
  auto version = ListOptions::ParseVersion(options.version_text);
  if (version.ok()) {
    options.version = *version;
  } else if (options.watch) {
    return ServerError(ListOptions::VersionFault(options.version_text));
  } else {
    return version.error();
  }
  return {};
}

ApiStatus ReadNumbers(const Query& query, ListOptions& options) {
  if (const auto limit = query.Get("limit"); !limit.empty()) {
    auto number = ParseInteger(limit, "ParseInt");
    if (!number.ok()) return number.error();
    options.limit = *number;
  }
  if (const auto seconds = query.Get("timeoutSeconds"); !seconds.empty()) {
    auto number = ParseInteger(seconds, "ParseInt");
    if (!number.ok()) return number.error();
    options.timeout_seconds = *number;
  }
  return {};
}

ApiStatus ReadSelectors(const Query& query, const ResourceType& type, ListOptions& options) {
  auto labels = kube::LabelSelector::Parse(query.Get("labelSelector"));
  if (!labels.ok()) {
    return BadRequest("unable to parse requirement: " + labels.status().message());
  }
  options.labels = *std::move(labels);
  auto fields = FieldSelector::Parse(query.Get("fieldSelector"), type);
  if (!fields.ok()) return fields.error();
  options.fields = std::move(*fields);
  return {};
}

}  // namespace

ApiResult<int64_t> ParseInteger(std::string_view text, std::string_view go_function) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size()) return number;
  return BadRequest(
      "strconv." + std::string(go_function) + ": parsing " + WriteJson(Json(text)) +
      (error == std::errc::result_out_of_range ? ": value out of range" : ": invalid syntax"));
}

ApiResult<uint64_t> ListOptions::ParseVersion(std::string_view text) {
  uint64_t version = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), version);
  if (error == std::errc() && end == text.data() + text.size()) return version;
  return BadRequest("invalid resource version: " + VersionFault(text));
}

std::string ListOptions::VersionFault(std::string_view text) {
  const std::string quoted = WriteJson(Json(text));
  return "resourceVersion: Invalid value: " + quoted + ": strconv.ParseUint: parsing " + quoted +
         ": invalid syntax";
}

ApiResult<ListOptions> ListOptions::Parse(const Query& query, const ResourceType& type,
                                          bool watch) {
  ListOptions options;
  if (auto error = ReadSelectors(query, type, options)) return *error;
  if (auto error = ReadNumbers(query, options)) return *error;
  options.watch = watch || query.IsTrue("watch");
  options.bookmarks = query.IsTrue("allowWatchBookmarks");
  if (query.Has("sendInitialEvents")) options.initial_events = query.IsTrue("sendInitialEvents");
  options.version_text = query.Get("resourceVersion");
  options.continue_token = query.Get("continue");
  const std::string_view match = query.Get("resourceVersionMatch");
  if (match == "Exact") options.match = VersionMatch::kExact;
  if (match == "NotOlderThan") options.match = VersionMatch::kNotOlderThan;
  const auto causes = options.watch ? CheckWatch(options, match) : CheckList(options, match);
  if (!causes.empty()) return InvalidOptions(causes);
  if (auto error = ReadVersion(options)) return *error;
  return options;
}

std::string ContinueToken::ToText() const {
  const Json token = {{"v", "meta.k8s.io/v1"}, {"rv", version}, {"start", start}};
  std::string text = kube::EncodeBase64(WriteJson(token));
  while (text.ends_with('=')) text.pop_back();
  for (char& c : text) c = c == '+' ? '-' : c == '/' ? '_' : c;
  return text;
}

ApiResult<ContinueToken> ContinueToken::Parse(std::string_view text) {
  std::string plain(text);
  for (char& c : plain) c = c == '-' ? '+' : c == '_' ? '/' : c;
  while (plain.size() % 4 != 0) plain.push_back('=');
  const auto invalid = [](std::string_view why) {
    return BadRequest("invalid continue token: continue key is not valid: " + std::string(why));
  };
  const auto bytes = kube::DecodeBase64(plain);
  if (!bytes) return invalid("illegal base64 data");
  auto parsed = ParseJson(*bytes);
  if (!parsed.ok()) return invalid(parsed.status().message());
  const Json& token = parsed->value;
  if (TextAt(token, {"v"}) != "meta.k8s.io/v1") {
    return invalid("server does not recognize this encoded version " +
                   std::string(TextAt(token, {"v"})));
  }
  const Json& version = Member(token, "rv");
  if (!version.is_number_integer() || version == 0) {
    return invalid("incorrect encoded start resourceVersion (version meta.k8s.io/v1)");
  }
  ContinueToken out{version.get<int64_t>(), std::string(TextAt(token, {"start"}))};
  if (out.start.empty()) return invalid("encoded start key empty (version meta.k8s.io/v1)");
  return out;
}

}  // namespace oarlock::sandbox
