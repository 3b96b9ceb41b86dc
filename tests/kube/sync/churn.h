#pragma once
// Churn: random creates, updates and deletes of ConfigMaps at the real server, from several
// threads that each have names of their own. Objects change size and text, and label g (0 to 3).
//
// A writer whose server is away waits for it and asks again, so that every change counts once.
// Threads: one owner. Errors: Fault().

#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/mutex.h"
#include "tests/kube/api_server.h"

namespace oarlock::kubetest {

struct ChurnOptions {
  std::string ns;
  uint64_t seed = 0;
  int changes = 0;
  int writers = 4;
  int names = 40;  // per writer
};

class Churn {
 public:
  Churn(ApiServer& server, ChurnOptions options) : server_(server), options_(std::move(options)) {}
  ~Churn() { Join(); }
  Churn(const Churn&) = delete;
  Churn& operator=(const Churn&) = delete;

  void Start();
  void Join();
  int done() const;
  std::string Fault() const;  // "" when every change was accepted

 private:
  void Write(int writer);
  void Change(std::mt19937_64& random, const std::string& name, std::set<std::string>& live);
  void Send(const std::string& method, const std::string& path, const std::string& body);

  ApiServer& server_;
  const ChurnOptions options_;
  std::vector<std::thread> threads_;
  mutable base::Mutex mutex_;
  int done_ OARLOCK_GUARDED_BY(mutex_) = 0;
  std::string fault_ OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::kubetest
