#include "sandbox/merge/server_side_apply.h"

#include <gtest/gtest.h>

#include "sandbox/merge/managed_fields.h"
#include "sandbox/merge/typed_value.h"
#include "sandbox/schema/builtin_schemas.h"
#include "sandbox/schema/decode.h"
#include "sandbox/schema/defaults.h"

namespace oarlock::sandbox {
namespace {

// One object, written as a server would do it; time passes by the second.
class ServerSideApply : public ::testing::Test {
 protected:
  explicit ServerSideApply(kube::GroupVersionKind kind = {"", "v1", "ConfigMap"})
      : kind_(std::move(kind)), schema_(*Schemas().Find(kind_)) {}

  static BuiltinSchemas& Schemas() {
    static BuiltinSchemas schemas;
    return schemas;
  }

  static std::string Time(int second) {
    return "2026-01-01T00:00:" + std::string(second < 10 ? "0" : "") + std::to_string(second) + "Z";
  }
  Writer By(const std::string& manager) {
    return {manager, kind_.group_version().ToString(), "", Time(++now_)};
  }
  Json Whole(std::string_view text) const {
    Json object = ParseTrustedJson(text);
    object["apiVersion"] = kind_.group_version().ToString();
    object["kind"] = kind_.kind;
    object["metadata"]["name"] = "s1";
    return object;
  }

  // The error, or "".
  std::string ApplyBy(const std::string& manager, std::string_view text, bool force = false) {
    auto applied = Apply(owned_, live_, Whole(text), By(manager), force);
    if (!applied.ok()) {
      status_ = applied.status();
      return status_.message();
    }
    changed_ = applied->changed;
    Settle(applied->object);
    live_ = std::move(applied->object);
    return "";
  }
  void UpdateBy(const std::string& manager, Json next) {
    Settle(next);
    Json before = live_;
    if (before.is_null()) {
      before = Json{{"apiVersion", next["apiVersion"]}, {"kind", next["kind"]}};
      CompleteBuiltin(schema_, before);
    }
    Track(owned_, before, By(manager), next);
    live_ = std::move(next);
  }
  void Settle(Json& object) const {
    EXPECT_TRUE(DecodeBuiltin(schema_, object).status.ok());
    DefaultBuiltin(schema_, object);
    CompleteBuiltin(schema_, object);
  }
  // "a Apply t01 {fields}" of each entry.
  std::vector<std::string> Entries() const {
    std::vector<std::string> out;
    for (const Manager& manager : ManagersOf(live_)) {
      // Seconds say when.
      const std::string at = manager.time.empty() ? "" : "t" + manager.time.substr(17, 2);
      out.push_back(manager.name + " " + manager.operation + " " + at + " " +
                    WriteJson(manager.fields.ToJson()));
    }
    return out;
  }

