#include "kube/edit_document.h"

#include <gtest/gtest.h>

#include "kube/decode.h"
#include "kube/patch.h"

namespace oarlock::kube {
namespace {

constexpr std::string_view kObject =
    R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"n",)"
    R"("labels":{"x":"1"}},"data":{"k":"v","big":12345678901234567890},)"
    R"("list":[{"name":"one","v":1},{"name":"two","v":2}]})";

struct EditDocumentTest : testing::Test {
  static Object Parse(std::string_view json) { return DocumentFromJson(json).value(); }
  std::string Json() { return document.ToJson().value(); }
  // Both kinds of patches lead from the origin to the document.
  void ExpectPatchesWork() {
    const Object now = Parse(Json());
    const std::string json = document.JsonPatch().value();
    if (!json.empty()) {
      const auto patched = ApplyJsonPatch(origin.root(), json);
      ASSERT_TRUE(patched.ok()) << patched.status().ToString() << json;
      EXPECT_TRUE(DeepEqual(Parse(*patched).root(), now.root())) << json;
    }
    const auto merge = document.MergePatch();
    ASSERT_TRUE(merge.ok());
    if (!merge->empty()) {
      const auto merged = ApplyMergePatch(origin.root(), *merge);
      EXPECT_TRUE(DeepEqual(Parse(*merged).root(), now.root())) << *merge;
    }
  }
  Object origin = Parse(kObject);
  EditDocument document{origin};
};

TEST_F(EditDocumentTest, NothingChangedMakesNoPatch) {
  EXPECT_EQ(Json(), kObject);
  EXPECT_EQ(document.JsonPatch().value(), "");
  EXPECT_EQ(document.MergePatch().value(), "");
  EXPECT_EQ(document.ApplyConfiguration().value(), "");
}

TEST_F(EditDocumentTest, SetsPutsAndMakesMapsOnTheWay) {
  ASSERT_TRUE(document.Set("/data/k", R"("w")").ok());
  ASSERT_TRUE(document.Set("/metadata/annotations/a~1b", R"("c")").ok());
  ASSERT_TRUE(document.Set("/list/[name=two]/v", "3").ok());
  ASSERT_TRUE(document.Set("/list/0/v", "1.50").ok());
  ASSERT_TRUE(document.Set("/list/-", "[]").ok());
  EXPECT_EQ(Json(),
            R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"n",)"
            R"("labels":{"x":"1"},"annotations":{"a/b":"c"}},"data":{"k":"w",)"
            R"("big":12345678901234567890},)"
            R"("list":[{"name":"one","v":1.50},{"name":"two","v":3},[]]})");
  ExpectPatchesWork();
  EXPECT_EQ(document.JsonPatch().value(),
            R"([{"op":"add","path":"/metadata/annotations","value":{"a/b":"c"}},)"
            R"({"op":"replace","path":"/data/k","value":"w"},)"
            R"({"op":"replace","path":"/list/0/v","value":1.50},)"
            R"({"op":"replace","path":"/list/1/v","value":3},)"
            R"({"op":"add","path":"/list/2","value":[]}])");
}

TEST_F(EditDocumentTest, RemovesAndAppends) {
  ASSERT_TRUE(document.Remove("/data/k").ok());
  ASSERT_TRUE(document.Remove("/list/[name=one]").ok());
  ASSERT_TRUE(document.Append("/list", R"({"name":"three"})").ok());
  ASSERT_TRUE(document.Append("/metadata/finalizers", R"("f")").ok());
  ASSERT_TRUE(document.Remove("/not/there").ok());
  ASSERT_TRUE(document.Remove("/data/k/deeper").ok());
  ASSERT_TRUE(document.Remove("/list/7").ok());
  EXPECT_EQ(Json(),
            R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"n",)"
            R"("labels":{"x":"1"},"finalizers":["f"]},"data":{"big":12345678901234567890},)"
            R"("list":[{"name":"two","v":2},{"name":"three"}]})");
  ExpectPatchesWork();
}

TEST_F(EditDocumentTest, MergesAPatchInto) {
  ASSERT_TRUE(document.Merge("", R"({"data":{"k":null,"n":"1"},"list":[1]})").ok());
  ASSERT_TRUE(document.Merge("/metadata/labels", R"({"y":"2","z":null})").ok());
  EXPECT_EQ(
      Json(),
      R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"n",)"
      R"("labels":{"x":"1","y":"2"}},"data":{"big":12345678901234567890,"n":"1"},"list":[1]})");
  ExpectPatchesWork();
}

