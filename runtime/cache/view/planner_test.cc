#include "cache/view/planner.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace oarlock::cache {
namespace {

using Strings = std::vector<std::string>;

// "v1|ns|labels|fields|form": versions by commas, form m, f or F.
InformerRequest Make(const Strings& versions, const std::string& ns = "",
                     const std::string& labels = "", const std::string& fields = "",
                     ObjectForm form = ObjectForm::kFull) {
  InformerRequest request;
  request.scope.resource = {{"g", versions[0], "things"}, "Thing", true, {}, {}};
  for (size_t i = 1; i < versions.size(); ++i) {
    request.also.push_back({{"g", versions[i], "things"}, "Thing", true, {}, {}});
  }
  request.scope.ns = ns;
  request.scope.label_selector = labels;
  request.scope.field_selector = fields;
  request.scope.form = form;
  EXPECT_TRUE(Normalize(request).ok());
  return request;
}

InformerPlan Plan(const std::vector<InformerRequest>& requests, const PlanHealth& health = {}) {
  std::vector<const InformerRequest*> pointers;
  for (const InformerRequest& request : requests) pointers.push_back(&request);
  return PlanInformers(pointers, health);
}

std::string KeyOf(const InformerRequest& request) {
  return request.In(request.scope.resource.gvr.version).Key();
}

constexpr ObjectForm kMeta = ObjectForm::kMetadataOnly;
constexpr ObjectForm kManaged = ObjectForm::kFullWithManaged;

TEST(Planner, ANarrowerUserIsServedByAWiderInformer) {
  const InformerRequest wide = Make({"v1"});
  for (const InformerRequest& narrow :
       {Make({"v1"}, "a"), Make({"v1"}, "", "app=web"), Make({"v1"}, "a", "app=web"),
        Make({"v1"}, "", "", "metadata.name=x"), Make({"v1"}, "", "", "", kMeta),
        Make({"v1"}, "a", "app", "metadata.namespace=a", kMeta)}) {
    const InformerPlan plan = Plan({narrow, wide});
    EXPECT_EQ(plan.assigned, (Strings{KeyOf(wide), KeyOf(wide)})) << narrow.Key();
  }
}

TEST(Planner, WhatTheHostCannotDecideIsAnInformerOfItsOwn) {
  const InformerRequest wide = Make({"v1"});
  InformerRequest changed = wide;
  changed.scope.transform = {"t", [](const kube::Object& object) { return object; }};
  for (const InformerRequest& other :
       {Make({"v1"}, "", "", "spec.nodeName=n"), Make({"v2"}), changed}) {
    EXPECT_EQ(Plan({other, Make({"v1"}, "z", "", "", kMeta)}).informers.size(), 2u) << other.Key();
  }
  EXPECT_EQ(Plan({wide, Make({"v1"}, "a", "", "", kManaged)}).informers.size(), 2u);
  EXPECT_EQ(Plan({wide, Make({"v1"}, "", "", "spec.nodeName=n")}).informers.size(), 2u);
  EXPECT_EQ(Plan({wide, changed}).informers.size(), 2u);
}

TEST(Planner, EqualSelectorsShareAndOnlyTheFormDiffers) {
  const InformerRequest full = Make({"v1"}, "a", "x=1,y=2");
  const InformerRequest meta = Make({"v1"}, "a", "y=2,x=1", "", kMeta);
  const InformerPlan plan = Plan({meta, full});
  EXPECT_EQ(plan.assigned, (Strings{KeyOf(full), KeyOf(full)}));
}

struct VersionCase {
  std::vector<Strings> accepted;
  Strings chosen;
};

TEST(Planner, UsersWhoseVersionsOverlapShareOne) {
  const VersionCase cases[] = {
      {{{"v1", "v2"}, {"v2"}}, {"v2", "v2"}},
      {{{"v1", "v2"}, {"v2", "v1"}}, {"v1", "v1"}},  // a tie: the oldest decides
      {{{"v2"}, {"v1"}}, {"v2", "v1"}},
      {{{"v1"}, {"v3", "v2"}, {"v2", "v3"}}, {"v1", "v3", "v3"}},
      {{{"v1", "v2"}, {"v2", "v3"}, {"v3"}}, {"v2", "v2", "v3"}},
      {{{"v1"}, {"v1", "v2"}, {"v2"}, {"v2"}}, {"v1", "v2", "v2", "v2"}},
  };
  for (const VersionCase& test : cases) {
    std::vector<InformerRequest> requests;
    for (const Strings& versions : test.accepted) requests.push_back(Make(versions));
    const InformerPlan plan = Plan(requests);
    for (size_t i = 0; i < requests.size(); ++i) {
      EXPECT_EQ(plan.assigned[i], requests[i].In(test.chosen[i]).Key()) << i;
    }
  }
}

TEST(Planner, AVersionThatIsNotServedIsTakenOnlyByWhoHasNoOther) {
  const PlanHealth health{{}, {"v1"}};
  const InformerRequest both = Make({"v1", "v2"});
  const InformerRequest one = Make({"v1"});
  const InformerPlan plan = Plan({both, one}, health);
  EXPECT_EQ(plan.assigned, (Strings{both.In("v2").Key(), one.In("v1").Key()}));
  EXPECT_EQ(Plan({both}, {{}, {"v1", "v2"}}).assigned, (Strings{both.In("v1").Key()}));
}

TEST(Planner, AnInformerThatDoesNotWorkCoversOnlyWhoAskedForIt) {
  const InformerRequest wide = Make({"v1"});
  const InformerRequest narrow = Make({"v1"}, "a");
  const InformerRequest narrower = Make({"v1"}, "a", "app=web");
  const InformerPlan plan = Plan({wide, narrow, narrower}, {{KeyOf(wide)}, {}});
  EXPECT_EQ(plan.assigned, (Strings{KeyOf(wide), KeyOf(narrow), KeyOf(narrow)}));
  // Who is narrow himself and does not work alone goes to a wider one that does.
  EXPECT_EQ(Plan({wide, narrow}, {{KeyOf(narrow)}, {}}).assigned,
            (Strings{KeyOf(wide), KeyOf(wide)}));
}

class Model {
 public:
  explicit Model(uint64_t seed) : random_(seed) {}