  const kube::GroupVersionKind kind_;
  const Schema& schema_;
  const Owned owned_{schema_, kind_.group, kind_.kind, {{"status"}}};
  Json live_;
  base::Status status_;
  bool changed_ = false;
  int now_ = 0;
};

using Lines = std::vector<std::string>;

TEST_F(ServerSideApply, OwnsWhatItSetAndANoOpChangesNothing) {
  EXPECT_EQ(ApplyBy("a", R"({"metadata":{"labels":{"l":"1"}},"data":{"x":"1","y":"2"}})"), "");
  EXPECT_TRUE(changed_);
  const Json first = live_;
  EXPECT_EQ(ApplyBy("a", R"({"metadata":{"labels":{"l":"1"}},"data":{"x":"1","y":"2"}})"), "");
  EXPECT_FALSE(changed_);
  EXPECT_EQ(live_, first);
  EXPECT_EQ(
      Entries(),
      Lines{R"(a Apply t01 {"f:data":{"f:x":{},"f:y":{}},"f:metadata":{"f:labels":{"f:l":{}}}})"});
}

TEST_F(ServerSideApply, SharesEqualValuesAndNamesConflicts) {
  ApplyBy("a", R"({"data":{"x":"1","y":"2"}})");
  EXPECT_EQ(ApplyBy("b", R"({"data":{"x":"1"}})"), "");
  EXPECT_TRUE(changed_) << "an owner more";
  EXPECT_EQ(Entries()[0], R"(b Apply  {"f:data":{"f:x":{}}})") << "nothing was written by it";
  EXPECT_EQ(ApplyBy("b", R"({"data":{"x":"2","y":"3"}})"),
            "Apply failed with 2 conflicts: conflicts with \"a\":\n- .data.x\n- .data.y");
  EXPECT_EQ(status_.code(), base::StatusCode::kConflict);
  ASSERT_EQ(status_.detail().causes.size(), 2u);
  EXPECT_EQ(status_.detail().causes[0].reason, "FieldManagerConflict");
  EXPECT_EQ(status_.detail().causes[0].message, "conflict with \"a\"");
  EXPECT_EQ(status_.detail().causes[0].field, ".data.x");
  EXPECT_EQ(ApplyBy("b", R"({"data":{"x":"2"}})"),
            "Apply failed with 1 conflict: conflict with \"a\": .data.x");
}

TEST_F(ServerSideApply, ForceTakesFieldsFromOthers) {
  ApplyBy("a", R"({"data":{"x":"1","y":"2"}})");
  EXPECT_EQ(ApplyBy("b", R"({"data":{"x":"2"}})", true), "");
  EXPECT_EQ(live_["data"]["x"], "2");
  EXPECT_EQ(Entries(), (Lines{R"(a Apply t01 {"f:data":{"f:y":{}}})",
                              R"(b Apply t02 {"f:data":{"f:x":{}}})"}));
}

TEST_F(ServerSideApply, RemovesWhatIsNoLongerAppliedUnlessOthersOwnIt) {
  ApplyBy("a", R"({"metadata":{"labels":{"l":"1"}},"data":{"x":"1","y":"2"}})");
  ApplyBy("b", R"({"data":{"x":"1"}})");
  EXPECT_EQ(ApplyBy("a", R"({"data":{}})"), "");
  EXPECT_EQ(WriteJson(live_["data"]), R"({"x":"1"})");
  EXPECT_FALSE(live_["metadata"].contains("labels"));
}

TEST_F(ServerSideApply, UpdatesOwnWhatTheyChangeWithTheMapsTheyMake) {
  ApplyBy("a", R"({"metadata":{"labels":{"l":"1"}},"data":{"x":"1"}})");
  Json next = live_;
  next["data"]["z"] = "2";
  next["metadata"]["labels"]["m"] = "n";
  next["metadata"]["annotations"]["q"] = "r";
  UpdateBy("c", next);
  EXPECT_EQ(Entries()[1],
            R"(c Update t02 {"f:data":{"f:z":{}},"f:metadata":{"f:annotations":{".":{},"f:q":{}},)"
            R"("f:labels":{"f:m":{}}}})");
  const Json before = live_;
  UpdateBy("c", live_);
  EXPECT_EQ(live_, before) << "an update that changes nothing";
  EXPECT_EQ(ApplyBy("d", R"({"data":{"z":"9"}})"),
            "Apply failed with 1 conflict: conflict with \"c\" using v1: .data.z");
}

TEST_F(ServerSideApply, RefusesWhatTheSchemaDoesNotKnow) {
  EXPECT_EQ(ApplyBy("d", R"({"foo":{"x":"9"}})"),
            "failed to create typed patch object (/s1; /v1, Kind=ConfigMap): .foo: field not "
            "declared in schema");
  EXPECT_EQ(ApplyBy("d", R"({"data":{"zz":1}})"),
            "failed to create typed patch object (/s1; /v1, Kind=ConfigMap): .data.zz: expected "
            "string, got &value.valueUnstructured{Value:1}");
  EXPECT_EQ(ApplyBy("d", R"({"metadata":{"managedFields":[{"manager":"x"}]}})"),
            "metadata.managedFields must be nil");
}

TEST_F(ServerSideApply, AClientCanResetManagedFields) {
  ApplyBy("a", R"({"data":{"x":"1"}})");
  Json next = live_;
  next["metadata"]["managedFields"] = Json::array();
  Track(owned_, live_, By("k"), next);
  EXPECT_FALSE(next["metadata"].contains("managedFields"));
}

TEST_F(ServerSideApply, TheOldestOfManyUpdatersBecomeOne) {
  UpdateBy("m0", Whole(R"({"data":{"k0":"v"}})"));
  for (size_t i = 1; i < kUpdateManagersMax + 5; ++i) {
    Json next = live_;
    next["data"]["k" + std::to_string(100 + i)] = "v";
    now_ = static_cast<int>(20 + i);
    UpdateBy("m" + std::to_string(i), next);
  }
  EXPECT_EQ(Entries().size(), kUpdateManagersMax);
  EXPECT_TRUE(Entries()[0].starts_with("ancient-changes Update"));
}

class ApplyDeployment : public ServerSideApply {
 protected:
  ApplyDeployment() : ServerSideApply({"apps", "v1", "Deployment"}) {}
};

constexpr std::string_view kCreated =
    R"({"spec":{"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},)"
    R"("spec":{"containers":[{"name":"c","image":"x","ports":[{"containerPort":80}]}]}}}})";

