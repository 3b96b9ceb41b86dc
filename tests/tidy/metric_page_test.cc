#include "tidy/metric_page.h"

#include <gtest/gtest.h>

namespace oarlock::tidy {
namespace {

const std::set<MetricFacts> kMade = {{"a_total", "counter", "`x`, `y`", "Things that were done."},
                                     {"b", "gauge", "–", "One or the other."},
                                     {"of_a_test", "gauge", "–", "Has no row."}};

std::string Page(const std::string& a, const std::string& b) {
  return "# Metrics\n\n| name | type | labels | meaning |\n|---|---|---|---|\n| `a_total` | " + a +
         " |\n| `b` | " + b + " |\n| `c` | gauge | – | nobody made it |\n";
}

const std::string kGood = Page("counter | `x`, `y` | Things that were done. `x` is what",
                               "gauge | – | One or the other.");

TEST(MetricPage, AcceptsWhatTheCodeSaysAndWhatFollowsIt) {
  EXPECT_TRUE(CheckMetricPage(kGood, kMade).empty());
  EXPECT_EQ(UpdateMetricPage(kGood, kMade), kGood);
}

TEST(MetricPage, FindsEveryCellThatDiffers) {
  const std::string b = "gauge | – | One or the other.";
  EXPECT_EQ(CheckMetricPage(Page("gauge | `x`, `y` | Things that were done.", b), kMade),
            std::vector<std::string>{"a_total: type is counter in the code, here gauge"});
  EXPECT_EQ(CheckMetricPage(Page("counter | `y` | Things that were done.", b), kMade),
            std::vector<std::string>{"a_total: labels is `x`, `y` in the code, here `y`"});
  EXPECT_EQ(
      CheckMetricPage(Page("counter | `x`, `y` | Things that were done.And", b), kMade).size(), 1u);
}

TEST(MetricPage, AFamilyThatIsMadeInTwoWaysCannotBeRight) {
  auto made = kMade;
  made.insert({"b", "gauge", "`z`", "One or the other."});
  EXPECT_EQ(CheckMetricPage(kGood, made).size(), 1u);
}

TEST(MetricPage, BringsRowsUpToDate) {
  EXPECT_EQ(UpdateMetricPage(Page("gauge | – | `x` is what", "| |"), kMade), kGood);
}

TEST(MetricPage, LabelsAreACell) {
  EXPECT_EQ(LabelCell({}), "–");
  EXPECT_EQ(LabelCell({"a", "b"}), "`a`, `b`");
}

}  // namespace
}  // namespace oarlock::tidy
