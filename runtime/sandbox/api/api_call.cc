#include "sandbox/api/api_call.h"

#include "kube/timestamp.h"

namespace oarlock::sandbox {
namespace {

constexpr size_t kManagerBytes = 128;

}  // namespace

ObjectView ApiCall::View() const {
  return {type,
          custom,
          env.tables,
          accept,
          std::string(query.Get("includeObject")),
          env.clock.UnixNow()};
}

std::string ApiCall::FieldManager() const {
  if (const auto manager = query.Get("fieldManager"); !manager.empty()) {
    return std::string(manager);
  }
  const std::string_view agent = http.Header("User-Agent");
  std::string manager(agent.substr(0, agent.find('/')).substr(0, kManagerBytes));
  return manager.empty() ? "unknown" : manager;
}

std::string ApiCall::Now() const { return kube::FormatTime(env.clock.UnixNow()); }

server::HttpResponse ApiCall::Object(int status, const StoredObject& object) const {
  return TextAnswer(status, View().One(object), accept);
}

}  // namespace oarlock::sandbox
