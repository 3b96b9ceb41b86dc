#include "app/check/elf_facts.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <utility>

namespace oarlock::app {
namespace {

base::Status Broken(std::string_view what) {
  return base::InvalidArgument("this ELF file is broken: " + std::string(what));
}

template <typename T>
std::optional<T> ReadAt(std::string_view bytes, uint64_t offset) {
  T out;
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return std::nullopt;
  std::memcpy(&out, bytes.data() + offset, sizeof(T));
  return out;
}

// A library's bytes by address, as they would be mapped.
class Image {
 public:
  static base::Result<Image> Read(std::string_view bytes, ElfFacts& facts);

  // What is at `address`, to the end of its segment; empty where nothing of the file is.
  std::string_view From(uint64_t address) const {
    for (const Elf64_Phdr& s : segments_) {
      if (address < s.p_vaddr || address - s.p_vaddr >= s.p_filesz) continue;
      if (s.p_offset > bytes_.size() || s.p_filesz > bytes_.size() - s.p_offset) return {};
      return bytes_.substr(s.p_offset, s.p_filesz).substr(address - s.p_vaddr);
    }
    return {};
  }
  const std::vector<std::pair<int64_t, uint64_t>>& dynamic() const { return dynamic_; }
  uint64_t Entry(int64_t tag) const {
    for (const auto& [key, value] : dynamic_) {
      if (key == tag) return value;
    }
    return 0;
  }
  std::string Text(uint64_t offset) const {
    const std::string_view table = From(Entry(DT_STRTAB)).substr(0, Entry(DT_STRSZ));
    if (offset >= table.size()) return {};
    return std::string(table.substr(offset, table.find('\0', offset) - offset));
  }

 private:
  base::Status ReadDynamic(const Elf64_Phdr& segment);

