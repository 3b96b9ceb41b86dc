#pragma once
// Query: the part of a request's target behind "?", taken apart; and the escapes of URLs.
//
// Threads: values. Errors: nullopt or false for an escape that is none. Limits: none of its own,
// the target is bounded by the listener's head.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace oarlock::server {

// False where an escape is none.
bool Unescape(std::string_view text, bool plus_is_blank, std::string& out);
// All but letters, digits and "-._~" as escapes.
std::string Escape(std::string_view text);

class Query {
 public:
  static std::optional<Query> Parse(std::string_view text);
  // The first value by that name; "" = not there.
  std::string_view Get(std::string_view name) const;
  std::vector<std::string> All(std::string_view name) const;
  bool Has(std::string_view name) const;
  // "1", "true" and the like; an empty value counts as true, as in an API server.
  bool IsTrue(std::string_view name) const;
  const std::vector<std::pair<std::string, std::string>>& values() const { return values_; }

 private:
  std::vector<std::pair<std::string, std::string>> values_;
};

}  // namespace oarlock::server
