#include "app/cli/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace oarlock::app {
namespace {

constexpr size_t kGap = 3;

std::string OneLine(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

void AppendLine(const std::vector<std::string>& cells, const std::vector<size_t>& widths,
                std::string& out) {
  std::string line;
  for (size_t i = 0; i < cells.size(); ++i) {
    line += fmt::format("{:<{}}", cells[i], widths[i] + kGap);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  out += line + "\n";
}

}  // namespace

Table::Table(std::vector<std::string> headers) : headers_(std::move(headers)) {}

void Table::Row(std::vector<std::string> cells) {
  for (std::string& cell : cells) cell = OneLine(std::move(cell));
  cells.resize(headers_.size());
  rows_.push_back({std::move(cells), {}});
}

void Table::Note(std::string_view text) {
  if (!rows_.empty()) rows_.back().notes.push_back(OneLine(std::string(text)));
}

std::string Table::Text() const {
  std::vector<size_t> widths;
  for (const std::string& header : headers_) widths.push_back(header.size());
  for (const Line& row : rows_) {
    for (size_t i = 0; i < widths.size(); ++i) widths[i] = std::max(widths[i], row.cells[i].size());
  }
  std::string out;
  AppendLine(headers_, widths, out);
  for (const Line& row : rows_) {
    AppendLine(row.cells, widths, out);
    for (const std::string& note : row.notes) out += "  " + note + "\n";
  }
  return out;
}

std::string BytesText(double bytes) {
  static constexpr std::string_view kUnits[] = {"", "Ki", "Mi", "Gi", "Ti"};
  size_t unit = 0;
  for (; bytes >= 1024 && unit + 1 < std::size(kUnits); ++unit) bytes /= 1024;
  return unit == 0 ? fmt::format("{:.0f}", bytes) : fmt::format("{:.1f}{}", bytes, kUnits[unit]);
}

std::string SecondsText(double seconds) {
  if (seconds < 0) return "-" + SecondsText(-seconds);
  if (seconds < 1) return fmt::format("{:.0f}ms", seconds * 1000);
  if (seconds < 120) return fmt::format("{:.0f}s", seconds);
  if (seconds < 2 * 3600) return fmt::format("{:.0f}m", seconds / 60);
  if (seconds < 48 * 3600) return fmt::format("{:.0f}h", seconds / 3600);
  return fmt::format("{:.0f}d", seconds / 86400);
}

}  // namespace oarlock::app
