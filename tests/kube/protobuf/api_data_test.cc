// The test data of the module k8s.io/api: every built-in type with every field filled, as JSON and
// as protobuf, of several releases. Both forms decode to the same object.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "kube/decode.h"

namespace oarlock::kubetest {
namespace {

namespace fs = std::filesystem;
using kube::ContentType;

std::string ReadFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<fs::path> ProtobufFiles(const std::string& release) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(fs::path(OARLOCK_API_TESTDATA) / release)) {
    if (entry.path().extension() == ".pb") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// An older server leaves out what a newer one writes as null, and the wire does not tell which of
// the two it was.
std::string WithoutNulls(std::string json) {
  for (size_t at = json.find(":null"); at != std::string::npos; at = json.find(":null")) {
    const size_t key = json.rfind('"', json.rfind('"', at) - 1);
    const size_t comma = key > 0 && json[key - 1] == ',' ? 1 : 0;
    json.erase(key - comma, at + 5 - key + comma);
  }
  return json;
}

// A server's JSON says of which type the templates of claims are; this data came from no server.
std::string WithoutTemplateTypes(std::string json) {
  constexpr std::string_view kMark = R"("kind":"PersistentVolumeClaim","apiVersion":"v1",)";
  for (size_t at = json.find(kMark); at != std::string::npos; at = json.find(kMark)) {
    json.erase(at, kMark.size());
  }
  return json;
}

// The same in a segment that has seen other types and this object before.
class SharedForm {
 public:
  void ExpectEqual(const kube::RawItem& item, kube::DecodeOptions options,
                   const kube::Object& own) {
    options.segment = segment_;
    for (int i = 0; i < 2; ++i) {
      auto object = kube::DecodeObject(item, options);
      ASSERT_TRUE(object.ok());
      EXPECT_EQ(object->ToJson(), own.ToJson());
      objects_.push_back(std::move(object).value());
    }
  }

 private:
  kube::SegmentPtr segment_ = kube::MakeSegment();
  std::vector<kube::Object> objects_;
};

// How many types are equal in both forms; those that are not in the tables do not count.
size_t CountEqual(const std::string& release, bool drop_managed_fields) {
  size_t equal = 0;
  SharedForm shared;
  for (const fs::path& file : ProtobufFiles(release)) {
    const fs::path json_file = fs::path(file).replace_extension(".json");
    if (!fs::exists(json_file)) continue;
    kube::DecodeOptions options;
    options.drop_managed_fields = drop_managed_fields;
    const std::string json_bytes = ReadFile(json_file);
    const std::string protobuf_bytes = ReadFile(file);
    const kube::RawItem json_item{ContentType::kJson, json_bytes};
    const kube::RawItem protobuf_item{ContentType::kProtobuf, protobuf_bytes};
    const auto json = kube::DecodeObject(json_item, options);
    const auto protobuf = kube::DecodeObject(protobuf_item, options);
    EXPECT_TRUE(json.ok()) << json_file;
    if (protobuf.status().code() == base::StatusCode::kUnimplemented) {
      // Of this release only what no server lists is unknown (options, reviews).
      EXPECT_TRUE(release != "HEAD" ||
                  protobuf.status().message().starts_with("protobuf of an unknown type"))
          << file << ": " << protobuf.status().message();
      continue;
    }
    EXPECT_TRUE(protobuf.ok()) << file << ": " << protobuf.status().ToString();
    if (!json.ok() || !protobuf.ok()) continue;
    const bool newest = release == "HEAD";
    const auto text = [&](const kube::Object& object) {
      return newest ? object.ToJson() : WithoutNulls(object.ToJson());
    };
    EXPECT_EQ(WithoutTemplateTypes(text(*protobuf)), WithoutTemplateTypes(text(*json))) << file;
    shared.ExpectEqual(json_item, options, *json);
    shared.ExpectEqual(protobuf_item, options, *protobuf);
    ++equal;
  }
  return equal;
}

TEST(ApiData, EveryTypeOfThisReleaseIsEqualInBothForms) {
  for (const bool drop : {true, false}) {
    EXPECT_GE(CountEqual("HEAD", drop), 150u);
  }
}

TEST(ApiData, OlderReleasesAreEqualOrUnknownNeverWrong) {
  for (const auto& entry : fs::directory_iterator(OARLOCK_API_TESTDATA)) {
    if (!entry.is_directory() || entry.path().filename() == "HEAD") continue;
    EXPECT_GE(CountEqual(entry.path().filename(), true), 140u) << entry.path();
  }
}

}  // namespace
}  // namespace oarlock::kubetest
