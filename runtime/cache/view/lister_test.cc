#include "cache/lister.h"

#include <gtest/gtest.h>

#include "cache/testing/scripted_source.h"
#include "kube/decode.h"

namespace oarlock::cache {
namespace {

using testing::Json;
using testing::ObjectText;

class ListerReads : public ::testing::Test {
 protected:
  ListerReads() {
    for (const char* ns : {"x", "y"}) {
      for (int i = 0; i < 10; ++i) {
        Add({.name = "n" + std::to_string(i),
             .version = std::to_string(i + 1),
             .ns = ns,
             .labels = i == 0 ? R"("app":"web")" : ""});
      }
    }
  }
  void Add(const ObjectText& text) { (void)store->Set(kube::ObjectFromJson(Json(text)).value()); }
  static InformerScope Scope(const std::string& ns, const std::string& labels) {
    InformerScope scope;
    scope.ns = ns;
    scope.label_selector = labels;
    return scope;
  }
  // What `read` has to look at.
  template <typename Read>
  uint64_t Scanned(const Read& read) {
    const uint64_t before = store->scanned_total();
    read();
    return store->scanned_total() - before;
  }

  std::shared_ptr<Store> store = std::make_shared<Store>();
  Lister lister{{"", "v1", "configmaps"}, std::shared_ptr<const Store>(store)};
};

TEST_F(ListerReads, LI_1_ASelectorOfNothingScansNothing) {
  const auto nothing = kube::LabelSelector::FromValue({}).value();
  const auto web = kube::LabelSelector::Parse("app=web").value();
  EXPECT_EQ(Scanned([&] { EXPECT_TRUE(lister.List("", nothing).empty()); }), 0u);
  EXPECT_EQ(Scanned([&] { EXPECT_EQ(lister.List("", web).size(), 2u); }), 20u);
  EXPECT_EQ(lister.List("", {}).size(), 20u);
}

TEST_F(ListerReads, LI_2_ANamespaceIsFoundByItsIndex) {
  EXPECT_EQ(Scanned([&] { EXPECT_EQ(lister.List("x").size(), 10u); }), 10u);
  EXPECT_EQ(Scanned([&] { EXPECT_TRUE(lister.List("z").empty()); }), 0u);
  EXPECT_EQ(lister.List("").size(), 20u);
}

TEST_F(ListerReads, LI_3_WhatIsFoundIsTheCachedObjectItself) {
  EXPECT_TRUE(lister.Get("x", "n1").value().SameAs(store->Get("x/n1")));
  EXPECT_EQ(lister.Get("z", "n1").status().detail().reason, "NotFound");
}

TEST_F(ListerReads, LI_3_ALeaseIsOfTheCachedObjectAndCountsNothing) {
  LeaseTable leases;
  const auto lease = lister.Lease("x", "n1", leases);
  ASSERT_TRUE(lease.ok());
  EXPECT_TRUE(lease->object().borrowed());
  EXPECT_TRUE(lease->object().SameAs(store->Get("x/n1")));
  const auto missing = lister.Lease("z", "n1", leases);
  EXPECT_EQ(missing.status().detail().reason, "NotFound");
  EXPECT_EQ(missing.status().message(), lister.Get("z", "n1").status().message());
  EXPECT_EQ(leases.size(), 1u);
}

TEST_F(ListerReads, ALeaseOfANarrowedViewShowsWhatTheViewShows) {
  InformerScope metadata = Scope("x", "app=web");
  metadata.form = ObjectForm::kMetadataOnly;
  LeaseTable leases;
  for (const InformerScope& scope : {Scope("x", "app=web"), metadata}) {
    const auto narrowing = std::make_shared<Narrowing>(scope, InformerScope());
    const StoreView view(store, narrowing, std::make_shared<IndexNames>());
    const ObjectLease lease = view.Lease("x/n0", leases);
    EXPECT_EQ(lease.object().ToJson(), view.Get("x/n0").ToJson());
    EXPECT_EQ(lease.object().borrowed(), scope.form == ObjectForm::kFull);
    EXPECT_FALSE(view.Lease("x/n1", leases)) << "without the label";
    EXPECT_FALSE(view.Lease("y/n0", leases)) << "of another namespace";
  }
  EXPECT_EQ(leases.size(), 0u) << "all have ended";
}

TEST_F(ListerReads, ANarrowedViewScansOnlyItsNamespace) {
  const auto narrowing = std::make_shared<Narrowing>(Scope("x", "app=web"), InformerScope());
  const StoreView view(store, narrowing, std::make_shared<IndexNames>());
  EXPECT_EQ(Scanned([&] { EXPECT_EQ(view.List().size(), 1u); }), 10u);
  EXPECT_EQ(Scanned([&] { EXPECT_TRUE(view.ListNamespace("y").empty()); }), 0u);
  EXPECT_EQ(view.size(), 1u);
}

}  // namespace
}  // namespace oarlock::cache
