#pragma once
// CurlTransfer: one libcurl easy handle, set up from a TransferSpec, and its callbacks.
// Owned by HttpEngine, used on [io] only. Not movable: libcurl keeps its address.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "client/transport/head_reader.h"
#include "client/transport/transfer.h"

namespace oarlock::client {

class CurlPool;

class CurlTransfer {
 public:
  // `gathered`: where this transfer notes its id when it begins to collect bytes; HandOver is then
  // owed to it. It, the pool and the counters outlive the transfer.
  CurlTransfer(uint64_t id, TransferSpec spec, std::shared_ptr<TransferSink> sink, CurlPool& pool,
               std::vector<uint64_t>& gathered, EngineCounters& counters);
  ~CurlTransfer();
  CurlTransfer(const CurlTransfer&) = delete;
  CurlTransfer& operator=(const CurlTransfer&) = delete;

  uint64_t id() const { return id_; }
  void* easy() const { return easy_; }  // CURL*
  // From a CURL* that came out of a multi handle.
  static CurlTransfer* FromEasy(void* easy);
  // Makes libcurl send what it has buffered for the connection of this (HTTP/2) transfer.
  void Flush();
  // No more calls to the sink; the transfer is about to be removed.
  void Mute();
  void Resume();
  // Gives the sink what was collected. Not inside of libcurl. False: the sink wants no more, the
  // transfer is to be finished as one whose bytes could not be written.
  bool HandOver();
  // Tells the sink the end; `code` is a CURLcode.
  void Finish(int code);
  void FinishCancelled();
  // Ended by the pool's fence.
  void FinishFenced();
  // False: it is a write, and the term in which it was asked for is over, or there was none.
  bool MayWrite() const;

 private:
  void SetUp();
  void SetUpTls();
  void SetUpNetwork();
  void SetUpRequest();
  void SetUpBody();
  void SetUpFence();
  void FollowSockets();
  size_t OnHeaderLine(std::string_view line);
  size_t OnBytes(std::string_view bytes);
  bool Gather(std::string_view bytes);
  bool Deliver(std::string_view bytes);
  bool DeliverGathered();
  void KeepNoConnection();
  TransferResult ResultOf(int code) const;
  TransferResult Fenced(const char* why) const;
  static size_t HeaderCallback(char* data, size_t size, size_t count, void* self);
  static size_t WriteCallback(char* data, size_t size, size_t count, void* self);
  bool IsOnceOnly() const;
  int SendFrom(size_t offset);
  static size_t ReadCallback(char* out, size_t size, size_t count, void* self);
  static int SocketCallback(void* self, int fd, int purpose);

  const uint64_t id_;
  const TransferSpec spec_;
  CurlPool& pool_;
  std::shared_ptr<TransferSink> sink_;
  void* easy_ = nullptr;
  void* header_list_ = nullptr;      // curl_slist*
  void* connect_to_list_ = nullptr;  // curl_slist*
  std::string error_text_;           // CURL_ERROR_SIZE bytes, written by libcurl
  std::vector<uint64_t>& gathered_ids_;
  EngineCounters& counters_;
  size_t body_bytes_ = 0;  // that the sink has taken
  std::string gathered_;
  HeadReader head_;
  size_t body_sent_ = 0;  // of what goes through ReadCallback
  bool fenced_ = false;   // it is a write, and the pool has a fence
  bool aborted_ = false;
  bool pause_requested_ = false;
};

}  // namespace oarlock::client