  void Run() {
    std::vector<InformerRequest> requests;
    const size_t count = 1 + random_.Next() % 12;
    while (requests.size() < count) requests.push_back(Any());
    PlanHealth health;
    for (const InformerRequest& request : requests) {
      for (const std::string& version : request.Versions()) {
        if (random_.Next() % 5 == 0) health.unusable.insert(request.In(version).Key());
      }
    }
    if (random_.Next() % 4 == 0) health.unserved.insert("v" + std::to_string(random_.Next() % 3));
    const InformerPlan plan = Plan(requests, health);
    Check(requests, health, plan);
    const InformerPlan again = Plan(requests, health);
    EXPECT_EQ(plan.assigned, again.assigned);
  }

 private:
  std::string Pick(const Strings& from) { return from[random_.Next() % from.size()]; }

  InformerRequest Any() {
    Strings versions{"v0", "v1", "v2"};
    for (size_t i = versions.size(); i > 1; --i) {
      std::swap(versions[i - 1], versions[random_.Next() % i]);
    }
    versions.resize(1 + random_.Next() % 3);
    InformerRequest out = Make(versions, Pick({"", "", "a", "b"}), Pick({"", "", "x=1", "y=1"}),
                               Pick({"", "", "metadata.name=n", "spec.nodeName=n"}),
                               std::array{ObjectForm::kFull, kManaged, kMeta}[random_.Next() % 3]);
    if (random_.Next() % 5 == 0) {
      out.scope.transform = {"t", [](const kube::Object& object) { return object; }};
    }
    return out;
  }

  static void Check(const std::vector<InformerRequest>& requests, const PlanHealth& health,
                    const InformerPlan& plan) {
    ASSERT_EQ(plan.assigned.size(), requests.size());
    std::set<std::string> used(plan.assigned.begin(), plan.assigned.end());
    EXPECT_EQ(used.size(), plan.informers.size()) << "no informer without a user";
    for (size_t i = 0; i < requests.size(); ++i) {
      const InformerScope& serving = plan.informers.at(plan.assigned[i]);
      const std::string version = serving.resource.gvr.version;
      ASSERT_TRUE(requests[i].Accepts(version));
      const InformerScope own = requests[i].In(version);
      EXPECT_TRUE(Covers(serving, own)) << serving.Key() << " for " << own.Key();
      EXPECT_TRUE(!health.unusable.contains(serving.Key()) || serving.Key() == own.Key());
    }
    for (const auto& [key, scope] : plan.informers) {
      EXPECT_TRUE(Asked(requests, key)) << key;
      for (const auto& [other_key, other] : plan.informers) {
        if (key == other_key || health.unusable.contains(other_key)) continue;
        EXPECT_FALSE(Covers(other, scope)) << other_key << " makes " << key << " superfluous";
      }
    }
  }

  static bool Asked(const std::vector<InformerRequest>& requests, const std::string& key) {
    for (const InformerRequest& request : requests) {
      for (const std::string& version : request.Versions()) {
        if (request.In(version).Key() == key) return true;
      }
    }
    return false;
  }

  base::Random random_;
};

TEST(PlannerModel, EveryRequestHasOneInformerAndNoneIsSuperfluous) {
  const uint64_t seed = base::Random::OsSeed();
  ::testing::Test::RecordProperty("seed", std::to_string(seed));
  for (uint64_t i = 0; i < 1000 && !::testing::Test::HasFailure(); ++i) {
    SCOPED_TRACE("seed " + std::to_string(seed + i));
    Model(seed + i).Run();
  }
}

}  // namespace
}  // namespace oarlock::cache
