#include "client/credentials.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/fake_clock.h"
#include "client/auth/test_key_pair.h"
#include "client/credentials_factory.h"
#include "client/test_files.h"

namespace oarlock::client {
namespace {

using base::StatusCode;
using std::chrono::seconds;

class CollectingSink final : public base::LogSink {
 public:
  void Write(base::LogLevel /*level*/, std::string_view line) override { lines += line; }
  std::string lines;
};

class CredentialsTest : public testing::Test {
 protected:
  void Make() {
    auto made = factory.Make(config);
    ASSERT_TRUE(made.ok()) << made.status().ToString();
    credentials = *std::move(made);
  }
  base::Result<CredentialSnapshot> Get() {
    base::Result<CredentialSnapshot> out = base::Internal("not called");
    credentials->Get([&out](base::Result<CredentialSnapshot> answer) { out = std::move(answer); });
    return out;
  }
  std::string Authorization() {
    const auto answer = Get();
    return answer.ok() ? answer->authorization : answer.status().ToString();
  }
  base::StatusCode MakeCode() { return factory.Make(config).status().code(); }
  double Reads(const std::string& file, const std::string& result) {
    for (const base::MetricFamily& family : metrics.Collect()) {
      if (family.name != "oarlock_client_credential_reads_total") continue;
      for (const base::MetricSample& sample : family.samples) {
        if (sample.labels == base::MetricLabels{{"file", file}, {"result", result}}) {
          return sample.value;
        }
      }
    }
    return -1;
  }

