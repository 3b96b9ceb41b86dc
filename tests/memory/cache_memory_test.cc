// What informers cost in memory, as the kernel counts it. Each measurement is a child process, so
// that none sees what another one's allocator kept.
#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <functional>

#include "cache/informer_factory.h"
#include "cache/testing/informer_harness.h"

namespace oarlock::cache {
namespace {

using testing::InformerHarness;
using testing::ListReply;

constexpr int64_t kMiB = 1024 * 1024;

int64_t Rss() {
  malloc_trim(0);
  long total = 0;
  long resident = 0;
  std::FILE* statm = std::fopen("/proc/self/statm", "r");
  EXPECT_EQ(std::fscanf(statm, "%ld %ld", &total, &resident), 2);
  std::fclose(statm);
  return int64_t{resident} * sysconf(_SC_PAGESIZE);
}

// What `measure` returns when it runs in a process of its own.
int64_t InChild(const std::function<int64_t()>& measure) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    const int64_t result = measure();
    _exit(write(ends[1], &result, sizeof result) == sizeof result ? 0 : 1);
  }
  close(ends[1]);
  int64_t result = -1;
  EXPECT_EQ(read(ends[0], &result, sizeof result), static_cast<ssize_t>(sizeof result));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  return result;
}

// 64 hexadecimal digits that no other `seed` gives: what repeats is kept once and would cost
// nothing here.
std::string Unlike(uint64_t seed) {
  std::string out;
  for (int i = 0; i < 4; ++i) {
    seed = (seed + 0x9E3779B97F4A7C15u) * 0xBF58476D1CE4E5B9u;
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016lx", static_cast<unsigned long>(seed ^ seed >> 31));
    out += digits;
  }
  return out;
}

// Field ownership as servers record it, of at least `bytes`.
std::string ManagedFields(size_t object, size_t bytes) {
  std::string fields;
  for (size_t i = 0; fields.size() < bytes; ++i) {
    fields += (i == 0 ? "" : ",") + std::string(R"("f:)") + Unlike(object * 1000 + i) + R"(":{})";
  }
  return R"(,"managedFields":[{"manager":"kubelet","operation":"Update","apiVersion":"v1",)"
         R"("time":"2026-01-01T00:00:00Z","fieldsType":"FieldsV1","fieldsV1":{)" +
         fields + "}}]";
}

std::string Item(size_t i, bool metadata_only, const std::string& managed) {
  const std::string n = std::to_string(i);
  std::string text = metadata_only
                         ? R"({"apiVersion":"meta.k8s.io/v1","kind":"PartialObjectMetadata")"
                         : R"({"apiVersion":"v1","kind":"Pod")";
  text += R"(,"metadata":{"namespace":"shop","name":"pod-)" + n + R"(","uid":"uid-)" + n +
          R"(","resourceVersion":")" + n + R"(","labels":{"app":"web"})" + managed + "}";
  if (!metadata_only) {
    text += R"(,"spec":{"nodeName":"node-1","containers":[{"name":"web","image":"registry/web:1",)"
            R"("env":[{"name":"A","value":"1"},{"name":"B","value":")" +
            Unlike(i) + Unlike(i + 1'000'000) + Unlike(i + 2'000'000) +
            R"("}],"resources":{"limits":)"
            R"({"cpu":"1","memory":"1Gi"},"requests":{"cpu":"100m","memory":"128Mi"}}}]},)"
            R"("status":{"phase":"Running","podIP":"10.0.0.1","startTime":"2026-01-01T00:00:00Z"})";
  }
  return text + "}";
}

// Pages of 10 000 Pods, made as they are asked for; the kind of object follows the scope's form.
std::shared_ptr<testing::ScriptedSource> Pods(ObjectForm form) {
  auto source = std::make_shared<testing::ScriptedSource>();
  source->on_list = [form](const kube::ListOptions& options) {
    constexpr size_t kPods = 10'000;
    ListReply reply;
    size_t i = options.continue_token.empty() ? 0 : std::stoul(options.continue_token);
    for (const size_t end = i + 500; i < end; ++i) {
      reply.items.push_back(Item(i, form == ObjectForm::kMetadataOnly, ManagedFields(i, 3000)));
    }
    reply.version = "20000";
    if (i < kPods) reply.continue_token = std::to_string(i);
    return reply;
  };
  return source;
}

int64_t CostOf(ObjectForm form) {
  return InChild([form] {
    InformerHarness h;
    InformerScope scope;
    scope.resource.gvr = {"", "v1", "pods"};
    scope.resource.kind = "Pod";
    scope.form = form;
    const int64_t before = Rss();
    SharedInformer informer(scope, Pods(form), h.env());
    informer.Start();
    h.Run();
    if (informer.store().size() != 10'000) return int64_t{-1};
    return Rss() - before;
  });
}

TEST(CacheMemory, C_INF_10_ManagedFieldsAreDroppedAndMetadataOnlyIsLessStill) {
  const int64_t managed = CostOf(ObjectForm::kFullWithManaged);
  const int64_t full = CostOf(ObjectForm::kFull);
  const int64_t metadata = CostOf(ObjectForm::kMetadataOnly);
  RecordProperty("full_with_managed_bytes", std::to_string(managed));
  RecordProperty("full_bytes", std::to_string(full));
  RecordProperty("metadata_bytes", std::to_string(metadata));
  ASSERT_GT(metadata, 0);
  EXPECT_GE(managed - full, 25 * kMiB);
  EXPECT_LT(metadata, full);
}

TEST(CacheMemory, C_MET_01_TenThousandInformersThatCameAndWentLeaveTheMemoryAsItWas) {
  const int64_t growth = InChild([] {
    InformerHarness h;
    InformerFactory factory(
        [](const InformerScope&) -> base::Result<std::shared_ptr<kube::ListerWatcher>> {
          auto source = std::make_shared<testing::ScriptedSource>();
          source->AddList({{}, {testing::Json({"a", "1"})}, "10", "", false});
          return std::shared_ptr<kube::ListerWatcher>(source);
        },
        h.env());
    factory.Start();
    int64_t settled = 0;
    for (int i = 0; i < 10'000; ++i) {
      auto lease = factory.Acquire(testing::ConfigMapScope("n" + std::to_string(i))).value();
      h.Run();
      lease.Release();
      h.Run();
      if (i == 2'000) settled = Rss();
    }
    return Rss() - settled;
  });
  RecordProperty("growth_bytes", std::to_string(growth));
  EXPECT_LT(growth, 2 * kMiB);
}

}  // namespace
}  // namespace oarlock::cache
