// bench_player: a TLS server of recorded answers, so that a client is measured and not an API
// server.
//
//   bench_player --dir DIR --port P --cert FILE --key FILE [--path /api/v1/pods]
// DIR holds list.json, list.pb, watch.json (or watch.jsonl) and watch.pb as an API server sent
// them. A list or a watch of PATH is answered from these by what is accepted; a watch plays all its
// events as fast as they are taken, and stays open. Streamed lists are refused as by a server that
// does not know them. Any other path /a/b is answered from a file a_b.json of DIR, else from the
// few discovery documents below.
// HTTP/1.1, a thread per connection. It ends when standard input does, or with a line "quit".
#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "subject.h"

namespace oarlock::bench {
namespace {

constexpr size_t kRequestBytesMax = 64 * 1024;
constexpr size_t kWriteBytes = 64 * 1024;  // events are gathered up to about that
constexpr std::string_view kJson = "application/json";
constexpr std::string_view kProtobuf = "application/vnd.kubernetes.protobuf";

const std::map<std::string_view, std::string_view> kDiscovery = {
    {"/api", R"({"kind":"APIVersions","versions":["v1"],"serverAddressByClientCIDRs":[]})"},
    {"/apis", R"({"kind":"APIGroupList","apiVersion":"v1","groups":[]})"},
    {"/api/v1",
     R"({"kind":"APIResourceList","groupVersion":"v1","resources":[{"name":"pods","singularName":)"
     R"("pod","namespaced":true,"kind":"Pod","verbs":["get","list","watch"]}]})"},
    {"/version", R"({"major":"1","minor":"37","gitVersion":"v1.37.2","platform":"linux/amd64"})"},
};

struct Options {
  std::string dir;
  std::string cert;
  std::string key;
  std::string path = "/api/v1/pods";
  uint16_t port = 0;
};

Options Parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view flag = argv[i];
    const char* value = argv[i + 1];
    if (flag == "--dir") {
      options.dir = value;
    } else if (flag == "--port") {
      options.port = static_cast<uint16_t>(std::atoi(value));
    } else if (flag == "--cert") {
      options.cert = value;
    } else if (flag == "--key") {
      options.key = value;
    } else if (flag == "--path") {
      options.path = value;
    } else {
      Die(fmt::format("unknown flag {}", flag));
    }
  }
  if (argc % 2 == 0 || options.dir.empty() || options.cert.empty() || options.key.empty()) {
    Die("usage: --dir DIR --port P --cert FILE --key FILE [--path PATH]");
  }
  return options;
}

// A file in memory, as long as the process lives. Nothing: there is no such file.
std::optional<std::string_view> MapFile(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat info {};
  if (fd < 0 || ::fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) {
    if (fd >= 0) ::close(fd);
    return std::nullopt;
  }
  const auto size = static_cast<size_t>(info.st_size);
  // Read in now, not while a client is measured.
  void* text =
      size == 0 ? nullptr : ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd, 0);
  ::close(fd);
  if (text == MAP_FAILED) Die("cannot map " + path);
  return std::string_view(static_cast<const char*>(text), size);
}

struct Recording {
  std::optional<std::string_view> list_json;
  std::optional<std::string_view> list_protobuf;
  std::optional<std::string_view> watch_json;
  std::optional<std::string_view> watch_protobuf;
};

Recording Load(const std::string& dir) {
  Recording recording{MapFile(dir + "/list.json"), MapFile(dir + "/list.pb"),
                      MapFile(dir + "/watch.json"), MapFile(dir + "/watch.pb")};
  if (!recording.watch_json) recording.watch_json = MapFile(dir + "/watch.jsonl");
  if (!recording.list_json && !recording.list_protobuf) Die("no list.json or list.pb in " + dir);
  return recording;
}

// Bytes of the first event, with its length or its end of line; 0: none is left.
size_t FirstEvent(std::string_view events, bool protobuf) {
  if (!protobuf) return std::min(events.find('\n'), events.size() - 1) + 1;
  if (events.size() < 4) return 0;
  size_t length = 0;
  for (const char byte : events.substr(0, 4)) length = length << 8 | static_cast<uint8_t>(byte);
  return std::min(length + 4, events.size());
}