  TempDir dir;
  base::FakeClock clock;
  std::shared_ptr<CollectingSink> sink = std::make_shared<CollectingSink>();
  base::Log log{base::LogLevel::kDebug, base::LogFormat::kText, sink};
  base::MetricRegistry metrics;
  CredentialsFactory factory{{clock, metrics, log, Environment{}}};
  ClientConfig config;
  std::unique_ptr<Credentials> credentials;
};

TEST_F(CredentialsTest, StaticOnesNeverChange) {
  Make();
  EXPECT_EQ(Authorization(), "");
  config.auth.token = "t\n";
  Make();
  EXPECT_EQ(Authorization(), "Bearer t");
  credentials->Invalidate(Get()->generation);
  EXPECT_EQ(Get()->generation, 1u);
  config.auth = {.username = "Aladdin", .password = "open sesame"};
  Make();
  EXPECT_EQ(Authorization(), "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
}

TEST_F(CredentialsTest, TP_6_ConfigsThatCannotWorkAreRefused) {
  config.auth = {.token = "t", .username = "u"};
  EXPECT_EQ(MakeCode(), StatusCode::kInvalidArgument);
  config.auth = {};
  const TestKeyPair one = MakeTestKeyPair();
  config.tls.client_cert_data = one.certificate;
  EXPECT_EQ(MakeCode(), StatusCode::kInvalidArgument);
  config.tls.client_key_data = MakeTestKeyPair().key;
  EXPECT_EQ(MakeCode(), StatusCode::kInvalidArgument);
  config.tls.client_key_data = one.key;
  Make();
  EXPECT_EQ(Get()->client_cert_pem, one.certificate);
  EXPECT_EQ(Get()->client_key_pem, one.key);
  config.tls = {};
  config.auth.exec =
      ExecConfig{.api_version = "client.authentication.k8s.io/v1alpha1", .command = "c"};
  EXPECT_EQ(MakeCode(), StatusCode::kInvalidArgument);
}

TEST_F(CredentialsTest, XP_6_StaticCredentialsWinOverAPlugin) {
  config.auth.exec =
      ExecConfig{.api_version = "client.authentication.k8s.io/v1", .command = "/nowhere/plugin"};
  config.auth.token = "t";
  Make();
  EXPECT_EQ(Authorization(), "Bearer t");
  config.auth.token.clear();
  config.auth.token_file = dir.Write("token", "f");
  Make();
  EXPECT_EQ(Authorization(), "Bearer f");
}

TEST_F(CredentialsTest, TP_3_TokenFileIsReadAgainAfterFiftySeconds) {
  config.auth.token_file = dir.Write("token", " one\n");
  Make();
  EXPECT_EQ(Authorization(), "Bearer one");
  const uint64_t generation = Get()->generation;
  dir.Write("token", "two\n");
  clock.Advance(seconds(49));
  EXPECT_EQ(Authorization(), "Bearer one");
  EXPECT_EQ(Get()->generation, generation);
  clock.Advance(seconds(1));
  EXPECT_EQ(Authorization(), "Bearer two");
  EXPECT_EQ(Get()->generation, generation + 1);
}

TEST_F(CredentialsTest, TP_3_AFailedReadKeepsTheOldTokenWithALogLine) {
  config.auth.token_file = dir.Write("token", "one");
  Make();
  EXPECT_EQ(Authorization(), "Bearer one");
  for (const char* text : {"", " \n", "a\nb"}) {
    dir.Write("token", text);
    clock.Advance(seconds(50));
    sink->lines.clear();
    EXPECT_EQ(Authorization(), "Bearer one");
    EXPECT_NE(sink->lines.find(config.auth.token_file), std::string::npos) << sink->lines;
  }
  std::filesystem::remove(config.auth.token_file);
  clock.Advance(seconds(50));
  EXPECT_EQ(Authorization(), "Bearer one");
  dir.Write("token", "two");
  clock.Advance(seconds(10));
  EXPECT_EQ(Authorization(), "Bearer two");
}

TEST_F(CredentialsTest, TP_3_A401ReadsTheFileAtOnce) {
  config.auth.token_file = dir.Write("token", "one");
  Make();
  const uint64_t old = Get()->generation;
  dir.Write("token", "two");
  credentials->Invalidate(old + 7);
  EXPECT_EQ(Authorization(), "Bearer one");
  credentials->Invalidate(old);
  EXPECT_EQ(Authorization(), "Bearer two");
  dir.Write("token", "three");
  credentials->Invalidate(old);  // of a request that was sent before the change
  EXPECT_EQ(Authorization(), "Bearer two");
}

TEST_F(CredentialsTest, NothingReadableIsUnauthenticatedUntilItIs) {
  config.auth.token_file = dir / "token";
  Make();
  EXPECT_EQ(Get().status().code(), StatusCode::kUnauthenticated);
  EXPECT_NE(Get().status().message().find(config.auth.token_file), std::string::npos);
  dir.Write("token", "one");
  clock.Advance(seconds(10));
  EXPECT_EQ(Authorization(), "Bearer one");
}

TEST_F(CredentialsTest, AFifoAsTokenFileBlocksNobody) {
  config.auth.token_file = dir / "fifo";
  ASSERT_EQ(mkfifo(config.auth.token_file.c_str(), 0600), 0);
  Make();
  EXPECT_NE(Get().status().message().find("not a regular file"), std::string::npos);
}

TEST_F(CredentialsTest, KC_7_TheFileWinsOverTheInlineTokenWhileReadable) {
  config.auth.token = "inline";
  config.auth.token_file = dir / "token";
  Make();
  EXPECT_EQ(Authorization(), "Bearer inline");
  dir.Write("token", "file");
  clock.Advance(seconds(10));
  EXPECT_EQ(Authorization(), "Bearer file");
}

TEST_F(CredentialsTest, TP_4_TP_9_ClientCertificateFilesAreReadAgain) {
  const TestKeyPair one = MakeTestKeyPair();
  const TestKeyPair two = MakeTestKeyPair();
  config.tls.client_cert_file = dir.Write("crt", one.certificate);
  config.tls.client_key_file = dir.Write("key", one.key);
  Make();
  const auto first = Get();
  ASSERT_TRUE(first.ok()) << first.status().ToString();
  EXPECT_EQ(first->client_cert_pem, one.certificate);
  EXPECT_EQ(first->client_key_pem, one.key);

  dir.Write("crt", two.certificate);
  clock.Advance(seconds(10));
  EXPECT_EQ(Get()->generation, first->generation) << "a half-replaced pair was used";
  dir.Write("key", two.key);
  clock.Advance(seconds(10));
  EXPECT_EQ(Get()->client_cert_pem, two.certificate);
  EXPECT_EQ(Get()->client_key_pem, two.key);
  EXPECT_EQ(Get()->generation, first->generation + 1);

  dir.Write("crt", one.certificate);
  dir.Write("key", one.key);
  EXPECT_EQ(Get()->client_cert_pem, two.certificate);
  credentials->Invalidate(first->generation + 1);
  EXPECT_EQ(Get()->client_cert_pem, one.certificate);
  EXPECT_EQ(Reads("certificate", "ok"), 3);
  EXPECT_EQ(Reads("certificate", "error"), 1);
}

TEST_F(CredentialsTest, TP_4_APairThatNeverFittedIsUnauthenticated) {
  config.tls.client_cert_file = dir.Write("crt", MakeTestKeyPair().certificate);
  config.tls.client_key_file = dir.Write("key", MakeTestKeyPair().key);
  Make();
  EXPECT_EQ(Get().status().code(), StatusCode::kUnauthenticated);
  EXPECT_NE(Get().status().message().find("does not belong"), std::string::npos);
  EXPECT_EQ(sink->lines.find("PRIVATE KEY"), std::string::npos);
}

}  // namespace
}  // namespace oarlock::client
