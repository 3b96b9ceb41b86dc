#include "supervisor/elf_image.h"

#include <elf.h>
#include <fmt/format.h>

#include <cstring>

namespace oarlock::supervisor {
namespace {

#if defined(__x86_64__)
constexpr uint16_t kThisMachine = EM_X86_64;
#elif defined(__aarch64__)
constexpr uint16_t kThisMachine = EM_AARCH64;
#else
#error "oarlock runs on x86-64 and AArch64"
#endif

constexpr std::string_view kWanted = "; a shared library (.so) built for this machine is needed";

base::Status NotALibrary(std::string_view what) {
  return base::InvalidArgument(std::string(what) + std::string(kWanted));
}

base::Status Truncated() { return NotALibrary("the ELF file is truncated (a half-written copy?)"); }

// A copy of the T at `offset`; false when it does not lie within `bytes`.
template <typename T>
bool ReadAt(std::string_view bytes, uint64_t offset, T& out) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return false;
  std::memcpy(&out, bytes.data() + offset, sizeof(T));
  return true;
}

bool Slice(std::string_view bytes, uint64_t offset, uint64_t size, std::string_view& out) {
  if (offset > bytes.size() || size > bytes.size() - offset) return false;
  out = bytes.substr(offset, size);
  return true;
}

std::string_view MachineName(uint16_t machine) {
  switch (machine) {
    case EM_X86_64: return "x86-64";
    case EM_AARCH64: return "AArch64";
    case EM_386: return "x86 (32 bit)";
    case EM_ARM: return "ARM (32 bit)";
    case EM_RISCV: return "RISC-V";
    case EM_PPC64: return "POWER";
    case EM_S390: return "s390";
    default: return "another machine";
  }
}

// What a file that is no ELF file looks like, for the error.
base::Status DescribeForeign(std::string_view bytes) {
  if (bytes.empty()) return NotALibrary("the file is empty");
  if (bytes.starts_with("!<arch>\n")) return NotALibrary("this is a static archive (.a)");
  if (bytes.starts_with("#!")) return NotALibrary("this is a script");
  const std::string_view head = bytes.substr(0, 512);
  for (const char c : head) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 && c != '\n' && c != '\t' && c != '\r') {
      return NotALibrary("this is no ELF file");
    }
  }
  return NotALibrary("this is a text file, no ELF file");
}

base::Status CheckHeader(const Elf64_Ehdr& header) {
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB) {
    return NotALibrary("this ELF file is not 64-bit little-endian");
  }
  if (header.e_machine != kThisMachine) {
    return NotALibrary(fmt::format("this library is for {}, this host is {}",
                                   MachineName(header.e_machine), MachineName(kThisMachine)));
  }
  switch (header.e_type) {
    case ET_DYN: return base::Status::Ok();
    case ET_REL: return NotALibrary("this is an object file (.o), not linked yet");
    case ET_EXEC: return NotALibrary("this is an executable");
    case ET_CORE: return NotALibrary("this is a core dump");
    default: return NotALibrary("this ELF file is of an unknown type");
  }
}

uint64_t AlignUp(uint64_t value, uint64_t align) { return (value + align - 1) / align * align; }

}  // namespace

base::Result<ElfImage> ElfImage::Parse(std::string_view bytes) {
  if (!bytes.starts_with(std::string_view(ELFMAG, SELFMAG))) return DescribeForeign(bytes);
  Elf64_Ehdr header;
  if (!ReadAt(bytes, 0, header)) return Truncated();
  OARLOCK_RETURN_IF_ERROR(CheckHeader(header));
  ElfImage image;
  image.bytes_ = bytes;
  OARLOCK_RETURN_IF_ERROR(image.ReadSegments());
  OARLOCK_RETURN_IF_ERROR(image.ReadSections());
  return image;
}

