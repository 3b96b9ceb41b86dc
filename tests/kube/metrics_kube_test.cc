// What a host that works serves on /metrics: read by a real Prometheus's promtool, and with every
// family that dashboards for controller-runtime and client-go ask for.
#include "tests/kube/host_process.h"
#include "tests/kube/kube_environment.h"

namespace oarlock::kubetest {
namespace {

using std::chrono::seconds;

constexpr const char* kKnownElsewhere[] = {
    "controller_runtime_reconcile_total",
    "controller_runtime_reconcile_errors_total",
    "controller_runtime_terminal_reconcile_errors_total",
    "controller_runtime_reconcile_panics_total",
    "controller_runtime_reconcile_timeouts_total",
    "controller_runtime_reconcile_time_seconds",
    "controller_runtime_max_concurrent_reconciles",
    "controller_runtime_active_workers",
    "workqueue_depth",
    "workqueue_adds_total",
    "workqueue_queue_duration_seconds",
    "workqueue_work_duration_seconds",
    "workqueue_unfinished_work_seconds",
    "workqueue_longest_running_processor_seconds",
    "workqueue_retries_total",
    "rest_client_requests_total",
    "rest_client_request_duration_seconds",
    "rest_client_request_size_bytes",
    "rest_client_response_size_bytes",
    "rest_client_rate_limiter_duration_seconds",
    "process_cpu_seconds_total",
    "process_resident_memory_bytes",
    "process_virtual_memory_bytes",
    "process_open_fds",
    "process_max_fds",
    "process_start_time_seconds",
};

class MetricsKube : public KubeTest {};

TEST_F(MetricsKube, PromtoolReadsThemAndDashboardsFindTheirFamilies) {
  HostProcess host(server().Kubeconfig(Identity::kAdmin),
                   Plugins({"name: reloader, library: reloader.so"}));
  ASSERT_TRUE(host.Start().ok()) << host.log();
  ASSERT_TRUE(Eventually(seconds(30), [&] { return host.Ready(); })) << host.log();
  ASSERT_TRUE(Eventually(seconds(20), [&] { return host.Metric("workqueue_adds_total") > 0; }));
  const std::string text = host.Get("/metrics").body;
  const auto checked = RunCommand({"promtool", "check", "metrics"}, text);
  ASSERT_TRUE(checked.ok()) << checked.status().ToString();
  EXPECT_EQ(checked->exit_code, 0) << checked->out << checked->err;
  for (const char* name : kKnownElsewhere) {
    EXPECT_NE(text.find("# TYPE " + std::string(name) + " "), std::string::npos) << name;
  }
  EXPECT_EQ(host.Stop(), 0) << host.log();
}

}  // namespace
}  // namespace oarlock::kubetest
