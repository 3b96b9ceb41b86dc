#include "cache/listener.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>

#include "base/random.h"
#include "cache/testing/informer_harness.h"
#include "kube/decode.h"

namespace oarlock::cache {
namespace {

using testing::Json;
using testing::Recorder;

class ListenerTest : public ::testing::Test {
 protected:
  static kube::Object Make(const std::string& version, const std::string& uid = "u") {
    return kube::ObjectFromJson(Json({"a", version, "default", uid})).value();
  }
  void Add(const kube::Object& now) { listener->Push({ChangeType::kAdd, cause, false, {}, now}); }
  void Update(const kube::Object& old, const kube::Object& now) {
    listener->Push({ChangeType::kUpdate, cause, false, old, now});
  }
  void Delete(const kube::Object& old) {
    listener->Push({ChangeType::kDelete, cause, false, old, old});
  }
  std::vector<std::string> Run() {
    executor.RunUntilIdle();
    return recorder->Take();
  }
  using Lines = std::vector<std::string>;

  base::ManualExecutor executor;
  std::shared_ptr<Recorder> recorder = std::make_shared<Recorder>();
  std::shared_ptr<Listener> listener = std::make_shared<Listener>(recorder, &executor, nullptr);
  Cause cause = Cause::kWatch;
  const kube::Object one = Make("1"), two = Make("2"), three = Make("3"), other = Make("4", "v");
};

TEST_F(ListenerTest, MergesWhatWaitsByKey) {
  Add(one);
  Update(one, two);
  EXPECT_EQ(listener->pending(), 1u);
  EXPECT_EQ(Run(), (Lines{"add default/a@2 watch"}));
  Update(two, three);
  Update(three, one);
  EXPECT_EQ(Run(), (Lines{"update default/a@1 watch"}));
  EXPECT_TRUE(recorder->notifications.back().old_object.SameAs(two));
  Update(one, two);
  Delete(two);
  EXPECT_EQ(Run(), (Lines{"delete default/a@2 watch"}));
  EXPECT_TRUE(recorder->notifications.back().old_object.SameAs(one)) << "what it was told last";
  Add(one);
  Delete(one);
  EXPECT_EQ(Run(), Lines{}) << "never known, never told";
  EXPECT_TRUE(recorder->violations.empty());
}

TEST_F(ListenerTest, ARecreationStaysADeleteAndAnAdd) {
  Add(one);
  Run();
  Delete(one);
  Add(other);
  EXPECT_EQ(Run(), (Lines{"delete default/a@1 watch", "add default/a@4 watch"}));
  Delete(other);
  Add(one);
  Delete(one);
  EXPECT_EQ(Run(), (Lines{"delete default/a@4 watch"}));
}

TEST_F(ListenerTest, ARedeliveryYieldsToWhatWaits) {
  Add(one);
  Run();
  Update(one, two);
  cause = Cause::kRedeliver;
  Update(two, two);
  EXPECT_EQ(Run(), (Lines{"update default/a@2 watch"}));
  Update(two, two);
  cause = Cause::kWatch;
  Update(two, three);
  EXPECT_EQ(Run(), (Lines{"update default/a@3 watch"}));
}

TEST_F(ListenerTest, PL_4_SyncedComesAfterTheInitialOnes) {
  cause = Cause::kInitial;
  Add(one);
  listener->PushSynced();
  cause = Cause::kWatch;
  Update(one, two);
  EXPECT_FALSE(listener->HasSynced());
  EXPECT_EQ(Run(), (Lines{"add default/a@2 initial", "synced"}));
  EXPECT_TRUE(listener->HasSynced());
}

TEST_F(ListenerTest, SyncedComesAlsoWhenTheInitialOnesVanished) {
  Add(one);
  listener->PushSynced();
  Delete(one);
  EXPECT_EQ(Run(), (Lines{"synced"}));
}

TEST_F(ListenerTest, SI_7_RemovalDropsWhatWaits) {
  Add(one);
  listener->Remove();
  EXPECT_EQ(listener->pending(), 0u);
  Add(two);
  EXPECT_EQ(Run(), Lines{});
}

TEST_F(ListenerTest, PL_2_ASlowHandlerCostsItsKeysOnly) {
  kube::Object last = one;
  Add(last);
  for (int i = 0; i < 10'000; ++i) {
    const kube::Object next = Make(std::to_string(i + 5));
    Update(last, next);
    last = next;
  }
  EXPECT_EQ(listener->pending(), 1u);
  EXPECT_EQ(listener->pending_high_water(), 1u);
}

// A handler that removes itself from inside its callback must not wait for itself.
class SelfRemover final : public EventHandler {
 public:
  void OnEvent(const Notification&) override {
    ++calls;
    listener->RemoveAndWait();
  }
  Listener* listener = nullptr;
  int calls = 0;
};

TEST_F(ListenerTest, SI_8_RemovalFromInsideTheCallbackDoesNotHang) {
  for (base::Executor* where :
       {static_cast<base::Executor*>(&executor), static_cast<base::Executor*>(nullptr)}) {
    auto remover = std::make_shared<SelfRemover>();
    auto own = std::make_shared<Listener>(remover, where, nullptr);
    remover->listener = own.get();
    own->Push({ChangeType::kAdd, Cause::kWatch, false, {}, one});
    own->Push({ChangeType::kUpdate, Cause::kWatch, false, one, two});
    executor.RunUntilIdle();
    EXPECT_EQ(remover->calls, 1);
  }
}

// Against a naive model: whatever is merged, the handler's replayed view ends as the truth, and
// its words are valid (the recorder checks each).
TEST_F(ListenerTest, ReplayedViewEqualsTheTruthAfterRandomChangesAndPauses) {
  const uint64_t seed = base::Random::OsSeed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  base::Random random(seed);
  std::map<std::string, kube::Object> truth;
  for (int step = 1; step < 6000; ++step) {
    const std::string name = "k" + std::to_string(random.Next() % 10);
    const std::string key = "default/" + name;
    const auto known = truth.find(key);
    const kube::Object old = known == truth.end() ? kube::Object() : known->second;
    const kube::Object now = kube::ObjectFromJson(Json({name, std::to_string(step)})).value();
    if (!old) {
      Add(now);
      truth[key] = now;
    } else if (random.Next() % 3 == 0) {
      Delete(old);
      truth.erase(key);
    } else {
      Update(old, now);
      truth[key] = now;
    }
    if (random.Next() % 20 == 0) executor.RunOne();
  }
  executor.RunUntilIdle();
  EXPECT_EQ(recorder->violations, Lines{});
  ASSERT_EQ(recorder->view.size(), truth.size());
  for (const auto& [key, object] : truth) EXPECT_TRUE(recorder->view[key].SameAs(object)) << key;
  EXPECT_LE(listener->pending_high_water(), 10u);
}

}  // namespace
}  // namespace oarlock::cache
