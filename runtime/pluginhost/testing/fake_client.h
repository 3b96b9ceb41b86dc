#pragma once
// FakeClient: a kube::Client for tests: each verb is written down and answered by a hook.
// Hooks are set before use and called on the caller's thread. Threads: [any].

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "kube/client.h"
#include "kube/decode.h"

namespace oarlock::pluginhost::testing {

class FakeClient final : public kube::Client {
 public:
  // "update default/a/status by me dry-run {…}": what a hook may look at.
  struct Write {
    std::string verb;
    kube::ObjectRef ref;
    std::string body;
    kube::WriteOptions options;
  };
  std::function<base::Result<kube::Object>(const kube::ObjectRef&)> on_get;
  std::function<base::Result<kube::ObjectList>(const kube::ListScope&, const kube::ListOptions&)>
      on_list;
  std::function<base::Result<kube::Object>(const Write&)> on_write;
  std::function<base::Result<kube::Object>(const kube::ObjectRef&, const kube::DeleteOptions&)>
      on_delete;

  base::Result<kube::Object> Get(const kube::ObjectRef& ref, const kube::CallContext&) override {
    Note("get " + Name(ref));
    return on_get ? on_get(ref) : None(ref);
  }
  base::Result<kube::ObjectList> List(const kube::ListScope& scope,
                                      const kube::ListOptions& options,
                                      const kube::CallContext&) override {
    Note("list " + scope.ns + " limit " + std::to_string(options.limit) + " from " +
         options.continue_token + " at " + options.resource_version);
    return on_list ? on_list(scope, options) : kube::ObjectList{};
  }
  base::Result<kube::Object> Create(const kube::ObjectRef& ref, std::string_view json,
                                    const kube::WriteOptions& options,
                                    const kube::CallContext&) override {
    return Answer({"create", ref, std::string(json), options});
  }
  base::Result<kube::Object> Update(const kube::ObjectRef& ref, std::string_view json,
                                    const kube::WriteOptions& options,
                                    const kube::CallContext&) override {
    return Answer({"update", ref, std::string(json), options});
  }
  base::Result<kube::Object> PatchObject(const kube::ObjectRef& ref, const kube::Patch& patch,
                                         const kube::WriteOptions& options,
                                         const kube::CallContext&) override {
    return Answer({"patch", ref, patch.body, options});
  }
  base::Result<kube::Object> Delete(const kube::ObjectRef& ref, const kube::DeleteOptions& options,
                                    const kube::CallContext&) override {
    Note("delete " + Name(ref));
    return on_delete ? on_delete(ref, options) : None(ref);
  }
  base::Status DeleteCollection(const kube::ListScope& scope, const kube::DeleteOptions&,
                                const kube::CallContext&) override {
    Note("deletecollection " + scope.ns);
    return base::Status::Ok();
  }
  std::shared_ptr<kube::ListerWatcher> MakeListerWatcher(const kube::ListScope&) override {
    return nullptr;
  }

  std::vector<std::string> calls() const {
    base::MutexLock lock(mutex_);
    return calls_;
  }

 private:
  static std::string Name(const kube::ObjectRef& ref) {
    return ref.ns + "/" + ref.name + (ref.subresource.empty() ? "" : "/" + ref.subresource);
  }
  static base::Result<kube::Object> None(const kube::ObjectRef& ref) {
    return base::Status(base::StatusCode::kNotFound, Name(ref) + " not found");
  }
  base::Result<kube::Object> Answer(const Write& write) {
    Note(write.verb + " " + Name(write.ref) + " by " + write.options.field_manager +
         (write.options.dry_run ? " dry-run" : ""));
    return on_write ? on_write(write) : kube::ObjectFromJson(write.body);
  }
  void Note(std::string call) {
    base::MutexLock lock(mutex_);
    calls_.push_back(std::move(call));
  }

  mutable base::Mutex mutex_;
  std::vector<std::string> calls_ OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::pluginhost::testing
