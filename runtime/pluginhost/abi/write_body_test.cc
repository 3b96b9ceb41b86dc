#include "pluginhost/abi/write_body.h"

#include <gtest/gtest.h>

#include "kube/decode.h"

namespace oarlock::pluginhost {
namespace {

kube::ObjectRef Ref(const std::string& subresource = {}) {
  return {
      {{"x.dev", "v1", "things"}, "Thing", true, {}, {"status", "scale"}}, "t", "a", subresource};
}

std::string Error(const base::Status& status) { return status.message(); }
std::string Update(const std::string& json) {
  return UpdateBody(Ref(), json, {}).status().message();
}
std::string PatchError(kube::PatchType type, const std::string& body) {
  return Error(CheckPatchBody(Ref(), {type, body}, {}));
}

TEST(WriteBody, C_RC_09_AnUpdateOfTheObjectSendsNoStatus) {
  const std::string with =
      R"({"kind":"Thing","metadata":{"name":"a"},"status":{"phase":"Running"},"spec":{"n":1e3}})";
  EXPECT_EQ(*UpdateBody(Ref(), with, {}),
            R"({"kind":"Thing","metadata":{"name":"a"},"spec":{"n":1e3}})");
  EXPECT_EQ(*UpdateBody(Ref("status"), with, {}), with) << "asked for";
  kube::ObjectRef plain = Ref();
  plain.resource.subresources = {"scale"};
  EXPECT_EQ(*UpdateBody(plain, with, {}), with) << "here status is a field like any other";
  const std::string without = R"({"kind":"Thing", "metadata":{"name":"a"}})";
  EXPECT_EQ(*UpdateBody(Ref(), without, {}), without);
}

TEST(WriteBody, AnUpdateNamesTheUidOfTheObjectThatIsKnown) {
  const auto known = *kube::ObjectFromJson(
      R"({"apiVersion":"x.dev/v1","kind":"Thing","metadata":{"name":"a","namespace":"t",)"
      R"("uid":"u-1","resourceVersion":"7"}})");
  const std::string bare = R"({"kind":"Thing","metadata":{"name":"a"},"status":{},"spec":1})";
  EXPECT_EQ(*UpdateBody(Ref(), bare, known),
            R"({"kind":"Thing","metadata":{"uid":"u-1","name":"a"},"spec":1})")
      << "no resourceVersion: that is the plugin's to give";
  EXPECT_EQ(*UpdateBody(Ref("status"), bare, known),
            R"({"kind":"Thing","metadata":{"uid":"u-1","name":"a"},"status":{},"spec":1})");
  EXPECT_EQ(*UpdateBody(Ref(), R"({"metadata":{"uid":"","name":"a"},"kind":"Thing"})", known),
            R"({"metadata":{"uid":"u-1","name":"a"},"kind":"Thing"})");
  const std::string own = R"({"kind":"Thing","metadata":{"name":"a","uid":"u-2"}})";
  EXPECT_EQ(*UpdateBody(Ref(), own, known), own) << "what the plugin says counts";
  EXPECT_EQ(*UpdateBody(Ref("status"), own, known), own);
  const std::string scale = R"({"kind":"Scale","metadata":{"name":"a"}})";
  EXPECT_EQ(*UpdateBody(Ref("scale"), scale, known), scale) << "of a kind of its own";
  EXPECT_EQ(*UpdateBody(Ref("scale"), "nonsense", known), "nonsense") << "the server says";
}

TEST(WriteBody, C_PL_09_AMalformedObjectIsAnErrorThatNamesTheField) {
  EXPECT_EQ(Update("null"), "the body: is null, must be an object");
  EXPECT_EQ(Update("[]"), "the body: is a list, must be an object");
  EXPECT_EQ(Update(R"([{"kind":"Thing"}])"), "the body: is a list, must be an object");
  EXPECT_NE(Update(""), "");
  EXPECT_NE(Update("{"), "");
  EXPECT_EQ(Update(R"({"metadata":{"name":"a"}})"), "kind: is missing, must be a string");
  EXPECT_EQ(Update(R"({"kind":"","metadata":{"name":"a"}})"), "kind: must not be empty");
  EXPECT_EQ(Update(R"({"kind":"Thing"})"), "metadata: is missing, must be an object");
  EXPECT_EQ(Update(R"({"kind":"Thing","metadata":null})"), "metadata: is null, must be an object");
  EXPECT_EQ(Update(R"({"kind":"Thing","metadata":{"name":""}})"),
            "metadata.name: must not be empty");
  EXPECT_EQ(Update(R"({"kind":"Thing","metadata":{"name":3}})"),
            "metadata.name: is a number, must be a string");
  EXPECT_EQ(Update(R"({"kind":"Thing","metadata":{"name":"b"}})"),
            "metadata.name: is \"b\", the key says \"a\"");
}

TEST(WriteBody, C_PL_09_ACreatedObjectNeedsANameOrAWishForOne) {
  kube::ObjectRef ref = Ref();
  ref.name.clear();
  EXPECT_TRUE(CheckCreateBody(ref, R"({"kind":"Thing","metadata":{"generateName":"a-"}})").ok());
  EXPECT_TRUE(CheckCreateBody(ref, R"({"kind":"Thing","metadata":{"name":"a"}})").ok());
  EXPECT_EQ(Error(CheckCreateBody(ref, R"({"kind":"Thing","metadata":{}})")),
            "metadata.name: is missing, must be a string");
  EXPECT_EQ(Error(CheckCreateBody(ref, R"({"kind":"Thing","metadata":{"name":""}})")),
            "metadata.name: must not be empty");
  EXPECT_EQ(Error(CheckCreateBody(ref, "null")), "the body: is null, must be an object");
  EXPECT_TRUE(CheckCreateBody(Ref("eviction"), "{}").ok()) << "of a kind of its own";
}

TEST(WriteBody, C_PL_09_AMalformedPatchIsAnErrorThatNamesTheIndex) {
  using kube::PatchType;
  EXPECT_EQ(PatchError(PatchType::kJson, "null"), "the JSON patch: is null, must be a list");
  EXPECT_EQ(PatchError(PatchType::kJson, R"([{"op":"test","path":""},null])"),
            "operation 1: is null, must be an object");
  EXPECT_EQ(PatchError(PatchType::kJson, R"([{"path":"/a"}])"),
            "operation 0: op: is missing, must be a string");
  EXPECT_EQ(PatchError(PatchType::kJson, R"([{"op":"remove","path":null}])"),
            "operation 0: path: is null, must be a string");
  EXPECT_EQ(PatchError(PatchType::kJson, "[]"), "");
  for (const auto type : {PatchType::kMerge, PatchType::kStrategic}) {
    EXPECT_EQ(PatchError(type, "null"), "the patch: is null, must be an object");
    EXPECT_EQ(PatchError(type, "[null]"), "the patch: is a list, must be an object");
    EXPECT_NE(PatchError(type, ""), "");
    EXPECT_EQ(PatchError(type, "{}"), "");
  }
  EXPECT_EQ(PatchError(PatchType::kApply, "{}"), "kind: is missing, must be a string");
  EXPECT_EQ(PatchError(PatchType::kApply, R"({"kind":"Thing","metadata":{"name":""}})"),
            "metadata.name: must not be empty");
}

// An object whose annotations have 262,000 bytes.
kube::Object Full() {
  return *kube::ObjectFromJson(
      R"({"apiVersion":"x.dev/v1","kind":"Thing","metadata":{"name":"a","namespace":"t",)"
      R"("annotations":{"state":")" +
      std::string(262'000 - 5, 's') + R"("}}})");
}

TEST(WriteBody, C_RC_21_AnnotationsPastTheBoundAreRefusedWithTheirSize) {
  const std::string value(500 - 4, 'v');
  const kube::Patch merge{kube::PatchType::kMerge,
                          R"({"metadata":{"annotations":{"more":")" + value + R"("}}})"};
  const base::Status refused = CheckPatchBody(Ref(), merge, Full());
  EXPECT_EQ(refused.code(), base::StatusCode::kTooLarge);
  EXPECT_NE(refused.message().find("262500 bytes, at most 262144"), std::string::npos)
      << refused.message();
  const kube::Patch json{
      kube::PatchType::kJson,
      R"([{"op":"add","path":"/metadata/annotations/more","value":")" + value + R"("}])"};
  EXPECT_EQ(CheckPatchBody(Ref(), json, Full()).code(), base::StatusCode::kTooLarge);
  EXPECT_TRUE(CheckPatchBody(Ref(), merge, {}).ok()) << "not known, the server says";
  EXPECT_TRUE(CheckPatchBody(Ref("status"), merge, Full()).ok());
}

TEST(WriteBody, C_RC_21_CleaningUpIsNeverRefused) {
  for (const char* patch :
       {R"({"metadata":{"annotations":{"state":null}}})", R"({"metadata":{"annotations":null}})",
        R"({"metadata":{"finalizers":null}})",
        R"({"metadata":{"annotations":{"$patch":"replace","a":"b"}}})"}) {
    EXPECT_TRUE(CheckPatchBody(Ref(), {kube::PatchType::kMerge, patch}, Full()).ok()) << patch;
  }
  const std::string remove = R"([{"op":"remove","path":"/metadata/annotations/state"}])";
  EXPECT_TRUE(CheckPatchBody(Ref(), {kube::PatchType::kJson, remove}, Full()).ok());
}

}  // namespace
}  // namespace oarlock::pluginhost
