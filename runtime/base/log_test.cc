#include "base/log.h"

#include <gtest/gtest.h>

namespace oarlock::base {
namespace {

class Lines final : public LogSink {
 public:
  void Write(LogLevel, std::string_view line) override { lines.emplace_back(line); }
  std::vector<std::string> lines;
};

std::string AfterTime(const std::string& line) { return line.substr(line.find("Z ") + 2); }

TEST(Log, WritesTextFieldsAndQuotesWhatNeedsIt) {
  auto sink = std::make_shared<Lines>();
  const Log log(LogLevel::kInfo, LogFormat::kText, sink);
  log.With({{"plugin", "reloader"}}).Info("rolled", {{"key", "t/web"}, {"why", "a b"}, {"n", 3}});
  log.Debug("not shown");
  ASSERT_EQ(sink->lines.size(), 1u);
  EXPECT_EQ(AfterTime(sink->lines[0]), "I rolled plugin=reloader key=t/web why=\"a b\" n=3");
}

TEST(Log, NeverLetsAValueForgeALine) {
  auto sink = std::make_shared<Lines>();
  const Log log(LogLevel::kInfo, LogFormat::kText, sink);
  log.Info("a\nb", {{"v", "x\ny\x01"}});
  EXPECT_EQ(sink->lines[0].find('\n'), std::string::npos);
  EXPECT_NE(sink->lines[0].find("\\u0001"), std::string::npos);
}

TEST(Log, WritesOneJsonObjectPerLine) {
  auto sink = std::make_shared<Lines>();
  const Log log(LogLevel::kDebug, LogFormat::kJson, sink);
  log.With({{"a", 1}}).Error("say \"hi\"", {{"ok", true}, {"f", 1.5}});
  const std::string& line = sink->lines[0];
  EXPECT_NE(line.find(R"("level":"error","msg":"say \"hi\"","a":1,"ok":true,"f":1.5})"),
            std::string::npos)
      << line;
}

}  // namespace
}  // namespace oarlock::base
