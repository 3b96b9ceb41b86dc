#pragma once
// Sandbox: an embedded Kubernetes API server, in memory: store, API and listener put together.
//
// `oarlock sandbox` runs one; tests make as many as they like. It makes an authority and
// certificates of its own when it starts, has the namespaces that every cluster has, and serves
// HTTPS on loopback.
// Threads: [any]; requests run on the listener's one thread "sandbox", controllers, where there are
// any, on one thread "controllers". Ownership: pinned; borrows the clock and the log, which outlive
// it. The destructor ends every connection.
// Errors: Start → kUnavailable when the address cannot be bound. Limits: store.h, http_server.h.

#include <memory>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/log.h"
#include "base/status.h"
#include "sandbox/access/access_control.h"
#include "sandbox/controllers/controller_set.h"
#include "sandbox/faults/fault_script.h"
#include "sandbox/store/store.h"
#include "server/http_message.h"
#include "server/http_server.h"

namespace oarlock::sandbox {

inline constexpr size_t kSandboxConnectionsMax = 4'096;
inline constexpr size_t kSandboxHeaderBytesMax = 64 * 1024;
inline constexpr size_t kSandboxBodyBytesMax = 3 * 1024 * 1024;

struct SandboxOptions {
  std::string address = "127.0.0.1:0";
  bool tls = true;
  uint64_t seed = 1;  // of uids and generated names
  StoreLimits store = {};
  AuthorizationMode authorization = AuthorizationMode::kAlwaysAllow;
  bool http_410_for_watches = false;
  Snapshot from = nullptr;         // a state to go on from; null: an empty cluster's
  ControllerSet controllers = {};  // none: a bare API server
};

// What a sandbox has to do. Nothing is ready when `busy` is 0; what its clients have to do is
// theirs to say.
struct SandboxWork {
  uint64_t busy = 0;          // requests, wakes and tasks that go on without anybody's doing
  uint64_t open = 0;          // requests whose answer is not sent to its end, those at rest too
  uint64_t stream_bytes = 0;  // of bodies, that open streams have sent
  uint64_t progress = 0;      // grows with everything that is done
};

class Sandbox {
 public:
  static base::Result<std::unique_ptr<Sandbox>> Start(SandboxOptions options, base::Clock& clock,
                                                      const base::Log& log);
  ~Sandbox();
  Sandbox(const Sandbox&) = delete;
  Sandbox& operator=(const Sandbox&) = delete;

  std::string url() const;  // "https://127.0.0.1:PORT"
  const std::string& ca_pem() const;
  // For the administrator, with certificates inside.
  std::string Kubeconfig() const;

  // A request as if it had come over a socket; nothing is sent anywhere.
  server::HttpResponse Do(std::string_view method, std::string_view target,
                          std::string_view body = {},
                          std::string_view content_type = "application/json");
  // Creates the object, in the namespace it names or in "default".
  base::Status Create(std::string_view json);

  // The whole state, O(1): what is kept costs the objects that change afterwards.
  Snapshot TakeSnapshot() const;
  // Makes the state what it was. Versions go on, and whoever watched or paged before gets 410.
  void Restore(const Snapshot& snapshot);
  // Another sandbox that goes on from here on its own, at an address of its own.
  base::Result<std::unique_ptr<Sandbox>> Fork(const base::Log& log);
  Store& store();
  // 0: the controllers have nothing ready.
  uint64_t controller_work() const;
  const server::HttpCounters& counters() const;
  SandboxWork work() const;

  // Requests over a socket that go wrong from now on; an empty script: none.
  void SetFaults(FaultScript script);
  std::vector<FaultCount> fault_counts() const;

 private:
  class Impl;
  explicit Sandbox(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace oarlock::sandbox
