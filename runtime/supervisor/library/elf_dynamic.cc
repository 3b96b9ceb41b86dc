#include "supervisor/library/elf_dynamic.h"

#include <elf.h>
#include <fmt/format.h>

#include <cstring>

namespace oarlock::supervisor {
namespace {

base::Status Broken(std::string_view what) {
  return base::InvalidArgument(fmt::format("its {} lies outside of the file", what));
}

base::Status TooMany(std::string_view what, size_t limit) {
  return base::InvalidArgument(fmt::format("it has more than {} {}", limit, what));
}

template <typename T>
bool ReadAt(std::string_view bytes, uint64_t offset, T& out) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return false;
  std::memcpy(&out, bytes.data() + offset, sizeof(T));
  return true;
}

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  base::Result<ElfDynamic> Read() {
    OARLOCK_RETURN_IF_ERROR(ReadSegments());
    OARLOCK_RETURN_IF_ERROR(ReadEntries());
    OARLOCK_RETURN_IF_ERROR(ReadSymbols());
    OARLOCK_RETURN_IF_ERROR(ReadVersionNeeds());
    return std::move(out_);
  }

 private:
  base::Status ReadSegments() {
    Elf64_Ehdr header;
    if (!ReadAt(bytes_, 0, header)) return Broken("header");
    if (header.e_phnum > kLibrarySegmentsMax) return TooMany("segments", kLibrarySegmentsMax);
    for (uint64_t i = 0; i < header.e_phnum; ++i) {
      Elf64_Phdr segment;
      if (header.e_phentsize < sizeof(segment) ||
          !ReadAt(bytes_, header.e_phoff + i * header.e_phentsize, segment)) {
        return Broken("program header");
      }
      NoteSegment(segment);
    }
    if (dynamic_.p_type == PT_DYNAMIC) return base::Status::Ok();
    return base::InvalidArgument("it has no dynamic section: it is no shared library");
  }

  void NoteSegment(const Elf64_Phdr& segment) {
    const bool executable = (segment.p_flags & PF_X) != 0;
    switch (segment.p_type) {
      case PT_LOAD:
        loads_.push_back(segment);
        out_.writable_code |= executable && (segment.p_flags & PF_W) != 0;
        break;
      case PT_DYNAMIC: dynamic_ = segment; break;
      case PT_TLS: out_.tls_bytes = segment.p_memsz; break;
      case PT_GNU_RELRO: out_.relro = true; break;
      case PT_GNU_STACK: out_.executable_stack = executable; break;
      default: break;
    }
  }

  // Where an address of the mapped library is in the file; past its end when it is nowhere.
  uint64_t OffsetOf(uint64_t address) const {
    for (const Elf64_Phdr& load : loads_) {
      if (address >= load.p_vaddr && address - load.p_vaddr < load.p_filesz) {
        return load.p_offset + (address - load.p_vaddr);
      }
    }
    return bytes_.size() + 1;
  }

  bool Text(uint64_t offset, std::string_view& out) const {
    if (strings_ > bytes_.size()) return false;
    const std::string_view table = bytes_.substr(strings_, strings_size_);
    if (offset >= table.size()) return false;
    const std::string_view rest = table.substr(offset);
    const size_t end = rest.find('\0');
    if (end == std::string_view::npos) return false;
    out = rest.substr(0, end);
    return true;
  }

  base::Status ReadEntries() {
    std::vector<Elf64_Dyn> entries;
    for (Elf64_Dyn entry;; entries.push_back(entry)) {
      if (entries.size() == kLibraryDynamicMax) {
        return TooMany("entries in its dynamic section", kLibraryDynamicMax);
      }
      if (!ReadAt(bytes_, dynamic_.p_offset + entries.size() * sizeof(entry), entry)) {
        return Broken("dynamic section");
      }
      if (entry.d_tag == DT_NULL) break;
      Note(entry);
    }
    for (const Elf64_Dyn& entry : entries) {
      const bool is_path = entry.d_tag == DT_RUNPATH || entry.d_tag == DT_RPATH;
      if (!is_path && entry.d_tag != DT_NEEDED) continue;
      std::string_view text;
      if (!Text(entry.d_un.d_val, text)) return Broken("string table");
      if (is_path) {
        out_.run_path = text;
      } else {
        out_.needed.push_back(text);
      }
    }
    return base::Status::Ok();
  }

  void Note(const Elf64_Dyn& entry) {
    const uint64_t value = entry.d_un.d_val;
    switch (entry.d_tag) {
      case DT_STRTAB: strings_ = OffsetOf(value); break;
      case DT_STRSZ: strings_size_ = value; break;
      case DT_SYMTAB: symbols_ = OffsetOf(value); break;
      case DT_HASH: hash_ = OffsetOf(value); break;
      case DT_GNU_HASH: gnu_hash_ = OffsetOf(value); break;
      case DT_VERNEED: needs_ = OffsetOf(value); break;
      case DT_VERNEEDNUM: needs_count_ = value; break;
      case DT_INIT_ARRAYSZ: out_.init_functions = value / sizeof(uint64_t); break;
      case DT_TEXTREL: out_.text_relocations = true; break;
      case DT_BIND_NOW: out_.binds_now = true; break;
      case DT_SYMBOLIC: out_.symbolic = true; break;
      case DT_FLAGS:
        out_.static_tls |= (value & DF_STATIC_TLS) != 0;
        out_.text_relocations |= (value & DF_TEXTREL) != 0;
        out_.binds_now |= (value & DF_BIND_NOW) != 0;
        out_.symbolic |= (value & DF_SYMBOLIC) != 0;
        break;
      case DT_FLAGS_1:
        out_.no_delete |= (value & DF_1_NODELETE) != 0;
        out_.no_open |= (value & DF_1_NOOPEN) != 0;
        out_.binds_now |= (value & DF_1_NOW) != 0;
        break;
      default: break;
    }
  }

