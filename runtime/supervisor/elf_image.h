#pragma once
// ElfImage: looks at a library's bytes without running any of its code.
//
// The loader asks it before dlopen: is this a shared library for this machine, whole, and whose?
// Every offset comes from an untrusted file and is checked against its size; views point into the
// bytes given to Parse and live as long as those. Threads: [any].
// Errors: kInvalidArgument whose text says what the file is and what is needed instead
// (C-PL-01, C-PL-03). Limits: kElfSectionsMax.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace oarlock::supervisor {

inline constexpr size_t kElfSectionsMax = 4096;

struct ElfNote {
  std::string_view name;
  uint32_t type = 0;
  std::string_view data;
};

class ElfImage {
 public:
  static base::Result<ElfImage> Parse(std::string_view bytes);

  // Content of the first section of that name; null data() when there is none.
  std::string_view Section(std::string_view name) const;
  // The same without the NUL bytes at its end: of a section that holds text.
  std::string_view TextSection(std::string_view name) const;
  const std::vector<ElfNote>& notes() const { return notes_; }
  // First note of that owner and type; null when there is none.
  const ElfNote* FindNote(std::string_view name, uint32_t type) const;

 private:
  struct NamedSection {
    std::string_view name;
    std::string_view data;
  };
  base::Status ReadSegments();
  base::Status ReadSections();
  base::Status ReadNotes(std::string_view segment, uint64_t align);

  std::string_view bytes_;
  std::vector<NamedSection> sections_;
  std::vector<ElfNote> notes_;
};

}  // namespace oarlock::supervisor
