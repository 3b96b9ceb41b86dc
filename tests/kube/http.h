#pragma once
// HttpClient: the tests' own small HTTP client, so that what they see of the server does not
// pass through the code under test. HTTP/1.1 on kept-alive connections.
// Threads: [any]. Errors: kUnavailable for no answer (refused, reset, TLS); any answer is a result.

#include <chrono>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "base/status.h"

namespace oarlock::kubetest {

struct HttpRequest {
  std::string method = "GET";
  std::string url;
  std::string body;
  std::string content_type = "application/json";
  std::string accept = "application/json";
  std::string user_agent = "oarlock-test/1";
  std::string ca_file;           // empty: the server's certificate is not checked
  std::string certificate_file;  // client certificate; empty: none
  std::string key_file;
  std::string token;  // empty: none
  std::chrono::milliseconds limit = std::chrono::seconds(30);
  size_t lines = 0;  // of the body, after which the answer is left; 0: all of it
};

struct HttpAnswer {
  long code = 0;
  std::string body;
  std::string content_type;
  std::vector<std::string> warnings;  // values of Warning headers, in order
};

class HttpClient {
 public:
  HttpClient();
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  base::Result<HttpAnswer> Send(const HttpRequest& request);

 private:
  void* Take();
  void Return(void* handle);

  base::Mutex mutex_;
  std::vector<void*> idle_ OARLOCK_GUARDED_BY(mutex_);  // curl handles with their connections
};

}  // namespace oarlock::kubetest
