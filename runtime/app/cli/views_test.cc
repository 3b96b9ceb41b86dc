#include "app/cli/views.h"

#include <gtest/gtest.h>

#include "app/cli/table.h"

namespace oarlock::app {
namespace {

Json Parsed(const char* text) { return sandbox::ParseTrustedJson(text); }

TEST(Table, AlignsItsColumnsAndKeepsEachRowOnOneLine) {
  Table table({"NAME", "STATE"});
  table.Row({"a-long-name", "x\ny"});
  table.Note("why\nnot");
  table.Row({"b"});
  EXPECT_EQ(table.Text(), "NAME          STATE\na-long-name   x y\n  why not\nb\n");
}

TEST(Table, WritesSizesAndTimesShort) {
  EXPECT_EQ(BytesText(900), "900");
  EXPECT_EQ(BytesText(3.1 * 1024 * 1024), "3.1Mi");
  EXPECT_EQ(SecondsText(0.25), "250ms");
  EXPECT_EQ(SecondsText(12), "12s");
  EXPECT_EQ(SecondsText(300), "5m");
  EXPECT_EQ(SecondsText(7200), "2h");
  EXPECT_EQ(SecondsText(200000), "2d");
  EXPECT_EQ(SecondsText(-5), "-5s");
}

TEST(Views, PluginsShowTheirReasonsAndSteps) {
  const Json answer = Parsed(R"({"plugins":[{"name":"reloader","state":"active","generation":
      "reloader@3","sha256":"0123456789abcdef","version":"1.2","onProbation":true,"paused":true,
      "lastFailure":"its SHA-256 is another one","controllers":[{"runs":7,"errors":2,"ready":1}],
      "reloads":[{"time":"T1","step":"activate","generation":"reloader@3","text":""},
                 {"time":"T2","step":"failed","generation":"reloader@4","text":"no moon"}]},
      {"name":"janitor","state":"degraded","reason":"create: no licence"}]})");
  const std::string text = PluginsView(answer, false);
  EXPECT_NE(text.find("active,paused,probation"), std::string::npos) << text;
  EXPECT_NE(text.find("0123456789ab   1.2       7      2        1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  T2  failed       reloader@4: no moon\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  last change failed: its SHA-256"), std::string::npos);
  EXPECT_NE(text.find("  reason: create: no licence"), std::string::npos);
  EXPECT_EQ(text.find("0123456789abcdef"), std::string::npos);
  EXPECT_NE(PluginsView(answer, true).find("0123456789abcdef"), std::string::npos);
}

TEST(Views, StatusSumsUpAndNamesWhatIsNotWell) {
  const Json status = Parsed(R"({"version":"1.0","election":{"leads":false,"holder":"pod-2_77",
      "error":""},"plugins":[{"name":"a","state":"active","controllers":[
      {"ready":2,"processing":1,"delayed":3,"held":4}]},{"name":"b","state":"degraded","reason":
      "no licence"},{"name":"c","state":"active","paused":true}],"informers":[
      {"scope":"pods.v1","state":"synced","items":1200,"bytes":2097152},
      {"scope":"secrets.v1","resource":"secrets.v1","state":"forbidden","error":"403"}]})");
  EXPECT_EQ(StatusView(status),
            "oarlock    1.0\n"
            "election   pod-2_77 leads\n"
            "plugins    2 active, 1 degraded\n"
            "informers  1 synced, 1 forbidden; 1200 objects, 2.0Mi\n"
            "keys       2 ready, 1 running, 3 delayed, 4 held\n"
            "! plugin b is degraded: no licence (oarlock plugins b)\n"
            "! plugin c is paused (oarlock resume c)\n"
            "! informer secrets.v1 is forbidden: 403\n");
  EXPECT_EQ(UnderWay(status), "b degraded; secrets.v1 forbidden, 0 objects");
}

TEST(Views, QueuesListControllersThenKeys) {
  const std::string text = QueuesView(
      Parsed(R"({"queues":[{"name":"reloader","ready":1,"processing":0,"delayed":1,"held":0,
      "workers":1,"maxConcurrent":4,"runs":9,"errors":3,"paused":true,"pausedByOperator":true,
      "keys":[{"key":"n/a","state":"ready","failures":0,"since":"T",
      "reasons":["updated","related"]},
      {"key":"n/b","state":"backoff","failures":3,"dueInSeconds":12.2,
      "reasons":[]}]}]})"),
      false);
  EXPECT_NE(text.find("1/4       9      3        yes"), std::string::npos) << text;
  EXPECT_NE(text.find("n/a   ready     0          T        updated,related"), std::string::npos)
      << text;
  EXPECT_NE(text.find("n/b   backoff   3          in 12s"), std::string::npos) << text;
}

TEST(Views, WhySaysItInOneLineAndThenTheRuns) {
  const std::string text = WhyView(Parsed(R"({"key":"n/a","controllers":[{"controller":"reloader",
      "resource":"deployments.v1.apps","why":"is retried in 12s","runs":[{"time":"T","result":
      "Error","tookSeconds":0.5,"waitedSeconds":2,"reasons":["updated"],"reason":"Away","message":
      "no moon"}]}]})"));
  EXPECT_NE(text.find("reloader: deployments.v1.apps n/a: is retried in 12s\n"), std::string::npos);
  EXPECT_NE(text.find("T      Error    500ms   2s       updated   Away: no moon\n"),
            std::string::npos)
      << text;
}

TEST(Views, WhatAnotherVersionLeavesOutIsEmpty) {
  EXPECT_EQ(PluginsView(Parsed("{}"), true).find('\n'), PluginsView(Parsed("{}"), true).size() - 1);
  EXPECT_NE(InformersView(Parsed(R"({"informers":[{}]})"), true).find("never"), std::string::npos);
  EXPECT_NE(EventsView(Parsed(R"({"events":[{"text":1}]})")), "");
  EXPECT_NE(ObjectsView(Parsed(R"([{"metadata":{"labels":{"a":1,"b":"c"}}}])"), true).find("b=c"),
            std::string::npos);
  EXPECT_EQ(LogLevelView(Parsed("{}")), "\n");
}

}  // namespace
}  // namespace oarlock::app
