#include "tests/kube/http.h"

#include <curl/curl.h>

#include <memory>
#include <mutex>

#include "base/text/lower_case.h"

namespace oarlock::kubetest {
namespace {

struct Body {
  std::string& text;
  size_t lines_left;  // 0: all of it
};

// Takes less than is there when it has had enough.
size_t Append(char* data, size_t size, size_t count, void* to) {
  auto* body = static_cast<Body*>(to);
  const bool bounded = body->lines_left > 0;
  for (const char c : std::string_view(data, size * count)) {
    body->text += c;
    if (bounded && c == '\n' && --body->lines_left == 0) return 0;
  }
  return size * count;
}

size_t TakeHeader(char* data, size_t size, size_t count, void* to) {
  std::string line(data, size * count);
  while (line.ends_with('\n') || line.ends_with('\r')) line.pop_back();
  const size_t colon = line.find(": ");
  if (colon == std::string::npos) return size * count;
  const std::string name = base::LowerCase(line.substr(0, colon));
  auto* answer = static_cast<HttpAnswer*>(to);
  if (name == "warning") answer->warnings.push_back(line.substr(colon + 2));
  if (name == "content-type") answer->content_type = line.substr(colon + 2);
  return size * count;
}

void SetCredentials(CURL* curl, const HttpRequest& request) {
  const bool verify = !request.ca_file.empty();
  curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, verify ? 1L : 0L);
  curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, verify ? 2L : 0L);
  if (verify) curl_easy_setopt(curl, CURLOPT_CAINFO, request.ca_file.c_str());
  if (request.certificate_file.empty()) return;
  curl_easy_setopt(curl, CURLOPT_SSLCERT, request.certificate_file.c_str());
  curl_easy_setopt(curl, CURLOPT_SSLKEY, request.key_file.c_str());
}

void SetMessage(CURL* curl, const HttpRequest& request) {
  curl_easy_setopt(curl, CURLOPT_URL, request.url.c_str());
  curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, request.method.c_str());
  curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, static_cast<long>(request.limit.count()));
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_PROXY, "");  // the servers are on loopback, whatever is set
  curl_easy_setopt(curl, CURLOPT_USERAGENT, request.user_agent.c_str());
  if (request.body.empty()) return;
  curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request.body.c_str());
  curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, static_cast<long>(request.body.size()));
}

curl_slist* Headers(const HttpRequest& request) {
  curl_slist* list = curl_slist_append(nullptr, ("Accept: " + request.accept).c_str());
  list = curl_slist_append(list, "Expect:");
  if (!request.body.empty()) {
    list = curl_slist_append(list, ("Content-Type: " + request.content_type).c_str());
  }
  if (!request.token.empty()) {
    list = curl_slist_append(list, ("Authorization: Bearer " + request.token).c_str());
  }
  return list;
}

}  // namespace

HttpClient::HttpClient() {
  static std::once_flag once;
  std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
}

HttpClient::~HttpClient() {
  base::MutexLock lock(mutex_);
  for (void* handle : idle_) curl_easy_cleanup(handle);
}

void* HttpClient::Take() {
  base::MutexLock lock(mutex_);
  if (idle_.empty()) return curl_easy_init();
  void* handle = idle_.back();
  idle_.pop_back();
  return handle;
}

void HttpClient::Return(void* handle) {
  curl_easy_reset(handle);  // keeps the connections
  base::MutexLock lock(mutex_);
  idle_.push_back(handle);
}

base::Result<HttpAnswer> HttpClient::Send(const HttpRequest& request) {
  CURL* curl = Take();
  HttpAnswer answer;
  char error[CURL_ERROR_SIZE] = "";
  const std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> headers(Headers(request),
                                                                            curl_slist_free_all);
  SetMessage(curl, request);
  SetCredentials(curl, request);
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers.get());
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, Append);
  Body body{answer.body, request.lines};
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &body);
  curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, TakeHeader);
  curl_easy_setopt(curl, CURLOPT_HEADERDATA, &answer);
  curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, error);
  const CURLcode code = curl_easy_perform(curl);
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &answer.code);
  Return(curl);
  const bool enough = request.lines > 0 && body.lines_left == 0;
  if (code == CURLE_OK || enough) return answer;
  return base::Unavailable(request.method + " " + request.url + ": " +
                           (error[0] != '\0' ? error : curl_easy_strerror(code)));
}

}  // namespace oarlock::kubetest