base::Status ElfImage::ReadSegments() {
  Elf64_Ehdr header;
  if (!ReadAt(bytes_, 0, header)) return Truncated();
  bool is_executable = false;
  bool is_dynamic = false;
  for (uint64_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    if (header.e_phentsize < sizeof(segment) ||
        !ReadAt(bytes_, header.e_phoff + i * header.e_phentsize, segment)) {
      return Truncated();
    }
    std::string_view content;
    if (!Slice(bytes_, segment.p_offset, segment.p_filesz, content)) return Truncated();
    is_executable = is_executable || segment.p_type == PT_INTERP;
    is_dynamic = is_dynamic || segment.p_type == PT_DYNAMIC;
    if (segment.p_type == PT_NOTE) {
      OARLOCK_RETURN_IF_ERROR(ReadNotes(content, segment.p_align));
    }
  }
  if (is_executable) return NotALibrary("this is an executable (PIE)");
  if (!is_dynamic) return NotALibrary("this ELF file has no dynamic section");
  return base::Status::Ok();
}

base::Status ElfImage::ReadNotes(std::string_view segment, uint64_t align) {
  const uint64_t unit = align == 8 ? 8 : 4;
  uint64_t at = 0;
  while (segment.size() - at >= sizeof(Elf64_Nhdr)) {
    Elf64_Nhdr note;
    if (!ReadAt(segment, at, note)) return Truncated();
    at += sizeof(note);
    std::string_view name;
    std::string_view data;
    if (!Slice(segment, at, note.n_namesz, name)) return Truncated();
    at = AlignUp(at + note.n_namesz, unit);
    if (!Slice(segment, at, note.n_descsz, data)) return Truncated();
    at = std::min<uint64_t>(AlignUp(at + note.n_descsz, unit), segment.size());
    notes_.push_back({name.substr(0, name.find('\0')), note.n_type, data});
  }
  return base::Status::Ok();
}

base::Status ElfImage::ReadSections() {
  Elf64_Ehdr header;
  if (!ReadAt(bytes_, 0, header)) return Truncated();
  if (header.e_shnum > kElfSectionsMax) {
    return NotALibrary(fmt::format("this ELF file has more than {} sections", kElfSectionsMax));
  }
  if (header.e_shnum == 0) return base::Status::Ok();
  std::vector<Elf64_Shdr> table(header.e_shnum);
  for (uint64_t i = 0; i < header.e_shnum; ++i) {
    if (header.e_shentsize < sizeof(Elf64_Shdr) ||
        !ReadAt(bytes_, header.e_shoff + i * header.e_shentsize, table[i])) {
      return Truncated();
    }
  }
  std::string_view names;
  if (header.e_shstrndx >= table.size() ||
      !Slice(bytes_, table[header.e_shstrndx].sh_offset, table[header.e_shstrndx].sh_size, names)) {
    return Truncated();
  }
  for (const Elf64_Shdr& section : table) {
    std::string_view data;
    if (section.sh_type == SHT_NOBITS || section.sh_type == SHT_NULL) continue;
    if (section.sh_name >= names.size() ||
        !Slice(bytes_, section.sh_offset, section.sh_size, data)) {
      return Truncated();
    }
    const std::string_view name = names.substr(section.sh_name);
    sections_.push_back({name.substr(0, name.find('\0')), data});
  }
  return base::Status::Ok();
}

std::string_view ElfImage::Section(std::string_view name) const {
  for (const NamedSection& section : sections_) {
    if (section.name == name) return section.data;
  }
  return {};
}

std::string_view ElfImage::TextSection(std::string_view name) const {
  std::string_view text = Section(name);
  while (!text.empty() && text.back() == '\0') text.remove_suffix(1);
  return text;
}

const ElfNote* ElfImage::FindNote(std::string_view name, uint32_t type) const {
  for (const ElfNote& note : notes_) {
    if (note.name == name && note.type == type) return &note;
  }
  return nullptr;
}

}  // namespace oarlock::supervisor
