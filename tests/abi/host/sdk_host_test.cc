// The SDK's classes over the real host: what a plugin says arrives, and what it reads is so.
#include <atomic>
#include <functional>
#include <stdexcept>
#include <thread>

#include "abi/host/real_host.h"
#include "controller/leader/leadership.h"

namespace oarlock::abi_test {
namespace {

using std::chrono::seconds;

constexpr uint32_t kMaps = 1;
constexpr uint32_t kNodes = 2;
constexpr uint32_t kAny = 3;

// What the test wants of the one controller; set before it starts.
struct Hooks {
  std::function<void(sdk::Declaration&)> declare;
  std::function<sdk::Outcome(sdk::Context&, const sdk::Key&)> reconcile;
  std::function<sdk::Status(sdk::Context&)> activate;
  std::function<void(sdk::Context&, const sdk::Subject&, sdk::Sink&)> index;
  std::function<sdk::Health(sdk::Context&)> health;
};
Hooks hooks;

class Probe : public sdk::Controller {
 public:
  static constexpr std::string_view kId = "main";

  sdk::Status Declare(sdk::Declaration& d) override {
    d.Type(kMaps, "", "ConfigMap").Versions({"v1"});
    d.Primary(kMaps);
    d.Access("*", "*", {"*"});
    if (hooks.declare) hooks.declare(d);
    return {};
  }
  sdk::Status Activate(sdk::Context& ctx) override {
    return hooks.activate ? hooks.activate(ctx) : sdk::Status();
  }
  sdk::Outcome Reconcile(sdk::Context& ctx, const sdk::Key& key) override {
    return hooks.reconcile ? hooks.reconcile(ctx, key) : sdk::Outcome::Done();
  }
  sdk::Status Index(sdk::Context& ctx, uint32_t, const sdk::Subject& subject,
                    sdk::Sink& sink) override {
    if (hooks.index) hooks.index(ctx, subject, sink);
    return {};
  }
  sdk::Health CheckHealth(sdk::Context& ctx) override {
    return hooks.health ? hooks.health(ctx) : sdk::Health();
  }
};

std::string Map(const std::string& name, const std::string& more = "") {
  return R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":"t","name":")" + name +
         R"(","uid":"u","resourceVersion":"5"})" + more + "}";
}
std::string Node(const std::string& name) {
  return R"({"apiVersion":"v1","kind":"Node","metadata":{"name":")" + name +
         R"(","uid":"u","resourceVersion":"3"}})";
}

class SdkHost : public RealHost {
 protected:
  void SetUp() override {
    hooks = {};
    host.SetList("configmaps", {Map("a", R"(,"data":{"k":"1"})")}, "10");
  }
  // Runs `body` once, in the reconcile of t/a, and waits for its end.
  void InReconcile(std::function<void(sdk::Context&, const sdk::Key&)> body) {
    auto done = std::make_shared<std::atomic<bool>>(false);
    hooks.reconcile = [body = std::move(body), done](sdk::Context& ctx, const sdk::Key& key) {
      if (!done->load()) body(ctx, key);
      done->store(true);
      return sdk::Outcome::Done();
    };
    Start<Probe>();
    EXPECT_TRUE(host.WaitFor([&] { return done->load(); }));
  }
};

TEST_F(SdkHost, ATypeSetSaysWhatItHas) {
  host.mapper.Serve({{{"", "v1", "configmaps"}, "ConfigMap", true, {"list", "watch"}, {}},
                     {{"", "v1", "nodes"}, "Node", false, {"list", "watch"}, {}}});
  hooks.declare = [](sdk::Declaration& d) { d.TypeSet(kAny).Exclude({"Secret"}).Metadata(); };
  InReconcile([](sdk::Context& ctx, const sdk::Key&) {
    const auto types = sdk::TypesOf(ctx, kAny);
    ASSERT_EQ(types.size(), 2u);
    EXPECT_EQ(types[0].kind, "ConfigMap");
    EXPECT_TRUE(types[0].namespaced);
    EXPECT_EQ(types[1].resource, "nodes");
    EXPECT_TRUE(types[1].available);
    const auto again = sdk::FindType(ctx, kAny, types[1].type_index);
    ASSERT_TRUE(again.has_value());
    EXPECT_EQ(again->kind, "Node");
    EXPECT_EQ(sdk::FindType(ctx, kMaps)->version, "v1");
    EXPECT_FALSE(sdk::FindType(ctx, kAny, 4'000'000).has_value());
    EXPECT_FALSE(sdk::FindType(ctx, 77).has_value());
  });
}

