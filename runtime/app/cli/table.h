#pragma once
// Table: columns for people, as kubectl prints them; and how sizes and times are written in cells.
// Threads: values.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace oarlock::app {

class Table {
 public:
  explicit Table(std::vector<std::string> headers);
  // As many cells as headers; line breaks in one become blanks.
  void Row(std::vector<std::string> cells);
  // A line of its own under the last row.
  void Note(std::string_view text);
  bool empty() const { return rows_.empty(); }
  std::string Text() const;

 private:
  struct Line {
    std::vector<std::string> cells;
    std::vector<std::string> notes;
  };
  std::vector<std::string> headers_;
  std::vector<Line> rows_;
};

std::string BytesText(double bytes);      // "3.1Mi"
std::string SecondsText(double seconds);  // "350ms", "12s", "5m", "3h", "2d"

}  // namespace oarlock::app
