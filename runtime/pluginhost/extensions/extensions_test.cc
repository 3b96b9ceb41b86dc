// The smaller extensions of the host: timers, metrics, leadership, quantities, and which there are.
#include <map>

#include "controller/leader/leadership.h"
#include "pluginhost/extensions/extension_limits.h"
#include "pluginhost/testing/call_fixture.h"

namespace oarlock::pluginhost {
namespace {

using testing::AddController;
using testing::Text;
using testing::TypeDeclOf;
using testing::View;

constexpr CallRights kTestConfigure{"configure", false, false};

class Extensions : public testing::CallFixture {
 protected:
  template <typename Table>
  const Table& Get(std::string_view id) {
    const void* table = nullptr;
    EXPECT_EQ(api.get_extension(instance.handle(), View(id), &table), OAR_OK) << id;
    return *static_cast<const Table*>(table);
  }
};

TEST_F(Extensions, AreFoundByIdAndDraftsAreNot) {
  for (const char* id :
       {OAR_EXT_CLIENT, OAR_EXT_CLIENT_BATCH, OAR_EXT_EDIT, OAR_EXT_EVENTS, OAR_EXT_METRICS,
        OAR_EXT_STATE, OAR_EXT_TIMERS, OAR_EXT_QUANTITY, OAR_EXT_LEADER}) {
    const void* table = nullptr;
    EXPECT_EQ(api.get_extension(instance.handle(), View(id), &table), OAR_OK) << id;
    EXPECT_NE(table, nullptr);
  }
  for (const char* id : {OAR_EXT_DRAFT_ASYNC, OAR_EXT_DRAFT_THREADS, OAR_EXT_DRAFT_HTTP,
                         OAR_EXT_DRAFT_TRACE, "oarlock.client/2", ""}) {
    const void* table = &id;
    EXPECT_EQ(api.get_extension(instance.handle(), View(id), &table), OAR_E_NOT_FOUND) << id;
    EXPECT_EQ(table, nullptr);
  }
}

class Timers : public Extensions {
 protected:
  void SetUp() override {
    Declare([](const oar_builder_api& builder, oar_builder handle) {
      const oar_type_decl type = TypeDeclOf(1, "ConfigMap");
      const oar_type_decl other = TypeDeclOf(2, "Node");
      ASSERT_EQ(builder.type(handle, &type), OAR_OK);
      ASSERT_EQ(builder.type(handle, &other), OAR_OK);
      ASSERT_EQ(AddController(builder, handle, 1), OAR_OK);
    });
    queue = std::make_shared<queue::WorkQueue>(queue::WorkQueueOptions(), host.clock);
    instance.set_queue(queue);
  }
  static oar_key Key(uint32_t type, std::string_view name) {
    return {sizeof(oar_key), 0, type, 0, View("ns"), View(name), 0};
  }
  int32_t After(int64_t delay_ns, const oar_key& key,
                const CallRights& rights = testing::kTestReconcile) {
    const auto call = Call(rights);
    return timers().requeue_after(call->handle(), &key, delay_ns, nullptr);
  }
  const oar_timers_api& timers() { return Get<oar_timers_api>(OAR_EXT_TIMERS); }
  std::shared_ptr<queue::WorkQueue> queue;
};

TEST_F(Timers, AKeyIsReadyWhenItIsTime) {
  ASSERT_EQ(After(60'000'000'000, Key(1, "a")), OAR_OK);
  EXPECT_EQ(queue->stats().delayed, 1u);
  host.clock.Advance(std::chrono::seconds(59));
  EXPECT_FALSE(queue->TryGet().has_value());
  host.clock.Advance(std::chrono::seconds(1));
  const auto item = queue->TryGet();
  ASSERT_TRUE(item.has_value());
  EXPECT_EQ(item->key, (queue::Key{1, 0, "ns", "a"}));
}

TEST_F(Timers, ZeroIsAtOnceWithThePriorityAskedFor) {
  const oar_requeue_options options{sizeof(options), 0, 7, 0};
  const oar_key key = Key(1, "a");
  const auto call = Call();
  ASSERT_EQ(timers().requeue_after(call->handle(), &key, 0, &options), OAR_OK);
  const auto item = queue->TryGet();
  ASSERT_TRUE(item.has_value());
  EXPECT_EQ(item->priority, 7);
}

TEST_F(Timers, ATimeIsReckonedByTheHostsClock) {
  const int64_t now = host.clock.UnixNow().time_since_epoch().count();
  const auto call = Call();
  const oar_key later = Key(1, "later");
  const oar_key past = Key(1, "past");
  ASSERT_EQ(timers().requeue_at(call->handle(), &later, {now + 5'000'000'000}, nullptr), OAR_OK);
  ASSERT_EQ(timers().requeue_at(call->handle(), &past, {1}, nullptr), OAR_OK);
  EXPECT_EQ(queue->TryGet()->key.name(), "past");
  EXPECT_FALSE(queue->TryGet().has_value());
  host.clock.Advance(std::chrono::seconds(5));
  EXPECT_EQ(queue->TryGet()->key.name(), "later");
}

TEST_F(Timers, WhatCannotBeAKeyIsRefused) {
  EXPECT_EQ(After(0, Key(2, "a")), OAR_E_UNDECLARED) << "no primary type";
  EXPECT_EQ(After(0, Key(9, "a")), OAR_E_UNDECLARED);
  EXPECT_EQ(After(0, Key(0, "a")), OAR_E_UNDECLARED) << "the controller is not external";
  EXPECT_EQ(After(0, Key(1, "")), OAR_E_INVALID);
  EXPECT_EQ(After(-1, Key(1, "a")), OAR_E_INVALID);
  EXPECT_EQ(After(kTimerDelayMax.count() + 1, Key(1, "a")), OAR_E_INVALID);
  EXPECT_EQ(After(kTimerDelayMax.count(), Key(1, "a")), OAR_OK);
  oar_key with_index = Key(1, "a");
  with_index.type_index = 3;
  EXPECT_EQ(After(0, with_index), OAR_E_UNDECLARED);
  const oar_key key = Key(1, "a");
  EXPECT_EQ(timers().requeue_after({5}, &key, 0, nullptr), OAR_E_STALE);
  EXPECT_EQ(timers().requeue_after({5}, nullptr, 0, nullptr), OAR_E_INVALID);
}

TEST_F(Timers, NeedAnActiveInstanceAndARunningQueue) {
  EXPECT_EQ(After(0, Key(1, "a"), kTestConfigure), OAR_E_SHUTTING_DOWN);
  queue->ShutDown();
  EXPECT_EQ(After(1, Key(1, "a")), OAR_E_SHUTTING_DOWN);
}

TEST_F(Timers, AFullQueueSaysSo) {
  queue::WorkQueueOptions small;
  small.keys_max = 1;
  instance.set_queue(std::make_shared<queue::WorkQueue>(small, host.clock));
  EXPECT_EQ(After(0, Key(1, "a")), OAR_OK);
  EXPECT_EQ(After(0, Key(1, "b")), OAR_E_THROTTLED);
}

class Metrics : public Extensions {
 protected:
  static int32_t Declare(const oar_builder_api& api, oar_builder builder, uint32_t id, int32_t kind,
                         std::string_view name, std::vector<oar_view> labels = {},
                         std::vector<double> buckets = {}) {
    oar_metric_decl decl{};
    decl.struct_size = sizeof(decl);
    decl.id = id;
    decl.kind = kind;
    decl.name = View(name);
    decl.help = View("Help.");
    decl.labels = labels.data();
    decl.labels_count = labels.size();
    decl.buckets = buckets.data();
    decl.buckets_count = buckets.size();
    return api.metric(builder, &decl);
  }
  static void DeclareAll(const oar_builder_api& api, oar_builder builder) {
    const oar_type_decl type = TypeDeclOf(1, "ConfigMap");
    ASSERT_EQ(api.type(builder, &type), OAR_OK);
    ASSERT_EQ(AddController(api, builder, 1), OAR_OK);
    ASSERT_EQ(Declare(api, builder, 1, OAR_METRIC_COUNTER, "demo_rolls_total", {View("kind")}),
              OAR_OK);
    ASSERT_EQ(Declare(api, builder, 2, OAR_METRIC_GAUGE, "demo_things"), OAR_OK);
    ASSERT_EQ(Declare(api, builder, 3, OAR_METRIC_HISTOGRAM, "demo_seconds", {}, {1, 2}), OAR_OK);
  }
  std::string Refusal(int32_t kind, std::string_view name, std::vector<oar_view> labels = {},
                      std::vector<double> buckets = {}) {
    DeclarationBuilder builder;
    EXPECT_LT(Declare(DeclarationBuilder::Api(), builder.handle(), 1, kind, name, std::move(labels),
                      std::move(buckets)),
              OAR_OK);
    return builder.Finish(OAR_OK).status().message();
  }
  void Claim(Instance& to) {
    to.set_declaration(instance.declaration());
    const base::Status claimed = to.ClaimMetrics();
    ASSERT_TRUE(claimed.ok()) << claimed.ToString();
  }
  void SetUp() override {
    CallFixture::Declare(DeclareAll);
    Claim(instance);
  }
  base::MetricSample Sample(std::string_view family, const base::MetricLabels& labels) {
    for (const auto& one : host.metrics.Collect()) {
      for (const auto& sample : one.samples) {
        if (one.name == family && sample.labels == labels) return sample;
      }
    }
    return {};
  }
  int32_t Count(oar_host to, std::string_view kind, uint64_t add) {
    const oar_view label = View(kind);
    return metrics().count(to, 1, &label, 1, add);
  }
  const oar_metrics_api& metrics() { return Get<oar_metrics_api>(OAR_EXT_METRICS); }
  const base::MetricLabels own{{"plugin", "demo"}, {"controller", "main"}};
};

TEST_F(Metrics, AreFedAndCarryThePluginsName) {
  EXPECT_EQ(Count(instance.handle(), "ConfigMap", 3), OAR_OK);
  EXPECT_EQ(Count(instance.handle(), "ConfigMap", 2), OAR_OK);
  EXPECT_EQ(metrics().set(instance.handle(), 2, nullptr, 0, 5), OAR_OK);
  EXPECT_EQ(metrics().add(instance.handle(), 2, nullptr, 0, -2), OAR_OK);
  EXPECT_EQ(metrics().observe(instance.handle(), 3, nullptr, 0, 1.5), OAR_OK);
  base::MetricLabels labelled = own;
  labelled.emplace_back("kind", "ConfigMap");
  EXPECT_EQ(Sample("demo_rolls_total", labelled).value, 5);
  EXPECT_EQ(Sample("demo_things", own).value, 3);
  EXPECT_EQ(Sample("demo_seconds", own).bucket_counts, (std::vector<uint64_t>{0, 1, 0}));
}

TEST_F(Metrics, AMistakeIsAnError) {
  EXPECT_EQ(metrics().count(instance.handle(), 9, nullptr, 0, 1), OAR_E_UNDECLARED);
  EXPECT_EQ(metrics().set(instance.handle(), 1, nullptr, 0, 1), OAR_E_INVALID) << "a counter";
  EXPECT_EQ(metrics().count(instance.handle(), 1, nullptr, 0, 1), OAR_E_INVALID) << "a label";
  EXPECT_EQ(metrics().count(instance.handle(), 1, nullptr, 1, 1), OAR_E_INVALID);
  const oar_view no_view{nullptr, 4};
  EXPECT_EQ(metrics().count(instance.handle(), 1, &no_view, 1, 1), OAR_E_INVALID);
  EXPECT_EQ(metrics().count({77}, 1, nullptr, 0, 1), OAR_E_STALE);
}

TEST_F(Metrics, LongLabelValuesAreCutAndTooManySeriesShareOne) {
  EXPECT_EQ(Count(instance.handle(), std::string(kMetricLabelBytesMax + 9, 'x'), 1), OAR_OK);
  base::MetricLabels labels = own;
  labels.emplace_back("kind", std::string(kMetricLabelBytesMax, 'x'));
  EXPECT_EQ(Sample("demo_rolls_total", labels).value, 1);
  for (size_t i = 0; i < kMetricSeriesMax + 10; ++i) {
    ASSERT_EQ(Count(instance.handle(), std::to_string(i), 1), OAR_OK);
  }
  labels.back().second = "other";
  EXPECT_EQ(Sample("demo_rolls_total", labels).value, 11);
}

TEST_F(Metrics, TheNextGenerationGoesOnWithTheSeries) {
  ASSERT_EQ(Count(instance.handle(), "a", 3), OAR_OK);
  base::MetricLabels labels = own;
  labels.emplace_back("kind", "a");
  Instance next(host.env(), {"demo", "demo@2", "main", "test.demo"});
  Claim(next);
  ASSERT_EQ(Count(next.handle(), "a", 1), OAR_OK);
  EXPECT_EQ(Sample("demo_rolls_total", labels).value, 4);
}

TEST_F(Metrics, ANameInAnotherShapeIsRefusedAsLongAsItIsUsed) {
  const auto claim = [&](MetricDecl decl) {
    return host.env().plugin_metrics->Claim(decl, "other", "main", host.metrics).status().code();
  };
  const MetricDecl same = instance.declaration().metrics.at(1);
  EXPECT_EQ(claim(same), base::StatusCode::kOk) << "another plugin, the same shape";
  MetricDecl labels = same;
  labels.labels = {"kind", "more"};
  EXPECT_EQ(claim(labels), base::StatusCode::kAlreadyExists);
  MetricDecl gauge = same;
  gauge.kind = OAR_METRIC_GAUGE;
  EXPECT_EQ(claim(gauge), base::StatusCode::kAlreadyExists);
  instance.set_declaration({});
  ASSERT_TRUE(instance.ClaimMetrics().ok());
  EXPECT_EQ(claim(labels), base::StatusCode::kOk) << "nobody has it any more";
  EXPECT_EQ(claim(gauge), base::StatusCode::kAlreadyExists) << "a kind stays";
}

TEST_F(Metrics, DeclarationsAreChecked) {
  const auto has = [](const std::string& text, const char* words) {
    return text.find(words) != std::string::npos;
  };
  EXPECT_TRUE(has(Refusal(OAR_METRIC_COUNTER, "demo_rolls"), "ends in _total"));
  EXPECT_TRUE(has(Refusal(OAR_METRIC_GAUGE, "oarlock_things"), "are the host's"));
  EXPECT_TRUE(has(Refusal(OAR_METRIC_GAUGE, "1st"), "letters"));
  EXPECT_TRUE(has(Refusal(OAR_METRIC_GAUGE, ""), "letters"));
  EXPECT_TRUE(has(Refusal(9, "demo"), "kind 9"));
  EXPECT_TRUE(has(Refusal(OAR_METRIC_GAUGE, "demo", {View("plugin")}), "label \"plugin\""));
  EXPECT_TRUE(has(Refusal(OAR_METRIC_GAUGE, "demo", {View("a"), View("a")}), "label \"a\""));
  EXPECT_TRUE(has(Refusal(OAR_METRIC_GAUGE, "demo", {}, {1}), "only a histogram"));
  EXPECT_TRUE(has(Refusal(OAR_METRIC_HISTOGRAM, "demo", {}, {2, 1}), "ascending"));
  EXPECT_TRUE(has(Refusal(OAR_METRIC_HISTOGRAM, "demo", {}, {1, 1}), "ascending"));
  EXPECT_TRUE(has(Refusal(OAR_METRIC_GAUGE, "demo", std::vector<oar_view>(11, View("a"))),
                  "more than 10 labels"));
}

class Election final : public controller::Leadership {
 public:
  bool leading() const override { return leads; }
  bool acting() const override { return leads; }
  controller::LeaderEpoch epoch() const override { return {"lease-uid", 7}; }
  bool leads = true;
};

class Leader : public Extensions {
 protected:
  bool Leading() {
    uint8_t out = 9;
    EXPECT_EQ(leader().is_leading(call->handle(), &out), OAR_OK);
    return out == 1;
  }
  std::pair<int32_t, std::string> Epoch() {
    oar_leader_epoch out{};
    out.struct_size = sizeof(out);
    const int32_t code = leader().epoch(call->handle(), &out);
    return {code, Text(out.lease_uid) + "/" + std::to_string(out.transitions)};
  }
  const oar_leader_api& leader() { return Get<oar_leader_api>(OAR_EXT_LEADER); }
  std::unique_ptr<Context> call = Call();
  Election election;
};

TEST_F(Leader, WithoutAnElectionItAlwaysLeadsInEpochZero) {
  EXPECT_TRUE(Leading());
  EXPECT_EQ(Epoch(), (std::pair<int32_t, std::string>(OAR_OK, "/0")));
}

TEST_F(Leader, WithOneItTellsTheLeasesEpoch) {
  instance.set_leadership(&election);
  EXPECT_TRUE(Leading());
  EXPECT_EQ(Epoch(), (std::pair<int32_t, std::string>(OAR_OK, "lease-uid/7")));
  election.leads = false;
  EXPECT_FALSE(Leading());
  EXPECT_EQ(Epoch(), (std::pair<int32_t, std::string>(OAR_E_NOT_LEADER, "/0")));
}

TEST_F(Leader, WhatRunsOnEveryReplicaTakesNoPart) {
  instance.set_leadership(&election);
  election.leads = false;
  Declaration declaration;
  declaration.controller.all_replicas = true;
  instance.set_declaration(std::move(declaration));
  EXPECT_TRUE(Leading());
}

class Quantities : public Extensions {
 protected:
  const oar_quantity_api& quantity() { return Get<oar_quantity_api>(OAR_EXT_QUANTITY); }
};

TEST_F(Quantities, AreParsedComparedAndWritten) {
  oar_quantity out{};
  out.struct_size = sizeof(out);
  ASSERT_EQ(quantity().parse(instance.handle(), View("1.5Gi"), &out), OAR_OK);
  EXPECT_EQ(out.value, 1610612736);
  EXPECT_EQ(out.format, OAR_QUANTITY_BINARY);
  EXPECT_EQ(out.exact, 1);
  EXPECT_EQ(out.nearest, 1610612736.0);
  int32_t order = 9;
  ASSERT_EQ(quantity().compare(instance.handle(), View("1k"), View("1Ki"), &order), OAR_OK);
  EXPECT_EQ(order, -1);
  char room[64];
  oar_text text{room, sizeof(room), 0};
  ASSERT_EQ(quantity().canonical(instance.handle(), View("1.5"), &text), OAR_OK);
  EXPECT_EQ(TextOf(text), "1500m");
}

TEST_F(Quantities, MistakesAreErrorsAndZeroTheirResults) {
  oar_quantity out{};
  out.struct_size = sizeof(out);
  out.value = 4;
  EXPECT_EQ(quantity().parse(instance.handle(), View("1x"), &out), OAR_E_INVALID);
  EXPECT_EQ(out.value, 0);
  int32_t order = 9;
  EXPECT_EQ(quantity().compare(instance.handle(), View("1"), View(""), &order), OAR_E_INVALID);
  EXPECT_EQ(order, 0);
  char room[2];
  oar_text text{room, sizeof(room), 2};
  EXPECT_EQ(quantity().canonical(instance.handle(), View("1.5"), &text), OAR_E_TOO_LARGE);
  EXPECT_EQ(text.len, 0u);
  EXPECT_EQ(quantity().parse({4}, View("1"), &out), OAR_E_STALE);
}

}  // namespace
}  // namespace oarlock::pluginhost