TEST_F(SdkHost, ACallbackIndexerFindsWhatItWasGiven) {
  host.SetList("nodes", {Node("n1"), Node("n2"), Node("other")}, "10");
  hooks.declare = [](sdk::Declaration& d) {
    d.Type(kNodes, "", "Node").Versions({"v1"});
    d.CallIndex(4, kNodes);
  };
  hooks.index = [](sdk::Context&, const sdk::Subject& subject, sdk::Sink& sink) {
    sink.Add(subject.object.name().substr(0, 1));
  };
  InReconcile([](sdk::Context& ctx, const sdk::Key&) {
    const auto nodes = ctx.client().List(kNodes, {.index = 4, .index_value = "n"});
    ASSERT_TRUE(nodes.ok()) << nodes.status().message();
    EXPECT_EQ(nodes->size(), 2u);
    EXPECT_EQ(ctx.client().List(kNodes, {.index = 4, .index_value = "x"})->size(), 0u);
    EXPECT_EQ(ctx.client().List(kNodes, {.index = 9, .index_value = "n"}).status().code(),
              OAR_E_UNDECLARED);
  });
}

TEST_F(SdkHost, TimersBringKeysOfItsOwn) {
  static std::atomic<int> polls;
  static std::atomic<int> alarms;
  polls = alarms = 0;
  hooks.declare = [](sdk::Declaration& d) { d.External(); };
  hooks.activate = [](sdk::Context& ctx) {
    const auto status = sdk::Requeue(ctx, {0, "", "poll"});
    if (!status.ok()) return status;
    return sdk::RequeueAt(ctx, {0, "", "alarm"}, ctx.clock().Unix() + seconds(30));
  };
  hooks.reconcile = [](sdk::Context& ctx, const sdk::Key& key) -> sdk::Outcome {
    if (key.name == "alarm") ++alarms;
    if (key.name != "poll") return sdk::Outcome::Done();
    ++polls;
    EXPECT_EQ(sdk::Requeue(ctx, {kNodes, "", "n"}, seconds(1)).code(), OAR_E_UNDECLARED);
    return sdk::Requeue(ctx, key, seconds(10));
  };
  Start<Probe>();
  ASSERT_TRUE(host.WaitFor([&] { return polls == 1 && queues.at("main")->stats().delayed == 2; }));
  host.clock.Advance(seconds(10));
  ASSERT_TRUE(host.WaitFor([&] { return polls == 2; }));
  EXPECT_EQ(alarms, 0);
  host.clock.Advance(seconds(20));
  EXPECT_TRUE(host.WaitFor([&] { return alarms == 1; }));
}

TEST_F(SdkHost, MetricsAreDeclaredAndFed) {
  hooks.declare = [](sdk::Declaration& d) {
    d.Counter(1, "probe_seen_total", "Seen.", {"kind"});
    d.Gauge(2, "probe_level", "Level.");
    d.Histogram(3, "probe_seconds", "Seconds.", {}, {1, 2});
  };
  InReconcile([](sdk::Context& ctx, const sdk::Key&) {
    const sdk::Metrics metrics(ctx);
    EXPECT_EQ(metrics.Count(1, {"ConfigMap"}), OAR_OK);
    EXPECT_EQ(metrics.Count(1, {"ConfigMap"}, 4), OAR_OK);
    EXPECT_EQ(metrics.Set(2, 7), OAR_OK);
    EXPECT_EQ(metrics.Add(2, -2), OAR_OK);
    EXPECT_EQ(metrics.Observe(3, 1.5), OAR_OK);
    EXPECT_EQ(metrics.Count(1), OAR_E_INVALID) << "a label is missing";
    EXPECT_EQ(metrics.Count(2), OAR_E_INVALID) << "a gauge";
    EXPECT_EQ(metrics.Set(9, 1), OAR_E_UNDECLARED);
  });
  EXPECT_EQ(Metric("probe_seen_total", "ConfigMap"), 5);
  EXPECT_EQ(Metric("probe_level"), 5);
}

