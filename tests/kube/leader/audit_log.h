#pragma once
// AuditLog: who wrote which ConfigMap when, as the API server itself says.
//
// Read by kube tests from a server with audit level "Metadata". Threads: one test thread. Errors:
// lines that cannot be read fail the test.

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace oarlock::kubetest {

using WallTime = std::chrono::sys_time<std::chrono::microseconds>;

WallTime WallNow();

struct AuditedWrite {
  std::string user;
  std::string verb;
  std::string name;
  WallTime received;
};

class AuditLog {
 public:
  // Writes of ConfigMaps in that namespace; what the log has by now is left out.
  AuditLog(std::string path, std::string ns);

  // Reads what is new. In the order in which they were received.
  const std::vector<AuditedWrite>& Writes();
  // What was received from `from` on; `user` empty: of everybody.
  std::vector<AuditedWrite> Since(WallTime from, const std::string& user = "");
  bool Wrote(const std::string& user, WallTime from) { return !Since(from, user).empty(); }
  // Bounds memory: what was received before is of no interest any more.
  void ForgetBefore(WallTime time);

 private:
  void ReadLine(const std::string& line);

  const std::string path_;
  const std::string ns_;
  uint64_t offset_ = 0;
  std::vector<AuditedWrite> writes_;
};

}  // namespace oarlock::kubetest
