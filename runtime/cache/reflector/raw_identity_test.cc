#include "cache/reflector/raw_identity.h"

#include <gtest/gtest.h>

#include <string>

#include "cache/testing/scripted_source.h"
#include "kube/names.h"

namespace oarlock::cache {
namespace {

// "ns/name uid@version", or "no".
std::string Read(std::string_view json) {
  RawIdentity id;
  if (!ReadRawIdentity({kube::ContentType::kJson, json}, id)) return "no";
  return kube::MakeKey(id.ns, id.name) + " " + std::string(id.uid) + "@" + std::string(id.version);
}

TEST(RawIdentity, IsFoundInAnyOrderOfMembers) {
  EXPECT_EQ(Read(testing::Json({"a", "5"})), "default/a u-a@5");
  // As the server sorts a custom object: what is searched for comes behind managedFields.
  EXPECT_EQ(
      Read(R"({"apiVersion":"x/v1","kind":"X","metadata":{"annotations":{"name":"other",)"
           R"("uid":"}{\"}"},"managedFields":[{"fieldsV1":{"k:{\"uid\":\"z\"}":{"name":{}}}}],)"
           R"("name":"a","namespace":"n","resourceVersion":"7","uid":"u"},"spec":{}})"),
      "n/a u@7");
  EXPECT_EQ(Read(R"( { "spec" : [ 1 ] , "metadata" : { "uid" : "u" , "resourceVersion" : "7" ,)"
                 R"( "name" : "node" } } )"),
            "node u@7");
}

TEST(RawIdentity, NothingThatIsNotPlain) {
  const std::string head = R"({"metadata":{"namespace":"n",)";
  EXPECT_EQ(Read(head + R"("name":"a","uid":"u","resourceVersion":"7"}})"), "n/a u@7");
  EXPECT_EQ(Read(head + R"("name":"a","uid":"u"}})"), "no") << "no version";
  EXPECT_EQ(Read(head + R"("name":"a","uid":"u","resourceVersion":""}})"), "no");
  EXPECT_EQ(Read(head + R"("name":"a","resourceVersion":"7"}})"), "no") << "no uid";
  EXPECT_EQ(Read(head + R"("name":"\u0061","uid":"u","resourceVersion":"7"}})"), "no");
  EXPECT_EQ(Read(head + R"("name":"a","name":"b","uid":"u","resourceVersion":"7"}})"), "no");
  EXPECT_EQ(Read(head + R"("name":"a","uid":"u","resourceVersion":7}})"), "no");
  EXPECT_EQ(Read(head + R"("name":null,"uid":"u","resourceVersion":"7"}})"), "no");
  EXPECT_EQ(Read(R"({"metadata":[]})"), "no");
  EXPECT_EQ(Read(R"({"spec":{}})"), "no");
  EXPECT_EQ(Read(R"({"metadata":{"name":"a","uid":"u","resourceVersion":"7")"), "no");
  EXPECT_EQ(Read(""), "no");
  EXPECT_EQ(Read("[]"), "no");
}

std::string Field(uint32_t number, std::string_view bytes) {
  return std::string{static_cast<char>(number << 3 | 2), static_cast<char>(bytes.size())} +
         std::string(bytes);
}

std::string ReadBytes(std::string_view bytes) {
  RawIdentity id;
  if (!ReadRawIdentity({kube::ContentType::kProtobuf, bytes}, id)) return "no";
  return kube::MakeKey(id.ns, id.name) + " " + std::string(id.uid) + "@" + std::string(id.version);
}

TEST(RawIdentity, OfProtobufIsInTheFirstFieldOfAnObjectBareOrInItsEnvelope) {
  const std::string meta =
      Field(1, "a") + Field(2, "") + Field(3, "n") + Field(5, "u") + Field(6, "7") + Field(8, "x");
  const std::string object = Field(1, meta) + Field(2, "spec");
  EXPECT_EQ(ReadBytes(object), "n/a u@7");
  EXPECT_EQ(ReadBytes(std::string("k8s\0", 4) + Field(1, "") + Field(2, object)), "n/a u@7");
  EXPECT_EQ(ReadBytes(Field(1, Field(1, "a") + Field(5, "u") + Field(6, "7"))), "a u@7");
  EXPECT_EQ(ReadBytes(Field(2, "spec") + Field(1, meta)), "no") << "a server writes in order";
  EXPECT_EQ(ReadBytes(Field(1, Field(1, "a") + Field(5, "u"))), "no");
  EXPECT_EQ(ReadBytes(Field(1, Field(1, "a") + meta)), "no") << "a name twice";
  EXPECT_EQ(ReadBytes(""), "no");
  for (size_t size = 0; size < object.size(); ++size) {
    const std::string got = ReadBytes(std::string_view(object).substr(0, size));
    EXPECT_TRUE(got == "no" || got == "n/a u@7") << size << ": " << got;
  }
}

// Every cut of the text is either refused or says the same.
TEST(RawIdentity, ACutTextNeverGivesAnotherAnswer) {
  const std::string text = testing::Json({.name = "a", .version = "5", .labels = R"("x":"y")"});
  for (size_t size = 0; size < text.size(); ++size) {
    const std::string got = Read(std::string_view(text).substr(0, size));
    EXPECT_TRUE(got == "no" || got == "default/a u-a@5") << size << ": " << got;
  }
}

}  // namespace
}  // namespace oarlock::cache
