#include "sandbox/table/table.h"

#include <gtest/gtest.h>

#include "kube/timestamp.h"
#include "sandbox/table/cells.h"
#include "sandbox/table/json_path.h"

namespace oarlock::sandbox {
namespace {

base::UnixTime Now() { return *kube::ParseTimestamp("2026-11-30T06:20:00Z"); }

const ResourceType& TypeOf(std::string_view qualified) {
  static const auto kTypes = BuiltinTypes();
  for (const auto& type : kTypes) {
    if (type->qualified() == qualified) return *type;
  }
  ADD_FAILURE() << qualified;
  return *kTypes.front();
}

std::string Row(std::string_view qualified, std::string_view text) {
  static const TableMaker kMaker;
  Json object = ParseTrustedJson(text);
  object["metadata"]["name"] = "x";
  object["metadata"]["creationTimestamp"] = "2026-11-30T06:15:00Z";
  TableOptions options;
  options.now = Now();
  const Json table = kMaker.MakeTable(TypeOf(qualified), nullptr, {&object}, options);
  EXPECT_EQ(table["rows"][0]["cells"].size(), table["columnDefinitions"].size()) << qualified;
  return WriteJson(table["rows"][0]["cells"]);
}

TEST(Table, OfPods) {
  constexpr std::string_view kSpec = R"("spec":{"nodeName":"n1","containers":[{},{}]})";
  EXPECT_EQ(Row("pods", "{" + std::string(kSpec) + R"(,"status":{"phase":"Pending"}})"),
            R"(["x","0/2","Pending","0","5m","<none>","n1","<none>","<none>"])");
  EXPECT_EQ(
      Row("pods",
          "{" + std::string(kSpec) +
              R"(,"status":{"phase":"Running","podIP":"1.2.3.4","containerStatuses":[)"
              R"({"ready":true,"restartCount":2,"state":{"running":{}},"lastState":{"terminated":)"
              R"({"finishedAt":"2026-11-30T06:00:00Z"}}},{"ready":false,"restartCount":1,)"
              R"("state":{"waiting":{"reason":"CrashLoopBackOff"}}}]}})"),
      R"x(["x","1/2","CrashLoopBackOff","3 (20m ago)","5m","1.2.3.4","n1","<none>","<none>"])x");
  EXPECT_EQ(Row("pods", "{" + std::string(kSpec) +
                            R"(,"status":{"phase":"Failed","containerStatuses":[{"state":)"
                            R"({"terminated":{"exitCode":3}}}]}})"),
            R"(["x","0/2","ExitCode:3","0","5m","<none>","n1","<none>","<none>"])");
  EXPECT_EQ(Row("pods", R"({"metadata":{"deletionTimestamp":"2026-11-30T06:15:00Z"},"spec":{)"
                        R"("containers":[{}]},"status":{"phase":"Running"}})"),
            R"(["x","0/1","Terminating","0","5m","<none>","<none>","<none>","<none>"])");
}

TEST(Table, OfServices) {
  EXPECT_EQ(Row("services", R"({"spec":{"type":"NodePort","clusterIP":"10.0.0.1","ports":[)"
                            R"({"port":80,"nodePort":31000,"protocol":"TCP"},{"port":81,)"
                            R"("protocol":"UDP"}],"selector":{"a":"b","x":"y"}}})"),
            R"(["x","NodePort","10.0.0.1","<none>","80:31000/TCP,81/UDP","5m","a=b,x=y"])");
  EXPECT_EQ(Row("services", R"({"spec":{"type":"LoadBalancer","clusterIP":"10.0.0.1","ports":[)"
                            R"({"port":80,"protocol":"TCP"}]}})"),
            R"(["x","LoadBalancer","10.0.0.1","<pending>","80/TCP","5m","<none>"])");
  EXPECT_EQ(Row("services", R"({"spec":{"type":"ExternalName","externalName":"a.b"}})"),
            R"(["x","ExternalName","<none>","a.b","<none>","5m","<none>"])");
}

TEST(Table, OfWorkloads) {
  constexpr std::string_view kSpec =
      R"({"spec":{"replicas":5,"selector":{"matchLabels":{"a":"b"},"matchExpressions":[)"
      R"({"key":"a","operator":"In","values":["b","c"]},{"key":"q","operator":"DoesNotExist"}]},)"
      R"("template":{"spec":{"containers":[{"name":"c","image":"x"},{"name":"d","image":"y"}]}}}})";
  EXPECT_EQ(Row("deployments.apps", kSpec),
            R"(["x","0/5",0,0,"5m","c,d","x,y","a=b,a in (b,c),!q"])");
  EXPECT_EQ(Row("replicasets.apps", kSpec), R"(["x",5,0,0,"5m","c,d","x,y","a=b,a in (b,c),!q"])");
  EXPECT_EQ(Row("statefulsets.apps", kSpec), R"(["x","0/5","5m","c,d","x,y"])");
  EXPECT_EQ(Row("jobs.batch", R"({"spec":{"completions":1,"selector":{}}})"),
            R"(["x","Running","0/1","","5m","","","<none>"])");
  EXPECT_EQ(Row("cronjobs.batch", R"({"spec":{"schedule":"* * * * *","suspend":false}})"),
            R"(["x","* * * * *","<none>","False",0,"<none>","5m","","","<none>"])");
}

TEST(Table, OfOtherTypes) {
  EXPECT_EQ(Row("configmaps", R"({"data":{"a":"1"},"binaryData":{"b":""}})"), R"(["x",2,"5m"])");
  EXPECT_EQ(Row("events", R"({"involvedObject":{"kind":"Pod","name":"p","fieldPath":"spec.x"},)"
                          R"("reason":"r","message":"m\n","source":{"component":"c","host":"h"},)"
                          R"("type":"Normal","count":3,"firstTimestamp":"2026-11-30T06:00:00Z",)"
                          R"("lastTimestamp":"2026-11-30T06:10:00Z"})"),
            R"(["10m","Normal","r","pod/p","spec.x","c, h","m","20m",3,"x"])");
  EXPECT_EQ(Row("endpoints", R"({"subsets":[{"addresses":[{"ip":"1.2.3.4"},{"ip":"1.2.3.5"}],)"
                             R"("ports":[{"port":80},{"port":81}]}]})"),
            R"(["x","1.2.3.4:80,1.2.3.5:80,1.2.3.4:81 + 1 more...","5m"])");
  EXPECT_EQ(Row("horizontalpodautoscalers.autoscaling",
                R"({"spec":{"minReplicas":1,"maxReplicas":3,"scaleTargetRef":{"kind":"Deployment",)"
                R"("name":"d"},"metrics":[{"type":"Resource","resource":{"name":"cpu","target":)"
                R"({"averageUtilization":80}}}]}})"),
            R"(["x","Deployment/d","cpu: <unknown>/80%","1",3,0,"5m"])");
  EXPECT_EQ(Row("roles.rbac.authorization.k8s.io", "{}"), R"(["x","2026-11-30T06:15:00Z"])");
  EXPECT_EQ(Row("serviceaccounts", "{}"), R"(["x","5m"])");
  EXPECT_EQ(Row("nodes", R"({"metadata":{"labels":{"node-role.kubernetes.io/worker":""}},"spec":{)"
                         R"("unschedulable":true},"status":{"conditions":[{"type":"Ready",)"
                         R"("status":"True"}],"nodeInfo":{"kubeletVersion":"v1"}}})"),
            R"(["x","Ready,SchedulingDisabled","worker","5m","v1","<none>","<none>","<unknown>",)"
            R"("<unknown>","<unknown>"])");
}

TEST(Table, EveryTypeHasAsManyCellsAsColumns) {
  for (const auto& type : BuiltinTypes()) {
    if (type->Has("list")) Row(type->qualified(), "{}");
  }
}

TEST(Table, OfCustomObjectsHasTheirColumns) {
  const TableMaker maker;
  CustomVersion version;
  version.columns = {{"N", "integer", "", "d", ".spec.n", 0},
                     {"Ready", "string", "", "d", R"(.c[?(@.type=="Ready")].status)", 1},
                     {"Age", "date", "", "d", ".metadata.creationTimestamp", 0},
                     {"Map", "string", "", "d", ".spec", 0},
                     {"None", "integer", "", "d", ".spec.q", 0}};
  const Json object = ParseTrustedJson(
      R"({"metadata":{"name":"a","creationTimestamp":"2026-11-30T06:15:00Z"},"spec":{"n":2},)"
      R"("c":[{"type":"X","status":"no"},{"type":"Ready","status":"yes"}]})");
  TableOptions options;
  options.now = Now();
  options.include = IncludeObject::kNone;
  const Json table = maker.MakeTable({}, &version, {&object}, options);
  EXPECT_EQ(WriteJson(table["rows"][0]),
            R"({"cells":["a",2,"yes","5m","{\"n\":2}",null],"object":null})");
  EXPECT_EQ(table["columnDefinitions"][2]["priority"], 1);
}

TEST(JsonPath, FindsWhatPrinterColumnsAskFor) {
  const Json object =
      ParseTrustedJson(R"({"a":[{"b":1},{"b":2,"ok":true}],"m":{"x.y":3,"z":{"t":4}}})");
  const auto found = [&object](std::string_view path) {
    std::string out;
    for (const Json* one : JsonPathFind(object, path)) out += WriteJson(*one) + ";";
    return out;
  };
  EXPECT_EQ(found(".a[0].b"), "1;");
  EXPECT_EQ(found(".a[-1].b"), "2;");
  EXPECT_EQ(found(".a[*].b"), "1;2;");
  EXPECT_EQ(found(R"(.m.x\.y)"), "3;");
  EXPECT_EQ(found(".m['x.y']"), "3;");
  EXPECT_EQ(found(".a[?(@.ok==true)].b"), "2;");
  EXPECT_EQ(found(".a[?(@.ok)].b"), "2;");
  EXPECT_EQ(found(".a[9].b"), "");
  EXPECT_EQ(found(".a[0"), "");
}

TEST(HumanDuration, IsShort) {
  EXPECT_EQ(HumanDuration(-5), "<invalid>");
  EXPECT_EQ(HumanDuration(-1), "0s");
  EXPECT_EQ(HumanDuration(119), "119s");
  EXPECT_EQ(HumanDuration(120), "2m");
  EXPECT_EQ(HumanDuration(241), "4m1s");
  EXPECT_EQ(HumanDuration(3 * 3600 - 1), "179m");
  EXPECT_EQ(HumanDuration(3 * 3600 + 60), "3h1m");
  EXPECT_EQ(HumanDuration(47 * 3600), "47h");
  EXPECT_EQ(HumanDuration(50 * 3600), "2d2h");
  EXPECT_EQ(HumanDuration(30 * 86400), "30d");
  EXPECT_EQ(HumanDuration(800 * 86400), "2y70d");
}

}  // namespace
}  // namespace oarlock::sandbox
