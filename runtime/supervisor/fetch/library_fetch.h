#pragma once
// LibraryFetch: the library of one plugin on its way from a registry: one thread that fetches,
// tries again with back-off when that failed, and tells of each outcome.
//
// Made by Plugin when the manifest names a library by digest, ended by it when the library is there
// or another one is wanted. So that the lifecycle thread, which looks after the running generation,
// never waits for the network. What can never succeed is not tried again.
// Threads: one of its own ("fetch:NAME"); `told` is called on it with no lock held; the rest [any],
// destruction not on it. Limits: kLibraryFetchTimeout for one try.

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "base/clock.h"
#include "base/log.h"
#include "base/mutex.h"
#include "base/random.h"
#include "kube/blob/blob_fetcher.h"

namespace oarlock::supervisor {

inline constexpr std::chrono::minutes kLibraryFetchTimeout{10};

struct LibraryFetchEnv {
  kube::BlobFetcher& fetcher;
  base::Clock& clock;
  base::Random& random;
  base::Log log;
};

class LibraryFetch {
 public:
  struct Outcome {
    std::optional<kube::FetchedBlob> blob;
    uint64_t failures = 0;
    std::string failure;  // the last one, and when it is tried again
    bool is_final = false;
  };

  LibraryFetch(const LibraryFetchEnv& env, const std::string& plugin, std::string reference,
               std::function<void()> told);
  ~LibraryFetch();
  LibraryFetch(const LibraryFetch&) = delete;
  LibraryFetch& operator=(const LibraryFetch&) = delete;

  Outcome outcome() const;

 private:
  void Run();

  const LibraryFetchEnv env_;
  const std::string reference_;
  const std::function<void()> told_;
  std::stop_source stop_;
  mutable base::Mutex mutex_;
  Outcome outcome_ OARLOCK_GUARDED_BY(mutex_);
  std::thread thread_;
};

}  // namespace oarlock::supervisor
