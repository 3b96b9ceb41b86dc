#pragma once
// CacheVerifier: one comparison of what a list left in a cache with the server's own list at
// exactly the same version (client-go's consistency detector, as a debugging option of the
// product).
//
// Started by the reflector after each sync when asked to; a new sync replaces it. It keeps hashes
// of key and of version + uid, never a second copy. A difference is logged with up to
// kVerifyKeysMax keys and counted; nothing is changed. What the cache knows from later than the
// version is not compared. Threads: [strand]. Ownership: by the reflector; tasks hold it weakly.
// Errors: a list that fails is asked again kVerifyTriesMax times in all, then the comparison is
// given up with a log line; at once when the server has compacted the version.

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "cache/reflector.h"

namespace oarlock::cache {

inline constexpr size_t kVerifyKeysMax = 5;
inline constexpr int kVerifyTriesMax = 5;

class CacheVerifier final : public ListReceiver,
                            public std::enable_shared_from_this<CacheVerifier> {
 public:
  static std::shared_ptr<CacheVerifier> Start(const ReflectorOptions& options,
                                              const Reflector::Parts& parts, std::string version);
  CacheVerifier(const ReflectorOptions& options, const Reflector::Parts& parts,
                std::string version);
  ~CacheVerifier() override;

  // Cancels what runs. Idempotent.
  void Stop();

  void Take(base::Task piece, size_t) override { parts_.strand->Post(std::move(piece)); }
  void OnListItems(uint64_t generation, const RawBatch& batch) override;
  void OnListEnd(uint64_t generation, const base::Result<kube::ListMeta>& result) override;
  void ResumeCall(uint64_t generation) override;

 private:
  struct Known {
    uint64_t state = 0;  // 0: newer than the version, anything goes
    bool seen = false;
  };
  void Remember();
  void Begin();
  void Request(kube::ListOptions options);
  // kUnimplemented: the item is to be had as JSON only.
  base::Status Compare(const kube::RawItem& item);
  void Differs(const std::string& key);
  void Retry(const base::Status& error);
  void Finish();
  void NameTheRest();
  void DropCall();
  void PostIf(uint64_t generation, void (CacheVerifier::*function)());

  const ReflectorOptions options_;
  const Reflector::Parts parts_;
  const std::string version_;
  base::Backoff backoff_;
  bool stopped_ = false;
  uint64_t generation_ = 0;
  int tries_ = 0;
  base::TimerId timer_ = 0;
  std::shared_ptr<ListGate::Ticket> turn_;
  std::unique_ptr<kube::Call> call_;
  std::unordered_map<uint64_t, Known> known_;  // by the hash of the key
  uint64_t differences_ = 0;
  std::vector<std::string> keys_;
};

}  // namespace oarlock::cache
