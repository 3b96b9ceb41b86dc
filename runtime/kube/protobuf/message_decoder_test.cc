// Protobuf that is well-formed, newer than the tables, damaged or hostile.
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "kube/api_status.h"
#include "kube/decode.h"
#include "kube/segment.h"
#include "kube/testing/protobuf_bytes.h"

namespace oarlock::kube {
namespace {

using base::StatusCode;
using testing::Bytes;
using testing::ConfigMapItem;
using testing::ConfigMapProtobuf;
using testing::Enveloped;
using testing::Number;
using testing::StatusProtobuf;
using testing::UnknownField;
using testing::Varint;

base::Result<Object> Decode(const std::string& bytes, const DecodeOptions& options = {}) {
  return DecodeObject({ContentType::kProtobuf, bytes}, options);
}
StatusCode CodeOf(const std::string& raw, std::string_view kind = "ConfigMap") {
  return Decode(Enveloped("v1", kind, raw)).status().code();
}
std::string JsonOf(const std::string& bytes, const DecodeOptions& options = {}) {
  const auto object = Decode(bytes, options);
  return object.ok() ? (*object).ToJson() : object.status().ToString();
}

TEST(ProtobufObject, AnEnvelopeNamesTheTypeAndAnItemHasThatOfItsList) {
  const std::string rest =
      R"("metadata":{"name":"a","namespace":"default","uid":"u-a","resourceVersion":"5"},)"
      R"("data":{"v":"x"}})";
  EXPECT_EQ(JsonOf(ConfigMapProtobuf("a", "5", "x")),
            R"({"kind":"ConfigMap","apiVersion":"v1",)" + rest);
  DecodeOptions options;
  options.default_api_version = "v1";
  options.default_kind = "ConfigMap";
  EXPECT_EQ(JsonOf(ConfigMapItem("a", "5", "x"), options),
            R"({"apiVersion":"v1","kind":"ConfigMap",)" + rest);
}

TEST(ProtobufObject, AnItemWithoutATypeIsMetadataOnly) {
  EXPECT_EQ(JsonOf(Bytes(1, Bytes(1, "a"))),
            R"({"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/v1",)"
            R"("metadata":{"name":"a"}})");
}

TEST(ProtobufObject, KnownTypes) {
  EXPECT_TRUE(HasProtobuf("v1", "Pod"));
  EXPECT_TRUE(HasProtobuf("apps/v1", "Deployment"));
  EXPECT_TRUE(HasProtobuf("apiextensions.k8s.io/v1", "CustomResourceDefinition"));
  EXPECT_FALSE(HasProtobuf("v1", "Deployment"));
  EXPECT_FALSE(HasProtobuf("example.com/v1", "Pod"));
}

TEST(ProtobufObject, WhatTheTablesDoNotKnowIsUnimplementedWhereverItIs) {
  EXPECT_EQ(CodeOf(UnknownField()), StatusCode::kUnimplemented);
  EXPECT_EQ(CodeOf(Bytes(1, UnknownField())), StatusCode::kUnimplemented);
  EXPECT_EQ(CodeOf(Bytes(2, Bytes(1, UnknownField())), "Pod"), StatusCode::kUnimplemented);
  EXPECT_EQ(CodeOf("", "NoSuchKind"), StatusCode::kUnimplemented);
}

TEST(ProtobufObject, UnknownFieldsOfSmallMessagesAreFoundAsWell) {
  const std::string time = Bytes(1, Bytes(8, Number(1, 5) + Number(9, 1)));
  EXPECT_EQ(CodeOf(time), StatusCode::kUnimplemented);
  const std::string entry = Bytes(2, Bytes(1, "k") + Bytes(2, "v") + Bytes(3, "?"));
  EXPECT_EQ(CodeOf(entry), StatusCode::kUnimplemented);
  // Service.spec.ports[].targetPort
  const std::string port =
      Bytes(2, Bytes(1, Bytes(4, Number(1, 0) + Number(2, 80) + Number(7, 1))));
  EXPECT_EQ(CodeOf(port, "Service"), StatusCode::kUnimplemented);
  // ResourceQuota.spec.hard
  const std::string quantity = Bytes(2, Bytes(1, Bytes(1, "cpu") + Bytes(2, Bytes(2, "?"))));
  EXPECT_EQ(CodeOf(quantity, "ResourceQuota"), StatusCode::kUnimplemented);
}

TEST(ProtobufObject, AStatusIsReadWhateverElseItSays) {
  const std::string body = StatusProtobuf(409, "AlreadyExists", "it is there");
  for (const std::string& unknown : {std::string(), UnknownField()}) {
    const std::string raw = Bytes(2, "Failure") + unknown + Bytes(3, "it is there") +
                            Bytes(4, "AlreadyExists") + Bytes(5, Number(5, 7) + unknown) +
                            Number(6, 409);
    const base::Status status = StatusFromResponse(409, Enveloped("v1", "Status", raw));
    EXPECT_EQ(status.code(), StatusCode::kAlreadyExists);
    EXPECT_EQ(status.message(), "it is there");
    EXPECT_EQ(status.detail().retry_after, std::chrono::seconds(7));
  }
  EXPECT_EQ(StatusFromResponse(409, body).code(), StatusCode::kAlreadyExists);
  EXPECT_EQ(StatusFromResponse(410, body.substr(0, body.size() / 2)).code(), StatusCode::kGone);
}

TEST(ProtobufObject, EveryPrefixIsDamagedOrSmaller) {
  const std::string whole = ConfigMapProtobuf("a", "5", std::string(200, 'x'));
  const std::string json = JsonOf(whole);
  for (size_t size = 0; size + 5 < whole.size(); ++size) {
    const auto object = Decode(whole.substr(0, size));
    EXPECT_NE(object.ok() ? (*object).ToJson() : "", json) << size;
  }
  const std::string raw = ConfigMapItem("a", "5", "x");
  for (size_t size = 1; size < raw.size(); ++size) {
    const StatusCode code = CodeOf(raw.substr(0, size));
    EXPECT_TRUE(code == StatusCode::kDataLoss || code == StatusCode::kOk) << size;
  }
}

TEST(ProtobufObject, RefusesWrongWireTypes) {
  EXPECT_EQ(CodeOf(Number(1, 5)), StatusCode::kDataLoss);
  EXPECT_EQ(CodeOf(Bytes(1, Number(1, 5))), StatusCode::kDataLoss);
  EXPECT_EQ(CodeOf(Bytes(4, "yes")), StatusCode::kDataLoss) << "immutable is a bool";
  EXPECT_EQ(CodeOf(Bytes(2, Number(1, 5))), StatusCode::kDataLoss) << "a map's key";
  EXPECT_EQ(CodeOf(Bytes(2, Bytes(1, "k") + Number(2, 5))), StatusCode::kDataLoss);
  EXPECT_EQ(CodeOf(Bytes(1, Bytes(8, Bytes(1, "x")))), StatusCode::kDataLoss) << "a time";
  EXPECT_EQ(CodeOf("\x0b"), StatusCode::kDataLoss) << "a group";
  EXPECT_EQ(CodeOf("\x0f\x01"), StatusCode::kDataLoss) << "no type at all";
}

TEST(ProtobufObject, RefusesNumbersAndLengthsThatCannotBe) {
  const std::string overlong(10, '\xff');
  EXPECT_EQ(CodeOf("\x20" + overlong + "\x01"), StatusCode::kDataLoss);
  EXPECT_EQ(CodeOf("\x20" + std::string(9, '\xff') + "\x02"), StatusCode::kDataLoss) << "65 bits";
  EXPECT_EQ(CodeOf(overlong), StatusCode::kDataLoss) << "a tag";
  EXPECT_EQ(CodeOf(Varint(2)), StatusCode::kDataLoss) << "field 0";
  for (const uint64_t huge : {uint64_t{100}, uint64_t{1} << 31, uint64_t{1} << 32,
                              std::numeric_limits<uint64_t>::max()}) {
    EXPECT_EQ(CodeOf("\x0a" + Varint(huge) + "abc"), StatusCode::kDataLoss) << huge;
    EXPECT_EQ(Decode(std::string("k8s\0", 4) + "\x12" + Varint(huge)).status().code(),
              StatusCode::kDataLoss);
  }
}

// A segment knows whole texts of JSON again, but never one that is none.
TEST(ProtobufObject, JsonInsideLooksTheSameFromASegmentAndBadJsonStaysBad) {
  DecodeOptions options;
  options.drop_managed_fields = false;
  options.segment = MakeSegment();
  const auto with_fields = [](std::string_view json) {
    const std::string entry = Bytes(17, Bytes(7, Bytes(1, std::string(json))));
    return Enveloped("v1", "ConfigMap", Bytes(1, Bytes(1, "a") + entry));
  };
  for (const std::string_view good : {R"({"f:data":{"f:v":{},"f:w":[1,"x"]}})", "[1,[2]]", "7"}) {
    const std::string bytes = with_fields(good);
    for (int i = 0; i < 4; ++i) {
      EXPECT_EQ(JsonOf(bytes, options), JsonOf(bytes, {.drop_managed_fields = false}));
    }
  }
  for (const std::string_view bad : {R"({"f:a":{}}{})", R"({"f:b":{}} x)", R"({"f:c":)", "[1,]"}) {
    for (int i = 0; i < 4; ++i) EXPECT_FALSE(Decode(with_fields(bad), options).ok()) << bad;
  }
}

TEST(ProtobufObject, BoundsTheBytesOfOneObject) {
  EXPECT_EQ(Decode(std::string(kObjectBytesMax + 1, 'x')).status().code(), StatusCode::kTooLarge);
}

// As Go does it, and so the server in its JSON.
TEST(ProtobufObject, InvalidUtf8BecomesReplacementCharacters) {
  EXPECT_EQ(JsonOf(Enveloped("v1", "ConfigMap",
                             Bytes(2, Bytes(1, "k") + Bytes(2,
                                                            "a\xff"
                                                            "b")))),
            "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"data\":{\"k\":\"a\xEF\xBF\xBD"
            "b\"}}");
}

// A schema in a schema, and an object in an object.
TEST(ProtobufObject, BoundsTheDepth) {
  std::string schema = Bytes(5, "string");
  for (uint32_t i = 0; i <= kObjectDepthMax; ++i) schema = Bytes(28, schema);  // "not"
  const std::string version = Bytes(7, Bytes(1, "v1") + Bytes(4, Bytes(1, schema)));
  EXPECT_EQ(
      Decode(Enveloped("apiextensions.k8s.io/v1", "CustomResourceDefinition", Bytes(2, version)))
          .status()
          .code(),
      StatusCode::kTooLarge);
  std::string object;
  for (uint32_t i = 0; i <= kObjectDepthMax; ++i) {
    object = Enveloped("apps/v1", "ControllerRevision", Bytes(2, Bytes(1, object)));
  }
  EXPECT_EQ(Decode(object).status().code(), StatusCode::kTooLarge);
}

TEST(ProtobufObject, ADoubleThatJsonCannotSayIsRefused) {
  const auto schema = [](uint64_t bits) {
    std::string number = "\x59";  // the minimum: field 11, eight bytes
    for (int i = 0; i < 8; ++i) number.push_back(static_cast<char>(bits >> (8 * i)));
    const std::string version = Bytes(7, Bytes(1, "v1") + Bytes(4, Bytes(1, number)));
    return Decode(
        Enveloped("apiextensions.k8s.io/v1", "CustomResourceDefinition", Bytes(2, version)));
  };
  EXPECT_TRUE(schema(0x3ff8000000000000).ok());
  EXPECT_EQ(schema(0x7ff8000000000000).status().code(), StatusCode::kDataLoss) << "no number";
  EXPECT_EQ(schema(0xfff0000000000000).status().code(), StatusCode::kDataLoss) << "-infinity";
}

TEST(ProtobufObject, TheNamesOfWhatCannotBeDecoded) {
  const std::string damaged = ConfigMapItem("a", "5") + "\x0b";
  EXPECT_EQ(NamesInProtobuf(damaged).name, "a");
  EXPECT_EQ(NamesInProtobuf(damaged).ns, "default");
  const std::string enveloped = ConfigMapProtobuf("b", "5");
  EXPECT_EQ(NamesInProtobuf(enveloped).name, "b");
  EXPECT_EQ(NamesInProtobuf("").name, "");
  EXPECT_EQ(NamesInProtobuf("nonsense").name, "");
}

}  // namespace
}  // namespace oarlock::kube
