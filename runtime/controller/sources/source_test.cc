#include "controller/sources/source.h"

#include <gtest/gtest.h>

#include "base/fake_clock.h"
#include "kube/decode.h"

namespace oarlock::controller {
namespace {

using cache::Cause;
using cache::ChangeType;
using cache::Notification;

kube::Object Config(const std::string& name, const std::string& uid, int generation,
                    const std::string& target = "") {
  const auto object = kube::ObjectFromJson(
      R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":"ns","name":")" + name +
      R"(","uid":")" + uid + R"(","generation":)" + std::to_string(generation) +
      R"(,"annotations":{"target":")" + target + R"("}}})");
  return object.value();
}

Notification Add(kube::Object o, Cause cause = Cause::kWatch) {
  return {ChangeType::kAdd, cause, false, {}, std::move(o)};
}
Notification Update(kube::Object before, kube::Object after, Cause cause = Cause::kWatch) {
  return {ChangeType::kUpdate, cause, false, std::move(before), std::move(after)};
}

class SourceTest : public testing::Test {
 protected:
  Source Make(std::vector<Route> routes) {
    SourceOptions options;
    options.controller = "c";
    options.routes = std::move(routes);
    options.metrics = &metrics_;
    return Source(std::move(options), queue_);
  }
  std::string Taken() {
    std::string out;
    while (const auto item = queue_->TryGet()) {
      out += std::string(item->key.name()) + "@" + std::to_string(item->priority) +
             (item->refresh ? "r " : " ");
      queue_->Done(item->key);
    }
    return out;
  }

  static void ToSelf(const kube::Object& object, const KeySink& sink) {
    sink({0, 0, std::string(object.ns()), std::string(object.name())});
  }
  static void ToTarget(const kube::Object& object, const KeySink& sink) {
    sink({1, 0, std::string(object.ns()), std::string(object.Annotation("target"))});
  }

  base::FakeClock clock_;
  base::MetricRegistry metrics_;
  std::shared_ptr<queue::WorkQueue> queue_ =
      std::make_shared<queue::WorkQueue>(queue::WorkQueueOptions{.name = ""}, clock_);
};

TEST_F(SourceTest, KeysSayWhichChangeMadeThemReady) {
  Route related{nullptr, ToTarget, 0};
  related.related = true;
  Source source = Make({{nullptr, ToSelf, 0}, related});
  const kube::Object a = Config("a", "u", 1, "t");
  source.OnEvent(Add(a, Cause::kInitial));
  source.OnEvent(Add(a));
  source.OnEvent(Update(a, a));
  source.OnEvent(Update(a, a, Cause::kRedeliver));
  source.OnEvent(Update(a, a, Cause::kRelist));
  source.OnEvent({ChangeType::kDelete, Cause::kWatch, false, a, a});
  const std::vector<std::string> all{"created", "updated", "deleted",
                                     "initial", "relist",  "resync"};
  EXPECT_EQ(queue::ReasonWords(queue_->TryGet()->reasons), all);
  std::vector<std::string> with_related = all;
  with_related.emplace_back("related");
  EXPECT_EQ(queue::ReasonWords(queue_->TryGet()->reasons), with_related);
}

TEST_F(SourceTest, PQ_11_PriorityFollowsTheCause) {
  Source source = Make({{nullptr, ToSelf, 10}});
  const kube::Object b = Config("b", "u", 1);
  source.OnEvent(Add(Config("a", "u", 1), Cause::kInitial));
  source.OnEvent(Update(b, b, Cause::kRedeliver));
  source.OnEvent(Update(Config("c", "u", 1), Config("c", "u", 2), Cause::kRelist));
  source.OnEvent(Update(Config("d", "u", 1), Config("d", "u", 2)));
  EXPECT_EQ(Taken(), "d@10 a@-90 b@-90r c@-90 ");
}

TEST_F(SourceTest, AnUpdateTellsTheFormerAndThePresentTarget) {
  Source source = Make({{nullptr, ToTarget, 0}});
  source.OnEvent(Update(Config("a", "u", 1, "x"), Config("a", "u", 1, "y")));
  EXPECT_EQ(Taken(), "y@0 x@0 ");
}

TEST_F(SourceTest, ADeleteMapsItsFinalState) {
  Source source = Make({{nullptr, ToTarget, 0}});
  source.OnEvent({ChangeType::kDelete, Cause::kWatch, false, Config("a", "u", 1, "x"),
                  Config("a", "u", 2, "x")});
  EXPECT_EQ(Taken(), "x@0 ");
}

TEST_F(SourceTest, EachRouteHasItsOwnPredicate) {
  Source source = Make({{[](const Notification&) { return false; }, ToSelf, 0},
                        {[](const Notification&) { return true; }, ToTarget, 0}});
  source.OnEvent(Add(Config("a", "u", 1, "x")));
  EXPECT_EQ(Taken(), "x@0 ");
}

TEST_F(SourceTest, TheAccessViewComesBeforeAnyPredicate) {
  int asked = 0;
  SourceOptions options;
  options.visible = [](const kube::Object& object) { return object.name() != "secret"; };
  options.routes = {{[&asked](const Notification&) { return ++asked > 0; }, ToSelf, 0}};
  Source source(std::move(options), queue_);
  source.OnEvent(Add(Config("secret", "u", 1)));
  source.OnEvent(Add(Config("open", "u", 1)));
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(Taken(), "open@0 ");
}

TEST_F(SourceTest, TheInitialListCanBeSkipped) {
  SourceOptions options;
  options.routes = {{nullptr, ToSelf, 0}};
  options.skip_initial = true;
  Source source(std::move(options), queue_);
  source.OnEvent(Add(Config("a", "u", 1), Cause::kInitial));
  source.OnEvent(Add(Config("b", "u", 1)));
  EXPECT_EQ(Taken(), "b@0 ");
}

TEST_F(SourceTest, MappedKeysAreBoundedAndCounted) {
  Source source = Make({{nullptr,
                         [](const kube::Object&, const KeySink& sink) {
                           for (size_t i = 0; i < kMappedKeysMax + 5; ++i) {
                             sink({0, 0, "ns", std::to_string(i)});
                           }
                         },
                         0}});
  source.OnEvent(Add(Config("a", "u", 1)));
  EXPECT_EQ(queue_->Len(), kMappedKeysMax);
  for (const auto& family : metrics_.Collect()) {
    if (family.name == "oarlock_source_keys_dropped_total") {
      EXPECT_EQ(family.samples.at(0).value, 5);
    }
  }
}

// One wake-up for a batch of events, however many keys it brings.
TEST_F(SourceTest, ABatchReachesTheQueueTogether) {
  Source source = Make({{nullptr, ToSelf}, {nullptr, ToTarget}});
  std::string ready;
  queue_->SetOnReady([&ready](size_t n) { ready += std::to_string(n) + " "; });
  source.OnBatchBegin();
  source.OnEvent(Add(Config("a", "u", 1, "x")));
  source.OnEvent(Add(Config("b", "u", 1, "x")));
  EXPECT_EQ(queue_->Len(), 0u);
  source.OnBatchEnd();
  EXPECT_EQ(ready, "3 ");
  source.OnEvent(Add(Config("c", "u", 1, "y")));
  EXPECT_EQ(ready, "3 2 ") << "alone, it is a batch of its own";
  EXPECT_EQ(Taken(), "a@0 x@0 b@0 c@0 y@0 ");
}

}  // namespace
}  // namespace oarlock::controller
