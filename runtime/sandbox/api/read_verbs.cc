#include "sandbox/api/read_verbs.h"

#include "sandbox/api/watch_stream.h"

namespace oarlock::sandbox {
namespace {

// The keys of a namespace are those from "NS/" up to "NS0": '0' follows '/'.
std::string FirstKey(const ApiCall& call) { return call.path.ns.empty() ? "" : call.path.ns + "/"; }

bool InScope(const std::string& key, const std::string& prefix) { return key.starts_with(prefix); }

struct ListSource {
  ObjectMap objects;
  uint64_t version = 0;
  std::string start;  // the first key
};

constexpr std::string_view kTokenExpired =
    "The provided continue parameter is too old to display a consistent list result. You can start "
    "a new list without the continue parameter, or use the continue token in this response to "
    "retrieve the remainder of the results. Continuing with the provided token results in an "
    "inconsistent list - objects that were created, modified, or deleted between the time the "
    "first chunk was returned and now may show up in the list.";

// What the list of a token is continued from.
ApiResult<ListSource> Continued(ApiCall& call, const ListOptions& options) {
  if (!options.version_text.empty() && options.version_text != "0") {
    return BadRequest("specifying resource version is not allowed when using continue");
  }
  auto token = ContinueToken::Parse(options.continue_token);
  if (!token.ok()) return token.error();
  const Snapshot state = call.env.store.Read();
  const std::string prefix = FirstKey(call);
  std::string_view start = token->start;
  if (!start.starts_with('/')) return BadRequest("invalid continue token: invalid start");
  start.remove_prefix(1);
  ListSource source{{}, state->version, prefix + std::string(start)};
  const auto version = static_cast<uint64_t>(token->version);
  if (token->version < 0) {
    source.objects = state->Table(call.resource()).objects;
    return source;
  }
  if (version > state->version) return VersionTooLarge(version, state->version);
  auto then =
      version < call.env.store.OldestListed() ? std::nullopt : state->At(call.resource(), version);
  if (!then) {
    ApiError error = Expired(std::string(kTokenExpired));
    error.list_continue = ContinueToken{-1, token->start}.ToText();
    return error;
  }
  source.objects = *std::move(then);
  source.version = version;
  return source;
}

ApiResult<ListSource> SourceOf(ApiCall& call, const ListOptions& options) {
  if (!options.continue_token.empty()) return Continued(call, options);
  const Snapshot state = call.env.store.Read();
  ListSource source{state->Table(call.resource()).objects, state->version, FirstKey(call)};
  if (!options.version) return source;
  if (*options.version > state->version) return VersionTooLarge(*options.version, state->version);
  const bool exact = options.match == VersionMatch::kExact ||
                     (options.match == VersionMatch::kUnset && options.limit > 0);
  if (!exact) return source;
  auto then = *options.version < call.env.store.OldestListed()
                  ? std::nullopt
                  : state->At(call.resource(), *options.version);
  if (!then) return Expired("The resourceVersion for the provided list is too old.");
  source.objects = *std::move(then);
  source.version = *options.version;
  return source;
}

// Takes the objects that are selected, up to the limit, and says in `meta` what is left.
std::vector<StoredPtr> TakePage(const ApiCall& call, const ListOptions& options,
                                const ListSource& source, ListMeta& meta) {
  const std::string prefix = FirstKey(call);
  std::vector<StoredPtr> page;
  for (auto at = source.objects.LowerBound(source.start); at.valid(); at.Next()) {
    if (!InScope(at.key(), prefix)) break;
    if (!options.Selects(*at.value())) continue;
    if (options.limit > 0 && page.size() == static_cast<size_t>(options.limit)) {
      std::string last = page.back()->key().substr(prefix.size());
      last.push_back('\0');
      meta.continue_token =
          ContinueToken{static_cast<int64_t>(source.version), "/" + last}.ToText();
      if (options.selects_all()) {
        const size_t beyond = prefix.empty() ? 0 : source.objects.CountFrom(call.path.ns + "0");
        meta.remaining = static_cast<int64_t>(source.objects.CountFrom(at.key()) - beyond);
      }
      break;
    }
    page.push_back(at.value());
  }
  return page;
}

}  // namespace

ApiResult<server::HttpResponse> GetObject(ApiCall& call) {
  const std::string_view text = call.query.Get("resourceVersion");
  if (!text.empty() && text != "0") {
    auto options = ListOptions::ParseVersion(text);
    if (!options.ok()) return ServerError(ListOptions::VersionFault(text));
    const uint64_t current = call.env.store.Read()->version;
    if (*options > current) return VersionTooLarge(*options, current);
  }
  const StoredPtr object = call.env.store.Find(call.resource(), call.key());
  if (!object) return ObjectNotFound(*call.type, call.path.name);
  return call.Object(200, *object);
}

ApiResult<server::HttpResponse> ListObjects(ApiCall& call) {
  auto options = ListOptions::Parse(call.query, *call.type, call.path.is_watch);
  if (!options.ok()) return options.error();
  if (options->watch) return WatchObjects(call, *options);
  auto source = SourceOf(call, *options);
  if (!source.ok()) return source.error();
  ListMeta meta{source->version, "", std::nullopt};
  const auto page = TakePage(call, *options, *source, meta);
  return TextAnswer(200, call.View().List(page, meta), call.accept);
}

std::vector<StoredPtr> SelectedObjects(const ApiCall& call, const ListOptions& options) {
  const Snapshot state = call.env.store.Read();
  const std::string prefix = FirstKey(call);
  std::vector<StoredPtr> selected;
  const auto& objects = state->Table(call.resource()).objects;
  for (auto at = objects.LowerBound(prefix); at.valid(); at.Next()) {
    if (!InScope(at.key(), prefix)) break;
    if (options.Selects(*at.value())) selected.push_back(at.value());
  }
  return selected;
}

}  // namespace oarlock::sandbox
