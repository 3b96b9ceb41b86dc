#pragma once
// Sdk: a context of the SDK over the fake host, for tests. One thread.

#include <gtest/gtest.h>

#include <string>

#include "abi/fake_host.h"
#include "oarlock/sdk/sdk.h"

namespace oarlock::abi_test {

class Sdk : public testing::Test {
 protected:
  Sdk() : api_(&host_.core, host_.handle()), ctx_(api_, host_.ctx()) { api_.Connect(); }
  sdk::Object Obj(const std::string& json) {
    return sdk::Object({&api_, host_.ctx(), host_.AddJson(json)});
  }
  sdk::Object Named(const std::string& kind, const std::string& ns, const std::string& name) {
    const std::string in = ns.empty() ? "" : R"(, "namespace": ")" + ns + "\"";
    return Obj(R"({"apiVersion": "x.dev/v1", "kind": ")" + kind + R"(", "metadata": {"name": ")" +
               name + R"(", "uid": "u-)" + name + R"(", "resourceVersion": "5")" + in + "}}");
  }
  FakeHost host_;
  sdk::Api api_;
  sdk::Context ctx_;
};

}  // namespace oarlock::abi_test
