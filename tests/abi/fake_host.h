#pragma once
// FakeHost: a host for tests of the SDK: tables over a map of objects, with everything recorded.
//
// One at a time (the tables find it through a static pointer), one thread. Objects are handed out
// by index and never end. Answers of the client verbs are set by the test.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kube/object.h"
#include "kube/path.h"
#include "oarlock/abi/abi.h"

namespace oarlock::abi_test {

struct Call {
  std::string verb;
  std::string key;
  std::string body;
  std::string subresource = {};
  std::string manager = {};
  bool force = false;
};

struct Failure {
  int32_t code = OAR_E_INTERNAL;
  std::string reason;
  std::string message;
  int times = -1;  // how often; -1 = always
};

class FakeHost {
 public:
  FakeHost();
  ~FakeHost();
  FakeHost(const FakeHost&) = delete;
  FakeHost& operator=(const FakeHost&) = delete;

  oar_host handle() const { return {1}; }
  oar_ctx ctx() const { return {7}; }
  oar_obj Add(kube::Object object);
  oar_obj AddJson(const std::string& json);
  const kube::Object* Find(oar_obj obj) const;

  // Tables; the core table may be cut to an older host's size.
  oar_host_api core;
  oar_clock_api clock;
  oar_context_api context;
  oar_object_api object;
  oar_buffer_api buffer;
  oar_client_api client;
  oar_events_api events;
  oar_builder_api builder;

  std::map<std::string, kube::Object> cached;  // "ns/name"
  std::map<std::string, kube::Object> live;
  std::map<std::string, Failure> failures;  // by verb
  std::map<uint32_t, kube::Path> paths;

  std::vector<Call> calls;  // of the writing verbs and get_live
  std::vector<std::string> logs;
  std::vector<std::string> declared;
  std::vector<std::string> emitted;
  std::string error;  // of set_error
  Failure last_failure;

  int64_t now = 5'000;  // monotonic, moved by wait_cancel
  int64_t unix_now = 0;
  uint64_t random = 0;  // what random_u64 gives
  std::vector<int64_t> waits;
  bool cancelled = false;
  bool uncached = false;  // reads of the cache are refused

  static FakeHost* current;

 private:
  void FillCore();
  void FillObject();
  void FillClient();
  void FillBuilder();

  std::vector<kube::Object> objects_;
};

}  // namespace oarlock::abi_test
