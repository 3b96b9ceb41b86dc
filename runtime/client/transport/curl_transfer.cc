#include "client/transport/curl_transfer.h"

#include <curl/curl.h>

#include <utility>

#include "base/check.h"
#include "client/transport/curl_error.h"
#include "client/transport/curl_pool.h"
#include "client/transport_options.h"

namespace oarlock::client {

CurlTransfer::CurlTransfer(uint64_t id, TransferSpec spec, std::shared_ptr<TransferSink> sink,
                           CurlPool& pool, std::vector<uint64_t>& gathered,
                           EngineCounters& counters)
    : id_(id),
      spec_(std::move(spec)),
      pool_(pool),
      sink_(std::move(sink)),
      easy_(curl_easy_init()),
      gathered_ids_(gathered),
      counters_(counters) {
  ++counters_.transfers;
  OARLOCK_CHECK(easy_ != nullptr);
  error_text_.assign(CURL_ERROR_SIZE, '\0');
  fenced_ = pool.fence() != nullptr && spec_.method != "GET";
  SetUp();
}

CurlTransfer::~CurlTransfer() {
  counters_.body_bytes -= body_bytes_;
  --counters_.transfers;
  ++counters_.progress;
  curl_easy_cleanup(easy_);
  curl_slist_free_all(static_cast<curl_slist*>(header_list_));
  curl_slist_free_all(static_cast<curl_slist*>(connect_to_list_));
}

CurlTransfer* CurlTransfer::FromEasy(void* easy) {
  char* self = nullptr;
  curl_easy_getinfo(easy, CURLINFO_PRIVATE, &self);
  return static_cast<CurlTransfer*>(static_cast<void*>(self));
}

int CurlTransfer::SendFrom(size_t offset) {
  if (IsOnceOnly()) return CURL_SEEKFUNC_FAIL;
  body_sent_ = offset;
  return CURL_SEEKFUNC_OK;
}

bool CurlTransfer::IsOnceOnly() const { return spec_.method == "POST" || spec_.method == "PATCH"; }

bool CurlTransfer::MayWrite() const {
  return !fenced_ || (spec_.term != 0 && pool_.fence()->term() == spec_.term);
}

size_t CurlTransfer::ReadCallback(char* out, size_t size, size_t count, void* self) {
  auto* transfer = static_cast<CurlTransfer*>(self);
  if (!transfer->MayWrite()) return CURL_READFUNC_ABORT;
  const std::string& body = *transfer->spec_.body;
  const size_t bytes = body.copy(out, size * count, transfer->body_sent_);
  transfer->body_sent_ += bytes;
  return bytes;
}

void CurlTransfer::Flush() {
  if (spec_.body != nullptr) return;  // its own body is on the way
  // Changing what is paused sends the stream's window, and with it whatever waits.
  curl_easy_pause(easy_, CURLPAUSE_SEND);
  curl_easy_pause(easy_, CURLPAUSE_CONT);
}

void CurlTransfer::Resume() {
  if (!std::exchange(pause_requested_, false)) return pool_.ReleaseReads(easy_);
  curl_easy_pause(easy_, CURLPAUSE_CONT);
}

size_t CurlTransfer::HeaderCallback(char* data, size_t size, size_t count, void* self) {
  return static_cast<CurlTransfer*>(self)->OnHeaderLine({data, size * count});
}

size_t CurlTransfer::WriteCallback(char* data, size_t size, size_t count, void* self) {
  return static_cast<CurlTransfer*>(self)->OnBytes({data, size * count});
}

void CurlTransfer::Mute() {
  sink_.reset();
  KeepNoConnection();
}

// libcurl 7.88 to 8.14 keeps the RST_STREAM of a transfer that ends early in a buffer until
// something moves on the connection. The engine flushes a connection that others still use; one
// that nobody uses would stay as it is for ever, and the server go on with the stream. So the
// connection ends with its last transfer when that is cut short.
void CurlTransfer::KeepNoConnection() {
  OARLOCK_CHECK(curl_easy_setopt(easy_, CURLOPT_FORBID_REUSE, 1L) == CURLE_OK);
}

size_t CurlTransfer::OnHeaderLine(std::string_view line) {
  const HeadReader::Step step = head_.Add(line);
  if (step == HeadReader::Step::kTooLong) return 0;
  if (step == HeadReader::Step::kMore) return line.size();
  const std::shared_ptr<TransferSink> sink = sink_;  // the call may mute this transfer
  aborted_ = sink == nullptr || !sink->OnHead(head_.head());
  if (aborted_) KeepNoConnection();
  return aborted_ ? 0 : line.size();
}

size_t CurlTransfer::OnBytes(std::string_view bytes) {
  if (pause_requested_) return CURL_WRITEFUNC_PAUSE;
  const bool taken = spec_.gather_bytes > 0 ? Gather(bytes) : Deliver(bytes);
  if (taken) return bytes.size();
  return bytes.empty() ? 1 : 0;  // any other number than given is an error
}

// False: the sink wants no more.
bool CurlTransfer::Deliver(std::string_view bytes) {
  const std::shared_ptr<TransferSink> sink = sink_;  // the call may mute this transfer
  const BodyAction action = sink == nullptr ? BodyAction::kAbort : sink->OnBody(bytes);
  body_bytes_ += bytes.size();
  counters_.body_bytes += bytes.size();
  ++counters_.progress;
  pause_requested_ = action == BodyAction::kPause && !head_.head().http2;
  // libcurl would go on to read a stream that it was told to pause, and keep what comes.
  if (action == BodyAction::kPause && head_.head().http2) pool_.HoldReads(easy_);
  if (action != BodyAction::kAbort) return true;
  aborted_ = true;
  KeepNoConnection();
  return false;
}

bool CurlTransfer::Gather(std::string_view bytes) {
  if (sink_ == nullptr) return Deliver(bytes);
  if (gathered_.empty() && !bytes.empty()) gathered_ids_.push_back(id_);
  gathered_.append(bytes);
  return gathered_.size() < spec_.gather_bytes || DeliverGathered();
}

bool CurlTransfer::DeliverGathered() {
  if (gathered_.empty()) return true;
  const bool taken = Deliver(gathered_);
  gathered_.clear();
  return taken;
}

bool CurlTransfer::HandOver() {
  const bool taken = DeliverGathered();
  // A watch that has become quiet keeps no memory for the next burst.
  if (gathered_.capacity() > kReceiveBufferBytes) std::string().swap(gathered_);
  return taken;
}

TransferResult CurlTransfer::ResultOf(int code) const {
  TransferResult result;
  result.got_head = head_.done();
  long connects = 0;
  curl_off_t lookup_us = 0;
  curl_easy_getinfo(easy_, CURLINFO_NUM_CONNECTS, &connects);
  curl_easy_getinfo(easy_, CURLINFO_NAMELOOKUP_TIME_T, &lookup_us);
  if (connects > 0) result.name_lookup = std::chrono::microseconds(lookup_us);
  if (aborted_) {
    result.error = TransferError::kAborted;
    result.status = base::Cancelled("aborted by its reader");
  } else if (code == CURLE_ABORTED_BY_CALLBACK && fenced_) {
    return Fenced("nothing was written: this replica does not lead");
  } else if (head_.too_long()) {
    result.error = TransferError::kOther;
    result.status = {base::StatusCode::kTooLarge, "the answer's headers exceed the limit"};
  } else if (code != CURLE_OK) {
    result.error = CurlErrorKind(code);
    result.status = CurlErrorStatus(code, error_text_.c_str());
  } else if (!head_.done()) {
    result.error = TransferError::kBroken;
    result.status = base::Unavailable("the connection ended without an answer");
  }
  return result;
}

void CurlTransfer::Finish(int code) {
  // What came before an error counts, as it would have without collecting it.
  if (!aborted_ && sink_ != nullptr) DeliverGathered();
  const std::shared_ptr<TransferSink> sink = std::move(sink_);
  if (sink != nullptr) sink->OnTransferEnd(ResultOf(code));
}

TransferResult CurlTransfer::Fenced(const char* why) const {
  TransferResult result;
  result.error = TransferError::kFenced;
  result.status = {base::StatusCode::kNotLeading, why};
  result.got_head = head_.done();
  return result;
}

void CurlTransfer::FinishFenced() {
  const std::shared_ptr<TransferSink> sink = std::move(sink_);
  if (sink == nullptr) return;
  sink->OnTransferEnd(Fenced(
      fenced_ && spec_.term == 0
          ? "nothing was written: this replica does not lead"
          : "the connection was given up: this replica does not lead any more, and what was sent "
            "may have been done"));
}

void CurlTransfer::FinishCancelled() {
  const std::shared_ptr<TransferSink> sink = std::move(sink_);
  if (sink == nullptr) return;
  TransferResult result;
  result.status = base::Cancelled("the client was stopped");
  result.error = TransferError::kAborted;
  result.got_head = head_.done();
  sink->OnTransferEnd(result);
}

}  // namespace oarlock::client
