// TLS against a scripted server: names, authorities, client certificates.

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "integration/client_fixture.h"
#include "sandbox/access/certificates.h"

namespace oarlock::integration {
namespace {

using base::StatusCode;
using sandbox::Certificate;

const Certificate& Authority() {
  static const Certificate authority = sandbox::MakeAuthority("test authority");
  return authority;
}

ScriptServer::Tls ServerTls(const std::vector<std::string>& names, bool ask_client) {
  const Certificate certificate =
      sandbox::IssueCertificate(Authority(), {.common_name = "kube-apiserver", .alt_names = names});
  return {certificate.certificate_pem, certificate.key_pem,
          ask_client ? Authority().certificate_pem : ""};
}

class TlsTest : public ClientTest {
 protected:
  explicit TlsTest(ScriptServer::Tls tls) : ClientTest(std::move(tls)) {
    config.tls.ca_data = Authority().certificate_pem;
    server.Handle([](const ScriptRequest&) { return ScriptAnswer::Json(200, kOneConfigMap); });
  }
};

class ClientTlsName : public TlsTest {
 protected:
  ClientTlsName() : TlsTest(ServerTls({"DNS:api.internal"}, false)) {}
};

class ClientTls : public TlsTest {
 protected:
  ClientTls() : TlsTest(ServerTls({"IP:127.0.0.1", "DNS:localhost"}, false)) {}
  double Reloads(const char* result, const char* reason) {
    return Metric("rest_client_transport_ca_reload_total",
                  {{"result", result}, {"reason", reason}});
  }
};

class ClientTlsMutual : public TlsTest {
 protected:
  ClientTlsMutual() : TlsTest(ServerTls({"IP:127.0.0.1"}, true)) {}
};

TEST_F(ClientTlsName, C_KC_14_ServerNameIsSentAndChecked) {
  config.tls.server_name = "api.internal";
  const auto object = Get("a");
  ASSERT_TRUE(object.ok()) << object.status().ToString();
  const ScriptRequest request = server.requests()[0];
  EXPECT_EQ(request.server_name, "api.internal");
  EXPECT_EQ(request.Header("Host"), "127.0.0.1:" + std::to_string(server.port()));
}

TEST_F(ClientTlsName, C_KC_14_WithoutItTheMismatchIsSaidClearly) {
  const auto object = Get("a");
  EXPECT_EQ(object.status().code(), StatusCode::kUnavailable);
  EXPECT_NE(object.status().message().find("subject name matches"), std::string::npos)
      << object.status().message();
  EXPECT_NE(object.status().message().find("127.0.0.1"), std::string::npos);
  EXPECT_NE(object.status().message().find("tls-server-name"), std::string::npos);
  EXPECT_EQ(server.request_count(), 0u);
}

TEST_F(ClientTls, C_KC_14_AnIpAddressSendsNoServerName) {
  ASSERT_TRUE(Get("a").ok());
  EXPECT_EQ(server.requests()[0].server_name, "");
}

TEST_F(ClientTls, AWrongAuthorityIsSaidClearly) {
  config.tls.ca_data = sandbox::MakeAuthority("another").certificate_pem;
  const auto object = Get("a");
  EXPECT_EQ(object.status().code(), StatusCode::kUnavailable);
  EXPECT_NE(object.status().message().find("certificate authority"), std::string::npos)
      << object.status().message();
}

TEST_F(ClientTls, InsecureSkipsEveryCheck) {
  config.tls.ca_data.clear();
  config.tls.insecure = true;
  EXPECT_TRUE(Get("a").ok());
}

TEST_F(ClientTls, RC_23_TP_5_AnAuthorityFileIsReadAgain) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("ca-" + std::to_string(server.port()))).string();
  const auto write = [&](const std::string& text) { std::ofstream(path) << text; };
  write(sandbox::MakeAuthority("old").certificate_pem);
  config.tls.ca_data.clear();
  config.tls.ca_file = path;
  EXPECT_FALSE(Get("a").ok());
  write(Authority().certificate_pem);
  clock.Advance(std::chrono::minutes(1));
  EXPECT_TRUE(Get("a").ok());
  EXPECT_TRUE(Get("a").ok());
  EXPECT_EQ(
      Metric("oarlock_client_credential_reads_total", {{"file", "authority"}, {"result", "ok"}}),
      2);
  write("");  // a bad file keeps the good text
  clock.Advance(std::chrono::minutes(1));
  server.CloseConnections();
  EXPECT_TRUE(Eventually([&] { return server.connections_open() == 0; }));
  EXPECT_TRUE(Get("a").ok());
  EXPECT_EQ(
      Metric("oarlock_client_credential_reads_total", {{"file", "authority"}, {"result", "error"}}),
      1);
  EXPECT_EQ(log->CountLinesWith("authority that was read before stays in use"), 1u);
  EXPECT_EQ(Reloads("success", "updated"), 1);
  EXPECT_EQ(Reloads("failure", "empty"), 1);
  write("no certificate");
  clock.Advance(std::chrono::minutes(1));
  EXPECT_TRUE(Get("a").ok());
  EXPECT_EQ(Reloads("failure", "ca_parse_error"), 1);
  std::remove(path.c_str());
  clock.Advance(std::chrono::minutes(1));
  EXPECT_TRUE(Get("a").ok());
  EXPECT_EQ(Reloads("failure", "read_error"), 1);
  write(Authority().certificate_pem);
  const double before = Reloads("success", "unchanged");
  clock.Advance(std::chrono::minutes(1));
  EXPECT_TRUE(Get("a").ok());
  EXPECT_EQ(Reloads("success", "unchanged"), before + 1);
  std::remove(path.c_str());
}

