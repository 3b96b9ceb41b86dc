// Fetching and pushing libraries against a scripted registry: what is sent to whom, and what is
// believed.

#include <gtest/gtest.h>

#include <filesystem>
#include <thread>

#include "base/fake_clock.h"
#include "client/test_files.h"
#include "integration/scripted_registry.h"
#include "kube/text/base64.h"
#include "oci/registry_fetcher.h"
#include "oci/registry_push.h"
#include "sandbox/access/certificates.h"

namespace oarlock::integration {
namespace {

namespace fs = std::filesystem;
using base::StatusCode;

const oci::PluginFacts kFacts{"dev.example.demo", "2.0", "1.0",
                              std::string(oci::HostArchitecture())};

class RegistryTest : public testing::Test {
 protected:
  // The name of a library that the registry has.
  std::string PutLibrary(const std::string& bytes, const oci::PluginFacts& facts = kFacts) {
    const std::string config = oci::PluginConfigJson(facts);
    library_digest = registry.Put(bytes);
    return "oci://" + registry.name() + "/team/demo@" +
           registry.Put(oci::PluginManifestJson(
               facts, {std::string(oci::kPluginConfigType), registry.Put(config), config.size()},
               {std::string(oci::kPluginLibraryType), library_digest, bytes.size()}));
  }
  base::Result<kube::FetchedBlob> Fetch(const std::string& reference) {
    oci::RegistryFetcher fetcher(options ? *options : registry.options(), dir / "libraries", clock,
                                 metrics);
    return fetcher.Fetch(reference, {clock.Now() + std::chrono::minutes(1), stop.get_token()});
  }
  void ExpectFetched(const std::string& reference, const std::string& bytes) {
    const auto blob = Fetch(reference);
    ASSERT_TRUE(blob.ok()) << blob.status().message();
    EXPECT_EQ("sha256:" + blob->sha256, oci::DigestOf(bytes));
    EXPECT_EQ(dir.Read(fs::relative(blob->path, dir.path())), bytes);
  }
  void ExpectNoFetch(const std::string& reference, StatusCode code, const std::string& words) {
    const auto blob = Fetch(reference);
    ASSERT_FALSE(blob.ok());
    EXPECT_EQ(blob.status().code(), code) << blob.status().message();
    EXPECT_NE(blob.status().message().find(words), std::string::npos) << blob.status().message();
  }
  void Login(const std::string& entry) {
    options = registry.options();
    options->login_file =
        dir.Write("login", R"({"auths":{")" + registry.name() + R"(":)" + entry + "}}");
  }
  size_t files() const {
    size_t count = 0;
    std::error_code error;
    for ([[maybe_unused]] const auto& entry : fs::directory_iterator(dir / "libraries", error)) {
      ++count;
    }
    return count;
  }

