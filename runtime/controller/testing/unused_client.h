#pragma once
// UnusedClient: a kube::Client each of whose verbs fails, for tests that override what they use.
// Threads: as the test's own overrides. Errors: kInternal, always.

#include <memory>
#include <string_view>

#include "kube/client.h"

namespace oarlock::controller::testing {

class UnusedClient : public kube::Client {
 public:
  base::Result<kube::Object> Get(const kube::ObjectRef&, const kube::CallContext&) override {
    return Unused();
  }
  base::Result<kube::ObjectList> List(const kube::ListScope&, const kube::ListOptions&,
                                      const kube::CallContext&) override {
    return Unused();
  }
  base::Result<kube::Object> Create(const kube::ObjectRef&, std::string_view,
                                    const kube::WriteOptions&, const kube::CallContext&) override {
    return Unused();
  }
  base::Result<kube::Object> Update(const kube::ObjectRef&, std::string_view,
                                    const kube::WriteOptions&, const kube::CallContext&) override {
    return Unused();
  }
  base::Result<kube::Object> PatchObject(const kube::ObjectRef&, const kube::Patch&,
                                         const kube::WriteOptions&,
                                         const kube::CallContext&) override {
    return Unused();
  }
  base::Result<kube::Object> Delete(const kube::ObjectRef&, const kube::DeleteOptions&,
                                    const kube::CallContext&) override {
    return Unused();
  }
  base::Status DeleteCollection(const kube::ListScope&, const kube::DeleteOptions&,
                                const kube::CallContext&) override {
    return Unused();
  }
  std::shared_ptr<kube::ListerWatcher> MakeListerWatcher(const kube::ListScope&) override {
    return nullptr;
  }

 private:
  static base::Status Unused() { return base::Internal("no part of this test"); }
};

}  // namespace oarlock::controller::testing
