// A plugin whose arguments and answers are malformed, through the real tables: each is an error
// that names the field or the index, and nothing is sent or deleted because of it (C-PL-09).
#include "controller/reconciler.h"
#include "pluginhost/abi/key_sink.h"
#include "pluginhost/plugin_calls.h"
#include "pluginhost/testing/call_fixture.h"

namespace oarlock::pluginhost {
namespace {

using testing::TypeDeclOf;
using testing::View;

constexpr uint32_t kMaps = 1;
constexpr uint32_t kDeployments = 2;

oar_access_decl AccessTo(std::string_view group, std::string_view resource,
                         const std::vector<oar_view>& verbs) {
  oar_access_decl access{};
  access.struct_size = sizeof(access);
  access.group = View(group);
  access.resource = View(resource);
  access.verbs = verbs.data();
  access.verbs_count = verbs.size();
  return access;
}

class MalformedPlugin : public testing::CallFixture {
 protected:
  void SetUp() override {
    host.SetList("configmaps", {Full()}, "10");
    Declare([](const oar_builder_api& builder, oar_builder handle) {
      const oar_type_decl maps = TypeDeclOf(kMaps, "ConfigMap");
      const oar_type_decl deployments = TypeDeclOf(kDeployments, "Deployment", "apps");
      ASSERT_EQ(builder.type(handle, &maps), OAR_OK);
      ASSERT_EQ(builder.type(handle, &deployments), OAR_OK);
      const std::vector<oar_view> verbs = {View("*")};
      const oar_access_decl all_maps = AccessTo("", "configmaps", verbs);
      oar_access_decl all_deployments = AccessTo("apps", "deployments", verbs);
      ASSERT_EQ(builder.access(handle, &all_maps), OAR_OK);
      ASSERT_EQ(builder.access(handle, &all_deployments), OAR_OK);
      all_deployments.subresource = View("status");
      ASSERT_EQ(builder.access(handle, &all_deployments), OAR_OK);
      ASSERT_EQ(testing::AddController(builder, handle, kMaps), OAR_OK);
    });
    Bind();
    host.client->on_write = [this](const testing::FakeClient::Write& write) {
      sent = write.body;
      return kube::ObjectFromJson(write.body);
    };
  }
  // A ConfigMap whose annotations have 262,000 bytes.
  static std::string Full() {
    return R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"t",)"
           R"("uid":"u","resourceVersion":"5","annotations":{"state":")" +
           std::string(262'000 - 5, 's') + R"("}}})";
  }
  static oar_key Key(uint32_t type, std::string_view name) {
    return {sizeof(oar_key), 0, type, 0, View("t"), View(name), 0};
  }
  std::string Message(Context& call, oar_error err) {
    oar_error_info info{};
    info.struct_size = sizeof(info);
    if (api.context->error_info(call.handle(), err, &info) != OAR_OK) return "no details";
    return testing::Text(info.message);
  }
  enum class Verb { kCreate, kUpdate, kJson, kMerge, kApply };
  // "INVALID: why", or "OK".
  std::string Send(Verb verb, std::string_view body, uint32_t type = kMaps,
                   std::string_view subresource = {}) {
    const auto call = Call();
    const oar_key key = Key(type, "a");
    oar_write_options options{};
    options.struct_size = sizeof(options);
    options.subresource = View(subresource);
    oar_obj out{77};
    oar_error err{};
    const oar_client_api& client = ClientApi();
    int32_t code = OAR_OK;
    if (verb == Verb::kCreate) {
      code = client.create(call->handle(), &key, View(body), &options, &out, &err);
    } else if (verb == Verb::kUpdate) {
      code = client.update(call->handle(), &key, View(body), &options, &out, &err);
    } else {
      const int32_t kind = verb == Verb::kJson    ? OAR_PATCH_JSON
                           : verb == Verb::kMerge ? OAR_PATCH_MERGE
                                                  : OAR_PATCH_APPLY;
      code = client.patch(call->handle(), &key, kind, View(body), &options, &out, &err);
    }
    if (code == OAR_OK) return "OK";
    EXPECT_EQ(out.id, 0u);
    return std::string(AbiStatusName(code)) + ": " + Message(*call, err);
  }
  // What `declare` is refused with.
  std::string Refusal(const std::function<void(const oar_builder_api&, oar_builder)>& declare) {
    DeclarationBuilder builder;
    const oar_type_decl maps = TypeDeclOf(kMaps, "ConfigMap");
    EXPECT_EQ(DeclarationBuilder::Api().type(builder.handle(), &maps), OAR_OK);
    EXPECT_EQ(testing::AddController(DeclarationBuilder::Api(), builder.handle(), kMaps), OAR_OK);
    declare(DeclarationBuilder::Api(), builder.handle());
    return builder.Finish(OAR_OK).status().message();
  }

