#include "pluginhost/testing/call_fixture.h"

namespace oarlock::pluginhost {
namespace {

using testing::AddController;
using testing::AddPath;
using testing::Text;
using testing::View;

constexpr std::string_view kPod = R"({"apiVersion":"apps/v1","kind":"Thing","metadata":{
  "name":"a","namespace":"ns","uid":"u","resourceVersion":"7","generation":3,
  "labels":{"app":"x"},"finalizers":["f"]},
  "spec":{"containers":[{"name":"one","image":"i1"},{"name":"two","image":"i2"}]}})";

class ObjectApi : public testing::CallFixture {
 protected:
  void SetUp() override {
    Declare([](const oar_builder_api& builder, oar_builder handle) {
      const oar_type_decl type = testing::TypeDeclOf(1, "ConfigMap");
      ASSERT_EQ(builder.type(handle, &type), OAR_OK);
      ASSERT_EQ(AddPath(builder, handle, 1, "/metadata/name"), OAR_OK);
      ASSERT_EQ(AddPath(builder, handle, 2, "/spec/containers/*/image"), OAR_OK);
      ASSERT_EQ(AddPath(builder, handle, 3, "/spec/containers/[name=two]/image"), OAR_OK);
      ASSERT_EQ(AddPath(builder, handle, 4, "/none"), OAR_OK);
      ASSERT_EQ(AddPath(builder, handle, 5, "/image"), OAR_OK);
      ASSERT_EQ(AddController(builder, handle, 1), OAR_OK);
    });
  }
  const oar_object_api& object() { return *api.object; }
};

oar_value Dirty() {
  oar_value value;
  std::memset(static_cast<void*>(&value), 0x55, sizeof(value));
  return value;
}
bool IsZero(const oar_value& value) {
  const oar_value zero{};
  return std::memcmp(&value, &zero, sizeof(zero)) == 0;
}

TEST_F(ObjectApi, MetaFillsEveryFieldAndAsMuchAsThereIsRoomFor) {
  const auto call = Call();
  const oar_obj obj = FromJson(*call, kPod);
  oar_obj_meta meta{};
  meta.struct_size = sizeof(meta);
  ASSERT_EQ(object().meta(call->handle(), obj, &meta), OAR_OK);
  EXPECT_EQ(Text(meta.group), "apps");
  EXPECT_EQ(Text(meta.version), "v1");
  EXPECT_EQ(Text(meta.kind), "Thing");
  EXPECT_EQ(Text(meta.ns) + "/" + Text(meta.name), "ns/a");
  EXPECT_EQ(meta.generation, 3);
  EXPECT_EQ(meta.labels_count, 1u);
  EXPECT_EQ(meta.finalizers_count, 1u);
  EXPECT_EQ(meta.owners.id, OAR_NODE_NONE);
  oar_obj_meta cut{};
  cut.struct_size = OAR_END_OF(oar_obj_meta, group);
  ASSERT_EQ(object().meta(call->handle(), obj, &cut), OAR_OK);
  EXPECT_EQ(Text(cut.group), "apps");
  EXPECT_EQ(cut.version.ptr, nullptr);
  meta.flags = 1;
  EXPECT_EQ(object().meta(call->handle(), obj, &meta), OAR_E_INVALID);
  EXPECT_EQ(meta.name.ptr, nullptr) << "zeroed";
}

TEST_F(ObjectApi, PathsFindOneManyAndAll) {
  const auto call = Call();
  const oar_obj obj = FromJson(*call, kPod);
  oar_value one{};
  ASSERT_EQ(object().get(call->handle(), obj, {OAR_NODE_ROOT}, 2, &one), OAR_OK);
  EXPECT_EQ(Text(one.text), "i1") << "the first match";
  const uint32_t ids[] = {1, 3, 4};
  oar_value many[3];
  ASSERT_EQ(object().get_many(call->handle(), obj, ids, 3, many), OAR_OK);
  EXPECT_EQ(Text(many[0].text), "a");
  EXPECT_EQ(Text(many[1].text), "i2");
  EXPECT_EQ(many[2].type, OAR_TYPE_MISSING);
  oar_value all[3];
  uint64_t count = 0;
  uint64_t total = 0;
  ASSERT_EQ(object().get_all(call->handle(), obj, {OAR_NODE_ROOT}, 2, 1, all, 3, &count, &total),
            OAR_OK);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(total, 2u);
  EXPECT_EQ(Text(all[0].text), "i2");
  ASSERT_EQ(
      object().get_all(call->handle(), obj, {OAR_NODE_ROOT}, 2, 0, nullptr, 0, &count, &total),
      OAR_OK)
      << "only counted";
  EXPECT_EQ(total, 2u);
}

