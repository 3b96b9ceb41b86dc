#include "oci/registry_login.h"

#include <gtest/gtest.h>

#include "client/test_files.h"

namespace oarlock::oci {
namespace {

kube::BlobReference Named(const std::string& text) {
  return kube::BlobReference::Parse(text).value();
}

class RegistryLoginTest : public testing::Test {
 protected:
  std::string Write(const std::string& name, const std::string& auths) {
    return files.Write(name, R"({"auths":{)" + auths + "}}");
  }
  base::Result<RegistryLogins> Find(const std::string& reference,
                                    const std::vector<std::string>& in, bool must_exist = false) {
    return FindLogin(in, must_exist, Named(reference));
  }

  client::TempDir files;
};

TEST_F(RegistryLoginTest, ReadsEachFormOfAnEntry) {
  // "u:p:q" in base64: only the first colon divides.
  const std::string file = Write("a", R"("one":{"auth":"dTpwOnE="},)"
                                      R"("https://two:5000/v1/":{"username":"u","password":"p"},)"
                                      R"("three":{"identitytoken":"t"},"four":{})");
  EXPECT_EQ(Find("one/a", {file})->login->user, "u");
  EXPECT_EQ(Find("one/a", {file})->login->password, "p:q");
  EXPECT_EQ(Find("one/a", {file})->login->from, file);
  EXPECT_EQ(Find("two:5000/a", {file})->login->password, "p");
  EXPECT_EQ(Find("three/a", {file})->login->identity_token, "t");
  EXPECT_FALSE(Find("four/a", {file})->login.has_value());
  EXPECT_FALSE(Find("two/a", {file})->login.has_value()) << "another port is another registry";
  EXPECT_FALSE(Find("onex/a", {file})->login.has_value());
}

TEST_F(RegistryLoginTest, TheEntryOfTheLongestPathCounts) {
  const std::string file = Write("a", R"("r":{"username":"all","password":"p"},)"
                                      R"("r/team":{"username":"team","password":"p"},)"
                                      R"("r/team/a":{"username":"a","password":"p"})");
  EXPECT_EQ(Find("r/team/a", {file})->login->user, "a");
  EXPECT_EQ(Find("r/team/ab", {file})->login->user, "team");
  EXPECT_EQ(Find("r/teams", {file})->login->user, "all");
}

TEST_F(RegistryLoginTest, TheFirstFileWithAnEntryCounts) {
  const std::string first = Write("a", R"("other":{"username":"x","password":"p"})");
  const std::string second = Write("b", R"("r":{"username":"second","password":"p"})");
  EXPECT_EQ(Find("r/a", {files / "missing", first, second})->login->user, "second");
  EXPECT_EQ(Find("r/a", {files / "missing"}, true).status().code(), base::StatusCode::kNotFound);
}

TEST_F(RegistryLoginTest, SaysWhichFileIsBadAndShowsNothingOfIt) {
  const std::string bad = files.Write("bad", R"({"auths":{"r":{"auth":"c2VjcmV0"}}})");
  const auto login = Find("r/a", {bad});
  ASSERT_FALSE(login.ok());
  EXPECT_NE(login.status().message().find(bad), std::string::npos);
  EXPECT_EQ(login.status().message().find("secret"), std::string::npos);
  EXPECT_FALSE(Find("r/a", {files.Write("text", "no json")}).ok());
}

TEST_F(RegistryLoginTest, HelpersAreSeenAndNotRun) {
  const std::string file =
      files.Write("h", R"({"auths":{"r":{}},"credHelpers":{"r":"touch-something"}})");
  const auto found = Find("r/a", {file});
  ASSERT_TRUE(found.ok());
  EXPECT_FALSE(found->login.has_value());
  EXPECT_TRUE(found->has_helper);
}

TEST(DefaultLoginFiles, AreThoseOfTheUsualTools) {
  client::Environment environment;
  environment.variables = {{"HOME", "/h"}, {"XDG_RUNTIME_DIR", "/run/u"}};
  EXPECT_EQ(
      DefaultLoginFiles(environment),
      (std::vector<std::string>{"/run/u/containers/auth.json", "/h/.config/containers/auth.json",
                                "/h/.docker/config.json"}));
  environment.variables["DOCKER_CONFIG"] = "/d";
  EXPECT_EQ(DefaultLoginFiles(environment).back(), "/d/config.json");
  environment.variables["REGISTRY_AUTH_FILE"] = "/f";
  EXPECT_EQ(DefaultLoginFiles(environment), std::vector<std::string>{"/f"});
  EXPECT_TRUE(DefaultLoginFiles({}).empty());
}

}  // namespace
}  // namespace oarlock::oci