  // The dynamic symbol table does not say how long it is; its hash tables do.
  base::Result<uint64_t> SymbolCount() const {
    if (hash_ != 0) {
      uint32_t chains = 0;
      if (!ReadAt(bytes_, hash_ + sizeof(uint32_t), chains)) return Broken("hash table");
      return uint64_t{chains};
    }
    if (gnu_hash_ == 0) return base::InvalidArgument("it has no hash table of its symbols");
    struct {
      uint32_t buckets, first, words, shift;
    } head{};
    if (!ReadAt(bytes_, gnu_hash_, head)) return Broken("hash table");
    const uint64_t buckets = gnu_hash_ + sizeof(head) + uint64_t{head.words} * sizeof(uint64_t);
    const uint64_t chains = buckets + uint64_t{head.buckets} * sizeof(uint32_t);
    uint64_t last = 0;
    for (uint64_t i = 0; i < head.buckets; ++i) {
      uint32_t bucket = 0;
      if (!ReadAt(bytes_, buckets + i * sizeof(bucket), bucket)) return Broken("hash table");
      last = std::max<uint64_t>(last, bucket);
    }
    if (last < head.first) return uint64_t{head.first};
    for (uint32_t chain = 0; (chain & 1) == 0 && last <= kLibrarySymbolsMax; ++last) {
      if (!ReadAt(bytes_, chains + (last - head.first) * sizeof(chain), chain)) {
        return Broken("hash table");
      }
    }
    return last;
  }

  base::Status ReadSymbols() {
    if (symbols_ == 0) return base::Status::Ok();
    OARLOCK_ASSIGN_OR_RETURN(const uint64_t count, SymbolCount());
    if (count > kLibrarySymbolsMax) return TooMany("symbols", kLibrarySymbolsMax);
    for (uint64_t i = 0; i < count; ++i) {
      Elf64_Sym symbol;
      if (!ReadAt(bytes_, symbols_ + i * sizeof(symbol), symbol)) return Broken("symbol table");
      const unsigned bind = ELF64_ST_BIND(symbol.st_info);
      const unsigned visibility = ELF64_ST_VISIBILITY(symbol.st_other);
      if (symbol.st_shndx == SHN_UNDEF || bind == STB_LOCAL || visibility == STV_HIDDEN ||
          visibility == STV_INTERNAL || ELF64_ST_TYPE(symbol.st_info) == STT_SECTION) {
        continue;
      }
      std::string_view name;
      if (!Text(symbol.st_name, name)) return Broken("string table");
      if (symbol.st_shndx == SHN_ABS) continue;  // a version's name
      out_.exports.push_back(name);
      if (bind == STB_GNU_UNIQUE) out_.unique_symbols.push_back(name);
    }
    return base::Status::Ok();
  }

  base::Status ReadVersionNeeds() {
    uint64_t at = needs_;
    for (uint64_t i = 0; needs_ != 0 && i < needs_count_; ++i) {
      Elf64_Verneed need;
      std::string_view library;
      if (!ReadAt(bytes_, at, need) || !Text(need.vn_file, library)) return Broken("version table");
      uint64_t aux_at = at + need.vn_aux;
      for (uint64_t k = 0; k < need.vn_cnt; ++k) {
        Elf64_Vernaux aux;
        std::string_view version;
        if (!ReadAt(bytes_, aux_at, aux) || !Text(aux.vna_name, version)) {
          return Broken("version table");
        }
        if (out_.version_needs.size() == kLibraryDynamicMax) {
          return TooMany("versions that it needs", kLibraryDynamicMax);
        }
        out_.version_needs.push_back({library, version});
        if (aux.vna_next == 0) break;
        aux_at += aux.vna_next;
      }
      if (need.vn_next == 0 || i == kLibraryDynamicMax) break;
      at += need.vn_next;
    }
    return base::Status::Ok();
  }

  std::string_view bytes_;
  ElfDynamic out_;
  std::vector<Elf64_Phdr> loads_;
  Elf64_Phdr dynamic_{};
  uint64_t strings_ = UINT64_MAX;
  uint64_t strings_size_ = 0;
  uint64_t symbols_ = 0;
  uint64_t hash_ = 0;
  uint64_t gnu_hash_ = 0;
  uint64_t needs_ = 0;
  uint64_t needs_count_ = 0;
};

}  // namespace

base::Result<ElfDynamic> ElfDynamic::Read(std::string_view bytes) { return Reader(bytes).Read(); }

}  // namespace oarlock::supervisor