TEST_F(SdkHost, ABatchTellsWhatBecameOfEachWrite) {
  host.client->on_write = [](const pluginhost::testing::FakeClient::Write& write) {
    if (write.ref.name != "b") return kube::ObjectFromJson(write.body);
    return base::Result<kube::Object>(base::Status(base::StatusCode::kConflict, "too late"));
  };
  InReconcile([](sdk::Context& ctx, const sdk::Key&) {
    sdk::Batch batch;
    batch.Create({kMaps, "t", "n"}, Map("n"));
    batch.Update({kMaps, "t", "b"}, Map("b"));
    batch.Patch({kMaps, "t", "a"}, OAR_PATCH_MERGE, R"({"data":{"k":"2"}})");
    batch.Delete({kMaps, "t", "none"});
    const auto all = batch.Run(ctx);
    ASSERT_EQ(all.size(), 4u);
    EXPECT_TRUE(all[0].ok()) << all[0].message();
    EXPECT_EQ(all[1].code(), OAR_E_CONFLICT);
    EXPECT_EQ(all[1].message(), "too late");
    EXPECT_TRUE(all[2].ok()) << all[2].message();
    EXPECT_EQ(all[3].code(), OAR_E_NOT_FOUND);
    const auto some = batch.Run(ctx, true);
    EXPECT_EQ(some[2].code(), OAR_E_CANCELLED) << "not tried any more";
  });
}

TEST_F(SdkHost, DocumentsAreEditedAndTheirPatchIsSent) {
  std::string sent;
  host.client->on_write = [&](const pluginhost::testing::FakeClient::Write& write) {
    sent = write.body;
    return kube::ObjectFromJson(Map("a"));
  };
  InReconcile([](sdk::Context& ctx, const sdk::Key& key) {
    auto doc = sdk::Document::From(ctx, *ctx.client().Get(key));
    ASSERT_TRUE(doc.ok());
    EXPECT_FALSE(doc->Diff(OAR_PATCH_MERGE)->has_value()) << "nothing was changed";
    EXPECT_TRUE(doc->Set("/data/k", "2").ok());
    EXPECT_TRUE(doc->Set("/spec/n", 3).ok());
    EXPECT_TRUE(doc->Set("/spec/on", true).ok());
    EXPECT_TRUE(doc->SetJson("/spec/list", R"(["x"])").ok());
    EXPECT_TRUE(doc->AppendJson("/spec/list", R"("y")").ok());
    EXPECT_TRUE(doc->Merge("/spec", R"({"n":4})").ok());
    EXPECT_TRUE(doc->Set("/spec/gone", 1.5).ok());
    EXPECT_TRUE(doc->Remove("/spec/gone").ok());
    EXPECT_EQ(doc->Set("no pointer", 1).code(), OAR_E_INVALID);
    const auto patch = doc->Diff(OAR_PATCH_MERGE);
    ASSERT_TRUE(patch.ok() && patch->has_value());
    EXPECT_EQ(**patch, R"({"data":{"k":"2"},"spec":{"n":4,"on":true,"list":["x","y"]}})");
    EXPECT_TRUE(ctx.client().Patch(key, OAR_PATCH_MERGE, **patch).ok());
    EXPECT_EQ(*sdk::Document::Empty(ctx)->Json(), "{}");
    EXPECT_EQ(sdk::Document::FromJson(ctx, "{").status().code(), OAR_E_INVALID);
  });
  EXPECT_EQ(sent, R"({"data":{"k":"2"},"spec":{"n":4,"on":true,"list":["x","y"]}})");
}