struct Request {
  std::string target;  // path?query
  std::string accept;  // small letters

  std::string_view path() const { return std::string_view(target).substr(0, target.find('?')); }
  bool Has(std::string_view parameter) const { return target.find(parameter) != std::string::npos; }
  bool watch() const { return Has("watch=true") || Has("watch=1"); }
  bool wants_protobuf() const {
    const size_t protobuf = accept.find(kProtobuf);
    return protobuf != std::string::npos && protobuf < accept.find(kJson);
  }
};

class Connection {
 public:
  Connection(int fd, SSL_CTX* tls, const Options& options, const Recording& recording)
      : fd_(fd), ssl_(SSL_new(tls)), options_(options), recording_(recording) {
    SSL_set_fd(ssl_, fd);
  }
  ~Connection() {
    SSL_free(ssl_);
    ::close(fd_);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void Run() {
    if (SSL_accept(ssl_) != 1) return;
    while (const auto request = Read()) {
      if (!Answer(*request)) return;
    }
  }

 private:
  std::optional<Request> Read();
  bool Answer(const Request& request);
  bool AnswerList(const Request& request);
  bool AnswerWatch(const Request& request);
  bool Play(std::string_view events, bool protobuf);
  bool AnswerDocument(const Request& request);
  bool Send(int status, std::string_view type, std::string_view body) {
    return Write(fmt::format("HTTP/1.1 {} x\r\nContent-Type: {}\r\nContent-Length: {}\r\n\r\n",
                             status, type, body.size())) &&
           Write(body);
  }
  bool Refuse(int status, std::string_view reason, std::string_view message) {
    return Send(status, kJson,
                fmt::format(R"({{"kind":"Status","apiVersion":"v1","metadata":{{}},)"
                            R"("status":"Failure","message":"{}","reason":"{}","code":{}}})",
                            message, reason, status));
  }
  bool Write(std::string_view bytes) {
    while (!bytes.empty()) {
      size_t written = 0;
      if (SSL_write_ex(ssl_, bytes.data(), bytes.size(), &written) != 1) return false;
      bytes.remove_prefix(written);
    }
    return true;
  }

  const int fd_;
  SSL* const ssl_;
  const Options& options_;
  const Recording& recording_;
  std::string received_;
};

std::optional<Request> Connection::Read() {
  size_t end = 0;
  while ((end = received_.find("\r\n\r\n")) == std::string::npos) {
    char piece[4096];
    size_t size = 0;
    if (received_.size() > kRequestBytesMax) return std::nullopt;
    if (SSL_read_ex(ssl_, piece, sizeof(piece), &size) != 1) return std::nullopt;
    received_.append(piece, size);
  }
  std::string head = received_.substr(0, end + 2);
  received_.erase(0, end + 4);
  Request request;
  const size_t target = head.find(' ') + 1;
  if (!head.starts_with("GET ")) return std::nullopt;
  request.target = head.substr(target, head.find(' ', target) - target);
  std::transform(head.begin(), head.end(), head.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const size_t accept = head.find("\r\naccept:");
  if (accept != std::string::npos) {
    request.accept = head.substr(accept + 9, head.find("\r\n", accept + 2) - accept - 9);
  }
  return request;
}

bool Connection::Answer(const Request& request) {
  if (request.path() != options_.path) return AnswerDocument(request);
  return request.watch() ? AnswerWatch(request) : AnswerList(request);
}

bool Connection::AnswerList(const Request& request) {
  if (recording_.list_protobuf && request.wants_protobuf()) {
    return Send(200, kProtobuf, *recording_.list_protobuf);
  }
  if (!recording_.list_json) return Refuse(406, "NotAcceptable", "only protobuf is recorded");
  return Send(200, kJson, *recording_.list_json);
}

bool Connection::AnswerWatch(const Request& request) {
  if (request.Has("sendInitialEvents=true")) {
    return Refuse(422, "Invalid", "sendInitialEvents is forbidden for watch");
  }
  const bool protobuf = recording_.watch_protobuf && request.wants_protobuf();
  const auto& events = protobuf ? recording_.watch_protobuf : recording_.watch_json;
  const std::string type =
      protobuf ? fmt::format("{};stream=watch", kProtobuf) : std::string(kJson);
  return Write(fmt::format("HTTP/1.1 200 OK\r\nContent-Type: {}\r\n"
                           "Transfer-Encoding: chunked\r\n\r\n",
                           type)) &&
         Play(events.value_or(std::string_view()), protobuf);
}

// One chunk per event, as an API server sends them. Always ends the connection.
bool Connection::Play(std::string_view events, bool protobuf) {
  std::string gathered;
  gathered.reserve(2 * kWriteBytes);
  while (!events.empty()) {
    const size_t size = FirstEvent(events, protobuf);
    if (size == 0) break;
    fmt::format_to(std::back_inserter(gathered), "{:x}\r\n", size);
    gathered.append(events.substr(0, size)).append("\r\n");
    events.remove_prefix(size);
    if (gathered.size() < kWriteBytes && !events.empty()) continue;
    if (!Write(gathered)) return false;
    gathered.clear();
  }
  char nothing = 0;
  size_t size = 0;
  while (SSL_read_ex(ssl_, &nothing, 1, &size) == 1) {
  }
  return false;
}

bool Connection::AnswerDocument(const Request& request) {
  const std::string_view path = request.path();
  std::string name(path.substr(std::min<size_t>(1, path.size())));
  std::replace(name.begin(), name.end(), '/', '_');
  if (name.find("..") == std::string::npos) {
    if (const auto text = MapFile(fmt::format("{}/{}.json", options_.dir, name))) {
      return Send(200, kJson, *text);
    }
  }
  const auto known = kDiscovery.find(path);
  if (known == kDiscovery.end()) return Refuse(404, "NotFound", "not recorded");
  return Send(200, kJson, known->second);
}

int ChooseHttp1(SSL*, const unsigned char** out, unsigned char* out_size, const unsigned char* in,
                unsigned in_size, void*) {
  static constexpr unsigned char kHttp1[] = "\x08http/1.1";
  const int chosen = SSL_select_next_proto(const_cast<unsigned char**>(out), out_size, kHttp1,
                                           sizeof(kHttp1) - 1, in, in_size);
  return chosen == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
}

SSL_CTX* MakeTls(const Options& options) {
  SSL_CTX* tls = SSL_CTX_new(TLS_server_method());
  if (SSL_CTX_use_certificate_chain_file(tls, options.cert.c_str()) != 1 ||
      SSL_CTX_use_PrivateKey_file(tls, options.key.c_str(), SSL_FILETYPE_PEM) != 1) {
    ERR_print_errors_fp(stderr);
    Die("cannot use the certificate or its key");
  }
  SSL_CTX_set_alpn_select_cb(tls, &ChooseHttp1, nullptr);
  return tls;
}

int Listen(uint16_t& port) {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int on = 1;
  ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  socklen_t size = sizeof(address);
  if (::bind(fd, generic, size) != 0 || ::listen(fd, 64) != 0 ||
      ::getsockname(fd, generic, &size) != 0) {
    Die("cannot listen");
  }
  port = ntohs(address.sin_port);
  return fd;
}

void AcceptAll(int listener, SSL_CTX* tls, const Options& options, const Recording& recording) {
  for (;;) {
    const int fd = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (fd < 0) continue;
    const int on = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    auto connection = std::make_unique<Connection>(fd, tls, options, recording);
    std::thread([connection = std::move(connection)] { connection->Run(); }).detach();
  }
}

[[noreturn]] void Run(int argc, char** argv) {
  static const Options options = Parse(argc, argv);
  static const Recording recording = Load(options.dir);
  ::signal(SIGPIPE, SIG_IGN);
  uint16_t port = options.port;
  const int listener = Listen(port);
  std::thread(AcceptAll, listener, MakeTls(options), std::cref(options), std::cref(recording))
      .detach();
  Say(fmt::format(R"({{"event":"listening","port":{}}})", port));
  for (std::string line; std::getline(std::cin, line) && line != "quit";) {
  }
  std::_Exit(0);
}

}  // namespace
}  // namespace oarlock::bench

int main(int argc, char** argv) { oarlock::bench::Run(argc, argv); }
