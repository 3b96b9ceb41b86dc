#pragma once
// Utf8: stepping through and building UTF-8 text. Used by the YAML reader and writer, the JSON
// quoting of patches and the schema's length checks. Threads: [any].
// Errors: a malformed sequence is reported by a width of 0, never skipped silently.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace oarlock::kube {

struct Utf8Step {
  char32_t point = 0;
  size_t width = 0;  // bytes; 0 = malformed (or the end)
};

// The code point that starts at `at`. Overlong forms and surrogates are malformed.
Utf8Step Utf8At(std::string_view text, size_t at);
void AppendUtf8(char32_t point, std::string& out);
// `text`, or when it is malformed a copy in `room` with U+FFFD for each malformed byte.
std::string_view ValidUtf8(std::string_view text, std::string& room);
// Code points in `text`; a malformed byte counts as one.
size_t Utf8Length(std::string_view text);

}  // namespace oarlock::kube