TEST_F(ObjectApi, PathsReadBelowANode) {
  const auto call = Call();
  const oar_obj obj = FromJson(*call, kPod);
  oar_value spec{};
  oar_value containers{};
  oar_value second{};
  oar_value image{};
  const oar_ctx ctx = call->handle();
  ASSERT_EQ(object().member(ctx, obj, {OAR_NODE_ROOT}, View("spec"), &spec), OAR_OK);
  ASSERT_EQ(object().member(ctx, obj, spec.node, View("containers"), &containers), OAR_OK);
  ASSERT_EQ(object().at(ctx, obj, containers.node, 1, &second), OAR_OK);
  ASSERT_EQ(object().get(ctx, obj, second.node, 5, &image), OAR_OK);
  EXPECT_EQ(Text(image.text), "i2");
  ASSERT_EQ(object().at(ctx, obj, containers.node, UINT64_MAX, &second), OAR_OK);
  EXPECT_EQ(second.type, OAR_TYPE_MISSING);
}

TEST_F(ObjectApi, FailuresZeroEveryOutParameter) {
  const auto call = Call();
  const oar_obj obj = FromJson(*call, kPod);
  const oar_ctx ctx = call->handle();
  const oar_obj bad{obj.id + 1};
  oar_value value = Dirty();
  EXPECT_EQ(object().get(ctx, bad, {OAR_NODE_ROOT}, 1, &value), OAR_E_STALE);
  EXPECT_TRUE(IsZero(value));
  value = Dirty();
  EXPECT_EQ(object().get(ctx, obj, {OAR_NODE_ROOT}, 99, &value), OAR_E_UNDECLARED);
  EXPECT_TRUE(IsZero(value));
  value = Dirty();
  EXPECT_EQ(object().member(ctx, obj, {OAR_NODE_ROOT}, {nullptr, 3}, &value), OAR_E_INVALID);
  EXPECT_TRUE(IsZero(value));
  oar_value many[2] = {Dirty(), Dirty()};
  const uint32_t ids[] = {1, 99};
  EXPECT_EQ(object().get_many(ctx, obj, ids, 2, many), OAR_E_UNDECLARED);
  EXPECT_TRUE(IsZero(many[0]) && IsZero(many[1]));
  many[0] = Dirty();
  EXPECT_EQ(object().get_many(ctx, obj, nullptr, 1, many), OAR_E_INVALID);
  EXPECT_TRUE(IsZero(many[0]));
  many[0] = Dirty();
  uint64_t count = 7;
  uint64_t total = 7;
  EXPECT_EQ(object().get_all(ctx, bad, {}, 1, 0, many, 2, &count, &total), OAR_E_STALE);
  EXPECT_TRUE(IsZero(many[0]));
  EXPECT_EQ(count + total, 0u);
  value = Dirty();
  oar_view key = View("x");
  EXPECT_EQ(object().iter_next(ctx, nullptr, &key, &value), OAR_E_INVALID);
  EXPECT_TRUE(IsZero(value));
  EXPECT_EQ(key.ptr, nullptr);
  oar_obj made{5};
  oar_error err{5};
  EXPECT_EQ(object().from_json(ctx, {nullptr, 4}, &made, &err), OAR_E_INVALID);
  EXPECT_EQ(made.id, 0u);
  oar_view text = View("x");
  EXPECT_EQ(object().json(ctx, bad, {OAR_NODE_ROOT}, &text), OAR_E_STALE);
  EXPECT_EQ(text.ptr, nullptr);
  EXPECT_EQ(object().keep({99}, ctx, obj, &made), OAR_E_STALE);
  uint64_t len = 4;
  EXPECT_EQ(object().len({0}, obj, {OAR_NODE_ROOT}, &len), OAR_E_STALE);
  EXPECT_EQ(len, 0u);
}

