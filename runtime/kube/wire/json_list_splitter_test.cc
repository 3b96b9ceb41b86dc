#include "kube/wire/json_list_splitter.h"

#include <gtest/gtest.h>

#include <random>

namespace oarlock::kube {
namespace {

struct Outcome {
  std::vector<std::string> items;
  base::Status status;
  ListMeta meta;
  std::string kind;
};

// Feeds `body` in pieces that end at the given positions.
Outcome Split(std::string_view body, const std::vector<size_t>& cuts = {}) {
  JsonListSplitter splitter;
  Outcome out;
  size_t start = 0;
  const auto feed = [&](size_t end) {
    const std::string chunk(body.substr(start, end - start));  // its own memory: views must not
    std::vector<std::string_view> views;                       // reach into an earlier chunk
    out.status = splitter.Feed(chunk, views);
    out.items.insert(out.items.end(), views.begin(), views.end());
    start = end;
    return out.status.ok();
  };
  for (const size_t cut : cuts) {
    if (!feed(cut)) return out;
  }
  if (!feed(body.size())) return out;
  auto meta = splitter.Finish();
  out.kind = splitter.kind();
  if (meta.ok()) {
    out.meta = *meta;
  } else {
    out.status = meta.status();
  }
  return out;
}

constexpr std::string_view kList =
    "{\"kind\":\"ConfigMapList\",\"apiVersion\":\"v1\", \"metadata\" : "
    "{\"resourceVersion\":\"900\","
    "\"continue\":\"A,}\",\"remainingItemCount\":7},\n\"items\" : [ "
    "{\"metadata\":{\"name\":\"a\"}} "
    ",\r\n\t{\"k\":\"]}\\\"\\\\\",\"l\":[{},[1,2]]},{\"u\":\"\xC3\xBC\xE6\xBC\xA2\"}, {} ] } \n";
const std::vector<std::string> kItems = {"{\"metadata\":{\"name\":\"a\"}}",
                                         "{\"k\":\"]}\\\"\\\\\",\"l\":[{},[1,2]]}",
                                         "{\"u\":\"\xC3\xBC\xE6\xBC\xA2\"}", "{}"};

void ExpectWhole(const Outcome& out) {
  EXPECT_TRUE(out.status.ok()) << out.status.ToString();
  EXPECT_EQ(out.items, kItems);
  EXPECT_EQ(out.meta.resource_version, "900");
  EXPECT_EQ(out.meta.continue_token, "A,}");
  EXPECT_EQ(out.meta.remaining, 7);
  EXPECT_EQ(out.kind, "ConfigMapList");
}

void ExpectDataLoss(std::string_view body, std::string_view why = "") {
  const Outcome out = Split(body);
  EXPECT_EQ(out.status.code(), base::StatusCode::kDataLoss) << body;
  EXPECT_EQ(out.status.message().rfind("list body at byte ", 0), 0u) << out.status.message();
  EXPECT_NE(out.status.message().find(why), std::string::npos) << out.status.message();
}

TEST(ListSplitter, SplitsAWholeBody) { ExpectWhole(Split(kList)); }

TEST(ListSplitter, CutsAnywhereChangeNothing) {
  std::vector<size_t> every;
  for (size_t i = 0; i < kList.size(); ++i) {
    ExpectWhole(Split(kList, {i}));
    every.push_back(i);
    for (size_t j = i; j < kList.size(); j += 7) ExpectWhole(Split(kList, {i, j}));
  }
  ExpectWhole(Split(kList, every));
}

TEST(ListSplitter, TypeIsKnownBeforeTheFirstItem) {
  JsonListSplitter splitter;
  std::vector<std::string_view> items;
  EXPECT_TRUE(splitter.Feed(R"({"kind":"FooList","apiVersion":"x.dev/v1","items":[{)", items).ok());
  EXPECT_EQ(splitter.kind(), "FooList");
  EXPECT_EQ(splitter.api_version(), "x.dev/v1");
}

TEST(ListSplitter, MembersMayComeInAnyOrder) {
  const Outcome out = Split(
      R"({"items":[{"a":1}],"metadata":{"resourceVersion":"5"},"x":{"items":[1]},"kind":"XList"})");
  EXPECT_TRUE(out.status.ok()) << out.status.ToString();
  EXPECT_EQ(out.items, std::vector<std::string>{R"({"a":1})"});
  EXPECT_EQ(out.meta.resource_version, "5");
  EXPECT_EQ(out.kind, "XList");
}

TEST(ListSplitter, C_INF_01_NullMetadataAndNullOrMissingItemsAreAnEmptyList) {
  for (const char* body :
       {R"({"kind":"FooList","apiVersion":"x.dev/v1","metadata":null,"items":[]})",
        R"({"kind":"FooList","apiVersion":"x.dev/v1","metadata":null,"items":null})",
        R"({"kind":"FooList","items": [ ] })", R"({"kind":"FooList"})", R"({"kind":"List"})",
        R"({"items":[]})"}) {
    const Outcome out = Split(body);
    EXPECT_TRUE(out.status.ok()) << body << out.status.ToString();
    EXPECT_TRUE(out.items.empty());
    EXPECT_EQ(out.meta.resource_version, "");
    EXPECT_FALSE(out.meta.remaining.has_value());
  }
}

TEST(ListSplitter, LST_10_RefusesTables) {
  for (const char* version : {"v1", "v1beta1"}) {
    const std::string head =
        std::string(R"({"kind":"Table","apiVersion":"meta.k8s.io/)") + version + R"(","rows":[)";
    ExpectDataLoss(head + "]}", "unsupported list kind");
    ExpectDataLoss(head + "\"" + std::string(100'000, 'x') + "\"]}", "unsupported list kind");
  }
}

TEST(ListSplitter, RefusesWhatIsNoList) {
  ExpectDataLoss(R"({"kind":"Status","status":"Failure"})", "kind Status is no list");
  ExpectDataLoss(R"({"kind":"ConfigMap","items":[{}]})", "kind ConfigMap is no list");
  ExpectDataLoss(R"({"items":[],"kind":"ConfigMap"})", "kind ConfigMap is no list");
  ExpectDataLoss("{}", "no list");
  for (const char* body : {"", " ", "[]", "null", "x", "\"a\""}) ExpectDataLoss(body);
  ExpectDataLoss(R"({"kind":"FooList","items":{}})", "items is no array");
  ExpectDataLoss(R"({"kind":"FooList","items":"[]"})", "items is no array");
  ExpectDataLoss(R"({"kind":"FooList","\u0069tems":[1]})", "items is no array");
  ExpectDataLoss(R"({"kind":"FooList","metadata":[],"items":[]})", "metadata");
}

TEST(ListSplitter, RefusesMalformedBodies) {
  for (const char* body :
       {R"({"kind":"FooList","items":[{} {}]})", R"({"kind":"FooList","items":[{},]})",
        R"({"kind":"FooList","items":[,{}]})", R"({"kind":"FooList","items":[1]})",
        R"({"kind":"FooList","items":[{}],"items":[{}]})", R"({"kind":"FooList","items":[]}})",
        R"({"kind":"FooList","items":[]} x)", R"({"kind":"FooList","items":[] "x":1})",
        R"({"kind":"FooList","items" []})", R"({"kind":"FooList","items":x[]})",
        R"({"kind":"FooList",,"items":[]})", R"({"kind":"FooList","items":[}]})",
        "{\"kind\":\"Foo\xFFList\",\"items\":[]}", "{]", "{:[", "{\"items\":[\"x\"]}"}) {
    ExpectDataLoss(body);
  }
}

TEST(ListSplitter, EveryPrefixIsIncomplete) {
  const size_t end = kList.rfind('}');
  for (size_t n = 0; n <= end; ++n) ExpectDataLoss(kList.substr(0, n));
}

TEST(ListSplitter, StaysFailed) {
  JsonListSplitter splitter;
  std::vector<std::string_view> items;
  EXPECT_FALSE(splitter.Feed("x", items).ok());
  EXPECT_FALSE(splitter.Feed("{\"items\":[]}", items).ok());
  EXPECT_FALSE(splitter.Finish().ok());
}

TEST(ListSplitter, BoundsItemsAndEnvelope) {
  const std::string item =
      "{\"kind\":\"FooList\",\"items\":[{\"a\":\"" + std::string(kListItemBytesMax, 'x') + "\"}]}";
  EXPECT_EQ(Split(item).status.code(), base::StatusCode::kTooLarge);
  EXPECT_EQ(Split(item, {1000, kListItemBytesMax / 2}).status.code(), base::StatusCode::kTooLarge);
  const std::string envelope =
      "{\"kind\":\"FooList\",\"x\":\"" + std::string(kListEnvelopeBytesMax, 'x') + "\"}";
  EXPECT_EQ(Split(envelope).status.code(), base::StatusCode::kTooLarge);
}

TEST(ListSplitter, RandomCutsOfRandomDamageNeverDependOnTheCuts) {
  const uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  for (int i = 0; i < 1500; ++i) {
    std::string body(kList);
    for (size_t n = random() % 3; n > 0; --n) {
      body[random() % body.size()] = "\"{}[],:\\n \x80"[random() % 11];
    }
    std::vector<size_t> cuts = {random() % body.size(), random() % body.size(),
                                random() % body.size()};
    std::sort(cuts.begin(), cuts.end());
    const Outcome whole = Split(body);
    const Outcome pieces = Split(body, cuts);
    EXPECT_EQ(whole.status, pieces.status) << body;
    EXPECT_EQ(whole.items, pieces.items) << body;
  }
}

}  // namespace
}  // namespace oarlock::kube
