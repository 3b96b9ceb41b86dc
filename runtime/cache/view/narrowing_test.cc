#include "cache/view/narrowing.h"

#include <gtest/gtest.h>

#include "cache/testing/informer_harness.h"
#include "kube/decode.h"

namespace oarlock::cache {
namespace {

using testing::ConfigMapScope;
using testing::Json;
using testing::ObjectText;

kube::Object Make(const ObjectText& text) { return kube::ObjectFromJson(Json(text)).value(); }

struct FieldCase {
  const char* selector;
  bool readable;
  bool matches;  // {name: a, namespace: default}
};

TEST(FieldTerms, DecideNameAndNamespaceAndLeaveTheRestToTheServer) {
  const kube::Object object = Make({"a", "1"});
  const FieldCase cases[] = {
      {"", true, true},
      {"metadata.name=a", true, true},
      {"metadata.name==a", true, true},
      {"metadata.name=b", true, false},
      {"metadata.name!=b", true, true},
      {"metadata.namespace=default", true, true},
      {"metadata.name=a,metadata.namespace!=default", true, false},
      {"metadata.name=", true, false},
      {"spec.nodeName=n", false, false},
      {"metadata.name=a,status.phase=Running", false, false},
      {"metadata.name", false, false},
      {"metadata.name!a", false, false},
      {"metadata.name=a=b", false, false},
      {"metadata.name=a\\,b", false, false},
  };
  for (const FieldCase& test : cases) {
    const auto terms = FieldTerms::Parse(test.selector);
    ASSERT_EQ(terms.has_value(), test.readable) << test.selector;
    if (!terms.has_value()) continue;
    EXPECT_EQ(terms->Matches(object), test.matches) << test.selector;
  }
}

InformerScope Labelled(std::string selector) {
  InformerScope scope = ConfigMapScope();
  scope.label_selector = std::move(selector);
  return scope;
}

TEST(Narrowing, EqualScopesShowEverythingAsItIs) {
  const Narrowing same(ConfigMapScope("a"), ConfigMapScope("a"));
  EXPECT_TRUE(same.everything());
  const kube::Object object = Make({"a", "1"});
  EXPECT_TRUE(same.Show(object).SameAs(object));
  InformerScope managed = ConfigMapScope();
  managed.form = ObjectForm::kFullWithManaged;
  EXPECT_TRUE(Narrowing(ConfigMapScope(), managed).everything());
}

TEST(Narrowing, TransitionsBecomeAddUpdateAndDelete) {
  const Narrowing narrowing(Labelled("app=web"), ConfigMapScope());
  const kube::Object in1 = Make({.name = "a", .version = "1", .labels = R"("app":"web")"});
  const kube::Object in2 = Make({.name = "a", .version = "2", .labels = R"("app":"web")"});
  const kube::Object out1 = Make({.name = "a", .version = "3"});
  const kube::Object out2 = Make({.name = "a", .version = "4"});
  const auto change = [&](ChangeType type, const kube::Object& old, const kube::Object& now) {
    return narrowing.Show(Notification{type, Cause::kWatch, false, old, now});
  };
  EXPECT_EQ(change(ChangeType::kAdd, {}, in1)->type, ChangeType::kAdd);
  EXPECT_FALSE(change(ChangeType::kAdd, {}, out1).has_value());
  const auto update = change(ChangeType::kUpdate, in1, in2);
  EXPECT_EQ(update->type, ChangeType::kUpdate);
  EXPECT_TRUE(update->old_object.SameAs(in1) && update->object.SameAs(in2));
  const auto entered = change(ChangeType::kUpdate, out1, in2);
  EXPECT_EQ(entered->type, ChangeType::kAdd);
  EXPECT_FALSE(entered->old_object);
  const auto left = change(ChangeType::kUpdate, in1, out1);
  EXPECT_EQ(left->type, ChangeType::kDelete);
  EXPECT_TRUE(left->object.SameAs(in1)) << "the last state that matched";
  EXPECT_FALSE(left->stale);
  EXPECT_FALSE(change(ChangeType::kUpdate, out1, out2).has_value());
  EXPECT_TRUE(change(ChangeType::kDelete, in1, out2)->object.SameAs(out2));
  EXPECT_FALSE(change(ChangeType::kDelete, out1, in2).has_value()) << "was never told";
}

TEST(Narrowing, AMetadataViewOfAFullInformerShowsPartialObjectMetadata) {
  InformerScope metadata = ConfigMapScope();
  metadata.form = ObjectForm::kMetadataOnly;
  InformerScope managed = ConfigMapScope();
  managed.form = ObjectForm::kFullWithManaged;
  const Narrowing narrowing(metadata, managed);
  kube::DecodeOptions keep;
  keep.drop_managed_fields = false;
  const kube::Object full =
      kube::ObjectFromJson(Json({.name = "a",
                                 .version = "1",
                                 .value = "secret",
                                 .labels = R"("l":"v")",
                                 .extra = R"(,"managedFields":[{"manager":"m"}])"}),
                           keep)
          .value();
  const kube::Object shown = narrowing.Show(full);
  EXPECT_EQ(shown.api_version(), "meta.k8s.io/v1");
  EXPECT_EQ(shown.kind(), "PartialObjectMetadata");
  EXPECT_EQ(shown.ToJson(),
            R"({"apiVersion":"meta.k8s.io/v1","kind":"PartialObjectMetadata","metadata":)"
            R"({"name":"a","namespace":"default","uid":"u-a","resourceVersion":"1",)"
            R"("labels":{"l":"v"}}})");
  const Notification again{ChangeType::kUpdate, Cause::kRedeliver, false, full, full};
  const auto told = narrowing.Show(again);
  EXPECT_TRUE(told->object.SameAs(told->old_object));
}

}  // namespace
}  // namespace oarlock::cache
