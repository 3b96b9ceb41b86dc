#include "supervisor/config/config_secrets.h"

#include <gtest/gtest.h>

#include "supervisor/testing/fake_objects.h"

namespace oarlock::supervisor {
namespace {

class ConfigSecretsTest : public ::testing::Test {
 protected:
  std::string Merged(const std::string& config, const std::vector<SecretKeyRef>& refs) {
    auto merged = secrets.Merge(config, refs);
    return merged.ok() ? merged->json : merged.status().message();
  }

  testing::FakeObjects objects;
  int changes = 0;
  ConfigSecrets secrets{objects, "ops", [this] { ++changes; }};
};

TEST_F(ConfigSecretsTest, LaterOnesWinMemberByMemberListsAreReplacedAndNullRemoves) {
  objects.SetSecret("ops", "a", "c", "db: {user: u1, password: p1}\nhosts: [x, y]\nold: 1\n");
  objects.SetSecret("ops", "b", "c", R"({"db":{"password":"p2"},"hosts":["z"],"old":null})");
  EXPECT_EQ(Merged(R"({"db":{"port":1,"user":"u0"},"keep":true})", {{"a", "c"}, {"b", "c"}}),
            R"({"db":{"port":1,"user":"u1","password":"p2"},"keep":true,"hosts":["z"]})");
  EXPECT_EQ(Merged(R"({"a":1})", {}), R"({"a":1})");
}

TEST_F(ConfigSecretsTest, NamesSecretAndKeyAndNothingOfTheContent) {
  EXPECT_EQ(Merged("{}", {{"a", "c"}}), "Secret ops/a is not read yet");
  objects.Trouble("ops/a", {base::StatusCode::kPermissionDenied, "forbidden"});
  EXPECT_EQ(Merged("{}", {{"a", "c"}}), "Secret ops/a cannot be read: forbidden");
  objects.Set("ops/a", {});
  EXPECT_EQ(Merged("{}", {{"a", "c"}}), "Secret ops/a does not exist");
  objects.SetSecret("ops", "a", "other", "x: y");
  EXPECT_EQ(Merged("{}", {{"a", "c"}}), "Secret ops/a has no key \"c\"");
  for (const char* text : {"hunter2", "[hunter2]", "a: b\nhunter2: 'x", "a: 1\na: hunter2",
                           "a: 1\n---\nb: hunter2", "{\"hunter2\":", "*hunter2"}) {
    objects.SetSecret("ops", "a", "c", text);
    const std::string said = Merged("{}", {{"a", "c"}});
    EXPECT_NE(said.find("Secret ops/a, key \"c\": is n"), std::string::npos) << said;
    EXPECT_EQ(said.find("hunter2"), std::string::npos) << said;
  }
  objects.SetSecret("ops", "a", "c", "a: 1\na: 2\n");
  EXPECT_NE(Merged("{}", {{"a", "c"}}).find("(line 2, column 1)"), std::string::npos)
      << Merged("{}", {{"a", "c"}});
  objects.SetSecret("ops", "a", "c", std::string(kConfigSecretBytesMax + 1, '#'));
  EXPECT_NE(Merged("{}", {{"a", "c"}}).find("at most"), std::string::npos);
}

TEST_F(ConfigSecretsTest, FollowsWhatIsNamedAndTellsOfChanges) {
  secrets.Follow({{"a", "c"}, {"b", "c"}});
  EXPECT_EQ(objects.followed().size(), 2u);
  objects.SetSecret("ops", "b", "c", "x: 1");
  EXPECT_EQ(changes, 1);
  const std::string before = secrets.Fingerprint({{"b", "c"}});
  objects.SetSecret("ops", "b", "c", "x: 1");
  EXPECT_EQ(secrets.Fingerprint({{"b", "c"}}), before) << "the same content in another version";
  objects.SetSecret("ops", "b", "c", "x: 2");
  EXPECT_NE(secrets.Fingerprint({{"b", "c"}}), before);
  secrets.Follow({{"b", "d"}});
  EXPECT_EQ(objects.followed(), std::vector<std::string>{"ops/b"});
  objects.SetSecret("ops", "a", "c", "x: 3");
  EXPECT_EQ(changes, 3);
}

TEST_F(ConfigSecretsTest, WhatIsKeptTellsVersionsAndNoContents) {
  objects.SetSecret("ops", "a", "c", "x: hunter2");
  const auto merged = secrets.Merge("{}", {{"a", "c"}});
  ASSERT_TRUE(merged.ok());
  EXPECT_EQ(merged->versions, "a u:101\n");
}

TEST(WithoutValue, CutsWhatASchemaSaysOfTheValue) {
  EXPECT_EQ(WithoutValue("must be a string, not 5"), "must be a string");
  EXPECT_EQ(WithoutValue("must have at least 8 characters, has 3"),
            "must have at least 8 characters");
  EXPECT_EQ(WithoutValue("is required"), "is required");
}

}  // namespace
}  // namespace oarlock::supervisor
