#include "base/log.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <latch>
#include <thread>

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

TEST(Log, LevelsChangeForAllOrForOneName) {
  auto sink = std::make_shared<Lines>();
  const Log log(LogLevel::kInfo, LogFormat::kText, sink);
  const Log a = log.Named("a").With({{"plugin", "a"}});
  const Log b = log.With({{"plugin", "b"}}).Named("b");
  log.SetLevel("a", LogLevel::kDebug);
  a.Debug("told");
  b.Debug("not told");
  EXPECT_EQ(log.named_levels(), (std::map<std::string, LogLevel>{{"a", LogLevel::kDebug}}));
  log.SetLevel(LogLevel::kError);
  EXPECT_EQ(log.level(), LogLevel::kError);
  b.Info("not told");
  a.Debug("told again");
  log.SetLevel("a", std::nullopt);
  a.Info("not told");
  EXPECT_TRUE(log.named_levels().empty());
  ASSERT_EQ(sink->lines.size(), 2u);
  EXPECT_EQ(AfterTime(sink->lines[1]), "D told again plugin=a");
}

TEST(Log, LevelsHaveNames) {
  EXPECT_EQ(LogLevelName(LogLevel::kWarning), "warning");
  EXPECT_EQ(LogLevelOf("error"), LogLevel::kError);
  EXPECT_FALSE(LogLevelOf("loud"));
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

// Other threads log all the time; what is written after the end is the last line all the same.
[[noreturn]] void EndWhileOthersWrite() {
  constexpr int kWriters = 4;
  const Log log(LogLevel::kInfo, LogFormat::kText);
  std::atomic<bool> said{false};
  std::latch started(kWriters);
  std::vector<std::thread> writers;
  for (int i = 0; i < kWriters; ++i) {
    writers.emplace_back([&] {
      log.Info("begin");
      started.count_down();
      while (!said) log.Info("line");
      for (int n = 0; n < 100; ++n) log.Info("late");
    });
  }
  started.wait();
  EndStderrLog();
  constexpr std::string_view kLast = "the end\n";
  const bool written = ::write(STDERR_FILENO, kLast.data(), kLast.size()) > 0;
  said = true;
  for (auto& writer : writers) writer.join();
  std::_Exit(written ? 0 : 1);
}

TEST(LogDeathTest, C_PL_07_NothingIsWrittenAfterTheEnd) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(EndWhileOthersWrite(), ::testing::ExitedWithCode(0), "the end\n$");
}

}  // namespace
}  // namespace oarlock::base
