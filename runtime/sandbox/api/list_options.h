#pragma once
// ListOptions: what a list, a watch or a deletion of a collection is asked for, read and checked.
// Threads: values. Errors: ApiError 400 and 422 in a server's words.

#include <cstdint>
#include <optional>
#include <string>

#include "kube/selector.h"
#include "sandbox/api/field_selector.h"
#include "sandbox/api/request_path.h"

namespace oarlock::sandbox {

enum class VersionMatch { kUnset, kExact, kNotOlderThan };

struct ListOptions {
  kube::LabelSelector labels;
  FieldSelector fields;
  bool watch = false;
  bool bookmarks = false;
  std::optional<bool> initial_events;
  std::string version_text;         // "" = not given
  std::optional<uint64_t> version;  // not of "" and not of "0"
  VersionMatch match = VersionMatch::kUnset;
  int64_t limit = 0;
  std::string continue_token;
  std::optional<int64_t> timeout_seconds;

  // `watch`: the path asks for one, whatever the query says.
  static ApiResult<ListOptions> Parse(const Query& query, const ResourceType& type,
                                      bool watch = false);

  // Of a resourceVersion that is neither empty nor "0".
  static ApiResult<uint64_t> ParseVersion(std::string_view text);
  // What is said of one that is no number.
  static std::string VersionFault(std::string_view text);

  bool Selects(const StoredObject& object) const {
    return fields.Matches(object) && labels.Matches(object.labels.root());
  }
  bool selects_all() const { return fields.empty() && labels.empty(); }
};

// Where a paged list goes on: at which version, behind which key.
struct ContinueToken {
  int64_t version = 0;  // -1: at the newest one, whatever it is
  std::string start;    // the first key that may follow

  std::string ToText() const;
  static ApiResult<ContinueToken> Parse(std::string_view text);
};

// A number as Go reads it, with Go's words where it is none.
ApiResult<int64_t> ParseInteger(std::string_view text, std::string_view go_function);

}  // namespace oarlock::sandbox