  base::FakeClock clock;
  base::MetricRegistry metrics;
  client::TempDir dir;
  ScriptServer server;
  ScriptedRegistry registry{server};
  std::optional<oci::RegistryOptions> options;
  std::string library_digest;
  std::stop_source stop;
};

TEST_F(RegistryTest, WhatWasFetchedIsFoundWithoutTheNetwork) {
  const std::string reference = PutLibrary("the bytes");
  ExpectFetched(reference, "the bytes");
  const size_t asked = server.request_count();
  EXPECT_EQ(asked, 2u) << "a manifest and a layer";
  EXPECT_EQ(server.requests()[0].Header("Accept"),
            "application/vnd.oci.image.manifest.v1+json, application/vnd.oci.image.index.v1+json");
  ExpectFetched(reference, "the bytes");
  EXPECT_EQ(server.request_count(), asked);
  EXPECT_EQ(files(), 2u);
}

TEST_F(RegistryTest, ADamagedFileIsFetchedAnew) {
  const std::string reference = PutLibrary("the bytes");
  ExpectFetched(reference, "the bytes");
  dir.Write("libraries/" + library_digest.substr(7), "other bytes");
  ExpectFetched(reference, "the bytes");
  EXPECT_EQ(server.request_count(), 3u);
}

TEST_F(RegistryTest, BytesOfAnotherDigestAreRefused) {
  const std::string reference = PutLibrary("the bytes");
  registry.Lie(library_digest, "bad bytes");
  ExpectNoFetch(reference, StatusCode::kDataLoss, "the bytes that came are sha256:");
  registry.Lie(library_digest, "too many bytes, too");
  ExpectNoFetch(reference, StatusCode::kDataLoss, "more than the 9 bytes");
  registry.Lie(library_digest, "short");
  ExpectNoFetch(reference, StatusCode::kDataLoss, "the bytes that came are");
  EXPECT_EQ(files(), 1u) << "the manifest only";
  registry.Lie(library_digest, "the bytes");
  ExpectFetched(reference, "the bytes");
}

TEST_F(RegistryTest, AManifestOfAnotherDigestIsRefused) {
  const std::string reference = PutLibrary("the bytes");
  registry.Lie(reference.substr(reference.find('@') + 1), "{}");
  ExpectNoFetch(reference, StatusCode::kDataLoss, "manifest: the bytes that came");
  EXPECT_EQ(files(), 0u);
}

TEST_F(RegistryTest, AnArtifactOfAnotherArchitectureIsNamed) {
  oci::PluginFacts other = kFacts;
  other.architecture = "s390x";
  ExpectNoFetch(PutLibrary("the bytes", other), StatusCode::kInvalidArgument, "built for s390x");
}

TEST_F(RegistryTest, AnIndexLeadsToTheManifestOfThisHost) {
  const std::string manifest = PutLibrary("the bytes");
  const std::string digest = manifest.substr(manifest.find('@') + 1);
  const std::string index = registry.Put(R"({"schemaVersion":2,"manifests":[{"digest":")" + digest +
                                         R"(","size":1,"platform":{"os":"linux","architecture":")" +
                                         kFacts.architecture + R"("}}]})");
  ExpectFetched("oci://" + registry.name() + "/team/demo@" + index, "the bytes");
}

TEST_F(RegistryTest, TheRegistrysOwnWordsComeBack) {
  const std::string missing =
      "oci://" + registry.name() + "/team/demo@sha256:" + std::string(64, '0');
  ExpectNoFetch(missing, StatusCode::kNotFound, "HTTP 404 MANIFEST_UNKNOWN: said so");
  server.Handle([](const ScriptRequest&) { return ScriptAnswer::Json(500, "<html>\n\x01"); });
  ExpectNoFetch(missing, StatusCode::kUnavailable, "HTTP 500");
  server.Handle([](const ScriptRequest&) {
    ScriptAnswer answer = ScriptAnswer::Json(429, "");
    answer.headers.emplace_back("Retry-After", "7");
    return answer;
  });
  const auto busy = Fetch(missing);
  EXPECT_EQ(busy.status().code(), StatusCode::kResourceExhausted);
  EXPECT_EQ(busy.status().detail().retry_after, std::chrono::seconds(7));
}

TEST_F(RegistryTest, ARegistryThatIsDownIsUnavailable) {
  const uint16_t port = ScriptServer().port();  // nobody listens there any more
  const std::string there = "127.0.0.1:" + std::to_string(port);
  options = registry.options();
  options->plain_http = {there};
  ExpectNoFetch("oci://" + there + "/a@sha256:" + std::string(64, '0'), StatusCode::kUnavailable,
                "registry " + there + ": cannot connect");
}

TEST_F(RegistryTest, ABasicLoginIsSentWhenItIsAskedFor) {
  const std::string reference = PutLibrary("the bytes");
  registry.wants = "Basic " + kube::EncodeBase64("u:p");
  registry.challenge = R"(Basic realm="here")";
  ExpectNoFetch(reference, StatusCode::kUnauthenticated, "--registry-config");
  Login(R"({"username":"u","password":"wrong"})");
  ExpectNoFetch(reference, StatusCode::kUnauthenticated, "HTTP 401 UNAUTHORIZED");
  Login(R"({"username":"u","password":"p"})");
  ExpectFetched(reference, "the bytes");
  for (const ScriptRequest& request : server.requests()) {
    EXPECT_TRUE(request.server_name.empty());
  }
}

