#include "tests/kube/delivery/registry_process.h"

#include <chrono>

#include "tests/kube/http.h"
#include "tests/kube/polling.h"
#include "tests/kube/ports.h"

namespace oarlock::kubetest {
namespace {

// bcrypt of "secret".
constexpr const char* kPasswords =
    "user:$2b$04$eV4GlVlcZC6hrcYpt/r9Ae/t7M..ewclOYwGhyr6rzII5huEBd3s6\n";

}  // namespace

std::string RegistryProcess::name() const { return "127.0.0.1:" + std::to_string(port_); }

base::Status RegistryProcess::WriteConfig(bool with_login) {
  std::string text = "version: 0.1\nlog: {level: warn}\nstorage: {filesystem: {rootdirectory: " +
                     scratch_.File("data") + "}}\nhttp: {addr: '" + name() + "'}\n";
  if (with_login) {
    text += "auth: {htpasswd: {realm: test, path: " + scratch_.File("passwords") + "}}\n";
  }
  OARLOCK_RETURN_IF_ERROR(WriteFile(scratch_.File("passwords"), kPasswords));
  return WriteFile(scratch_.File("config.yml"), text);
}

base::Status RegistryProcess::Start(bool with_login) {
  if (port_ == 0) {
    OARLOCK_RETURN_IF_ERROR(scratch_.Create());
    OARLOCK_ASSIGN_OR_RETURN(const auto ports, FreePorts(1));
    port_ = ports[0];
  }
  OARLOCK_RETURN_IF_ERROR(WriteConfig(with_login));
  OARLOCK_RETURN_IF_ERROR(
      process_.Start({"/usr/bin/docker-registry", "serve", scratch_.File("config.yml")},
                     scratch_.File("registry.log"), scratch_.File("registry.pid")));
  HttpClient http;
  const bool answers = PollUntil(std::chrono::seconds(30), [&] {
    HttpRequest request;
    request.url = "http://" + name() + "/v2/";
    const auto answer = http.Send(request);
    return answer.ok() && answer->code == (with_login ? 401 : 200);
  });
  return answers ? base::Status::Ok() : base::Unavailable("docker-registry: " + log());
}

std::string RegistryProcess::BlobFile(const std::string& digest) const {
  const std::string hex = digest.substr(digest.find(':') + 1);
  return scratch_.File("data/docker/registry/v2/blobs/sha256/" + hex.substr(0, 2) + "/" + hex +
                       "/data");
}

std::string RegistryProcess::log() const { return Tail(scratch_.File("registry.log"), 20); }

}  // namespace oarlock::kubetest
