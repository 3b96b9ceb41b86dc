// The call matrix: every function of the host, from every call that a host makes into a plugin,
// from a fork on a thread of the plugin's own, and after the fact. Each answers as its tags say,
// also where it must not be called: with a status, never with a crash.
#include <atomic>
#include <fstream>
#include <map>
#include <sstream>
#include <thread>

#include "abi/host/host_functions.h"
#include "abi/host/real_host.h"
#include "base/mutex.h"
#include "pluginhost/abi/abi_convert.h"

namespace oarlock::abi_test {
namespace {

std::string CodeName(int32_t code) {
  return code == OAR_END ? "END" : std::string(pluginhost::AbiStatusName(code));
}

// function → column → code
using Matrix = std::map<std::string, std::map<std::string, std::string>>;

// Calls everything, with handles of its own where the context gives some.
void Sweep(const std::string& column, oar_host host, oar_ctx ctx, Matrix& matrix) {
  const Given given = Handles(host, ctx);
  for (const auto area :
       {CoreFunctions(), ObjectFunctions(), ClientFunctions(), OtherFunctions()}) {
    for (const HostFunction& function : area) {
      matrix[function.name][column] = CodeName(function.call(given));
    }
  }
}

class Swept : public sdk::Controller {
 public:
  static constexpr std::string_view kId = "main";
  static constexpr std::string_view kStateSchema = "dev.oarlock.test.matrix";

  struct Shared {
    base::Mutex mutex;
    Matrix matrix OARLOCK_GUARDED_BY(mutex);
    oar_host host{};
    oar_ctx ended{};
    std::atomic<bool> reconciled{false};
  };
  static inline Shared* shared = nullptr;

  sdk::ConfigAnswer Configure(sdk::Context& ctx, const sdk::Config&) override {
    shared->host = ctx.api().handle;
    return Fill("configure", ctx), sdk::ConfigAnswer::Applied();
  }
  sdk::Status Declare(sdk::Declaration& d) override {
    d.Type(kMatrixMaps, "", "ConfigMap").Versions({"v1"});
    d.Path({kMatrixPath, "/data/k"});
    d.Counter(kMatrixCounter, "matrix_total", "Calls.");
    d.Gauge(kMatrixGauge, "matrix_level", "Level.");
    d.Histogram(kMatrixHistogram, "matrix_seconds", "Seconds.");
    d.Access("", "configmaps", {"create", "update", "patch", "delete", "deletecollection"});
    d.CallIndex(1, kMatrixMaps);
    d.Primary(kMatrixMaps);
    d.Watch(kMatrixMaps, d.CallMap(1)).When({d.CallTest(1)});
    Fill("declare", shared->host, {});
    return {};
  }
  sdk::Status Activate(sdk::Context& ctx) override { return Fill("activate", ctx), sdk::Status(); }
  sdk::Outcome Reconcile(sdk::Context& ctx, const sdk::Key&) override {
    if (shared->reconciled.exchange(true)) return {};
    Fill("reconcile", ctx);
    sdk::Fork fork(ctx);
    std::thread([&] {
      const sdk::Context other = fork.context();
      Fill("fork", other);
    }).join();
    shared->ended = ctx.raw();
    return {};
  }
  sdk::Status Drain(sdk::Context& ctx, std::chrono::nanoseconds) override {
    return Fill("drain", ctx), sdk::Status();
  }
  sdk::Status Deactivate(sdk::Context& ctx) override {
    return Fill("deactivate", ctx), sdk::Status();
  }
  bool Test(sdk::Context& ctx, uint32_t, const sdk::Change&) override {
    return Fill("test", ctx), true;
  }
  sdk::Status Map(sdk::Context& ctx, uint32_t, const sdk::Subject&, sdk::Sink&) override {
    return Fill("map", ctx), sdk::Status();
  }
  sdk::Status Index(sdk::Context& ctx, uint32_t, const sdk::Subject&, sdk::Sink&) override {
    return Fill("index", ctx), sdk::Status();
  }
  sdk::Health CheckHealth(sdk::Context& ctx) override { return Fill("health", ctx), sdk::Health(); }
  sdk::Result<sdk::State> SaveState(sdk::Context& ctx) override {
    Fill("save", ctx);
    return sdk::State{std::string(kStateSchema), 1, "x"};
  }
  sdk::Status LoadState(sdk::Context& ctx, const sdk::State&) override {
    return Fill("load", ctx), sdk::Status();
  }

 private:
  static void Fill(const char* column, const sdk::Context& ctx) {
    Fill(column, ctx.api().handle, ctx.raw());
  }
  static void Fill(const char* column, oar_host host, oar_ctx ctx) {
    Matrix mine;
    Sweep(column, host, ctx, mine);
    base::MutexLock lock(shared->mutex);
    for (const auto& [function, row] : mine) {
      for (const auto& [name, code] : row) shared->matrix[function][name] = code;
    }
  }
};

// One line per function and answer, with the calls that get it.
std::string ToText(const Matrix& matrix) {
  std::string out;
  for (const auto& [function, row] : matrix) {
    std::map<std::string, std::string> by_code;
    for (const auto& [column, code] : row) {
      by_code[code] += (by_code[code].empty() ? "" : ",") + column;
    }
    out += function + "\n";
    for (const auto& [code, columns] : by_code) out += "  " + code + ": " + columns + "\n";
  }
  return out;
}

class CallMatrix : public RealHost {};

TEST_F(CallMatrix, EachFunctionAnswersAsItsTagsSay) {
  Swept::Shared shared;
  Swept::shared = &shared;
  host.SetList("configmaps", {kMatrixMap}, "10");
  host.client->on_get = [](const kube::ObjectRef&) { return kube::ObjectFromJson(kMatrixMap); };
  host.client->on_delete = [](const kube::ObjectRef&, const kube::DeleteOptions&) {
    return kube::ObjectFromJson(kMatrixMap);
  };
  Start<Swept>();
  const auto filled = [&](const char* column) {
    base::MutexLock lock(shared.mutex);
    return shared.matrix["log"].contains(column);
  };
  ASSERT_TRUE(host.WaitFor([&] { return shared.reconciled && filled("map") && filled("fork"); }));
  ASSERT_TRUE(generation->CheckHealth().ok());
  ASSERT_TRUE(generation->Stop(host.clock.Now() + std::chrono::seconds(30)).ok());
  const pluginhost::SavedState state = generation->SaveState();
  ASSERT_EQ(state.size(), 1u);
  EXPECT_TRUE(generation->LoadState(state).ok());
  Matrix late;
  Sweep("ended", shared.host, shared.ended, late);
  ASSERT_TRUE(generation->Close().ok());
  generation.reset();
  Sweep("destroyed", shared.host, shared.ended, late);

  base::MutexLock lock(shared.mutex);
  for (const auto& [function, row] : late) {
    for (const auto& [column, code] : row) shared.matrix[function][column] = code;
  }
  std::ifstream in(OARLOCK_CALL_MATRIX);
  std::ostringstream wanted;
  wanted << in.rdbuf();
  const std::string now = ToText(shared.matrix);
  EXPECT_EQ(now, wanted.str()) << "in full:\n" << now;
}

}  // namespace
}  // namespace oarlock::abi_test
