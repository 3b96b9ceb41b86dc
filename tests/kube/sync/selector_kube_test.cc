// Many objects, a selector, and labels that move in and out of it.
#include <atomic>
#include <cstdio>
#include <random>
#include <thread>
#include <vector>

#include "tests/kube/sync/informer_kube.h"

namespace oarlock::kubetest {
namespace {

using namespace std::chrono_literals;

constexpr int kObjects = 3000;
constexpr int kChanges = 1000;
constexpr int kWriters = 4;
constexpr char kSelector[] = "side=left";

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
        const auto answer = server().Request("PATCH", Path(Name(i)),
                                             R"({"metadata":{"labels":{"side":)" + Side(random()) +
                                                 R"(,"n":")" + std::to_string(n) + "\"}}}",
                                             "application/merge-patch+json");
        EXPECT_TRUE(answer.ok() && answer->code == 200)
            << (answer.ok() ? answer->body : answer.status().ToString());
      }
    });
  }
};

TEST_F(KubeSelector, ThreeThousandObjectsWhoseLabelsMove) {
  const uint64_t seed = base::Random::OsSeed();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  CreateAll(seed);
  base::ThreadPool views("views", 1);
  Pipeline pipeline(Options());
  const double before = OpenWatches();
  const Watched selected =
      Watch(pipeline, ConfigMaps(ObjectForm::kFullWithManaged, kSelector), &views);
  ExpectConverged(selected, kSelector);
  EXPECT_GT(selected.store().size(), 1000u);
  EXPECT_LT(selected.store().size(), 2000u);
  FlipLabels(seed);
  ExpectConverged(selected, kSelector);
  EXPECT_EQ(pipeline.counts().lists, 1);
  EXPECT_EQ(OpenWatches(), before + 1);
}

}  // namespace
}  // namespace oarlock::kubetest