TEST_F(ApplyDeployment, ACreateOwnsDefaultsButNotStructsThatAreAlwaysThere) {
  UpdateBy("k", Whole(kCreated));
  EXPECT_EQ(
      Entries()[0],
      R"(k Update t01 {"f:spec":{"f:progressDeadlineSeconds":{},"f:replicas":{},)"
      R"("f:revisionHistoryLimit":{},"f:selector":{},"f:strategy":{"f:rollingUpdate":{".":{},)"
      R"("f:maxSurge":{},"f:maxUnavailable":{}},"f:type":{}},"f:template":{"f:metadata":{)"
      R"("f:labels":{".":{},"f:a":{}}},"f:spec":{"f:containers":{"k:{\"name\":\"c\"}":{".":{},)"
      R"("f:image":{},"f:imagePullPolicy":{},"f:name":{},"f:ports":{".":{},)"
      R"("k:{\"containerPort\":80,\"protocol\":\"TCP\"}":{".":{},"f:containerPort":{},)"
      R"("f:protocol":{}}},"f:resources":{},"f:terminationMessagePath":{},)"
      R"("f:terminationMessagePolicy":{}}},"f:dnsPolicy":{},"f:restartPolicy":{},)"
      R"("f:schedulerName":{},"f:securityContext":{},"f:terminationGracePeriodSeconds":{}}}}})");
}

TEST_F(ApplyDeployment, MergesListsByKeyAndRemovesElements) {
  UpdateBy("k", Whole(kCreated));
  EXPECT_EQ(ApplyBy("e", R"({"spec":{"replicas":5,"template":{"spec":{"containers":[)"
                         R"({"name":"c","image":"y"}]}}}})"),
            "Apply failed with 2 conflicts: conflicts with \"k\" using apps/v1:\n"
            "- .spec.replicas\n- .spec.template.spec.containers[name=\"c\"].image");
  EXPECT_EQ(ApplyBy("e",
                    R"({"spec":{"replicas":5,"template":{"spec":{"containers":[)"
                    R"({"name":"c","image":"y"},{"name":"d","image":"q"}]}}}})",
                    true),
            "");
  EXPECT_EQ(live_["spec"]["template"]["spec"]["containers"].size(), 2u);
  EXPECT_EQ(ApplyBy("e", R"({"spec":{"template":{"spec":{"containers":[)"
                         R"({"name":"c","image":"y"}]}}}})"),
            "");
  EXPECT_EQ(live_["spec"]["template"]["spec"]["containers"].size(), 1u);
  EXPECT_EQ(live_["spec"]["replicas"], 1) << "nobody's: the default again";
  EXPECT_EQ(ApplyBy("e", R"({"spec":{"template":{"spec":{"containers":[{"name":"c"},)"
                         R"({"name":"c"}]}}}})"),
            "failed to create typed patch object (/s1; apps/v1, Kind=Deployment): "
            ".spec.template.spec.containers: duplicate entries for key [name=\"c\"]");
}

TEST_F(ApplyDeployment, KeepsTheOrderOfBothLists) {
  const Schema* list = schema_.Find("spec")
                           ->schema->Find("template")
                           ->schema->Find("spec")
                           ->schema->Find("containers")
                           ->schema;
  const auto named = [](std::initializer_list<const char*> names) {
    Json out = Json::array();
    for (const char* name : names) out.push_back({{"name", name}});
    return out;
  };
  EXPECT_EQ(MergeTyped(*list, named({"a", "b"}), named({"c"})), named({"a", "b", "c"}));
  EXPECT_EQ(MergeTyped(*list, named({"a", "b"}), named({"b", "c"})), named({"a", "b", "c"}));
  EXPECT_EQ(MergeTyped(*list, named({"a", "b", "s"}), named({"b", "a"})), named({"b", "a", "s"}));
}

}  // namespace
}  // namespace oarlock::sandbox
