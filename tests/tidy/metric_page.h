#pragma once
// MetricPage: the tables of docs/metrics.md against what the code registers. Name, type, labels and
// the beginning of the meaning (the help) of a row are the code's; what follows is written by hand.
//
// Every test program notes the families that its tests make and compares them at its end
// (metric_recorder.cc); with OARLOCK_METRICS_PAGE=write in its environment it brings the rows up to
// date instead (`make metrics-page`). That each family of the code has a row, and each row a
// family, is metric_rules.h's. Threads: [any]. Errors: as findings.

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace oarlock::tidy {

// A family as the code made it.
struct MetricFacts {
  std::string name;
  std::string type;    // counter, gauge, histogram
  std::string labels;  // as a cell: "`a`, `b`", or "–"
  std::string help;    // without "|", which would end the cell

  friend auto operator<=>(const MetricFacts&, const MetricFacts&) = default;
};

// The cell of these label names, in this order.
std::string LabelCell(const std::vector<std::string>& labels);
// What of the page contradicts the families, a line each. Families without a row are nothing's:
// tests make some of their own.
std::vector<std::string> CheckMetricPage(std::string_view page, const std::set<MetricFacts>& made);
// The page with the rows of these families as they are made. A help that is not there yet is put
// before what the meaning says.
std::string UpdateMetricPage(std::string_view page, const std::set<MetricFacts>& made);

}  // namespace oarlock::tidy
