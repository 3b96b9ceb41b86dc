#pragma once
// StreamReader and StreamCall: what list and watch calls have in common: a sink that goes silent
// on Cancel, and the handle that the reflector holds. Internal to client.
// Threads: Silence and the handle [any]; the rest [io].

#include <atomic>
#include <memory>
#include <string>
#include <utility>

#include "client/transport/rest_transport.h"
#include "kube/list_watcher.h"

namespace oarlock::client {

class StreamReader : public ResponseSink {
 public:
  explicit StreamReader(std::string accept) : accept_(std::move(accept)) {}
  void Silence() { silent_.store(true); }
  bool Restart() override { return false; }

 protected:
  bool silent() const { return silent_.load(); }
  // The format of the body: one that was asked for, or no type at all (RC-10), which is JSON.
  base::Result<kube::ContentType> FormatOf(const ResponseHead& head) const;

 private:
  const std::string accept_;
  std::atomic<bool> silent_{false};
};

class StreamCall final : public kube::Call {
 public:
  StreamCall(std::shared_ptr<StreamReader> reader, std::shared_ptr<RestCall> call)
      : reader_(std::move(reader)), call_(std::move(call)) {}
  ~StreamCall() override { StreamCall::Cancel(); }

  void Cancel() override {
    reader_->Silence();
    call_->Cancel();
  }
  void Resume() override { call_->Resume(); }

 private:
  const std::shared_ptr<StreamReader> reader_;
  const std::shared_ptr<RestCall> call_;
};

}  // namespace oarlock::client
