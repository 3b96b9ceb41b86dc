#include "kube/object.h"

#include <gtest/gtest.h>

#include <thread>

#include "kube/decode.h"
#include "kube/tape/tape_builder.h"
#include "kube/timestamp.h"

namespace oarlock::kube {
namespace {

constexpr std::string_view kPod =
    R"({"apiVersion":"apps/v1","kind":"ReplicaSet","metadata":{"name":"web","namespace":"shop",)"
    R"("uid":"u1","resourceVersion":"42","generation":7,)"
    R"("creationTimestamp":"2026-01-02T03:04:05Z",)"
    R"("deletionTimestamp":"2026-01-02T03:04:06Z","labels":{"app":"x"},"annotations":{"n":"y"},)"
    R"("finalizers":["a/b"],"ownerReferences":[{"name":"o1"},{"name":"o2","controller":true}]}})";

TEST(Object, AccessorsReadTheMetadata) {
  const Object o = *ObjectFromJson(kPod);
  EXPECT_EQ(o.api_version(), "apps/v1");
  EXPECT_EQ(o.kind(), "ReplicaSet");
  EXPECT_EQ(o.gvk(), (GroupVersionKind{"apps", "v1", "ReplicaSet"}));
  EXPECT_EQ(o.key(), "shop/web");
  EXPECT_EQ(o.uid(), "u1");
  EXPECT_EQ(o.resource_version(), "42");
  EXPECT_EQ(o.generation(), 7);
  EXPECT_EQ(FormatTime(*o.creation_time()), "2026-01-02T03:04:05Z");
  EXPECT_EQ(FormatTime(*o.deletion_time()), "2026-01-02T03:04:06Z");
  EXPECT_TRUE(o.is_deleting());
  EXPECT_EQ(o.Label("app"), "x");
  EXPECT_EQ(o.Annotation("n"), "y");
  EXPECT_EQ(o.finalizers().size(), 1u);
  EXPECT_EQ(o.owner_references().size(), 2u);
  EXPECT_EQ(o.controller_owner()["name"].AsString(), "o2");
  EXPECT_EQ(o.ToJson(), kPod);
}

TEST(Object, NullAndOddObjectsReadAsMissing) {
  for (const Object& o : {Object(), *ObjectFromJson("{}"), *ObjectFromJson(R"({"metadata":null})"),
                          *ObjectFromJson(R"({"metadata":[1],"kind":5})"),
                          *ObjectFromJson(R"({"metadata":{"name":5,"labels":"x"}})")}) {
    EXPECT_EQ(o.name(), "");
    EXPECT_EQ(o.kind(), "");
    EXPECT_EQ(o.key(), "");
    EXPECT_EQ(o.generation(), 0);
    EXPECT_FALSE(o.is_deleting());
    EXPECT_FALSE(o.creation_time().has_value());
    EXPECT_EQ(o.Label("a"), "");
    EXPECT_FALSE(o.controller_owner().exists());
    EXPECT_FALSE(o["a"]["b"].At(3)["c"].exists());
  }
}

TEST(Object, CopiesShareTheBlock) {
  Object a = *ObjectFromJson(kPod);
  const std::string_view name = a.name();
  Object b = a;
  EXPECT_TRUE(a.SameAs(b));
  a = Object();
  EXPECT_EQ(b.name().data(), name.data());
  Object c = std::move(b);
  EXPECT_EQ(c.name(), "web");
  c = *&c;
  EXPECT_EQ(c.name(), "web");
  EXPECT_FALSE(c.SameAs(*ObjectFromJson(kPod)));
}

// Under ASan: neither freed too early nor too late.
TEST(Object, ABorrowedHandleHoldsNoCountButItsCopiesDo) {
  Object kept;
  {
    const Object owner = *ObjectFromJson(kPod);
    Object loan = owner.Borrow();
    EXPECT_TRUE(loan.borrowed());
    EXPECT_TRUE(loan.SameAs(owner));
    EXPECT_EQ(loan.name().data(), owner.name().data());
    EXPECT_EQ(loan.ToJson(), kPod);
    EXPECT_EQ(loan.bytes(), owner.bytes());
    const Object moved = std::move(loan);
    EXPECT_TRUE(moved.borrowed());
    EXPECT_TRUE(Object::Borrow(owner.address()).SameAs(moved));
    kept = moved;
    EXPECT_FALSE(kept.borrowed());
  }
  EXPECT_EQ(kept.ToJson(), kPod) << "outlives the owner and every loan";
  EXPECT_FALSE(Object().Borrow());
  EXPECT_FALSE(Object().Borrow().borrowed());
}

TEST(Object, ACountCanBeGivenUpAndTakenBack) {
  Object object = *ObjectFromJson(kPod);
  const void* address = std::move(object).Detach();
  EXPECT_FALSE(object);
  const Object back = Object::Attach(address);
  EXPECT_EQ(back.ToJson(), kPod);
  const Object again = Object::Attach(back.Borrow().Detach());
  EXPECT_TRUE(again.SameAs(back)) << "of a loan: a count of its own";
  EXPECT_EQ(Object().Detach(), nullptr);
  EXPECT_FALSE(Object::Attach(nullptr));
}

TEST(Object, NodeIdsLeadBackToTheirValues) {
  const Object o = *ObjectFromJson(kPod);
  const Value labels = o.labels();
  EXPECT_EQ(o.ValueAt(labels.node())["app"].AsString(), "x");
  EXPECT_FALSE(o.ValueAt(0).exists());
  EXPECT_FALSE(o.ValueAt(1).exists());
  EXPECT_FALSE(o.ValueAt(0xFFFFFFFC).exists());
  EXPECT_FALSE(Object().ValueAt(4).exists());
}

TEST(Object, ManyThreadsMayReadAndCopyAtOnce) {
  const Object o = *ObjectFromJson(kPod);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&o] {
      for (int i = 0; i < 1000; ++i) {
        const Object copy = o;
        EXPECT_EQ(copy.Label("app"), "x");
        EXPECT_EQ(copy["metadata"]["generation"].AsInt(), 7);
        EXPECT_TRUE(ObjectFromJson(kPod).ok());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(Object, BlockStaysCloseToTheSizeOfItsJson) {
  EXPECT_LT(Object(*ObjectFromJson(kPod)).bytes(), 2 * kPod.size());
}

TEST(Value, ReadsOnlyItsOwnType) {
  const Object o = *ObjectFromJson(R"({"s":"5","i":5,"n":-5,"b":true,"d":1.5,"z":null,"l":[1]})");
  EXPECT_EQ(o["s"].AsInt(9), 9);
  EXPECT_EQ(o["i"].AsString("q"), "q");
  EXPECT_EQ(o["n"].AsUint(9), 9u);
  EXPECT_EQ(o["i"].AsUint(9), 5u);
  EXPECT_EQ(o["i"].AsDouble(), 5.0);
  EXPECT_EQ(o["d"].AsInt(9), 9);
  EXPECT_FALSE(o["i"].AsBool());
  EXPECT_TRUE(o["b"].AsBool());
  EXPECT_TRUE(o["z"].exists() && o["z"].is_null());
  EXPECT_EQ(o["l"].At(1).type(), ValueType::kMissing);
  EXPECT_EQ(o["l"].KeyAt(0), "");
  EXPECT_EQ(o["l"]["0"].type(), ValueType::kMissing);
  EXPECT_EQ(o["d"].NumberText(), "1.5");
  EXPECT_EQ(o["s"].NumberText(), "");
}

TEST(Value, MembersWalksMapsAndArraysInOrder) {
  const Object o = *ObjectFromJson(R"({"m":{"b":1,"a":2},"l":[3,4],"s":"x"})");
  std::string seen;
  for (const auto& [key, value] : Members(o["m"])) {
    seen.append(key).append(value.NumberText()).append(" ");
  }
  for (const auto& [key, value] : Members(o["l"])) {
    seen.append(key).append(value.NumberText()).append(" ");
  }
  for (const Member& member : Members(o["s"])) ADD_FAILURE() << member.key;
  EXPECT_EQ(seen, "b1 a2 3 4 ");
}

TEST(Value, FindsEveryKeyOfMapsOfAnySize) {
  for (uint32_t n : {0u, 1u, 15u, 16u, 17u, 18u, 100u, 10'000u}) {
    std::string json = "{";
    for (uint32_t i = 0; i < n; ++i) {
      json +=
          (i == 0 ? "\"k" : ",\"k") + std::to_string(i * 7919 % 10007) + "\":" + std::to_string(i);
    }
    const Object o = *ObjectFromJson(json + "}");
    ASSERT_EQ(o.root().size(), n);
    for (uint32_t i = 0; i < n; ++i) {
      ASSERT_EQ(o["k" + std::to_string(i * 7919 % 10007)].AsInt(-1), i);
      ASSERT_EQ(o.root().At(i).AsInt(-1), i);
    }
    for (const char* absent : {"", "a", "k", "kx", "z"}) EXPECT_FALSE(o[absent].exists());
  }
}

TEST(Value, LastDuplicateWinsInLargeMapsToo) {
  std::string json = "{\"d\":-1";
  for (int i = 0; i < 40; ++i) json += ",\"k" + std::to_string(i) + "\":0";
  const Object o = *ObjectFromJson(json + ",\"d\":1,\"z\":2}");
  EXPECT_EQ(o["d"].AsInt(), 1);
}

TEST(Value, DeepEqualIgnoresOrderAndNothingElse) {
  const auto equal = [](std::string_view a, std::string_view b) {
    return DeepEqual(DocumentFromJson(a)->root(), DocumentFromJson(b)->root());
  };
  EXPECT_TRUE(equal(R"({"a":1,"b":[true,null,"x"]})", R"({ "b":[true,null,"\u0078"], "a":1})"));
  EXPECT_TRUE(DeepEqual(Value(), Value()));
  for (const auto& [a, b] :
       std::vector<std::pair<const char*, const char*>>{{"1", "1.0"},
                                                        {"1", "\"1\""},
                                                        {"[1,2]", "[2,1]"},
                                                        {"{}", "[]"},
                                                        {"null", "false"},
                                                        {"true", "false"},
                                                        {"{\"a\":1}", "{\"b\":1}"},
                                                        {"{\"a\":1}", "{\"a\":1,\"b\":1}"},
                                                        {"{\"a\":1}", "{\"a\":2}"},
                                                        {"\"a\"", "\"b\""},
                                                        {"1e2", "100"}}) {
    EXPECT_FALSE(equal(a, b)) << a << " " << b;
    EXPECT_FALSE(equal(b, a)) << a << " " << b;
  }
  EXPECT_FALSE(DeepEqual(Value(), DocumentFromJson("null")->root()));
}

TEST(TapeBuilder, GivesTheNodeIdsThatReadersSee) {
  TapeBuilder b;
  b.BeginMap();
  b.Key("a");
  const uint32_t a = b.Int(INT64_MIN);
  b.Key("l");
  b.BeginArray();
  const uint32_t s = b.String("x");
  b.Uint(UINT64_MAX);
  const uint32_t l = b.EndArray();
  const uint32_t root = b.EndMap();
  const Object o = *b.Finish();
  EXPECT_EQ(o.ToJson(), R"({"a":-9223372036854775808,"l":["x",18446744073709551615]})");
  EXPECT_EQ(o["a"].node(), a);
  EXPECT_EQ(o["l"].node(), l);
  EXPECT_EQ(o["l"].At(0).node(), s);
  EXPECT_EQ(o.root().node(), root);
  EXPECT_EQ(o["l"].At(1).type(), ValueType::kUint);
}

}  // namespace
}  // namespace oarlock::kube