  std::string_view bytes_;
  std::vector<Elf64_Phdr> segments_;  // PT_LOAD
  std::vector<std::pair<int64_t, uint64_t>> dynamic_;
};

void NoteSegment(const Elf64_Phdr& segment, ElfFacts& facts) {
  const bool writable = (segment.p_flags & PF_W) != 0;
  const bool executable = (segment.p_flags & PF_X) != 0;
  switch (segment.p_type) {
    case PT_LOAD: facts.writable_code = facts.writable_code || (writable && executable); break;
    case PT_TLS: facts.tls_bytes = segment.p_memsz; break;
    case PT_GNU_RELRO: facts.relro = true; break;
    case PT_GNU_STACK: facts.executable_stack = executable; break;
    default: break;
  }
}

base::Result<Image> Image::Read(std::string_view bytes, ElfFacts& facts) {
  Image image;
  image.bytes_ = bytes;
  const auto header = ReadAt<Elf64_Ehdr>(bytes, 0);
  if (!header || header->e_phentsize < sizeof(Elf64_Phdr) ||
      header->e_phnum > kElfProgramHeadersMax) {
    return Broken("its program headers");
  }
  std::optional<Elf64_Phdr> dynamic;
  for (uint64_t i = 0; i < header->e_phnum; ++i) {
    const auto segment = ReadAt<Elf64_Phdr>(bytes, header->e_phoff + i * header->e_phentsize);
    if (!segment) return Broken("its program headers");
    NoteSegment(*segment, facts);
    if (segment->p_type == PT_LOAD) image.segments_.push_back(*segment);
    if (segment->p_type == PT_DYNAMIC) dynamic = *segment;
  }
  if (!dynamic) return Broken("it has no dynamic section");
  OARLOCK_RETURN_IF_ERROR(image.ReadDynamic(*dynamic));
  return image;
}

base::Status Image::ReadDynamic(const Elf64_Phdr& segment) {
  for (uint64_t i = 0; i < kElfEntriesMax; ++i) {
    const auto entry = ReadAt<Elf64_Dyn>(bytes_, segment.p_offset + i * sizeof(Elf64_Dyn));
    if (!entry) return Broken("its dynamic section");
    if (entry->d_tag == DT_NULL) return base::Status::Ok();
    dynamic_.emplace_back(entry->d_tag, entry->d_un.d_val);
  }
  return Broken("its dynamic section has no end");
}

// How many symbols there are: of the old hash table, or the last of the longest chain of the new.
base::Result<uint64_t> CountSymbols(const Image& image) {
  if (const uint64_t hash = image.Entry(DT_HASH); hash != 0) {
    const auto chains = ReadAt<uint32_t>(image.From(hash), 4);
    if (!chains) return Broken("its hash table");
    return *chains;
  }
  const uint64_t gnu = image.Entry(DT_GNU_HASH);
  if (gnu == 0) return Broken("it has no hash table of symbols");
  const std::string_view table = image.From(gnu);
  const auto buckets = ReadAt<uint32_t>(table, 0);
  const auto first = ReadAt<uint32_t>(table, 4);
  const auto blooms = ReadAt<uint32_t>(table, 8);
  if (!buckets || !first || !blooms) return Broken("its hash table");
  const uint64_t bucket_at = 16 + uint64_t{*blooms} * 8;
  const uint64_t chain_at = bucket_at + uint64_t{*buckets} * 4;
  uint32_t last = 0;
  for (uint64_t i = 0; i < *buckets; ++i) {
    const auto bucket = ReadAt<uint32_t>(table, bucket_at + i * 4);
    if (!bucket) return Broken("its hash table");
    last = std::max(last, *bucket);
  }
  if (last < *first) return *first;
  for (uint64_t at = last; at < kElfSymbolsMax; ++at) {
    const auto hash = ReadAt<uint32_t>(table, chain_at + (at - *first) * 4);
    if (!hash) return Broken("its hash table");
    if ((*hash & 1u) != 0) return at + 1;
  }
  return Broken("its hash table has no end");
}

base::Status ReadSymbols(const Image& image, ElfFacts& facts) {
  const std::string_view table = image.From(image.Entry(DT_SYMTAB));
  OARLOCK_ASSIGN_OR_RETURN(const uint64_t count, CountSymbols(image));
  if (count > kElfSymbolsMax) return Broken("it has too many symbols");
  for (uint64_t i = 1; i < count; ++i) {
    const auto symbol = ReadAt<Elf64_Sym>(table, i * sizeof(Elf64_Sym));
    if (!symbol) return Broken("its symbols");
    const unsigned binding = ELF64_ST_BIND(symbol->st_info);
    if (symbol->st_shndx == SHN_UNDEF || binding == STB_LOCAL) continue;
    const std::string name = image.Text(symbol->st_name);
    facts.exports.push_back(name);
    if (binding == STB_GNU_UNIQUE) facts.unique.push_back(name);
  }
  std::sort(facts.exports.begin(), facts.exports.end());
  return base::Status::Ok();
}

// The versions of other libraries' symbols that it was linked against.
base::Status ReadVersionNeeds(const Image& image, ElfFacts& facts) {
  const uint64_t count = image.Entry(DT_VERNEEDNUM);
  std::string_view at = image.From(image.Entry(DT_VERNEED));
  if (count > kElfEntriesMax) return Broken("its version needs");
  for (uint64_t i = 0; i < count; ++i) {
    const auto need = ReadAt<Elf64_Verneed>(at, 0);
    if (!need) return Broken("its version needs");
    uint64_t offset = need->vn_aux;
    for (uint64_t j = 0; j < need->vn_cnt; ++j) {
      const auto aux = ReadAt<Elf64_Vernaux>(at, offset);
      if (!aux || facts.symbol_versions.size() > kElfEntriesMax) {
        return Broken("its version needs");
      }
      facts.symbol_versions.push_back(image.Text(aux->vna_name));
      offset += aux->vna_next;
    }
    if (need->vn_next == 0 || need->vn_next > at.size()) break;
    at.remove_prefix(need->vn_next);
  }
  return base::Status::Ok();
}

}  // namespace

base::Result<ElfFacts> ReadElfFacts(std::string_view bytes) {
  ElfFacts facts;
  OARLOCK_ASSIGN_OR_RETURN(const Image image, Image::Read(bytes, facts));
  const uint64_t flags = image.Entry(DT_FLAGS);
  const uint64_t flags_1 = image.Entry(DT_FLAGS_1);
  for (const auto& [tag, value] : image.dynamic()) {
    if (tag == DT_NEEDED) facts.needed.push_back(image.Text(value));
    if (tag == DT_RPATH || tag == DT_RUNPATH) facts.run_path = image.Text(value);
    facts.text_relocations = facts.text_relocations || tag == DT_TEXTREL;
    facts.bind_now = facts.bind_now || tag == DT_BIND_NOW;
    facts.symbolic = facts.symbolic || tag == DT_SYMBOLIC;
  }
  facts.static_tls = (flags & DF_STATIC_TLS) != 0;
  facts.text_relocations = facts.text_relocations || (flags & DF_TEXTREL) != 0;
  facts.bind_now = facts.bind_now || (flags & DF_BIND_NOW) != 0 || (flags_1 & DF_1_NOW) != 0;
  facts.symbolic = facts.symbolic || (flags & DF_SYMBOLIC) != 0;
  facts.no_delete = (flags_1 & DF_1_NODELETE) != 0;
  facts.no_open = (flags_1 & DF_1_NOOPEN) != 0;
  facts.constructors = image.Entry(DT_INIT_ARRAYSZ) / sizeof(void*);
  OARLOCK_RETURN_IF_ERROR(ReadSymbols(image, facts));
  OARLOCK_RETURN_IF_ERROR(ReadVersionNeeds(image, facts));
  return facts;
}

}  // namespace oarlock::app
