#include "supervisor/library/library_rules.h"

#include <elf.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>

namespace oarlock::supervisor {
namespace {

std::string BytesOf(const char* path) {
  std::ifstream in(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

std::string Verdict(const std::string& bytes, const LibraryRules& rules = {}) {
  const auto image = ElfImage::Parse(bytes);
  if (!image.ok()) return image.status().message();
  const auto dynamic = ElfDynamic::Read(bytes);
  if (!dynamic.ok()) return dynamic.status().message();
  return CheckLibrary(*image, *dynamic, rules).message();
}

std::string Doubt(const char* path) {
  const std::string bytes = BytesOf(path);
  const auto dynamic = ElfDynamic::Read(bytes);
  EXPECT_TRUE(dynamic.ok()) << dynamic.status().ToString();
  return dynamic.ok() ? UnloadDoubt(*dynamic) : "";
}

// The program header of that type, in a copy of the bytes.
Elf64_Phdr* Segment(std::string& bytes, uint32_t type) {
  auto* header = reinterpret_cast<Elf64_Ehdr*>(bytes.data());
  auto* segments = reinterpret_cast<Elf64_Phdr*>(bytes.data() + header->e_phoff);
  for (int i = 0; i < header->e_phnum; ++i) {
    if (segments[i].p_type == type) return &segments[i];
  }
  return nullptr;
}

TEST(ElfDynamic, ReadsWhatAPluginNeedsAndExports) {
  const std::string bytes = BytesOf(OARLOCK_TEST_PLUGIN_DIR "/hello.so");
  const auto dynamic = ElfDynamic::Read(bytes);
  ASSERT_TRUE(dynamic.ok()) << dynamic.status().ToString();
  EXPECT_EQ(dynamic->exports, std::vector<std::string_view>{"oar_entry_v1"});
  EXPECT_TRUE(dynamic->unique_symbols.empty());
  EXPECT_TRUE(dynamic->binds_now);
  EXPECT_FALSE(dynamic->no_delete || dynamic->no_open || dynamic->text_relocations);
  EXPECT_FALSE(dynamic->writable_code || dynamic->executable_stack);
  EXPECT_TRUE(dynamic->run_path.empty());
  bool needs_libc = false;
  for (const auto& need : dynamic->version_needs) needs_libc |= need.library == "libc.so.6";
  EXPECT_TRUE(needs_libc);
}

TEST(LibraryRules, AcceptsThePluginsOfTheSdk) {
  EXPECT_EQ(Verdict(BytesOf(OARLOCK_TEST_PLUGIN_DIR "/hello.so")), "");
  EXPECT_EQ(Verdict(BytesOf(OARLOCK_TEST_PLUGIN_DIR "/hello_c.so")), "");
  EXPECT_EQ(Doubt(OARLOCK_TEST_PLUGIN_DIR "/hello.so"), "");
}

// One library per flag that makes a library unfit, all from the same source.
TEST(LibraryRules, RefusesWhatWouldHarmTheHost) {
  EXPECT_NE(Verdict(BytesOf(OARLOCK_RULES_SAMPLE "nodlopen.so")).find("-z nodlopen"),
            std::string::npos);
  EXPECT_NE(Verdict(BytesOf(OARLOCK_RULES_SAMPLE "execstack.so")).find("executable stack"),
            std::string::npos);
  EXPECT_NE(Verdict(BytesOf(OARLOCK_RULES_SAMPLE "rpath.so")).find("/somewhere/else"),
            std::string::npos);
  const std::string needs = Verdict(BytesOf(OARLOCK_RULES_SAMPLE "needs.so"));
  EXPECT_NE(needs.find("--allow-library libzstd.so.1"), std::string::npos) << needs;
  LibraryRules rules;
  rules.allowed_libraries = {"libother.so.1", "libzstd.so.1"};
  EXPECT_EQ(Verdict(BytesOf(OARLOCK_RULES_SAMPLE "needs.so"), rules), "");
  EXPECT_EQ(Verdict(BytesOf(OARLOCK_RULES_SAMPLE "plain.so")), "");
}

TEST(LibraryRules, RefusesMemoryThatIsWritableAndExecutable) {
  std::string bytes = BytesOf(OARLOCK_RULES_SAMPLE "plain.so");
  Segment(bytes, PT_LOAD)->p_flags = PF_R | PF_W | PF_X;
  EXPECT_NE(Verdict(bytes).find("writable and executable"), std::string::npos);
}

TEST(LibraryRules, C_RE_01_SaysBeforehandWhyALibraryWillNotUnload) {
  EXPECT_NE(Doubt(OARLOCK_RULES_SAMPLE "nodelete.so").find("nodelete"), std::string::npos);
  const std::string unique = Doubt(OARLOCK_RULES_SAMPLE "unique.so");
#if defined(__GNUC__) && !defined(__clang__)
  EXPECT_NE(unique.find("unique symbols"), std::string::npos) << unique;
#endif
  EXPECT_NE(unique.find("version script"), std::string::npos) << unique;
}

TEST(LibraryRules, RefusesANewerGlibcAndNamesBoth) {
  ElfDynamic dynamic;
  dynamic.needed = {"libc.so.6"};
  dynamic.version_needs = {{"libc.so.6", "GLIBC_2.2.5"}, {"libc.so.6", "GLIBC_PRIVATE"}};
  EXPECT_TRUE(CheckLibrary(ElfImage(), dynamic, {}).ok());
  dynamic.version_needs.push_back({"libc.so.6", "GLIBC_99.1"});
  const std::string text = CheckLibrary(ElfImage(), dynamic, {}).message();
  EXPECT_NE(text.find("it needs GLIBC_99.1 of libc.so.6, this machine has 2."), std::string::npos)
      << text;
}

TEST(LibraryRules, RefusesWhatGoBuilt) {
  std::string bytes = BytesOf(OARLOCK_RULES_SAMPLE "plain.so");
  const std::string gnu("\x04\0\0\0\x14\0\0\0\x03\0\0\0GNU", 16);
  const size_t at = bytes.find(gnu);
  ASSERT_NE(at, std::string::npos) << "the build id";
  bytes.replace(at, 16, std::string("\x04\0\0\0\x14\0\0\0\x04\0\0\0Go\0\0", 16));
  const std::string text = Verdict(bytes);
  EXPECT_NE(text.find("built by Go"), std::string::npos) << text;
}

TEST(LibraryRules, WarnsOfStaticThreadLocalStorage) {
  const std::string bytes = BytesOf(OARLOCK_ENDS_SAMPLE "static_tls.so");
  const auto dynamic = ElfDynamic::Read(bytes);
  ASSERT_TRUE(dynamic.ok());
  EXPECT_NE(LoadDoubt(*dynamic).find("static thread-local storage"), std::string::npos);
  const std::string plain = BytesOf(OARLOCK_RULES_SAMPLE "plain.so");
  EXPECT_EQ(LoadDoubt(*ElfDynamic::Read(plain)), "");
}

TEST(ElfDynamic, SurvivesTablesThatLieOutsideOfTheFile) {
  const std::string whole = BytesOf(OARLOCK_RULES_SAMPLE "plain.so");
  for (size_t size = sizeof(Elf64_Ehdr); size < whole.size(); size += 97) {
    (void)ElfDynamic::Read(std::string_view(whole).substr(0, size));
  }
  std::string bytes = whole;
  for (size_t at = 0; at < 1024 && at < bytes.size(); ++at) {
    const char before = bytes[at];
    bytes[at] = static_cast<char>(0xFF);
    (void)ElfDynamic::Read(bytes);
    bytes[at] = before;
  }
  Elf64_Phdr* dynamic = Segment(bytes, PT_DYNAMIC);
  auto* entries = reinterpret_cast<Elf64_Dyn*>(bytes.data() + dynamic->p_offset);
  for (size_t i = 0; entries[i].d_tag != DT_NULL; ++i) {
    const uint64_t before = entries[i].d_un.d_val;
    for (const uint64_t value : {uint64_t{0}, ~uint64_t{0}, before + 1, uint64_t{1} << 40}) {
      entries[i].d_un.d_val = value;
      (void)ElfDynamic::Read(bytes);
    }
    entries[i].d_un.d_val = before;
  }
}

// What Read says of a library that a change made worse.
std::string Refusal(const std::function<void(std::string& bytes)>& change) {
  std::string bytes = BytesOf(OARLOCK_RULES_SAMPLE "plain.so");
  change(bytes);
  const auto dynamic = ElfDynamic::Read(bytes);
  return dynamic.ok() ? "" : dynamic.status().message();
}

Elf64_Dyn* Entry(std::string& bytes, int64_t tag) {
  auto* entry = reinterpret_cast<Elf64_Dyn*>(bytes.data() + Segment(bytes, PT_DYNAMIC)->p_offset);
  while (entry->d_tag != tag && entry->d_tag != DT_NULL) ++entry;
  return entry;
}

TEST(ElfDynamic, RefusesWhatIsNoSharedLibrary) {
  EXPECT_EQ(Refusal([](std::string& bytes) { Segment(bytes, PT_DYNAMIC)->p_type = PT_NULL; }),
            "it has no dynamic section: it is no shared library");
  EXPECT_EQ(Refusal([](std::string& bytes) { Entry(bytes, DT_GNU_HASH)->d_tag = DT_DEBUG; }),
            "it has no hash table of its symbols");
  EXPECT_EQ(Refusal([](std::string& bytes) { Entry(bytes, DT_STRSZ)->d_un.d_val = 1; }),
            "its string table lies outside of the file");
}

// Appends a table of versions to the last loaded segment.
void NeedTooManyVersions(std::string& bytes) {
  Elf64_Phdr* last = Segment(bytes, PT_LOAD);
  for (Elf64_Phdr* segment = last; segment->p_type == PT_LOAD; ++segment) last = segment;
  Entry(bytes, DT_VERNEED)->d_un.d_ptr = last->p_vaddr + (bytes.size() - last->p_offset);
  last->p_filesz = UINT32_MAX;
  Elf64_Verneed need{};
  need.vn_cnt = 0xFFFF;
  need.vn_aux = sizeof(need);
  bytes.append(reinterpret_cast<const char*>(&need), sizeof(need));
  Elf64_Vernaux version{};
  version.vna_next = sizeof(version);
  for (size_t i = 0; i <= kLibraryDynamicMax; ++i) {
    bytes.append(reinterpret_cast<const char*>(&version), sizeof(version));
  }
}

TEST(ElfDynamic, RefusesMoreThanItsLimits) {
  EXPECT_EQ(Refusal([](std::string& bytes) {
              reinterpret_cast<Elf64_Ehdr*>(bytes.data())->e_phnum = kLibrarySegmentsMax + 1;
            }),
            "it has more than 256 segments");
  EXPECT_EQ(Refusal([](std::string& bytes) {
              Segment(bytes, PT_DYNAMIC)->p_offset = bytes.size();
              const Elf64_Dyn entry{DT_DEBUG, {}};
              for (size_t i = 0; i <= kLibraryDynamicMax; ++i) {
                bytes.append(reinterpret_cast<const char*>(&entry), sizeof(entry));
              }
            }),
            "it has more than 4096 entries in its dynamic section");
  EXPECT_EQ(Refusal([](std::string& bytes) {
              // The old table says the number itself, where the new one has its first symbol.
              Elf64_Dyn* hash = Entry(bytes, DT_GNU_HASH);
              hash->d_tag = DT_HASH;
              const uint32_t symbols = kLibrarySymbolsMax + 1;
              std::memcpy(bytes.data() + hash->d_un.d_ptr + 4, &symbols, sizeof(symbols));
            }),
            "it has more than 1000000 symbols");
  EXPECT_EQ(Refusal(NeedTooManyVersions), "it has more than 4096 versions that it needs");
}

}  // namespace
}  // namespace oarlock::supervisor