class RegistryToken : public RegistryTest {
 protected:
  RegistryToken() {
    registry.wants = "Bearer the-token";
    registry.challenge = "Bearer realm=\"" + auth.url() +
                         "/token?x=1\",service=\"reg\",scope=\"repository:team/demo:pull\"";
    auth.Handle([this](const ScriptRequest& request) { return Token(request); });
  }
  ScriptAnswer Token(const ScriptRequest& request) {
    const bool refresh =
        request.method == "POST" && request.body.find("refresh_token=idt") != std::string::npos &&
        request.body.find("scope=repository%3Ateam%2Fdemo%3Apull") != std::string::npos;
    const bool basic = request.Header("Authorization") == "Basic " + kube::EncodeBase64("u:p") &&
                       request.Query("service") == "reg" && request.Query("x") == "1" &&
                       request.Query("scope") == "repository:team/demo:pull";
    if (!refresh && !basic) return ScriptAnswer::Json(401, "{}");
    return ScriptAnswer::Json(200, R"({"access_token":"the-token"})");
  }

  ScriptServer auth;
};

TEST_F(RegistryToken, IsFetchedWithTheLoginAndSentToTheRegistryOnly) {
  const std::string reference = PutLibrary("the bytes");
  ScriptServer elsewhere;
  elsewhere.Handle([](const ScriptRequest&) { return ScriptAnswer::Json(200, "the bytes"); });
  registry.redirect_blobs_to = elsewhere.url();
  Login(R"({"username":"u","password":"p"})");
  ExpectFetched(reference, "the bytes");
  for (const ScriptRequest& request : elsewhere.requests()) {
    EXPECT_FALSE(request.HasHeader("Authorization")) << "no other host may see it";
  }
  EXPECT_EQ(elsewhere.request_count(), 1u);
  EXPECT_EQ(auth.request_count(), 1u) << "one token for both requests";
  for (const ScriptRequest& request : server.requests()) {
    EXPECT_NE(request.Header("Authorization"), "Basic " + kube::EncodeBase64("u:p"));
  }
}

TEST_F(RegistryToken, CanBeHadForAnIdentityToken) {
  Login(R"({"identitytoken":"idt"})");
  ExpectFetched(PutLibrary("the bytes"), "the bytes");
  EXPECT_EQ(auth.requests().at(0).method, "POST");
}

TEST_F(RegistryToken, WithoutALoginTheErrorSaysWhatToDo) {
  ExpectNoFetch(PutLibrary("the bytes"), StatusCode::kUnauthenticated,
                "no token without a login (--registry-config)");
}

TEST_F(RegistryToken, APasswordIsNeverInAMessage) {
  Login(R"({"username":"u","password":"open-sesame"})");
  const auto blob = Fetch(PutLibrary("the bytes"));
  ASSERT_FALSE(blob.ok());
  EXPECT_EQ(blob.status().message().find("open-sesame"), std::string::npos);
  EXPECT_NE(blob.status().message().find(dir / "login"), std::string::npos);
}

TEST_F(RegistryToken, WhatIsNoTokenIsNotPutIntoAHeader) {
  auth.Handle([](const ScriptRequest&) {
    return ScriptAnswer::Json(200, R"({"token":"a\r\nX-Evil: 1"})");
  });
  ExpectNoFetch(PutLibrary("the bytes"), StatusCode::kDataLoss, "what should be a token is none");
}

TEST_F(RegistryTest, RedirectsAreFollowedAFewTimes) {
  const std::string reference = PutLibrary("the bytes");
  server.Handle([](const ScriptRequest& request) {
    ScriptAnswer answer = ScriptAnswer::Json(302, "");
    answer.headers.emplace_back("Location", request.target);
    return answer;
  });
  ExpectNoFetch(reference, StatusCode::kFailedPrecondition, "redirects without end");
  EXPECT_EQ(server.request_count(), 6u);
}

TEST_F(RegistryTest, AFetchEndsWhenItIsStoppedAndAtItsDeadline) {
  const std::string reference = PutLibrary("the bytes");
  server.Handle([](const ScriptRequest&) {
    ScriptAnswer answer = ScriptAnswer::Json(200, "");
    answer.then = Then::kHang;
    answer.before_head = true;
    return answer;
  });
  std::thread stopper([this] {
    EXPECT_TRUE(server.WaitForRequests(1));
    stop.request_stop();
  });
  ExpectNoFetch(reference, StatusCode::kCancelled, "stopped");
  stopper.join();
  stop = {};
  std::thread time([this] {
    EXPECT_TRUE(server.WaitForRequests(2));
    clock.Advance(std::chrono::minutes(1));
  });
  ExpectNoFetch(reference, StatusCode::kDeadlineExceeded, "no answer in time");
  time.join();
}

