#include "pluginhost/plugin_client.h"

#include <string_view>
#include <utility>

namespace oarlock::pluginhost {
namespace {

size_t Received(const kube::Object& object) { return object ? object.bytes() : 0; }
size_t Received(const kube::ObjectList& list) {
  size_t bytes = 0;
  for (const kube::Object& object : list.items) bytes += object.bytes();
  return bytes;
}

class PluginClient final : public kube::Client {
 public:
  PluginClient(std::shared_ptr<kube::Client> client, std::shared_ptr<ApiBudget> budget)
      : client_(std::move(client)), budget_(std::move(budget)) {}

  base::Result<kube::Object> Get(const kube::ObjectRef& ref,
                                 const kube::CallContext& call) override {
    return Counted("get", 0, call, [&] { return client_->Get(ref, call); });
  }
  base::Result<kube::ObjectList> List(const kube::ListScope& scope,
                                      const kube::ListOptions& options,
                                      const kube::CallContext& call) override {
    return Counted("list", 0, call, [&] { return client_->List(scope, options, call); });
  }
  base::Result<kube::Object> Create(const kube::ObjectRef& ref, std::string_view json,
                                    const kube::WriteOptions& options,
                                    const kube::CallContext& call) override {
    return Counted("create", json.size(), call,
                   [&] { return client_->Create(ref, json, options, call); });
  }
  base::Result<kube::Object> Update(const kube::ObjectRef& ref, std::string_view json,
                                    const kube::WriteOptions& options,
                                    const kube::CallContext& call) override {
    return Counted("update", json.size(), call,
                   [&] { return client_->Update(ref, json, options, call); });
  }
  base::Result<kube::Object> PatchObject(const kube::ObjectRef& ref, const kube::Patch& patch,
                                         const kube::WriteOptions& options,
                                         const kube::CallContext& call) override {
    return Counted("patch", patch.body.size(), call,
                   [&] { return client_->PatchObject(ref, patch, options, call); });
  }
  base::Result<kube::Object> Delete(const kube::ObjectRef& ref, const kube::DeleteOptions& options,
                                    const kube::CallContext& call) override {
    return Counted("delete", 0, call, [&] { return client_->Delete(ref, options, call); });
  }
  base::Status DeleteCollection(const kube::ListScope& scope, const kube::DeleteOptions& options,
                                const kube::CallContext& call) override {
    OARLOCK_RETURN_IF_ERROR(budget_->Enter(call));
    base::Status status = client_->DeleteCollection(scope, options, call);
    budget_->Leave("deletecollection", status, 0, 0);
    return status;
  }
  // Sources of informers are the host's, not a plugin's.
  std::shared_ptr<kube::ListerWatcher> MakeListerWatcher(const kube::ListScope& scope) override {
    return client_->MakeListerWatcher(scope);
  }

 private:
  template <typename Send>
  auto Counted(std::string_view verb, size_t sent, const kube::CallContext& call, Send&& send)
      -> decltype(send()) {
    OARLOCK_RETURN_IF_ERROR(budget_->Enter(call));
    auto answer = send();
    budget_->Leave(verb, answer.status(), sent, answer.ok() ? Received(*answer) : 0);
    return answer;
  }

  const std::shared_ptr<kube::Client> client_;
  const std::shared_ptr<ApiBudget> budget_;
};

}  // namespace

std::shared_ptr<kube::Client> MakePluginClient(std::shared_ptr<kube::Client> client,
                                               std::shared_ptr<ApiBudget> budget) {
  return std::make_shared<PluginClient>(std::move(client), std::move(budget));
}

}  // namespace oarlock::pluginhost
