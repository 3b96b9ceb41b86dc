#pragma once
// ScriptedRegistry: an OCI registry of the scripted server, for tests: what is pushed or put into
// it is served; logins, tokens, redirects and lies as the test says.
// Threads: knobs are set before requests come; the rest [any].

#include <map>
#include <optional>
#include <string>

#include "base/mutex.h"
#include "integration/script/script_server.h"
#include "oci/artifact.h"
#include "oci/registry_session.h"

namespace oarlock::integration {

class ScriptedRegistry {
 public:
  using Answer = ScriptAnswer;
  using Request = ScriptRequest;

  explicit ScriptedRegistry(ScriptServer& server) : server_(server) {
    server_.Handle([this](const Request& request) { return Handle(request); });
  }

  std::string name() const { return server_.url().substr(server_.url().find("://") + 3); }
  oci::RegistryOptions options() const {
    oci::RegistryOptions out;
    out.plain_http = {name()};
    return out;
  }
  // Keeps it as a blob and as a manifest; its digest.
  std::string Put(const std::string& bytes) {
    base::MutexLock lock(mutex_);
    const std::string digest = oci::DigestOf(bytes);
    kept_[digest] = bytes;
    return digest;
  }
  // What is served under that digest from now on.
  void Lie(const std::string& digest, const std::string& bytes) {
    base::MutexLock lock(mutex_);
    kept_[digest] = bytes;
  }
  std::string Tagged(const std::string& tag) {
    base::MutexLock lock(mutex_);
    return tags_[tag];
  }

  // Requests need this header; others get 401 with the challenge.
  std::string wants;
  std::string challenge;
  // Blobs are somewhere else.
  std::string redirect_blobs_to;

 private:
  static Answer Failed(int status, const std::string& code) {
    return Answer::Json(status, R"({"errors":[{"code":")" + code + R"(","message":"said so"}]})");
  }

  std::optional<Answer> Handle(const Request& request) {
    if (!request.path.starts_with("/v2/")) return std::nullopt;
    if (!wants.empty() && request.Header("Authorization") != wants) {
      Answer answer = Failed(401, "UNAUTHORIZED");
      answer.headers.emplace_back("WWW-Authenticate", challenge);
      return answer;
    }
    if (request.method == "POST") {
      Answer answer = Answer::Json(202, "");
      answer.headers.emplace_back("Location", "/v2/place?state=1");
      return answer;
    }
    if (request.method == "PUT") return Take(request);
    return Give(request);
  }

  Answer Take(const Request& request) {
    const std::string digest = Put(request.body);
    if (const std::string named = request.Query("digest"); !named.empty() && named != digest) {
      return Failed(400, "DIGEST_INVALID");
    }
    base::MutexLock lock(mutex_);
    if (request.path.find("/manifests/") != std::string::npos) {
      tags_[request.path.substr(request.path.rfind('/') + 1)] = digest;
    }
    return Answer::Json(201, "");
  }

  Answer Give(const Request& request) {
    const std::string digest = request.path.substr(request.path.rfind('/') + 1);
    if (request.path.find("/blobs/") != std::string::npos && !redirect_blobs_to.empty()) {
      Answer answer = Answer::Json(307, "");
      answer.headers.emplace_back("Location", redirect_blobs_to + "/" + digest);
      return answer;
    }
    base::MutexLock lock(mutex_);
    const auto found = kept_.find(digest);
    if (found == kept_.end()) return Failed(404, "MANIFEST_UNKNOWN");
    Answer answer = Answer::Json(200, found->second);
    answer.headers.emplace_back("Content-Type", "application/octet-stream");
    return answer;
  }

  ScriptServer& server_;
  base::Mutex mutex_;
  std::map<std::string, std::string> kept_ OARLOCK_GUARDED_BY(mutex_);
  std::map<std::string, std::string> tags_ OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::integration