TEST_F(SdkHost, QuantitiesAreNumbersAndNotTexts) {
  InReconcile([](sdk::Context& ctx, const sdk::Key&) {
    EXPECT_EQ(*sdk::CompareQuantities(ctx, "1", "1000m"), 0);
    EXPECT_EQ(*sdk::CompareQuantities(ctx, "1Gi", "1G"), 1);
    EXPECT_EQ(*sdk::CompareQuantities(ctx, "9", "10"), -1);
    EXPECT_EQ(sdk::CompareQuantities(ctx, "9", "ten").status().code(), OAR_E_INVALID);
    const auto half = sdk::ParseQuantity(ctx, "500m");
    ASSERT_TRUE(half.ok());
    EXPECT_EQ(half->milli, 500);
    EXPECT_EQ(half->value, 1) << "rounded up";
    EXPECT_EQ(*sdk::CanonicalQuantity(ctx, "1000m"), "1");
    EXPECT_EQ(sdk::CanonicalQuantity(ctx, "").status().code(), OAR_E_INVALID);
  });
}

TEST_F(SdkHost, WithoutAnElectionItLeadsForEver) {
  InReconcile([](sdk::Context& ctx, const sdk::Key&) {
    EXPECT_TRUE(sdk::IsLeading(ctx));
    const auto epoch = sdk::EpochOf(ctx);
    ASSERT_TRUE(epoch.ok());
    EXPECT_EQ(epoch->lease_uid, "");
    EXPECT_EQ(epoch->transitions, 0u);
  });
}

TEST_F(SdkHost, TheEpochIsThatOfTheLease) {
  struct Lease : controller::Leadership {
    bool leading() const override { return leads; }
    bool acting() const override { return leads; }
    controller::LeaderEpoch epoch() const override { return {"lease-1", 4}; }
    std::atomic<bool> leads{true};
  } lease;
  leadership = &lease;
  InReconcile([&lease](sdk::Context& ctx, const sdk::Key&) {
    EXPECT_TRUE(sdk::IsLeading(ctx));
    const auto epoch = sdk::EpochOf(ctx);
    ASSERT_TRUE(epoch.ok());
    EXPECT_EQ(epoch->lease_uid, "lease-1");
    EXPECT_EQ(epoch->transitions, 4u);
    lease.leads = false;
    EXPECT_FALSE(sdk::IsLeading(ctx));
    EXPECT_EQ(sdk::EpochOf(ctx).status().code(), OAR_E_NOT_LEADER);
  });
}

TEST_F(SdkHost, HealthIsToldInItsOwnWords) {
  hooks.health = [](sdk::Context&) {
    return sdk::Health{OAR_HEALTH_DEGRADED, "QuotaLow", "two requests are left"};
  };
  Start<Probe>();
  const auto health = generation->CheckHealth();
  ASSERT_TRUE(health.ok());
  EXPECT_EQ(health->at("main").state, OAR_HEALTH_DEGRADED);
  EXPECT_EQ(health->at("main").reason, "QuotaLow");
  EXPECT_EQ(health->at("main").message, "two requests are left");
}

TEST_F(SdkHost, AForkAndAKeptObjectServeAnotherThread) {
  InReconcile([](sdk::Context& ctx, const sdk::Key& key) {
    const sdk::KeptObject kept(*ctx.client().Get(key));
    ASSERT_TRUE(kept);
    sdk::Fork fork(ctx);
    ASSERT_TRUE(fork);
    std::thread([&kept, fork = std::move(fork)] {
      const sdk::Context other = fork.context();
      EXPECT_EQ(other.Read(kept)["data"]["k"].AsString(), "1");
      EXPECT_FALSE(other.cancelled());
    }).join();
  });
}

TEST_F(SdkHost, WhatItThrowsIsAFaultOfItAndNoCrash) {
  hooks.reconcile = [](sdk::Context&, const sdk::Key&) -> sdk::Outcome {
    throw std::runtime_error("no such luck");
  };
  Start<Probe>();
  ASSERT_TRUE(host.WaitFor([&] { return generation->faults().count == 1; }));
  EXPECT_TRUE(host.WaitFor([&] { return host.log_lines->Has("exception: no such luck"); }));
}

