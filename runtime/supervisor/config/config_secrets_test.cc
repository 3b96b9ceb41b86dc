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
  objects.SetSecret("ops", "a", "c.yaml", "db: {user: u1, password: p1}\nhosts: [x, y]\nold: 1\n");
  objects.SetSecret("ops", "b", "c.yaml", R"({"db":{"password":"p2"},"hosts":["z"],"old":null})");
  EXPECT_EQ(
      Merged(R"({"db":{"port":1,"user":"u0"},"keep":true})", {{"a", "c.yaml"}, {"b", "c.yaml"}}),
      R"({"db":{"port":1,"user":"u1","password":"p2"},"keep":true,"hosts":["z"]})");
  EXPECT_EQ(Merged(R"({"a":1})", {}), R"({"a":1})");
}

TEST_F(ConfigSecretsTest, NamesSecretAndKeyAndNothingOfTheContent) {
  EXPECT_EQ(Merged("{}", {{"a", "c.yaml"}}), "Secret ops/a is not read yet");
  objects.Trouble("ops/a", {base::StatusCode::kPermissionDenied, "forbidden"});
  EXPECT_EQ(Merged("{}", {{"a", "c.yaml"}}), "Secret ops/a cannot be read: forbidden");
  objects.Set("ops/a", {});
  EXPECT_EQ(Merged("{}", {{"a", "c.yaml"}}), "Secret ops/a does not exist");
  objects.SetSecret("ops", "a", "other", "x: y");
  EXPECT_EQ(Merged("{}", {{"a", "c.yaml"}}), "Secret ops/a has no key \"c.yaml\"");
  for (const char* text : {"hunter2", "[hunter2]", "a: b\nhunter2: 'x", "a: 1\na: hunter2",
                           "a: 1\n---\nb: hunter2", "{\"hunter2\":", "*hunter2"}) {
    objects.SetSecret("ops", "a", "c.yaml", text);
    const std::string said = Merged("{}", {{"a", "c.yaml"}});
    EXPECT_NE(said.find("Secret ops/a, key \"c.yaml\": is n"), std::string::npos) << said;
    EXPECT_EQ(said.find("hunter2"), std::string::npos) << said;
  }
  objects.SetSecret("ops", "a", "c.yaml", "a: 1\na: 2\n");
  EXPECT_NE(Merged("{}", {{"a", "c.yaml"}}).find("(line 2, column 1)"), std::string::npos)
      << Merged("{}", {{"a", "c.yaml"}});
  objects.SetSecret("ops", "a", "c.yaml", std::string(kConfigSecretBytesMax + 1, '#'));
  EXPECT_NE(Merged("{}", {{"a", "c.yaml"}}).find("at most"), std::string::npos);
}

TEST_F(ConfigSecretsTest, WhatIsNoConfigurationComesBesideItAsItIs) {
  objects.SetSecret("ops", "a", "c.yaml", "x: 1");
  objects.SetSecret("ops", "tls", "tls.key", "a: 1\nb: 'x");
  objects.SetSecret("ops", "token", "token", "hunter2");
  const std::vector<SecretKeyRef> refs{{"a", "c.yaml"}, {"tls", "tls.key"}, {"token", "token"}};
  const auto merged = secrets.Merge("{}", refs);
  ASSERT_TRUE(merged.ok()) << merged.status().message();
  EXPECT_EQ(merged->json, R"({"x":1})");
  ASSERT_TRUE(merged->values);
  ASSERT_EQ(merged->values->all().size(), 2u);
  EXPECT_EQ(merged->values->all()[0].name, "tls.key");
  EXPECT_EQ(merged->values->all()[0].value, "a: 1\nb: 'x");
  EXPECT_EQ(merged->values->all()[1].value, "hunter2");
  const std::string before = merged->values_digest;
  EXPECT_EQ(secrets.Merge("{}", refs)->values_digest, before);
  objects.SetSecret("ops", "token", "token", "hunter3");
  EXPECT_NE(secrets.Merge("{}", refs)->values_digest, before);
  EXPECT_FALSE(secrets.Merge("{}", {{"a", "c.yaml"}})->values);
}

TEST_F(ConfigSecretsTest, FollowsWhatIsNamedAndTellsOfChanges) {
  secrets.Follow({{"a", "c.yaml"}, {"b", "c.yaml"}});
  EXPECT_EQ(objects.followed().size(), 2u);
  objects.SetSecret("ops", "b", "c.yaml", "x: 1");
  EXPECT_EQ(changes, 1);
  const std::string before = secrets.Fingerprint({{"b", "c.yaml"}});
  objects.SetSecret("ops", "b", "c.yaml", "x: 1");
  EXPECT_EQ(secrets.Fingerprint({{"b", "c.yaml"}}), before)
      << "the same content in another version";
  objects.SetSecret("ops", "b", "c.yaml", "x: 2");
  EXPECT_NE(secrets.Fingerprint({{"b", "c.yaml"}}), before);
  secrets.Follow({{"b", "d"}});
  EXPECT_EQ(objects.followed(), std::vector<std::string>{"ops/b"});
  objects.SetSecret("ops", "a", "c.yaml", "x: 3");
  EXPECT_EQ(changes, 3);
}

TEST_F(ConfigSecretsTest, WhatIsKeptTellsVersionsAndNoContents) {
  objects.SetSecret("ops", "a", "c.yaml", "x: hunter2");
  const auto merged = secrets.Merge("{}", {{"a", "c.yaml"}});
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
