// Objects of every built-in type, filled at random by the upstream functions (objectcorpus of
// tests/kube/tools): both forms decode to the same object. And the tables by which they are read
// are what their generator makes of the pinned types.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>

#include "kube/decode.h"
#include "tests/kube/process.h"
#include "tests/kube/server_flags.h"

namespace oarlock::kubetest {
namespace {

constexpr int kObjectsOfEachType = 30;

std::string RunProgram(const std::string& program, const std::vector<std::string>& args) {
  const auto path = FindProgram(program);
  EXPECT_TRUE(path.ok()) << path.status().ToString();
  std::vector<std::string> argv{path.ok() ? *path : program};
  argv.insert(argv.end(), args.begin(), args.end());
  const auto result = RunCommand(argv, "", {}, std::chrono::minutes(2));
  EXPECT_TRUE(result.ok() && result->exit_code == 0)
      << program << ": " << (result.ok() ? result->err : result.status().ToString());
  return result.ok() ? result->out : "";
}

std::string_view TakeText(std::string_view& corpus) {
  uint32_t size = 0;
  for (size_t i = 0; i < 4; ++i) size = (size << 8) | static_cast<unsigned char>(corpus[i]);
  const std::string_view text = corpus.substr(4, size);
  corpus.remove_prefix(4 + size);
  return text;
}

TEST(TypeTables, AreWhatTheGeneratorMakes) {
  std::ifstream in(OARLOCK_TYPE_TABLES, std::ios::binary);
  const std::string checked_in{std::istreambuf_iterator<char>(in), {}};
  EXPECT_TRUE(RunProgram("typetables", {}) == checked_in)
      << "run `go run ./typetables` in tests/kube/tools and check in what it writes";
}

TEST(RandomObjects, AreEqualInBothForms) {
  const std::string seed = std::to_string(std::random_device{}() % 1'000'000);
  SCOPED_TRACE("objectcorpus -seed " + seed);
  const std::string corpus =
      RunProgram("objectcorpus", {"-seed", seed, "-each", std::to_string(kObjectsOfEachType)});
  size_t count = 0;
  for (std::string_view rest = corpus; !rest.empty(); ++count) {
    const std::string_view json_text = TakeText(rest);
    const std::string_view protobuf_text = TakeText(rest);
    kube::DecodeOptions options;
    options.drop_managed_fields = count % 2 == 0;
    const auto json = kube::ObjectFromJson(json_text, options);
    const auto protobuf =
        kube::DecodeObject({kube::ContentType::kProtobuf, protobuf_text}, options);
    ASSERT_TRUE(json.ok()) << json.status().ToString() << json_text;
    ASSERT_TRUE(protobuf.ok()) << protobuf.status().ToString() << json_text;
    ASSERT_EQ((*protobuf).ToJson(), (*json).ToJson());
  }
  EXPECT_GT(count, 150u * kObjectsOfEachType);
}

}  // namespace
}  // namespace oarlock::kubetest
