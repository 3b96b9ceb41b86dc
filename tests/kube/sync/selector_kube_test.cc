// Many objects, a selector, and labels that move in and out of it.
#include <cstdio>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "tests/kube/sync/informer_kube.h"

namespace oarlock::kubetest {
namespace {

using namespace std::chrono_literals;

constexpr int kObjects = 3000;
constexpr int kChanges = 1000;
constexpr int kSingleChanges = 100;
constexpr int kWriters = 4;
constexpr char kSelector[] = "side=left";

// What a handler is told, as text without versions: a selector's deletes carry the version of the
// change on the server, and the object's own where the host filters.
class Diary final : public cache::EventHandler {
 public:
  void OnEvent(const cache::Notification& event) override {
    std::string line(cache::ChangeTypeName(event.type));
    for (const kube::Object& object : {event.old_object, event.object}) {
      if (!object) continue;
      line += " " + std::string(object.name()) + object.labels().ToJson();
    }
    base::MutexLock lock(mutex_);
    lines_.push_back(std::move(line));
  }
  void Clear() {
    base::MutexLock lock(mutex_);
    lines_.clear();
  }
  std::vector<std::string> lines() const {
    base::MutexLock lock(mutex_);
    return lines_;
  }

 private:
  mutable base::Mutex mutex_;
  std::vector<std::string> lines_ OARLOCK_GUARDED_BY(mutex_);
};

class KubeSelector : public InformerKube {
 protected:
  // Each writer has every fourth object.
  void InParallel(const std::function<void(int writer)>& write) {
    std::vector<std::thread> writers;
    for (int i = 0; i < kWriters; ++i) writers.emplace_back([&write, i] { write(i); });
    for (std::thread& writer : writers) writer.join();
  }
  static std::string Name(int i) { return "cm-" + std::to_string(i); }
  static std::string Side(uint64_t random) {
    switch (random % 5) {
      case 0: return "null";  // no such label
      case 1:
      case 2: return "\"right\"";
      default: return "\"left\"";
    }
  }
  void CreateAll(uint64_t seed) {
    // The namespace is made at the first call of Path, which must not be by all of them at once.
    InParallel([&, seed, path = Path()](int writer) {
      std::mt19937_64 random(seed + static_cast<uint64_t>(writer));
      for (int i = writer; i < kObjects; i += kWriters) {
        const std::string side = Side(random());
        const std::string labels = side == "null" ? "" : "\"side\":" + side;
        Ask("POST", path,
            R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":")" + Name(i) +
                R"(","labels":{)" + labels + "}},\"data\":{\"k\":\"v\"}}");
      }
    });
  }
  void FlipLabels(uint64_t seed) {
    InParallel([&, seed](int writer) {
      std::mt19937_64 random(seed + 100 + static_cast<uint64_t>(writer));
      for (int n = 0; n < kChanges / kWriters; ++n) {
        const int i = static_cast<int>(random() % (kObjects / kWriters)) * kWriters + writer;
        Label(Name(i), Side(random()), n);
      }
    });
  }
  void Label(const std::string& name, const std::string& side, int n) {
    const auto answer = server().Request(
        "PATCH", Path(name),
        R"({"metadata":{"labels":{"side":)" + side + R"(,"n":")" + std::to_string(n) + "\"}}}",
        "application/merge-patch+json");
    EXPECT_TRUE(answer.ok() && answer->code == 200)
        << (answer.ok() ? answer->body : answer.status().ToString());
  }
  static cache::HandlerRegistration Keep(const Watched& watched, std::shared_ptr<Diary> diary) {
    auto joined = watched.lease->AddHandler(diary, {.name = "diary"});
    EXPECT_TRUE(joined.ok()) << joined.status().ToString();
    EXPECT_TRUE(Eventually(10s, [&] { return diary->lines().size() == watched.store().size(); }));
    diary->Clear();
    return joined.ok() ? std::move(joined).value() : cache::HandlerRegistration();
  }
  // One change after the other, so that no two are merged on the way.
  void ExpectSameTransitions(const Watched& by_server, const Watched& by_host, uint64_t seed) {
    const auto server_diary = std::make_shared<Diary>();
    const auto host_diary = std::make_shared<Diary>();
    const auto server_handler = Keep(by_server, server_diary);
    const auto host_handler = Keep(by_host, host_diary);
    Versions left = VersionsOf(by_server.store());
    std::mt19937_64 random(seed + 1000);
    size_t told = 0;
    for (int n = 0; n < kSingleChanges; ++n) {
      const std::string name = Name(static_cast<int>(random() % kObjects));
      const std::string side = Side(random());
      const bool is_left = side == "\"left\"";
      const bool was_left = left.erase(name) > 0;
      if (is_left) left.emplace(name, "");
      Label(name, side, n);
      if (is_left || was_left) ++told;
      ASSERT_TRUE(Eventually(10s,
                             [&] {
                               return server_diary->lines().size() >= told &&
                                      host_diary->lines().size() >= told;
                             }))
          << name << " " << side;
    }
    EXPECT_GT(told, static_cast<size_t>(kSingleChanges) / 3);
    EXPECT_EQ(server_diary->lines(), host_diary->lines());
  }
};

// Two users of the same selector, one served by the server's, one by the host's out of an informer
// of everything, and the other user of that informer.
TEST_F(KubeSelector, ThreeThousandObjectsWhoseLabelsMove) {
  const uint64_t seed = base::Random::OsSeed();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  CreateAll(seed);
  base::ThreadPool views("views", 1);
  const double before = OpenWatches();
  const InformerScope selector = ConfigMaps(ObjectForm::kFullWithManaged, kSelector);
  Pipeline by_server(Options());
  const Watched selected = Watch(by_server, selector, &views);
  Pipeline by_host(Options());
  const Watched whole = Watch(by_host, ConfigMaps(), &views);
  const Watched filtered = Watch(by_host, selector, &views);
  EXPECT_GT(selected.store().size(), 1000u);
  EXPECT_LT(selected.store().size(), 2000u);
  const auto expect_all_converged = [&] {
    ExpectConverged(selected, kSelector);
    ExpectConverged(filtered, kSelector);
    ExpectConverged(whole);
    EXPECT_EQ(by_server.counts().lists, 1);
    EXPECT_EQ(by_host.counts().lists, 1);
    EXPECT_EQ(OpenWatches(), before + 2) << "one of each pipeline";
  };
  expect_all_converged();
  FlipLabels(seed);
  expect_all_converged();
  ExpectSameTransitions(selected, filtered, seed);
  expect_all_converged();
}

}  // namespace
}  // namespace oarlock::kubetest
