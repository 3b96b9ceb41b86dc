// bench_floor: libcurl alone, which receives and drops: what no client of these bytes can beat.
//
//   bench_floor --kubeconfig FILE --mode list|watch|watch-list --accept json|protobuf --http 1|2
//               --path PATH [--resource-version V]
// list: {"event":"synced","bytes":B,"seconds":S}, and the end. watch-list: the same for a watch
// that begins with the list, up to its closing bookmark. watch: "synced" when the answer begins;
// then stats, reset and quit as in subject.h, where events are lines or frames.
#include <curl/curl.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>
#include <utility>

#include "client/environment.h"
#include "client/in_cluster.h"
#include "client/kubeconfig.h"
#include "subject.h"

namespace oarlock::bench {
namespace {

constexpr long kListBufferBytes = 512 * 1024;  // as our client has
constexpr long kWatchBufferBytes = 32 * 1024;
// The closing bookmark is the only short event with this in it.
constexpr std::string_view kListEnd = "k8s.io/initial-events-end";
constexpr size_t kBookmarkBytesMax = 1024;

enum class Mode { kList, kWatch, kWatchList };

struct Options {
  std::string kubeconfig;
  std::string path = "/api/v1/pods";
  std::string version;
  Mode mode = Mode::kList;
  bool protobuf = false;
  bool http1 = false;
};

Mode ModeOf(std::string_view name) {
  if (name == "list") return Mode::kList;
  if (name == "watch") return Mode::kWatch;
  if (name == "watch-list") return Mode::kWatchList;
  Die(fmt::format("unknown mode {}", name));
}

Options Parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view flag = argv[i];
    const std::string value = argv[i + 1];
    if (flag == "--kubeconfig") {
      options.kubeconfig = value;
    } else if (flag == "--mode") {
      options.mode = ModeOf(value);
    } else if (flag == "--accept") {
      options.protobuf = value == "protobuf";
    } else if (flag == "--http") {
      options.http1 = value == "1";
    } else if (flag == "--path") {
      options.path = value;
    } else if (flag == "--resource-version") {
      options.version = value;
    } else {
      Die(fmt::format("unknown flag {}", flag));
    }
  }
  if (argc % 2 == 0 || options.kubeconfig.empty()) Die("usage: --kubeconfig FILE --mode MODE …");
  return options;
}

// Counts the events of a watch in pieces of any size, and finds the end of its list.
class EventCounter {
 public:
  explicit EventCounter(bool protobuf) : protobuf_(protobuf) {}

  // Events that end in this piece.
  uint64_t Take(std::string_view piece) { return protobuf_ ? Frames(piece) : Lines(piece); }
  bool list_ended() const { return list_ended_; }

 private:
  uint64_t Lines(std::string_view piece) {
    uint64_t events = 0;
    for (size_t end = 0; (end = piece.find('\n')) != std::string_view::npos; ++events) {
      Body(piece.substr(0, end));
      EventEnds();
      piece.remove_prefix(end + 1);
    }
    Body(piece);
    return events;
  }

  // Each has its length before it, in four bytes.
  uint64_t Frames(std::string_view piece) {
    uint64_t events = 0;
    while (!piece.empty()) {
      if (left_ == 0) {
        length_ = length_ << 8 | static_cast<unsigned char>(piece.front());
        piece.remove_prefix(1);
        if (++length_bytes_ == 4) left_ = std::exchange(length_, 0);
        continue;
      }
      const size_t part = std::min<size_t>(left_, piece.size());
      Body(piece.substr(0, part));
      piece.remove_prefix(part);
      left_ -= static_cast<uint32_t>(part);
      if (left_ != 0) continue;
      EventEnds();
      length_bytes_ = 0;
      ++events;
    }
    return events;
  }

  void Body(std::string_view part) {
    bytes_ += part.size();
    if (bytes_ <= kBookmarkBytesMax) small_.append(part);
  }
  void EventEnds() {
    if (bytes_ <= kBookmarkBytesMax && small_.find(kListEnd) != std::string::npos) {
      list_ended_ = true;
    }
    bytes_ = 0;
    small_.clear();
  }

  const bool protobuf_;
  uint32_t length_ = 0;
  uint32_t left_ = 0;
  int length_bytes_ = 0;
  size_t bytes_ = 0;   // of the event so far
  std::string small_;  // the event, as long as it is short
  bool list_ended_ = false;
};

class Request {
 public:
  Request(const Options& options, Events& events)
      : options_(options), events_(events), counter_(options.protobuf), curl_(curl_easy_init()) {
    SetUp();
  }
  ~Request() {
    curl_slist_free_all(headers_);
    curl_easy_cleanup(curl_);
  }
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;

  // Blocks until the answer has ended. Empty, or what went wrong.
  std::string Run() {
    const CURLcode code = curl_easy_perform(curl_);
    long status = 0;
    curl_easy_getinfo(curl_, CURLINFO_RESPONSE_CODE, &status);
    if (counter_.list_ended()) return "";
    if (code != CURLE_OK) return curl_easy_strerror(code);
    return status == 200 ? "" : fmt::format("status {}", status);
  }
  void SaySynced() const {
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start_;
    Say(fmt::format(R"({{"event":"synced","bytes":{},"seconds":{:.6f}}})", bytes_, took.count()));
  }

 private:
  void SetUp();
  void SetIdentity(const client::ClientConfig& config);
  std::string Url(const client::ClientConfig& config) const;
  void SetBlob(CURLoption option, const std::string& data) {
    if (data.empty()) return;
    curl_blob blob{const_cast<char*>(data.data()), data.size(), CURL_BLOB_COPY};
    curl_easy_setopt(curl_, option, &blob);
  }

