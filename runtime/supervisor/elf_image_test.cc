#include "supervisor/elf_image.h"

#include <elf.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <random>

namespace oarlock::supervisor {
namespace {

std::string ReadFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

// A small shared library with a note and a section, built by the test's CMake target.
std::string Library() {
  std::string bytes = ReadFile(OARLOCK_ELF_SAMPLE);
  EXPECT_FALSE(bytes.empty());
  return bytes;
}

std::string ErrorOf(std::string_view bytes) {
  const auto image = ElfImage::Parse(bytes);
  return image.ok() ? "" : image.status().message();
}

template <typename T>
std::string Patched(std::string bytes, size_t offset, T value) {
  std::memcpy(bytes.data() + offset, &value, sizeof(value));
  return bytes;
}

TEST(ElfImage, FindsNotesAndSections) {
  const std::string bytes = Library();
  const auto image = ElfImage::Parse(bytes);
  ASSERT_TRUE(image.ok()) << image.status().ToString();
  EXPECT_EQ(image->Section(".oarlock.sample"), std::string_view("{\"a\":1}\0", 8));
  EXPECT_EQ(image->Section(".none").data(), nullptr);
  const ElfNote* note = image->FindNote("SAMPLE", 7);
  ASSERT_NE(note, nullptr);
  EXPECT_EQ(note->data, "four");
  EXPECT_EQ(image->FindNote("SAMPLE", 8), nullptr);
}

TEST(ElfImage, C_PL_01_SaysWhatAFileIsThatIsNoLibrary) {
  EXPECT_NE(ErrorOf("").find("the file is empty"), std::string::npos);
  EXPECT_NE(ErrorOf("hello, world\n").find("text file"), std::string::npos);
  EXPECT_NE(ErrorOf(std::string("\x00\x01\x02", 3)).find("no ELF file"), std::string::npos);
  const std::string other = Patched<uint16_t>(Library(), offsetof(Elf64_Ehdr, e_machine), EM_RISCV);
  EXPECT_NE(ErrorOf(other).find("RISC-V"), std::string::npos);
  EXPECT_NE(ErrorOf(Library().substr(0, 4096)).find("truncated"), std::string::npos);
  const std::string bits = Patched<uint8_t>(Library(), EI_CLASS, ELFCLASS32);
  EXPECT_NE(ErrorOf(bits).find("64-bit"), std::string::npos);
}

TEST(ElfImage, C_PL_03_TellsObjectsArchivesAndExecutablesApart) {
  EXPECT_NE(ErrorOf("!<arch>\nx").find("static archive (.a)"), std::string::npos);
  EXPECT_NE(ErrorOf("#!/bin/sh\n").find("script"), std::string::npos);
  const std::string object = Patched<uint16_t>(Library(), offsetof(Elf64_Ehdr, e_type), ET_REL);
  EXPECT_NE(ErrorOf(object).find("object file (.o)"), std::string::npos);
  const std::string exec = Patched<uint16_t>(Library(), offsetof(Elf64_Ehdr, e_type), ET_EXEC);
  EXPECT_NE(ErrorOf(exec).find("executable"), std::string::npos);
  EXPECT_NE(ErrorOf(ReadFile("/bin/true")).find("executable (PIE)"), std::string::npos);
  EXPECT_NE(ErrorOf(object).find("a shared library (.so)"), std::string::npos);
}

TEST(ElfImage, SurvivesEveryTruncationAndRandomDamage) {
  const std::string bytes = Library();
  for (size_t size = 0; size < bytes.size(); size += 1 + size / 64) {
    EXPECT_FALSE(ElfImage::Parse(std::string_view(bytes).substr(0, size)).ok()) << size;
  }
  const uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  for (int round = 0; round < 20000; ++round) {
    std::string damaged = bytes;
    for (int i = 0; i < 8; ++i) {
      // Headers and tables are where damage matters: the first 1 KiB and the last 4 KiB.
      const size_t span = random() % 2 == 0 ? 1024 : 4096;
      const size_t at = random() % span;
      damaged[span == 1024 ? at : damaged.size() - 1 - at] = static_cast<char>(random());
    }
    (void)ErrorOf(damaged);
  }
}

}  // namespace
}  // namespace oarlock::supervisor
