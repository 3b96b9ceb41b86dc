#include "controller/sources/predicate.h"

#include <gtest/gtest.h>

#include "kube/decode.h"

namespace oarlock::controller {
namespace {

using cache::Cause;
using cache::ChangeType;
using cache::Notification;

kube::Object Parse(const std::string& metadata, const std::string& rest = "") {
  kube::DecodeOptions options;
  options.drop_managed_fields = false;
  const std::string json =
      R"({"apiVersion":"v1","kind":"Blog","metadata":{)" + metadata + "}" + rest + "}";
  return kube::ObjectFromJson(json, options).value();
}
Notification Update(kube::Object before, kube::Object after, Cause cause = Cause::kWatch) {
  return {ChangeType::kUpdate, cause, false, std::move(before), std::move(after)};
}

TEST(Predicate, C_WAT_10_GenerationIsComparedTogetherWithUid) {
  const Predicate changed = GenerationChanged();
  const kube::Object u1 = Parse(R"("name":"blog","uid":"u1","generation":1)");
  const kube::Object u2 = Parse(R"("name":"blog","uid":"u2","generation":1)");
  EXPECT_TRUE(changed({ChangeType::kDelete, Cause::kWatch, false, u1, u1}));
  EXPECT_TRUE(changed({ChangeType::kAdd, Cause::kWatch, false, {}, u2}));
  EXPECT_TRUE(changed(Update(u1, u2)));
  EXPECT_FALSE(changed(Update(u1, u1)));
  EXPECT_TRUE(changed(Update(u1, Parse(R"("name":"blog","uid":"u1","generation":2)"))));
  const kube::Object deleting = Parse(
      R"("name":"blog","uid":"u1","generation":1,"deletionTimestamp":"2026-01-01T00:00:00Z")");
  EXPECT_TRUE(changed(Update(u1, deleting)));
}

TEST(Predicate, C_INF_06_ResyncsPassButStatusUpdatesDoNot) {
  const std::string meta = R"("name":"blog","uid":"u1","generation":1,"labels":{"a":"b"})";
  const kube::Object before = Parse(meta, R"(,"status":{"ready":1})");
  const kube::Object after = Parse(meta, R"(,"status":{"ready":2})");
  const Predicate filter =
      AnyOf({GenerationChanged(), AnyPathChanged({kube::Path::Parse("/metadata/labels").value()})});
  EXPECT_TRUE(filter(Update(before, before, Cause::kRedeliver)));
  EXPECT_FALSE(filter(Update(before, after)));
}

TEST(Predicate, AnyPathChangedComparesContentAndPresence) {
  const Predicate changed = AnyPathChanged({kube::Path::Parse("/data/*").value()});
  const kube::Object a = Parse(R"("name":"x")", R"(,"data":{"k":"1","l":"2"})");
  EXPECT_FALSE(changed(Update(a, Parse(R"("name":"y")", R"(,"data":{"k":"1","l":"2"})"))));
  EXPECT_TRUE(changed(Update(a, Parse(R"("name":"x")", R"(,"data":{"k":"1"})"))));
  EXPECT_TRUE(changed(Update(a, Parse(R"("name":"x")", R"(,"data":{"k":"1","l":"3"})"))));
}

TEST(Predicate, LabelsMatchSeesAnObjectThatStopsMatching) {
  const Predicate match = LabelsMatch(kube::LabelSelector::Parse("app=web").value());
  const kube::Object web = Parse(R"("name":"x","labels":{"app":"web"})");
  const kube::Object other = Parse(R"("name":"x","labels":{"app":"db"})");
  EXPECT_TRUE(match({ChangeType::kAdd, Cause::kWatch, false, {}, web}));
  EXPECT_FALSE(match({ChangeType::kAdd, Cause::kWatch, false, {}, other}));
  EXPECT_TRUE(match(Update(web, other)));
  EXPECT_FALSE(match(Update(other, other)));
}

TEST(Predicate, ChangeTypesCanBeChosen) {
  const Predicate created = ChangeTypeIs({.created = true, .updated = false, .deleted = false});
  const kube::Object x = Parse(R"("name":"x")");
  EXPECT_TRUE(created({ChangeType::kAdd, Cause::kInitial, false, {}, x}));
  EXPECT_FALSE(created(Update(x, x)));
  EXPECT_TRUE(Not(created)({ChangeType::kDelete, Cause::kWatch, false, x, x}));
}

TEST(Predicate, NotBySelfDropsOnlyUpdatesOfThatManagerAlone) {
  const auto managed = [](const std::string& entries) {
    return Parse(R"("name":"x","managedFields":[)" + entries + "]");
  };
  const std::string us1 = R"({"manager":"us","time":"1"})", us2 = R"({"manager":"us","time":"2"})";
  const std::string ctl = R"({"manager":"kubectl","time":"2"})";
  const Predicate foreign = NotBySelf("us");
  EXPECT_FALSE(foreign(Update(managed(us1), managed(us2))));
  EXPECT_TRUE(foreign(Update(managed(us1), managed(us2 + "," + ctl))));
  EXPECT_TRUE(foreign(Update(managed(us1), managed(us1))));  // cannot tell who it was
  EXPECT_TRUE(foreign(Update(Parse(R"("name":"x")"), Parse(R"("name":"x")"))));
}

TEST(Predicate, AllOfNeedsEachPart) {
  const Predicate yes = AllOf({});
  const kube::Object x = Parse(R"("name":"x")");
  EXPECT_TRUE(yes(Update(x, x)));
  EXPECT_FALSE(AllOf({yes, Not(yes)})(Update(x, x)));
  EXPECT_FALSE(AnyOf({})(Update(x, x)));
}

}  // namespace
}  // namespace oarlock::controller
