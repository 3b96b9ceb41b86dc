#pragma once
// RestClient: kube::Client over the transport, for one identity.
// RestListerWatcher: kube::ListerWatcher for one resource in one scope, for reflectors.
//
// Made by RestClientFactory. Threads, errors: see kube/client.h. Ownership: shares the transport.

#include <memory>
#include <string>

#include "client/request_text.h"
#include "client/transport/blocking_call.h"
#include "client/transport/rest_transport.h"
#include "kube/client.h"

namespace oarlock::client {

class RestClient final : public kube::Client {
 public:
  // `pool`: whose connections verbs use.
  RestClient(std::shared_ptr<RestTransport> transport, RequestIdentity identity, PoolId pool);

  base::Result<kube::Object> Get(const kube::ObjectRef& ref, const kube::CallContext& ctx) override;
  base::Result<kube::ObjectList> List(const kube::ListScope& scope,
                                      const kube::ListOptions& options,
                                      const kube::CallContext& ctx) override;
  base::Result<kube::Object> Create(const kube::ObjectRef& ref, std::string_view json,
                                    const kube::WriteOptions& options,
                                    const kube::CallContext& ctx) override;
  base::Result<kube::Object> Update(const kube::ObjectRef& ref, std::string_view json,
                                    const kube::WriteOptions& options,
                                    const kube::CallContext& ctx) override;
  base::Result<kube::Object> PatchObject(const kube::ObjectRef& ref, const kube::Patch& patch,
                                         const kube::WriteOptions& options,
                                         const kube::CallContext& ctx) override;
  base::Result<kube::Object> Delete(const kube::ObjectRef& ref, const kube::DeleteOptions& options,
                                    const kube::CallContext& ctx) override;
  base::Status DeleteCollection(const kube::ListScope& scope, const kube::DeleteOptions& options,
                                const kube::CallContext& ctx) override;
  std::shared_ptr<kube::ListerWatcher> MakeListerWatcher(const kube::ListScope& scope) override;

 private:
  RestRequest Request(std::string verb, std::string method, std::string path) const;
  base::Result<RawReply> Send(RestRequest request, const kube::CallContext& ctx) const;
  base::Result<kube::Object> SendForObject(RestRequest request, const kube::ObjectRef& ref,
                                           const kube::CallContext& ctx) const;
  base::Result<kube::Object> AskAgain(RestRequest request, const kube::ObjectRef& ref,
                                      const RawReply& reply, const kube::CallContext& ctx) const;

  const std::shared_ptr<RestTransport> transport_;
  const RequestIdentity identity_;
  const PoolId pool_;
};

class RestListerWatcher final : public kube::ListerWatcher {
 public:
  RestListerWatcher(std::shared_ptr<RestTransport> transport, RequestIdentity identity,
                    kube::ListScope scope);
  std::unique_ptr<kube::Call> List(const kube::ListOptions& options,
                                   std::shared_ptr<kube::ListSink> sink) override;
  std::unique_ptr<kube::Call> Watch(const kube::WatchOptions& options,
                                    std::shared_ptr<kube::WatchSink> sink) override;
  void UseJson(const base::Status& why) override;

 private:
  // A path that is an error makes a call that ends with it.
  RestRequest Request(base::Result<std::string> path, std::string_view accept) const;
  kube::ContentType Preferred() const;

  const std::shared_ptr<RestTransport> transport_;
  const RequestIdentity identity_;
  const kube::ListScope scope_;
};

}  // namespace oarlock::client
