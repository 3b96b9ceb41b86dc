#pragma once
// What the admin API's handlers are given and give: parameters by name, and JSON.
//
// Parameters come in the query of a GET and as a flat JSON object in the body of a POST; one that
// is not known is an error, so that a misspelt one does not pass for its default.
// Threads: values. Errors: kInvalidArgument in words for who asked.

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "sandbox/types/json.h"
#include "server/router.h"

namespace oarlock::app {

using sandbox::Json;

class Parameters {
 public:
  static base::Result<Parameters> Read(const server::Request& request,
                                       const std::vector<std::string_view>& known);
  // "" = not given.
  const std::string& Get(const std::string& name) const;
  bool Has(const std::string& name) const { return values_.contains(name); }
  base::Result<std::string> Required(const std::string& name) const;
  base::Result<uint64_t> Number(const std::string& name, uint64_t unset, uint64_t max) const;

 private:
  std::map<std::string, std::string> values_;
};

server::Response JsonAnswer(const Json& json, int status = 200);
// By its code: 400, 404, 409 …
server::Response ErrorAnswer(const base::Status& status);

// Makes a handler of a function from parameters to a result.
server::Handler Handles(std::vector<std::string_view> known,
                        std::function<base::Result<Json>(const Parameters&)> function,
                        int status = 200);

}  // namespace oarlock::app
