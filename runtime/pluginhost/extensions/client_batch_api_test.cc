#include "pluginhost/extensions/extension_limits.h"
#include "pluginhost/testing/client_fixture.h"

namespace oarlock::pluginhost {
namespace {

using testing::kMaps;
using testing::View;

class ClientBatch : public testing::ClientFixture {
 protected:
  struct Item {
    int32_t verb;
    std::string name;
    std::string body = {};
    int32_t patch_kind = 0;
  };
  static std::string Body(const std::string& name) {
    return R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":"default","name":")" +
           name + R"(","resourceVersion":"5"}})";
  }
  // Statuses, in order.
  std::vector<int32_t> Write(const std::vector<Item>& items, oar_batch_options options = {},
                             const CallRights& rights = testing::kTestReconcile) {
    const auto call = Call(rights);
    std::vector<oar_key> keys;
    for (const Item& item : items) keys.push_back(Key(kMaps, "default", item.name));
    std::vector<oar_write_item> raw;
    for (size_t i = 0; i < items.size(); ++i) {
      raw.push_back({sizeof(oar_write_item), 0, items[i].verb, items[i].patch_kind, &keys[i],
                     View(items[i].body), nullptr, nullptr});
    }
    outcomes.assign(items.size(), {});
    for (oar_write_outcome& one : outcomes) one.struct_size = sizeof(one);
    options.struct_size = sizeof(options);
    result =
        ClientBatchApi().write_many(call->handle(), raw.data(), raw.size(), sizeof(oar_write_item),
                                    &options, outcomes.data(), sizeof(oar_write_outcome));
    std::vector<int32_t> statuses;
    for (const oar_write_outcome& one : outcomes) {
      statuses.push_back(one.status);
      if (one.error.id != 0) errors.push_back(Message(*call, one.error));
    }
    return statuses;
  }
  std::vector<oar_write_outcome> outcomes;
  std::vector<std::string> errors;
  int32_t result = 0;
};

TEST_F(ClientBatch, EachItemHasItsStatusObjectAndError) {
  host.client->on_delete = [](const kube::ObjectRef&, const kube::DeleteOptions&) {
    return kube::ObjectFromJson(R"({"kind":"Status","status":"Success"})");
  };
  const auto statuses = Write({{OAR_WRITE_CREATE, "n", Body("n")},
                               {OAR_WRITE_UPDATE, "a", Body("a")},
                               {OAR_WRITE_PATCH, "b", Body("b"), OAR_PATCH_MERGE},
                               {OAR_WRITE_UPDATE, "a", "null"},
                               {99, "a", ""},
                               {OAR_WRITE_DELETE, "b"}});
  EXPECT_EQ(result, OAR_OK);
  EXPECT_EQ(statuses,
            (std::vector<int32_t>{OAR_OK, OAR_OK, OAR_OK, OAR_E_INVALID, OAR_E_INVALID, OAR_OK}));
  EXPECT_EQ(
      host.client->calls(),
      (std::vector<std::string>{"create default/n by test.demo", "update default/a by test.demo",
                                "patch default/b by test.demo", "delete default/b"}));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_NE(errors[0].find("must be an object"), std::string::npos) << errors[0];
  EXPECT_NE(outcomes[0].object.id, 0u);
  EXPECT_EQ(outcomes[5].object.id, 0u);
}

TEST_F(ClientBatch, MayStopAtTheFirstFailureAndLeaveTheAnswersOut) {
  oar_batch_options options{};
  options.stop_on_error = 1;
  options.no_objects = 1;
  const auto statuses = Write({{OAR_WRITE_CREATE, "n", Body("n")},
                               {OAR_WRITE_UPDATE, "a", "null"},
                               {OAR_WRITE_CREATE, "m", Body("m")}},
                              options);
  EXPECT_EQ(statuses, (std::vector<int32_t>{OAR_OK, OAR_E_INVALID, OAR_E_CANCELLED}));
  EXPECT_EQ(outcomes[0].object.id, 0u);
  EXPECT_EQ(host.client->calls().size(), 1u);
}

TEST_F(ClientBatch, NothingIsTriedWhereNothingMayBe) {
  EXPECT_EQ(Write({{OAR_WRITE_CREATE, "n", Body("n")}}, {}, {"configure", false, false}),
            std::vector<int32_t>{OAR_OK});
  EXPECT_EQ(result, OAR_E_SHUTTING_DOWN);
  (void)Write(std::vector<Item>(kBatchItemsMax + 1, {OAR_WRITE_CREATE, "n", Body("n")}));
  EXPECT_EQ(result, OAR_E_TOO_LARGE);
  EXPECT_TRUE(host.client->calls().empty());
}

TEST_F(ClientBatch, MalformedArraysAreRefused) {
  const auto call = Call();
  const auto write = [&](const oar_write_item* items, uint64_t count, uint64_t stride,
                         oar_write_outcome* out, uint64_t out_stride) {
    return ClientBatchApi().write_many(call->handle(), items, count, stride, nullptr, out,
                                       out_stride);
  };
  oar_write_item item{};
  item.struct_size = sizeof(item);
  oar_write_outcome out{};
  out.struct_size = sizeof(out);
  EXPECT_EQ(write(nullptr, 0, 0, nullptr, 0), OAR_OK) << "nothing to do";
  EXPECT_EQ(write(nullptr, 1, sizeof(item), &out, sizeof(out)), OAR_E_INVALID);
  EXPECT_EQ(write(&item, 1, sizeof(item), nullptr, sizeof(out)), OAR_E_INVALID);
  EXPECT_EQ(write(&item, 1, 4, &out, sizeof(out)), OAR_E_INVALID);
  EXPECT_EQ(write(&item, 1, sizeof(item), &out, sizeof(out) - 1), OAR_E_INVALID);
  item.flags = 1;
  EXPECT_EQ(write(&item, 1, sizeof(item), &out, sizeof(out)), OAR_E_INVALID);
  item.flags = 0;
  EXPECT_EQ(write(&item, 1, sizeof(item), &out, sizeof(out)), OAR_OK);
  EXPECT_EQ(out.status, OAR_E_INVALID) << "no verb";
}

TEST_F(ClientBatch, ACancelledCallSendsNoMore) {
  const auto call = Call();
  call->cancellation()->Cancel(controller::CancelReason::kDrain);
  const oar_key key = Key(kMaps, "default", "n");
  const std::string body = Body("n");
  const oar_write_item item{sizeof(item), 0,          OAR_WRITE_CREATE, 0,
                            &key,         View(body), nullptr,          nullptr};
  oar_write_outcome out{};
  out.struct_size = sizeof(out);
  EXPECT_EQ(ClientBatchApi().write_many(call->handle(), &item, 1, sizeof(item), nullptr, &out,
                                        sizeof(out)),
            OAR_OK);
  EXPECT_EQ(out.status, OAR_E_CANCELLED);
  EXPECT_TRUE(host.client->calls().empty());
}

}  // namespace
}  // namespace oarlock::pluginhost