TEST_F(EditDocumentTest, AnApplyConfigurationIsWhatWasSetAlsoWhereItWasSoAlready) {
  ASSERT_TRUE(document.Set("/data/k", R"("v")").ok());
  ASSERT_TRUE(document.Set("/list/[name=one]/v", "9").ok());
  EXPECT_EQ(document.ApplyConfiguration().value(),
            R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"n"},)"
            R"("data":{"k":"v"},"list":[{"name":"one","v":9},{"name":"two","v":2}]})");
  ASSERT_TRUE(document.Merge("/metadata", R"({"labels":{"mine":"1"}})").ok());
  EXPECT_NE(document.ApplyConfiguration().value().find(R"("labels":{"mine":"1"})"),
            std::string::npos);
}

TEST_F(EditDocumentTest, WhatWasSetAsAWholeStaysSetWhenItIsOpened) {
  document = EditDocument();
  ASSERT_TRUE(document.Set("/spec", R"({"a":1,"b":2})").ok());
  ASSERT_TRUE(document.Set("/spec/a", "3").ok());
  EXPECT_EQ(document.ApplyConfiguration().value(), R"({"spec":{"a":3,"b":2}})");
}

TEST_F(EditDocumentTest, AnEditThatFailsChangesNothing) {
  for (const char* path :
       {"/data/k/x", "/data/k/x/y", "/list/2", "/list/2/v", "/list/x", "/list/[name=three]/v",
        "/new/[name=x]/v", "/new/[name=x]", "data", "/*/v", "/a~", "/a~3"}) {
    const base::Status status = document.Set(path, "1");
    EXPECT_EQ(status.code(), base::StatusCode::kInvalidArgument) << path;
  }
  EXPECT_FALSE(document.Set("/data/k", "{").ok());
  EXPECT_FALSE(document.Append("/data", "1").ok());
  EXPECT_FALSE(document.Append("/data/k", "1").ok());
  EXPECT_FALSE(document.Merge("/data/k/x", "{}").ok());
  EXPECT_FALSE(document.Remove("").ok());
  EXPECT_EQ(Json(), kObject);
  EXPECT_EQ(document.JsonPatch().value(), "");
}

TEST_F(EditDocumentTest, AMergePatchCannotSetANull) {
  ASSERT_TRUE(document.Set("/data/k", "null").ok());
  EXPECT_EQ(document.MergePatch().status().code(), base::StatusCode::kInvalidArgument);
  EXPECT_EQ(document.JsonPatch().value(), R"([{"op":"replace","path":"/data/k","value":null}])");
}

TEST_F(EditDocumentTest, StartsEmptyOrFromTextAndOutlivesItsValues) {
  document = EditDocument();
  origin = Parse("{}");
  {
    const Object other = Parse(R"({"a":{"b":[1,2]}})");
    ASSERT_TRUE(document.Set("/copy", other["a"], other).ok());
  }
  EXPECT_EQ(Json(), R"({"copy":{"b":[1,2]}})");
  ExpectPatchesWork();
  document = EditDocument::FromJson("[1]").value();
  ASSERT_TRUE(document.Append("", "2").ok());
  EXPECT_EQ(Json(), "[1,2]");
  ASSERT_TRUE(document.Set("", "7").ok());
  EXPECT_EQ(document.JsonPatch().value(), R"([{"op":"replace","path":"","value":7}])");
  EXPECT_FALSE(EditDocument::FromJson("nonsense").ok());
}

TEST_F(EditDocumentTest, IsBounded) {
  const std::string large = "\"" + std::string(kObjectBytesMax / 2, 'x') + "\"";
  ASSERT_TRUE(document.Set("/a", large).ok());
  EXPECT_EQ(document.Set("/b", large).code(), base::StatusCode::kTooLarge);
  std::string deep;
  for (uint32_t i = 0; i < kObjectDepthMax + 1; ++i) deep += "/x";
  EXPECT_FALSE(document.Set(deep, "1").ok());
}

}  // namespace
}  // namespace oarlock::kube
