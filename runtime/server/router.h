#pragma once
// Router: which function answers which path of a listener.
//
// Filled by `app` before the server starts, then read-only. Handlers run on [server], must be
// quick, take no long lock and never call plugin code. Threads: [main & !started], then [server].

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "server/http_message.h"

namespace oarlock::server {

struct Request {
  std::string_view method;  // "GET", "POST"
  std::string_view path;    // without query
  std::string_view query;
  std::string_view accept;
  std::string_view body;
  std::string_view accept_encoding = {};
};

struct Response {
  int status = 200;
  std::string content_type = "text/plain; charset=utf-8";
  std::string body;
  HttpHeaders headers = {};
};

using Handler = std::function<Response(const Request&)>;

class Router {
 public:
  // GET (and HEAD) of exactly `path`.
  void Get(std::string path, Handler handler);
  // POST of exactly `path`. The public listener registers none: it never changes anything.
  void Post(std::string path, Handler handler);

  // 404 for an unknown path, 405 for a known path with another method.
  Response Route(const Request& request) const;

 private:
  std::map<std::string, Handler, std::less<>> get_;
  std::map<std::string, Handler, std::less<>> post_;
};

}  // namespace oarlock::server
