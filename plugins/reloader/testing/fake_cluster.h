#pragma once
// FakeCluster: the reloader's own entry, driven against a fake host that holds objects per type.
//
// Reads answer from the objects, patches are applied to them (containers and env by name) and
// counted. One at a time, one thread.

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "abi/fake_host.h"
#include "oarlock/sdk/sdk.h"

namespace oarlock::reloader {

using Json = nlohmann::json;

class FakeCluster {
 public:
  // A host process; `config` as in the manifest. entry: null is the one linked in.
  explicit FakeCluster(const std::string& config = "{}", oar_entry_fn entry = nullptr);
  ~FakeCluster();
  FakeCluster(const FakeCluster&) = delete;
  FakeCluster& operator=(const FakeCluster&) = delete;

  // Ends the instance and makes a new one: a restart of the host.
  void Restart();
  // Drains it and makes it active again: leadership lost and won.
  void Reactivate();

  // All are in namespace "t". `type`: 1 ConfigMap … 5 DaemonSet, as declared.
  void Put(uint32_t type, const std::string& name, Json object);
  void PutMap(const std::string& name, const Json& data, const Json& annotations = Json::object());
  void PutSecret(const std::string& name, const Json& data);
  // One container "main" with `container` merged into it.
  void PutDeployment(const std::string& name, const Json& annotations,
                     const Json& container = UsesMap("cfg"));
  void Remove(uint32_t type, const std::string& name);
  Json& At(uint32_t type, const std::string& name) { return objects_[type].at(name); }

  // Reconciles and gives the outcome.
  int32_t Reconcile(uint32_t type, const std::string& name);
  // PutMap and Reconcile; gives the patches sent, as "type/name", and forgets them.
  std::vector<std::string> ChangeMap(const std::string& name, const Json& data,
                                     const Json& annotations = Json::object());
  std::vector<std::string> TakePatches();
  std::vector<std::string> TakeEvents();  // "name Reason message"

  // The variable in container `index`; empty: none.
  std::string Variable(uint32_t type, const std::string& name, const std::string& variable,
                       size_t index = 0);

  static Json UsesMap(const std::string& name);

  abi_test::FakeHost host;
  std::vector<int32_t> patch_answers;  // codes of the next patches; then OK
  int32_t list_answer = OAR_OK;        // of lists of workloads
  std::string last_patch;

 private:
  void Start();
  void Stop();
  void FillTables();
  int32_t Patch(const oar_key& key, std::string_view body);

  static FakeCluster* current;
  std::string config_;
  oar_entry_fn entry_;
  std::map<uint32_t, std::map<std::string, Json>> objects_;
  std::vector<std::vector<oar_obj>> lists_;
  std::vector<std::string> patches_;
  std::vector<std::string> events_;
  uint64_t version_ = 0;
  oar_created created_{};
};

// A decoded object, alive with the host.
sdk::Object MakeObject(abi_test::FakeHost& host, const sdk::Api& api, const Json& json);

}  // namespace oarlock::reloader