TEST_F(ObjectApi, HandlesEndWithTheirContextAndAreForeignElsewhere) {
  auto first = Call();
  const auto second = Call();
  const oar_obj obj = FromJson(*first, kPod);
  uint64_t len = 0;
  EXPECT_EQ(object().len(second->handle(), obj, {OAR_NODE_ROOT}, &len), OAR_E_STALE);
  const oar_ctx ended = first->handle();
  first.reset();
  EXPECT_EQ(object().len(ended, obj, {OAR_NODE_ROOT}, &len), OAR_E_STALE);
  const auto third = Call();
  EXPECT_EQ(object().len(third->handle(), obj, {OAR_NODE_ROOT}, &len), OAR_E_STALE);
}

TEST_F(ObjectApi, KeptObjectsLiveOnUntilReleased) {
  oar_obj kept{};
  {
    const auto call = Call();
    const oar_obj obj = FromJson(*call, kPod);
    ASSERT_EQ(object().keep(instance.handle(), call->handle(), obj, &kept), OAR_OK);
  }
  const auto call = Call();
  oar_value name{};
  ASSERT_EQ(object().get(call->handle(), kept, {OAR_NODE_ROOT}, 1, &name), OAR_OK);
  EXPECT_EQ(Text(name.text), "a");
  oar_obj again{};
  ASSERT_EQ(object().keep(instance.handle(), call->handle(), kept, &again), OAR_OK);
  EXPECT_EQ(object().release(instance.handle(), kept), OAR_OK);
  EXPECT_EQ(object().release(instance.handle(), kept), OAR_E_STALE);
  EXPECT_EQ(object().get(call->handle(), kept, {OAR_NODE_ROOT}, 1, &name), OAR_E_STALE)
      << "also where the context had used it before";
  EXPECT_EQ(object().get(call->handle(), again, {OAR_NODE_ROOT}, 1, &name), OAR_OK);
  EXPECT_EQ(object().release(instance.handle(), again), OAR_OK);
}

TEST_F(ObjectApi, KeptHandlesOfAnotherInstanceAreForeign) {
  Instance other(host.env(), Name());
  const auto call = Call();
  const oar_obj obj = FromJson(*call, kPod);
  oar_obj kept{};
  EXPECT_EQ(object().keep(other.handle(), call->handle(), obj, &kept), OAR_E_STALE);
  ASSERT_EQ(object().keep(instance.handle(), call->handle(), obj, &kept), OAR_OK);
  Context foreign(other, testing::kTestReconcile, base::kNever,
                  std::make_shared<controller::Cancellation>(host.clock));
  uint64_t len = 0;
  EXPECT_EQ(object().len(foreign.handle(), kept, {OAR_NODE_ROOT}, &len), OAR_E_STALE);
  EXPECT_EQ(object().release(other.handle(), kept), OAR_E_STALE);
}

