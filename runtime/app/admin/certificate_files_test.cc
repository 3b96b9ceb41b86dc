#include "app/admin/certificate_files.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/fake_clock.h"
#include "sandbox/access/certificates.h"

namespace oarlock::app {
namespace {

class CertificateFilesTest : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/oarlock-certificate-XXXXXX";
    ASSERT_NE(::mkdtemp(name), nullptr);
    dir = name;
    Write("one", "key one");
  }
  void TearDown() override {
    files->Stop();
    std::filesystem::remove_all(dir);
  }
  void Write(const std::string& certificate, const std::string& key) const {
    std::ofstream(dir + "/tls.crt") << certificate;
    std::ofstream(dir + "/tls.key") << key;
  }
  void Follow() {
    files = std::make_shared<CertificateFiles>(
        dir + "/tls.crt", dir + "/tls.key",
        CertificateFiles::Deps{executor, clock, metrics, base::Log::Discard()});
    ASSERT_TRUE(files->Read().ok());
    files->Follow([this](const server::HttpTls& tls) {
      used.push_back(tls.certificate_pem + "/" + tls.key_pem);
      return answer;
    });
  }
  void Look() {
    clock.Advance(kCertificateLookTime);
    executor.RunUntilIdle();
  }
  double Metric(const std::string& name) {
    for (const auto& family : metrics.Collect()) {
      if (family.name == name) return family.samples.front().value;
    }
    return -1;
  }

  std::string dir;
  base::FakeClock clock;
  base::ManualExecutor executor;
  base::MetricRegistry metrics;
  std::shared_ptr<CertificateFiles> files;
  std::vector<std::string> used;
  base::Status answer;
};

TEST_F(CertificateFilesTest, ANewPairIsUsedOnce) {
  Follow();
  Look();
  EXPECT_TRUE(used.empty()) << "nothing has changed";
  Write("two", "key two");
  Look();
  Look();
  EXPECT_EQ(used, std::vector<std::string>{"two/key two"});
  EXPECT_EQ(Metric("certwatcher_read_certificate_total"), 2);
  EXPECT_EQ(Metric("certwatcher_read_certificate_errors_total"), 0);
}

TEST_F(CertificateFilesTest, WhatCannotBeUsedIsCountedOnceAndLookedAtAgain) {
  Follow();
  answer = base::InvalidArgument("key values mismatch");
  Write("two", "key one");
  Look();
  Look();
  EXPECT_EQ(Metric("certwatcher_read_certificate_errors_total"), 1);
  std::filesystem::remove(dir + "/tls.key");
  Look();
  Look();
  EXPECT_EQ(Metric("certwatcher_read_certificate_errors_total"), 2);
  answer = base::Status::Ok();
  Write("two", "key two");
  Look();
  EXPECT_EQ(used.back(), "two/key two");
}

TEST_F(CertificateFilesTest, SaysWhichFileCannotBeRead) {
  files = std::make_shared<CertificateFiles>(
      dir + "/tls.crt", dir + "/none",
      CertificateFiles::Deps{executor, clock, metrics, base::Log::Discard()});
  EXPECT_NE(files->Read().status().message().find("/none: No such file"), std::string::npos);
  Write("", "key");
  std::filesystem::copy(dir + "/tls.key", dir + "/none");
  EXPECT_NE(files->Read().status().message().find("/tls.crt: is empty"), std::string::npos);
  std::ofstream(dir + "/tls.crt") << std::string(kCertificateBytesMax + 1, 'x');
  EXPECT_NE(files->Read().status().message().find("is too large"), std::string::npos);
}

TEST_F(CertificateFilesTest, NothingIsUsedAfterTheStop) {
  Follow();
  files->Stop();
  Write("two", "key two");
  Look();
  EXPECT_TRUE(used.empty());
}

// The listener itself: the pair has to fit together.
TEST(HttpServerTls, TakesAPairThatFitsAndNoOther) {
  const auto authority = sandbox::MakeAuthority("test");
  const auto one = sandbox::IssueCertificate(authority, {.common_name = "one"});
  const auto two = sandbox::IssueCertificate(authority, {.common_name = "two"});
  server::HttpOptions options;
  options.tls = server::HttpTls{one.certificate_pem, one.key_pem, ""};
  const auto server = server::HttpServer::Start(
      "127.0.0.1:0", options, server::HttpServer::HandlerOf({}), base::Log::Discard());
  ASSERT_TRUE(server.ok()) << server.status().ToString();
  EXPECT_FALSE((*server)->SetTls({one.certificate_pem, two.key_pem, ""}).ok());
  EXPECT_FALSE((*server)->SetTls({"no certificate", two.key_pem, ""}).ok());
  EXPECT_TRUE((*server)->SetTls({two.certificate_pem, two.key_pem, ""}).ok());
}

}  // namespace
}  // namespace oarlock::app