TEST_F(SdkHost, HelpersWriteOnlyWhatDiffers) {
  InReconcile([](sdk::Context& ctx, const sdk::Key& key) {
    const auto map = ctx.client().Get(key);
    EXPECT_EQ(*sdk::CreateOrPatch(ctx, key, Map("a", R"(,"data":{"k":"1"})")),
              sdk::Applied::kUnchanged);
    EXPECT_EQ(*sdk::CreateOrPatch(ctx, {kMaps, "t", "n"}, Map("n")), sdk::Applied::kCreated);
    EXPECT_TRUE(sdk::AddFinalizer(ctx, key, *map, "dev.oarlock/test").ok());
    EXPECT_TRUE(sdk::Apply(ctx, key, R"({"apiVersion":"v1","kind":"ConfigMap",
        "metadata":{"name":"a","namespace":"t"},"data":{"k":"3"}})")
                    .ok());
    ctx.Normal(*map, "Tested", "all is well");
  });
  const std::vector<std::string> wanted = {"create t/n by dev.oarlock.test",
                                           "patch t/a by dev.oarlock.test",
                                           "patch t/a by dev.oarlock.test"};
  std::vector<std::string> writes;
  for (const std::string& call : host.client->calls()) {
    if (call.find(" by dev.oarlock.test") != std::string::npos) writes.push_back(call);
  }
  EXPECT_EQ(writes, wanted);
}

// One generation leaves what it has counted, and the next one, which reads that schema, takes it.
class Counting : public sdk::Controller {
 public:
  static constexpr std::string_view kId = "main";
  static constexpr std::string_view kStateSchema = "dev.oarlock.test.count";
  static constexpr oar_view kStateReads[] = {sdk::ToView(kStateSchema)};
  static inline std::atomic<int> loaded{-1};

  sdk::Status Declare(sdk::Declaration& d) override {
    d.Type(kMaps, "", "ConfigMap").Versions({"v1"});
    d.Primary(kMaps);
    return {};
  }
  sdk::Outcome Reconcile(sdk::Context&, const sdk::Key&) override {
    ++count_;
    return {};
  }
  sdk::Result<sdk::State> SaveState(sdk::Context&) override {
    return sdk::State{std::string(kStateSchema), 3, std::to_string(count_.load())};
  }
  sdk::Status LoadState(sdk::Context&, const sdk::State& state) override {
    if (state.version != 3) return sdk::Invalid("of another version");
    count_ = loaded = std::stoi(state.bytes);
    return {};
  }

 private:
  std::atomic<int> count_{0};
};

TEST_F(SdkHost, StateGoesFromOneGenerationToTheNext) {
  Counting::loaded = -1;
  Start<Counting>();
  ASSERT_TRUE(host.WaitFor([&] { return queues.at("main")->stats().done == 1; }));
  ASSERT_TRUE(generation->Stop(host.clock.Now() + seconds(30)).ok());
  pluginhost::SavedState state = generation->SaveState();
  ASSERT_EQ(state.count("main"), 1u);
  EXPECT_EQ(state["main"].schema, "dev.oarlock.test.count");
  const auto next = Loaded(std::make_unique<LinkedCode<Counting>>(), 2);
  EXPECT_TRUE(next->LoadState(state).ok());
  EXPECT_EQ(Counting::loaded, 1);
  state["main"].version = 9;
  EXPECT_NE(next->LoadState(state).message().find("of another version"), std::string::npos);
  EXPECT_TRUE(next->Close().ok());
}

// The form without a class.
std::atomic<int> seen_by_function;
sdk::Status DeclareMaps(sdk::Declaration& d) {
  d.Type(kMaps, "", "ConfigMap").Versions({"v1"});
  d.Primary(kMaps);
  return {};
}
sdk::Outcome SeeMap(sdk::Context& ctx, const sdk::Key& key) {
  if (ctx.client().Get(key).ok()) ++seen_by_function;
  return {};
}

TEST_F(SdkHost, TwoFunctionsAreAController) {
  seen_by_function = 0;
  using Seer = sdk::FunctionController<"seer", DeclareMaps, SeeMap>;
  static_assert(Seer::kId == "seer");
  Start<Seer>();
  EXPECT_TRUE(host.WaitFor([] { return seen_by_function == 1; }));
  EXPECT_EQ(queues.count("seer"), 1u);
}

}  // namespace
}  // namespace oarlock::abi_test
