#pragma once
// ClientTest: a scripted server and a client factory for it on a virtual clock.

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/fake_clock.h"
#include "client/client_factory.h"
#include "integration/client_sinks.h"
#include "integration/script/script_server.h"

namespace oarlock::integration {

inline const kube::ResourceInfo kConfigMaps{.gvr = {"", "v1", "configmaps"}, .kind = "ConfigMap"};

class ClientTest : public testing::Test {
 protected:
  ClientTest() : ClientTest(std::nullopt) {}
  explicit ClientTest(std::optional<ScriptServer::Tls> tls)
      : server({.clock = &clock, .tls = std::move(tls)}) {
    config.server = server.url();
  }

  client::TransportDeps deps() {
    return {clock, random, metrics, base::Log(log_level, base::LogFormat::kText, log)};
  }
  // Makes the factory at first use, so that a test may change config and options before.
  client::RestClientFactory& factory() {
    if (!factory_) {
      auto made = client::RestClientFactory::Create(config, credentials, options, deps());
      if (!made.ok()) ADD_FAILURE() << made.status().ToString();
      factory_ = *std::move(made);
    }
    return *factory_;
  }
  void StopFactory() { factory_.reset(); }
  std::shared_ptr<kube::Client> client() { return factory().ForIdentity({}); }
  std::shared_ptr<kube::ListerWatcher> source() {
    return client()->MakeListerWatcher({.resource = kConfigMaps, .ns = "t"});
  }
  base::Result<kube::Object> Get(const std::string& name) {
    return client()->Get({kConfigMaps, "t", name, ""}, {});
  }
  double Metric(const std::string& name, const base::MetricLabels& labels) {
    for (const base::MetricFamily& family : metrics.Collect()) {
      if (family.name != name) continue;
      for (const base::MetricSample& sample : family.samples) {
        const auto has = [&](const auto& label) {
          return std::find(sample.labels.begin(), sample.labels.end(), label) !=
                 sample.labels.end();
        };
        if (std::all_of(labels.begin(), labels.end(), has)) return sample.value;
      }
    }
    return -1;
  }

  base::FakeClock clock;
  base::Random random{42};
  base::MetricRegistry metrics;
  base::LogLevel log_level = base::LogLevel::kInfo;
  std::shared_ptr<RecordingLog> log = std::make_shared<RecordingLog>();
  std::shared_ptr<FakeCredentials> credentials = std::make_shared<FakeCredentials>();
  ScriptServer server;
  client::ClientConfig config;
  client::TransportOptions options;

 private:
  std::unique_ptr<client::RestClientFactory> factory_;
};

inline constexpr const char* kConfigMapPath = "/api/v1/namespaces/t/configmaps";
inline const std::string kOneConfigMap =
    R"({"apiVersion":"v1","kind":"ConfigMap",)"
    R"("metadata":{"name":"a","namespace":"t","resourceVersion":"5"}})";

}  // namespace oarlock::integration