TEST_F(ClientTls, TP_5_ANewAuthorityMeansANewConnection) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("ca2-" + std::to_string(server.port()))).string();
  const auto write = [&](const std::string& text) { std::ofstream(path) << text; };
  write(Authority().certificate_pem);
  config.tls.ca_data.clear();
  config.tls.ca_file = path;
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(Get("a").ok());
    clock.Advance(std::chrono::minutes(1));
  }
  EXPECT_EQ(server.connections_accepted(), 1u) << "read again, and the same";
  write(sandbox::MakeAuthority("of another cluster").certificate_pem);
  EXPECT_FALSE(Get("a").ok()) << "who is trusted no more is not talked to on an old connection";
  EXPECT_EQ(server.connections_accepted(), 2u);
  write(Authority().certificate_pem + sandbox::MakeAuthority("next").certificate_pem);
  clock.Advance(std::chrono::minutes(1));
  EXPECT_TRUE(Get("a").ok());
  std::remove(path.c_str());
}

TEST_F(ClientTlsMutual, XP_4_ANewClientCertificateMakesANewConnection) {
  const auto issue = [](uint64_t generation) {
    const Certificate made = sandbox::IssueCertificate(Authority(), {.common_name = "me"});
    return client::CredentialSnapshot{.client_cert_pem = made.certificate_pem,
                                      .client_key_pem = made.key_pem,
                                      .generation = generation};
  };
  credentials->Set(issue(1));
  ASSERT_TRUE(Get("a").ok());
  ASSERT_TRUE(Get("a").ok());
  EXPECT_EQ(server.connections_accepted(), 1u);
  credentials->Set(issue(2));
  ASSERT_TRUE(Get("a").ok());
  EXPECT_EQ(server.connections_accepted(), 2u);
}

TEST_F(ClientTlsMutual, TP_4_XP_4_ANewClientCertificateEndsTheWatchesOfTheOldOne) {
  const auto issue = [](uint64_t generation) {
    const Certificate made = sandbox::IssueCertificate(Authority(), {.common_name = "me"});
    return client::CredentialSnapshot{.client_cert_pem = made.certificate_pem,
                                      .client_key_pem = made.key_pem,
                                      .generation = generation};
  };
  const auto old_stream = std::make_shared<ScriptStream>();
  const auto new_stream = std::make_shared<ScriptStream>();
  server.Handle([&, n = 0](const ScriptRequest& request) mutable -> std::optional<ScriptAnswer> {
    if (request.Query("watch") != "true") return std::nullopt;
    return ScriptAnswer::Stream(n++ == 0 ? old_stream : new_stream);
  });
  credentials->Set(issue(1));
  const auto before = std::make_shared<RecordingWatch>();
  const auto first = source()->Watch({.resource_version = "4"}, before);
  ASSERT_TRUE(Eventually([&] { return before->opens() == 1; }));
  ASSERT_TRUE(Get("a").ok());
  EXPECT_EQ(before->ends(), 0) << "the same certificate";

  credentials->Set(issue(2));
  ASSERT_TRUE(Get("a").ok());
  EXPECT_TRUE(before->WaitEnd().ok()) << "like a close by the server: resumed at the last version";
  EXPECT_TRUE(old_stream->WaitClosed());
  const auto after = std::make_shared<RecordingWatch>();
  const auto second = source()->Watch({.resource_version = "4"}, after);
  ASSERT_TRUE(Eventually([&] { return after->opens() == 1; }));
  ASSERT_TRUE(Get("a").ok());
  EXPECT_EQ(after->ends(), 0);
}

TEST_F(ClientTlsMutual, CertificateDataOfTheConfigIsUsed) {
  const Certificate made = sandbox::IssueCertificate(Authority(), {.common_name = "me"});
  config.tls.client_cert_data = made.certificate_pem;
  config.tls.client_key_data = made.key_pem;
  EXPECT_TRUE(Get("a").ok());
}

}  // namespace
}  // namespace oarlock::integration
