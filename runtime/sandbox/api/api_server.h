#pragma once
// ApiServer: the sandbox's answer to every request: routes it to discovery or to the verb of a
// resource, and makes a Status of what goes wrong.
//
// Given to server::HttpServer as its handler. Threads: [any]; nothing here waits, the store has the
// only lock. Ownership: borrows the environment, which outlives it. Errors: Status bodies.

#include <memory>

#include "sandbox/api/api_call.h"
#include "sandbox/discovery/discovery.h"
#include "server/http_message.h"

namespace oarlock::sandbox {

class ApiServer final : public server::HttpHandler {
 public:
  explicit ApiServer(ApiEnvironment& env);

  void Handle(server::HttpRequest request, server::HttpReply reply) override;
  server::HttpResponse Refuse(int status, std::string_view why) override;
  // The same without a listener.
  server::HttpResponse Answer(const server::HttpRequest& request);

 private:
  ApiResult<server::HttpResponse> Route(const server::HttpRequest& request, Accept& accept);
  ApiResult<server::HttpResponse> Resource(ApiCall& call);

  ApiEnvironment& env_;
};

}  // namespace oarlock::sandbox