TEST_F(ObjectApi, IteratesTenThousandMembers) {
  std::string json = R"({"data":{)";
  for (int i = 0; i < 10'000; ++i) {
    json += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":" + std::to_string(i);
  }
  const auto call = Call();
  const oar_obj obj = FromJson(*call, json + "}}");
  oar_value data{};
  ASSERT_EQ(object().member(call->handle(), obj, {OAR_NODE_ROOT}, View("data"), &data), OAR_OK);
  oar_iter iter{};
  ASSERT_EQ(object().iter_begin(call->handle(), obj, data.node, &iter), OAR_OK);
  int64_t sum = 0;
  uint64_t members = 0;
  oar_view key{};
  oar_value value{};
  int32_t status = OAR_OK;
  while ((status = object().iter_next(call->handle(), &iter, &key, &value)) == OAR_OK) {
    EXPECT_EQ(Text(key), std::to_string(value.as.i64));
    sum += value.as.i64;
    ++members;
  }
  EXPECT_EQ(status, OAR_END);
  EXPECT_TRUE(IsZero(value));
  EXPECT_EQ(members, 10'000u);
  EXPECT_EQ(sum, 9'999 * 10'000 / 2);
  oar_view last{};
  ASSERT_EQ(object().key_at(call->handle(), obj, data.node, 9'999, &last), OAR_OK);
  EXPECT_EQ(Text(last), "9999");
}

TEST_F(ObjectApi, IteratesTheRootAndNothing) {
  const auto call = Call();
  const oar_obj obj = FromJson(*call, R"({"a":1,"b":[]})");
  oar_iter iter{};
  oar_value value{};
  oar_view key{};
  ASSERT_EQ(object().iter_begin(call->handle(), obj, {OAR_NODE_ROOT}, &iter), OAR_OK);
  ASSERT_EQ(object().iter_next(call->handle(), &iter, &key, &value), OAR_OK);
  EXPECT_EQ(Text(key), "a");
  ASSERT_EQ(object().iter_begin(call->handle(), obj, {OAR_NODE_NONE}, &iter), OAR_OK);
  EXPECT_EQ(object().iter_next(call->handle(), &iter, nullptr, &value), OAR_END);
}

TEST_F(ObjectApi, JsonViewsStayWhereTheyAre) {
  const auto call = Call();
  const oar_obj obj = FromJson(*call, R"({"a":{"b":1},"c":"x"})");
  oar_view whole{};
  ASSERT_EQ(object().json(call->handle(), obj, {OAR_NODE_ROOT}, &whole), OAR_OK);
  const char* at = whole.ptr;
  for (int i = 0; i < 1000; ++i) (void)FromJson(*call, "{}");
  oar_value a{};
  oar_view part{};
  ASSERT_EQ(object().member(call->handle(), obj, {OAR_NODE_ROOT}, View("a"), &a), OAR_OK);
  ASSERT_EQ(object().json(call->handle(), obj, a.node, &part), OAR_OK);
  EXPECT_EQ(Text(part), R"({"b":1})");
  ASSERT_EQ(object().json(call->handle(), obj, {OAR_NODE_ROOT}, &whole), OAR_OK);
  EXPECT_EQ(whole.ptr, at) << "built once";
  EXPECT_EQ(Text(whole), R"({"a":{"b":1},"c":"x"})");
  ASSERT_EQ(object().json(call->handle(), obj, {OAR_NODE_NONE}, &part), OAR_OK);
  EXPECT_EQ(part.ptr, nullptr) << "nothing is there";
}

TEST_F(ObjectApi, FromJsonSaysWhatIsWrong) {
  const auto call = Call();
  oar_obj out{7};
  oar_error err{};
  EXPECT_EQ(object().from_json(call->handle(), View("{\"a\":"), &out, &err), OAR_E_INVALID);
  EXPECT_EQ(out.id, 0u);
  ASSERT_NE(err.id, 0u);
  oar_error_info info{};
  info.struct_size = sizeof(info);
  ASSERT_EQ(api.context->error_info(call->handle(), err, &info), OAR_OK);
  EXPECT_EQ(info.code, OAR_E_INVALID);
  EXPECT_NE(info.message.len, 0u);
  EXPECT_EQ(object().from_json(call->handle(), View("[1]"), &out, nullptr), OAR_E_INVALID);
}

TEST_F(ObjectApi, ListReleaseEndsTheListAndWhatWasTakenFromIt) {
  const auto call = Call();
  LeasedList list;
  for (const char* json : {R"({"a":1})", R"({"a":2})"}) {
    list.items.push_back(kube::ObjectFromJson(json).value());
  }
  list.cursor = "next";
  list.remaining = 3;
  const oar_list handle{call->lists().Insert(std::move(list))};
  oar_list_info info{};
  info.struct_size = sizeof(info);
  ASSERT_EQ(object().list_info(call->handle(), handle, &info), OAR_OK);
  EXPECT_EQ(info.count, 2u);
  EXPECT_EQ(Text(info.cursor), "next");
  EXPECT_EQ(info.remaining, 3);
  oar_obj taken{};
  ASSERT_EQ(object().list_at(call->handle(), handle, 1, &taken), OAR_OK);
  EXPECT_EQ(JsonOf(*call, taken), R"({"a":2})");
  oar_obj beyond{9};
  EXPECT_EQ(object().list_at(call->handle(), handle, 2, &beyond), OAR_E_NOT_FOUND);
  EXPECT_EQ(beyond.id, 0u);
  const oar_obj own = FromJson(*call, "{}");
  ASSERT_EQ(object().list_release(call->handle(), handle), OAR_OK);
  uint64_t len = 0;
  EXPECT_EQ(object().len(call->handle(), taken, {OAR_NODE_ROOT}, &len), OAR_E_STALE);
  EXPECT_EQ(object().len(call->handle(), own, {OAR_NODE_ROOT}, &len), OAR_OK);
  EXPECT_EQ(object().list_info(call->handle(), handle, &info), OAR_E_STALE);
  EXPECT_EQ(info.count, 0u);
  EXPECT_EQ(object().list_release(call->handle(), handle), OAR_E_STALE);
}

TEST_F(ObjectApi, ANodeOfAnotherObjectIsStaleAndNeverRead) {
  const auto call = Call();
  const oar_ctx ctx = call->handle();
  const oar_obj big = FromJson(*call, R"({"kind":"A","spec":{"a":[1,2,3],"b":{"c":"text"}}})");
  const oar_obj small = FromJson(*call, R"({"kind":"B"})");
  const oar_obj same = FromJson(*call, R"({"kind":"A","spec":{"a":[1,2,3],"b":{"c":"text"}}})");
  oar_value spec{};
  ASSERT_EQ(object().member(ctx, big, {OAR_NODE_ROOT}, View("spec"), &spec), OAR_OK);
  ASSERT_EQ(spec.type, OAR_TYPE_MAP);
  const oar_node invented{spec.node.id + 1 + (uint64_t{1} << 32)};
  for (const auto& [obj, node] : {std::pair(small, spec.node), std::pair(same, spec.node),
                                  std::pair(big, invented), std::pair(big, oar_node{7})}) {
    oar_value value{OAR_TYPE_I64, 0, {1}, {1}, {}};
    EXPECT_EQ(object().member(ctx, obj, node, View("a"), &value), OAR_E_STALE);
    EXPECT_EQ(value.type, OAR_TYPE_MISSING);
    EXPECT_EQ(object().at(ctx, obj, node, 0, &value), OAR_E_STALE);
    uint64_t len = 9;
    EXPECT_EQ(object().len(ctx, obj, node, &len), OAR_E_STALE);
    EXPECT_EQ(len, 0u);
    oar_view text{};
    EXPECT_EQ(object().json(ctx, obj, node, &text), OAR_E_STALE);
    EXPECT_EQ(object().key_at(ctx, obj, node, 0, &text), OAR_E_STALE);
    oar_iter iter{};
    EXPECT_EQ(object().iter_begin(ctx, obj, node, &iter), OAR_E_STALE);
  }
  oar_iter forged{};
  ASSERT_EQ(object().iter_begin(ctx, big, spec.node, &forged), OAR_OK);
  forged.state[0] = small.id;
  oar_value value{};
  EXPECT_EQ(object().iter_next(ctx, &forged, nullptr, &value), OAR_E_STALE);
  EXPECT_EQ(object().len(ctx, big, {OAR_NODE_NONE}, &value.as.u64), OAR_OK) << "reads as missing";
}

TEST_F(ObjectApi, NodesOfAKeptObjectHoldInEveryContext) {
  auto first = Call();
  oar_obj kept{};
  const oar_obj obj = FromJson(*first, R"({"kind":"A","spec":{"a":1}})");
  ASSERT_EQ(object().keep(instance.handle(), first->handle(), obj, &kept), OAR_OK);
  oar_value spec{};
  ASSERT_EQ(object().member(first->handle(), kept, {OAR_NODE_ROOT}, View("spec"), &spec), OAR_OK);
  first.reset();
  const auto second = Call();
  uint64_t len = 0;
  EXPECT_EQ(object().len(second->handle(), kept, spec.node, &len), OAR_OK);
  EXPECT_EQ(len, 1u);
  ASSERT_EQ(object().release(instance.handle(), kept), OAR_OK);
}

}  // namespace
}  // namespace oarlock::pluginhost
