// Libraries: whatever the bytes say, sections and notes stay inside of them.
#include "base/check.h"
#include "fuzz/fuzz.h"
#include "oarlock/abi/note.h"
#include "supervisor/elf_image.h"

namespace {

void CheckInside(std::string_view all, std::string_view part) {
  if (part.empty()) return;
  OARLOCK_CHECK(part.data() >= all.data());
  OARLOCK_CHECK(part.data() + part.size() <= all.data() + all.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace oarlock;
  const std::string_view bytes = fuzz::TextOf(data, size);
  const auto image = supervisor::ElfImage::Parse(bytes);
  if (!image.ok()) return 0;
  CheckInside(bytes, image->Section(".note.oarlock"));
  for (const supervisor::ElfNote& note : image->notes()) {
    CheckInside(bytes, note.name);
    CheckInside(bytes, note.data);
    OARLOCK_CHECK(image->FindNote(note.name, note.type) != nullptr);
  }
  return 0;
}
