#pragma once
// Challenge: what a server asks for with 401, parsed from its WWW-Authenticate headers (RFC 9110,
// 11.6.1). Values. Threads: [any]. What is no challenge is left out.

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace oarlock::oci {

struct Challenge {
  std::string scheme;                         // lower case: "bearer", "basic"
  std::map<std::string, std::string> params;  // names in lower case

  std::string Param(const std::string& name) const;  // "" = not there
};

std::vector<Challenge> ParseChallenges(const std::vector<std::string>& headers);

}  // namespace oarlock::oci