  static size_t OnBody(char* data, size_t, size_t size, void* self) {
    return static_cast<Request*>(self)->Take({data, size});
  }
  size_t Take(std::string_view piece) {
    if (bytes_ == 0 && options_.mode == Mode::kWatch) SaySyncedOnce();
    bytes_ += piece.size();
    if (options_.mode != Mode::kList) events_.Note(counter_.Take(piece));
    return options_.mode == Mode::kWatchList && counter_.list_ended() ? 0 : piece.size();
  }
  // The empty line behind the headers: a watch may have no event yet.
  static size_t OnHeader(char* data, size_t, size_t size, void* self) {
    auto* request = static_cast<Request*>(self);
    if (std::string_view(data, size) == "\r\n" && request->options_.mode == Mode::kWatch) {
      request->SaySyncedOnce();
    }
    return size;
  }
  void SaySyncedOnce() {
    if (!std::exchange(said_, true)) SaySynced();
  }
  const Options& options_;
  Events& events_;
  EventCounter counter_;
  CURL* curl_;
  curl_slist* headers_ = nullptr;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  uint64_t bytes_ = 0;
  bool said_ = false;
};

void Request::SetUp() {
  const auto config =
      client::LoadDefaultConfig({options_.kubeconfig}, {}, client::Environment::OfProcess());
  if (!config.ok()) Die(config.status().ToString());
  const bool watch = options_.mode != Mode::kList;
  std::string accept =
      options_.protobuf ? "application/vnd.kubernetes.protobuf" : "application/json";
  if (options_.protobuf && watch) accept += ";stream=watch";
  headers_ = curl_slist_append(headers_, ("Accept: " + accept).c_str());
  curl_easy_setopt(curl_, CURLOPT_HTTPHEADER, headers_);
  curl_easy_setopt(curl_, CURLOPT_URL, Url(*config).c_str());
  curl_easy_setopt(curl_, CURLOPT_HTTP_VERSION,
                   options_.http1 ? CURL_HTTP_VERSION_1_1 : CURL_HTTP_VERSION_2TLS);
  curl_easy_setopt(curl_, CURLOPT_BUFFERSIZE, watch ? kWatchBufferBytes : kListBufferBytes);
  curl_easy_setopt(curl_, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl_, CURLOPT_WRITEFUNCTION, &Request::OnBody);
  curl_easy_setopt(curl_, CURLOPT_WRITEDATA, this);
  curl_easy_setopt(curl_, CURLOPT_HEADERFUNCTION, &Request::OnHeader);
  curl_easy_setopt(curl_, CURLOPT_HEADERDATA, this);
  SetIdentity(*config);
}

void Request::SetIdentity(const client::ClientConfig& config) {
  SetBlob(CURLOPT_CAINFO_BLOB, config.tls.ca_data);
  SetBlob(CURLOPT_SSLCERT_BLOB, config.tls.client_cert_data);
  SetBlob(CURLOPT_SSLKEY_BLOB, config.tls.client_key_data);
  const std::pair<CURLoption, const std::string&> texts[] = {
      {CURLOPT_CAINFO, config.tls.ca_data.empty() ? config.tls.ca_file : config.tls.ca_data},
      {CURLOPT_SSLCERT, config.tls.client_cert_file},
      {CURLOPT_SSLKEY, config.tls.client_key_file}};
  for (const auto& [option, path] : texts) {
    if (path.starts_with('/')) curl_easy_setopt(curl_, option, path.c_str());
  }
  if (!config.auth.token.empty()) {
    curl_easy_setopt(curl_, CURLOPT_HTTPAUTH, CURLAUTH_BEARER);
    curl_easy_setopt(curl_, CURLOPT_XOAUTH2_BEARER, config.auth.token.c_str());
  }
  if (!config.tls.insecure) return;
  curl_easy_setopt(curl_, CURLOPT_SSL_VERIFYPEER, 0L);
  curl_easy_setopt(curl_, CURLOPT_SSL_VERIFYHOST, 0L);
}

std::string Request::Url(const client::ClientConfig& config) const {
  std::string query;
  switch (options_.mode) {
    case Mode::kList:
      query = "resourceVersion=" + (options_.version.empty() ? "0" : options_.version);
      break;
    case Mode::kWatch:
      query = "watch=true&allowWatchBookmarks=true&timeoutSeconds=3600";
      if (!options_.version.empty()) query += "&resourceVersion=" + options_.version;
      break;
    case Mode::kWatchList:
      query =
          "watch=true&allowWatchBookmarks=true&sendInitialEvents=true"
          "&resourceVersionMatch=NotOlderThan";
      break;
  }
  return config.server + options_.path + "?" + query;
}

int Run(const Options& options) {
  curl_global_init(CURL_GLOBAL_DEFAULT);
  Events events;
  Request request(options, events);
  if (options.mode != Mode::kWatch) {
    if (const std::string error = request.Run(); !error.empty()) Die(error);
    request.SaySynced();
    return 0;
  }
  std::thread receiver([&] {
    if (const std::string error = request.Run(); !error.empty()) Die(error);
  });
  Serve(nullptr, events);
  std::_Exit(0);  // a watch does not end by itself
}

}  // namespace
}  // namespace oarlock::bench

int main(int argc, char** argv) {
  oarlock::bench::Say(R"({"event":"started"})");
  return oarlock::bench::Run(oarlock::bench::Parse(argc, argv));
}
