#pragma once
// HttpEngine: the one I/O thread [io] and the libcurl handles that live on it.
//
// It moves bytes: one Transfer is one HTTP exchange, with no retries and no meaning. RestTransport
// builds requests, retries and credentials on top of it. Connections belong to pools, which never
// share one: watches (HTTP/2, multiplexed), lists (HTTP/1.1, may be paused), requests, and one per
// client that wants its own.
// Threads: construction, Stop and destruction by the owner (not on [io]); Post and OnIoThread
// [any]; everything else [io]. Sinks are called on [io] with no lock held and must not block.
// Lifecycle: running from construction → Stop: `on_stop` runs on [io], every transfer that is left
// ends with kCancelled, the thread is joined, later Posts are refused.
// Limits: posted tasks and transfers are bounded by who makes them; header bytes by
// kHeaderBytesMax.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/status.h"
#include "client/transport/transfer.h"
#include "kube/write_fence.h"

namespace oarlock::client {

using PoolId = uint32_t;
using TransferId = uint64_t;  // 0 = none

struct PoolOptions {
  bool multiplex = true;     // HTTP/2 streams share connections
  long connections_max = 0;  // 0 = no limit
  // Null: none. Else requests of the pool that are no reads begin in a term only, and when a term
  // ends every connection of the pool is reset before anything more is sent, and every transfer of
  // it ends with kNotLeading: what waited in a buffer does not leave later.
  std::shared_ptr<const kube::WriteFence> fence = nullptr;
};

class HttpEngine {
 public:
  HttpEngine();
  ~HttpEngine();
  HttpEngine(const HttpEngine&) = delete;
  HttpEngine& operator=(const HttpEngine&) = delete;

  // Runs `task` on [io], in order of posting. False (and no run) after Stop.
  bool Post(base::Task task);
  bool OnIoThread() const;
  // Set before the first transfer.
  void SetOnStop(base::Task on_stop);
  // Idempotent.
  void Stop();

  // [any]; usable at once, also by transfers posted later.
  PoolId AddPool(const PoolOptions& options);
  // `sink` gets its end later, never inside this call.
  TransferId Start(PoolId pool, TransferSpec spec, std::shared_ptr<TransferSink> sink);
  // The term of the pool's fence, for what is asked for now; 0: closed, or no fence.
  uint64_t Term(PoolId pool) const;
  // The sink hears nothing any more. Allowed inside a sink's call.
  void Cancel(TransferId id);
  // After a sink returned kPause.
  void Resume(TransferId id);
  size_t transfers() const;
  // [any]
  const EngineCounters& counters() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace oarlock::client
