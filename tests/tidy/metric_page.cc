#include "tidy/metric_page.h"

#include <map>

#include "tidy/source_tree.h"

namespace oarlock::tidy {
namespace {

constexpr std::string_view kNone = "–";

struct Row {
  std::string name;
  std::string type;
  std::string labels;
  std::string meaning;

  std::string ToLine() const {
    return "| `" + name + "` | " + type + " | " + labels + " | " + meaning + " |";
  }
};

// False: the line is no row of a family.
bool ReadRow(std::string_view line, Row& row) {
  if (!line.starts_with("| `")) return false;
  const auto cells = TableCells(line);
  if (cells.size() != 4 || cells[0].size() < 3) return false;
  row = {std::string(cells[0].substr(1, cells[0].size() - 2)), std::string(cells[1]),
         std::string(cells[2]), std::string(cells[3])};
  return true;
}

bool SaysHelp(const std::string& meaning, const std::string& help) {
  if (!meaning.starts_with(help)) return false;
  return meaning.size() == help.size() || meaning[help.size()] == ' ';
}

using ByName = std::multimap<std::string_view, const MetricFacts*>;

ByName IndexOf(const std::set<MetricFacts>& made) {
  ByName by_name;
  for (const MetricFacts& family : made) by_name.emplace(family.name, &family);
  return by_name;
}

}  // namespace

std::string LabelCell(const std::vector<std::string>& labels) {
  std::string cell;
  for (const std::string& label : labels) cell += (cell.empty() ? "`" : ", `") + label + "`";
  return cell.empty() ? std::string(kNone) : cell;
}

std::vector<std::string> CheckMetricPage(std::string_view page, const std::set<MetricFacts>& made) {
  const ByName by_name = IndexOf(made);
  std::vector<std::string> findings;
  for (const std::string_view line : Lines(page)) {
    Row row;
    if (!ReadRow(line, row)) continue;
    const auto [begin, end] = by_name.equal_range(row.name);
    for (auto it = begin; it != end; ++it) {
      const MetricFacts& is = *it->second;
      const auto differs = [&](const char* what, const std::string& here, const std::string& code) {
        findings.push_back(row.name + ": " + what + " is " + code + " in the code, here " + here);
      };
      if (row.type != is.type) differs("type", row.type, is.type);
      if (row.labels != is.labels) differs("labels", row.labels, is.labels);
      if (!SaysHelp(row.meaning, is.help)) differs("help", row.meaning, is.help);
    }
  }
  return findings;
}

std::string UpdateMetricPage(std::string_view page, const std::set<MetricFacts>& made) {
  const ByName by_name = IndexOf(made);
  std::string out;
  for (const std::string_view line : Lines(page)) {
    Row row;
    const auto found = ReadRow(line, row) ? by_name.find(row.name) : by_name.end();
    if (found == by_name.end()) {
      out += line;
    } else {
      const MetricFacts& is = *found->second;
      row.type = is.type;
      row.labels = is.labels;
      if (!SaysHelp(row.meaning, is.help)) {
        row.meaning = row.meaning.empty() ? is.help : is.help + " " + row.meaning;
      }
      out += row.ToLine();
    }
    out += '\n';
  }
  return out;
}

}  // namespace oarlock::tidy
