#pragma once
// ClientKube: a client factory for the program's real API server, once over HTTP/2 and once over
// HTTP/1.1.

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "base/real_clock.h"
#include "client/client_factory.h"
#include "integration/client_sinks.h"
#include "tests/kube/kube_environment.h"

namespace oarlock::kubetest {

using client::HttpVersion;
using integration::FakeCredentials;

inline const kube::ResourceInfo kConfigMaps{.gvr = {"", "v1", "configmaps"}, .kind = "ConfigMap"};
inline std::string ConfigMap(const std::string& name, const std::string& value) {
  return R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":")" + name +
         R"(","labels":{"app":"x"}},"data":{"k":")" + value + R"("}})";
}

class ClientKube : public KubeTest, public testing::WithParamInterface<HttpVersion> {
 protected:
  void SetUp() override {
    config_.server = server().url();
    config_.tls.ca_file = server().CaFile();
    credentials_->Set(
        {.authorization = "Bearer " + server().Token(Identity::kAdminToken), .generation = 1});
    options_.http_version = GetParam();
  }

  client::RestClientFactory& factory() {
    if (!factory_) {
      auto made = client::RestClientFactory::Create(
          config_, credentials_, options_, {clock_, random_, metrics_, base::Log::Discard()});
      EXPECT_TRUE(made.ok()) << made.status().ToString();
      factory_ = *std::move(made);
    }
    return *factory_;
  }
  std::shared_ptr<kube::Client> client() { return factory().ForIdentity({}); }
  kube::ObjectRef Ref(const std::string& name) { return {kConfigMaps, ns(), name, ""}; }
  kube::ListScope Scope() { return {.resource = kConfigMaps, .ns = ns()}; }
  // Only what this test made: every namespace has a ConfigMap with the cluster's authority.
  kube::ListScope OwnScope() {
    return {.resource = kConfigMaps, .ns = ns(), .label_selector = "app=x"};
  }

  void Create(const std::string& name, const std::string& value) {
    const auto made = client()->Create(Ref(""), ConfigMap(name, value), {}, {});
    ASSERT_TRUE(made.ok()) << made.status().ToString();
  }

  base::RealClock clock_;
  base::Random random_{base::Random::OsSeed()};
  base::MetricRegistry metrics_;
  std::shared_ptr<FakeCredentials> credentials_ = std::make_shared<FakeCredentials>();
  client::ClientConfig config_;
  client::TransportOptions options_;
  std::unique_ptr<client::RestClientFactory> factory_;
};

// Bookmarks may come before it.
inline bool HasAdded(const integration::RecordingWatch& watch) {
  const auto types = watch.types();
  return std::find(types.begin(), types.end(), kube::WatchEventType::kAdded) != types.end();
}

inline const auto kBothVersions = testing::Values(HttpVersion::kAuto, HttpVersion::kHttp1);
inline std::string VersionName(const testing::TestParamInfo<HttpVersion>& version) {
  return version.param == HttpVersion::kAuto ? "Http2" : "Http1";
}

}  // namespace oarlock::kubetest
