#pragma once
// Finding where JSON values end without decoding them. Internal to kube: for list_splitter and
// watch_framer. Brackets are counted, not matched by kind: what is wrong inside a value is found
// when it is decoded. Not thread-safe.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace oarlock::kube {

inline bool IsJsonSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// The first `"` or `\` in [p, end), or end.
const char* FindQuoteOrBackslash(const char* p, const char* end);

// Follows the nesting of one object or array over any cuts of the input.
class JsonNesting {
 public:
  // Reads on from `p`. Returns the byte after the bracket that closes the value, or nullptr when
  // the input ended first (call again with what follows).
  const char* Scan(const char* p, const char* end);

 private:
  // Byte by byte, as Scan; the same answer for every input.
  const char* ScanBytes(const char* p, const char* end);
  // Passes over whole blocks in which the value cannot end. Where it stopped.
  const char* ScanBlocks(const char* p, const char* end);
  const char* SkipString(const char* p, const char* end);

  uint64_t depth_ = 0;
  bool in_string_ = false;
  bool after_backslash_ = false;
};

// A cursor over complete text, for small pieces of JSON syntax.
class JsonCursor {
 public:
  explicit JsonCursor(std::string_view text) : p_(text.data()), end_(text.data() + text.size()) {}

  void SkipSpace();
  // Takes `c` if it comes next (after spaces).
  bool Take(char c);
  // A string without its quotes, escapes as they stand. False when there is none.
  bool TakeString(std::string_view& raw);
  // Any value, as its text.
  bool TakeValue(std::string_view& raw);
  bool AtEnd();

 private:
  const char* p_;
  const char* end_;
};

}  // namespace oarlock::kube
