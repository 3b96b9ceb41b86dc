#include "server/router.h"

#include <utility>

namespace oarlock::server {

void Router::Get(std::string path, Handler handler) {
  get_.insert_or_assign(std::move(path), std::move(handler));
}

void Router::Post(std::string path, Handler handler) {
  post_.insert_or_assign(std::move(path), std::move(handler));
}

Response Router::Route(const Request& request) const {
  const bool is_get = request.method == "GET" || request.method == "HEAD";
  const bool is_post = request.method == "POST";
  if (is_get) {
    if (const auto it = get_.find(request.path); it != get_.end()) return it->second(request);
  }
  if (is_post) {
    if (const auto it = post_.find(request.path); it != post_.end()) return it->second(request);
  }
  if (get_.contains(request.path) || post_.contains(request.path)) {
    return {405, "text/plain; charset=utf-8", "method not allowed\n"};
  }
  return {404, "text/plain; charset=utf-8", "not found\n"};
}

}  // namespace oarlock::server