  std::string sent;
};

TEST_F(MalformedPlugin, C_PL_09_AMalformedBodyNamesTheFieldAndIsNotSent) {
  for (const Verb verb : {Verb::kCreate, Verb::kUpdate, Verb::kApply}) {
    EXPECT_EQ(Send(verb, "null"), "INVALID: the body: is null, must be an object");
    EXPECT_EQ(Send(verb, "[null]"), "INVALID: the body: is a list, must be an object");
    EXPECT_TRUE(Send(verb, "").starts_with("INVALID: "));
    EXPECT_TRUE(Send(verb, std::string_view()).starts_with("INVALID: "));
    EXPECT_EQ(Send(verb, R"({"metadata":{"name":"a"}})"),
              "INVALID: kind: is missing, must be a string");
    EXPECT_EQ(Send(verb, R"({"kind":"ConfigMap","metadata":{"name":""}})"),
              "INVALID: metadata.name: must not be empty");
  }
  EXPECT_EQ(Send(Verb::kMerge, "null"), "INVALID: the patch: is null, must be an object");
  EXPECT_EQ(Send(Verb::kMerge, "[]"), "INVALID: the patch: is a list, must be an object");
  EXPECT_EQ(Send(Verb::kJson, R"([{"op":"test","path":"/a","value":1},null])"),
            "INVALID: operation 1: is null, must be an object");
  EXPECT_EQ(Send(Verb::kJson, "null"), "INVALID: the JSON patch: is null, must be a list");
  EXPECT_TRUE(host.client->calls().empty());
}

TEST_F(MalformedPlugin, C_PL_09_AnEmptyListIsNoError) {
  EXPECT_EQ(Send(Verb::kMerge, R"({"children":null})"), "OK") << "a null member removes it";
  EXPECT_EQ(Refusal([](const oar_builder_api& builder, oar_builder handle) {
              oar_type_decl type = TypeDeclOf(kDeployments, "Deployment", "apps");
              type.versions = nullptr;  // with a count of 0: none
              EXPECT_EQ(builder.type(handle, &type), OAR_OK);
            }),
            "");
}

TEST_F(MalformedPlugin, C_PL_09_AMalformedArrayNamesItsEntry) {
  const oar_view hole[] = {View("get"), {nullptr, 0}, View("list")};
  const auto names_entry = [](const std::string& refusal) {
    return refusal.find("entry 1 of a list is empty") != std::string::npos;
  };
  const auto names_null = [](const std::string& refusal) {
    return refusal.find("a list of 3 entries is null") != std::string::npos;
  };
  for (const oar_view* array : {hole, static_cast<const oar_view*>(nullptr)}) {
    const auto said = [&](const std::string& refusal) {
      return array == nullptr ? names_null(refusal) : names_entry(refusal);
    };
    std::string refusal = Refusal([&](const oar_builder_api& builder, oar_builder handle) {
      oar_access_decl access = AccessTo("", "configmaps", {});
      access.verbs = array;
      access.verbs_count = 3;
      EXPECT_EQ(builder.access(handle, &access), OAR_E_INVALID);
    });
    EXPECT_TRUE(said(refusal) && refusal.find("configmaps") != std::string::npos) << refusal;
    refusal = Refusal([&](const oar_builder_api& builder, oar_builder handle) {
      oar_type_decl type = TypeDeclOf(kDeployments, "Deployment", "apps");
      type.namespaces = array;  // must not become "all namespaces"
      type.namespaces_count = 3;
      EXPECT_EQ(builder.type(handle, &type), OAR_E_INVALID);
    });
    EXPECT_TRUE(said(refusal) && refusal.find("Deployment") != std::string::npos) << refusal;
  }
}

TEST_F(MalformedPlugin, C_PL_09_AMalformedKeyOfAMapperIsNotQueued) {
  std::vector<std::string> keys;
  const controller::KeySink sink = [&](const queue::Key& key) { keys.emplace_back(key.name()); };
  KeyCollector collector(instance, sink);
  const auto add = [&](const oar_key* key) {
    return CallbackSink::Api().add_key(collector.handle(), key);
  };
  const oar_key good = Key(kMaps, "good");
  const oar_key nameless = Key(kMaps, "");
  oar_key null_name = good;
  null_name.name = {nullptr, 3};
  const oar_key undeclared = Key(99, "a");
  EXPECT_EQ(add(nullptr), OAR_E_INVALID);
  EXPECT_EQ(add(&nameless), OAR_E_INVALID);
  EXPECT_EQ(add(&null_name), OAR_E_INVALID);
  EXPECT_EQ(add(&undeclared), OAR_E_UNDECLARED);
  EXPECT_EQ(add(&good), OAR_OK);
  EXPECT_EQ(keys, std::vector<std::string>{"good"});
}

TEST_F(MalformedPlugin, C_PL_09_AMalformedResultIsAnErrorOfThatReconcileAlone) {
  static oar_result answer;
  oar_plugin_api table{};
  table.struct_size = sizeof(table);
  table.reconcile = [](oar_instance*, oar_ctx, const oar_key*,
                       oar_result* out) noexcept -> int32_t {
    const oar_text message = out->message;
    *out = answer;
    out->message = {message.ptr, message.capacity, UINT64_MAX};  // longer than its room
    return OAR_OK;
  };
  PluginCalls calls(instance, nullptr, table);
  const auto reconcile = [&] {
    const queue::Item item{};
    controller::ReconcileContext context(item, base::kNever,
                                         std::make_shared<controller::Cancellation>(host.clock), 1);
    return calls.Reconcile({kMaps, 0, "t", "a"}, context);
  };
  answer = {};
  answer.outcome = 99;
  EXPECT_EQ(reconcile().outcome, controller::Outcome::kErrorTransient);
  EXPECT_LE(reconcile().message.size(), 1024u);
  answer.outcome = OAR_DONE;
  EXPECT_EQ(reconcile().outcome, controller::Outcome::kDone);
  EXPECT_TRUE(host.client->calls().empty());
}

TEST_F(MalformedPlugin, C_RC_09_AnUpdateSendsNoStatusUnlessAsked) {
  const std::string json =
      R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"a","namespace":"t"},)"
      R"("spec":{},"status":{"phase":"Running"}})";
  EXPECT_EQ(Send(Verb::kUpdate, json, kDeployments), "OK");
  EXPECT_EQ(sent.find("Running"), std::string::npos) << sent;
  EXPECT_NE(sent.find("spec"), std::string::npos) << sent;
  EXPECT_EQ(Send(Verb::kUpdate, json, kDeployments, "status"), "OK");
  EXPECT_EQ(sent, json);
}

TEST_F(MalformedPlugin, C_RC_21_AnnotationsPastTheBoundOfACachedObjectAreNotSent) {
  const std::string patch =
      R"({"metadata":{"annotations":{"more":")" + std::string(496, 'm') + R"("}}})";
  EXPECT_EQ(Send(Verb::kMerge, patch),
            "TOO_LARGE: metadata.annotations would be 262500 bytes, at most 262144 are allowed");
  EXPECT_TRUE(host.client->calls().empty());
  EXPECT_EQ(Send(Verb::kMerge, R"({"metadata":{"annotations":{"state":null}}})"), "OK")
      << "cleaning up is never refused";
}

}  // namespace
}  // namespace oarlock::pluginhost