TEST_F(RegistryTest, WithoutACacheDirectoryItSaysWhichFlagIsMissing) {
  oci::RegistryFetcher fetcher(registry.options(), "", clock, metrics);
  const auto blob =
      fetcher.Fetch(PutLibrary("the bytes"), {clock.Now() + std::chrono::hours(1), {}});
  EXPECT_NE(blob.status().message().find("--cache-dir"), std::string::npos);
}

TEST_F(RegistryTest, WhatIsPushedCanBeFetchedByTheNameThatComesBack) {
  const auto to = kube::BlobReference::Parse(registry.name() + "/team/demo:v2").value();
  const auto pushed = oci::PushPlugin(registry.options(), to, "the bytes", kFacts, clock,
                                      {clock.Now() + std::chrono::hours(1), {}});
  ASSERT_TRUE(pushed.ok()) << pushed.status().message();
  EXPECT_EQ(registry.Tagged("v2"), pushed->digest);
  EXPECT_EQ(server.requests().back().Header("Content-Type"), oci::kManifestType);
  ExpectFetched(pushed->ToString(), "the bytes");
  const auto again = oci::PushPlugin(registry.options(), to, "the bytes", kFacts, clock,
                                     {clock.Now() + std::chrono::hours(1), {}});
  EXPECT_EQ(again->digest, pushed->digest) << "the same library has one digest";
}

TEST_F(RegistryTest, APushAsksForTheRightToPush) {
  ScriptServer auth;
  auth.Handle([](const ScriptRequest&) { return ScriptAnswer::Json(200, R"({"token":"t"})"); });
  registry.wants = "Bearer t";
  registry.challenge = "Bearer realm=\"" + auth.url() + "/token\"";
  const auto to = kube::BlobReference::Parse(registry.name() + "/team/demo:v2").value();
  ASSERT_TRUE(oci::PushPlugin(registry.options(), to, "b", kFacts, clock,
                              {clock.Now() + std::chrono::hours(1), {}})
                  .ok());
  EXPECT_EQ(auth.requests().at(0).Query("scope"), "repository:team/demo:pull,push");
}

TEST(RegistryTls, OnlyATrustedAuthorityIsBelievedAndNothingLeadsToPlainHttp) {
  const auto authority = sandbox::MakeAuthority("tests");
  const auto certificate = sandbox::IssueCertificate(authority, {"registry", "", {"IP:127.0.0.1"}});
  ScriptServer::Options with_tls;
  with_tls.tls = {certificate.certificate_pem, certificate.key_pem, ""};
  ScriptServer server(std::move(with_tls));
  ScriptedRegistry registry(server);
  ScriptServer plain;
  client::TempDir dir;
  base::FakeClock clock;
  base::MetricRegistry metrics;
  oci::RegistryOptions options;
  const std::string reference =
      "oci://" + registry.name() + "/a@" + registry.Put(R"({"schemaVersion":2})");
  const auto fetch = [&] {
    oci::RegistryFetcher fetcher(options, dir / "libraries", clock, metrics);
    return fetcher.Fetch(reference, {clock.Now() + std::chrono::hours(1), {}}).status();
  };
  EXPECT_EQ(fetch().code(), StatusCode::kUnavailable);
  options.ca_file = dir.Write("ca", authority.certificate_pem);
  EXPECT_NE(fetch().message().find("no layer"), std::string::npos) << "it was read";
  fs::remove_all(dir / "libraries");
  server.Handle([&plain](const ScriptRequest&) {
    ScriptAnswer answer = ScriptAnswer::Json(307, "");
    answer.headers.emplace_back("Location", plain.url() + "/x");
    return answer;
  });
  EXPECT_NE(fetch().message().find("redirects from https to http://"), std::string::npos);
  server.Handle([&plain](const ScriptRequest&) {
    ScriptAnswer answer = ScriptAnswer::Json(401, "");
    answer.headers.emplace_back("WWW-Authenticate", "Bearer realm=\"" + plain.url() + "/t\"");
    return answer;
  });
  EXPECT_NE(fetch().message().find("without TLS"), std::string::npos);
  EXPECT_EQ(plain.request_count(), 0u);
}

}  // namespace
}  // namespace oarlock::integration
