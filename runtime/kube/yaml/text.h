#pragma once
// YamlText: raw bytes of a YAML file made ready for the parser, and where each byte stood.
// Internal to kube: the YAML reader calls it.
//
// UTF-16 and byte order marks are converted, CRLF and CR become LF, characters that YAML forbids
// are refused (the parser would end silently at U+0004), and escaped surrogate pairs (\ud83d\ude42,
// usual in JSON) become one escape, because the parser refuses them. A last line of blanks without
// a line end goes where a folded block may end: the parser would add it to the text.
// Not thread-safe. Errors: kInvalidArgument with line and column. Limits: kYamlBytesMax.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "kube/yaml.h"

namespace oarlock::kube {

class YamlText {
 public:
  static base::Result<YamlText> Prepare(std::string_view raw, std::string_view file);

  // What the parser gets. Offsets below are into it.
  const std::string& text() const { return text_; }
  const std::string& file() const { return file_; }

  // Line and column (in characters) of one offset. O(offset).
  Position At(size_t offset) const;
  // The same for many offsets at once, in one pass. `offsets` must be sorted.
  std::vector<Position> AtAll(const std::vector<size_t>& offsets) const;

  // "file:line:column: path: message".
  base::Status Error(size_t offset, std::string_view path, std::string_view message) const;

  // Whether the scalar whose node starts at `offset` is in double quotes (tag and anchor skipped).
  bool IsDoubleQuoted(size_t offset) const;

  // How a quoted scalar ends: the line ends in front of its closing quote, and what they follow.
  struct QuotedTail {
    bool quoted = false;
    bool closed = false;
    bool after_text = false;
    bool after_escape = false;
    size_t line_ends = 0;
  };
  // Of the scalar at `offset`. The parser accepts a text that ends inside of quotes.
  QuotedTail TailOfQuoted(size_t offset) const;
  // `value` with those line ends put right: the parser drops some.
  static std::string RepairFolds(const QuotedTail& tail, const std::string& value);
  // `value` of a quoted scalar with its \N (U+0085) and \_ (U+00A0) put right: the parser gives a
  // lone byte for each, which is no UTF-8.
  static std::string RepairEscapes(const std::string& value);
  // Undoes pair conversions that fell outside of double quotes, where a backslash is just text.
  // `starts` are the sorted offsets of all scalars. True when the text changed: parse again.
  bool RestorePairs(const std::vector<size_t>& starts);

 private:
  struct Pair {
    size_t clean = 0;  // offset in clean_
    bool keep = false;
    size_t offset = 0;  // offset in text_ once converted
  };
  size_t SkipProperties(size_t offset) const;
  void FindPairs();
  void ConvertPairs();
  size_t ToClean(size_t offset) const;
  Position Advance(Position from, size_t begin, size_t end) const;

  std::string file_;
  std::string clean_;  // UTF-8, LF
  std::string text_;   // clean_ with pairs converted
  std::vector<Pair> pairs_;
};

std::string PositionPrefix(std::string_view file, Position position, std::string_view path);

}  // namespace oarlock::kube
