#pragma once
// CallFixture: one instance with a declaration of the test's, and contexts as a call would have.

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>

#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/abi/host_api.h"
#include "pluginhost/declare/binding.h"
#include "pluginhost/declare/declaration_builder.h"
#include "pluginhost/instance.h"
#include "pluginhost/testing/declare.h"
#include "pluginhost/testing/host_harness.h"

namespace oarlock::pluginhost::testing {

inline constexpr CallRights kTestReconcile{"reconcile", true, true};

class CallFixture : public ::testing::Test {
 protected:
  static InstanceName Name() { return {"demo", "demo@1", "main", "test.demo"}; }

  // `declare` fills the builder through the ABI; a primary type is its business.
  void Declare(const std::function<void(const oar_builder_api&, oar_builder)>& declare) {
    DeclarationBuilder builder;
    declare(DeclarationBuilder::Api(), builder.handle());
    auto declaration = builder.Finish(OAR_OK);
    ASSERT_TRUE(declaration.ok()) << declaration.status().ToString();
    instance.set_declaration(std::move(declaration).value());
  }
  // Binds the declared types and waits for them.
  void Bind() {
    ASSERT_TRUE(BindTypes(instance, {}).ok());
    const base::Status synced = WaitForTypes(instance, {});
    ASSERT_TRUE(synced.ok()) << synced.ToString();
  }
  std::unique_ptr<Context> Call(const CallRights& rights = kTestReconcile,
                                base::MonoTime deadline = base::kNever) {
    return std::make_unique<Context>(
        instance, rights, deadline, std::make_shared<controller::Cancellation>(host.clock), "ns/a");
  }
  oar_obj FromJson(Context& call, std::string_view json) {
    oar_obj out{};
    EXPECT_EQ(api.object->from_json(call.handle(), View(json), &out, nullptr), OAR_OK);
    return out;
  }
  std::string JsonOf(Context& call, oar_obj object) {
    oar_view out{};
    EXPECT_EQ(api.object->json(call.handle(), object, {OAR_NODE_ROOT}, &out), OAR_OK);
    return Text(out);
  }

  HostHarness host;
  Instance instance{host.env(), Name()};
  const oar_host_api& api = HostApi();
};

}  // namespace oarlock::pluginhost::testing
