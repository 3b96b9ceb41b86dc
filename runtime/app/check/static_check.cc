#include "app/check/static_check.h"

#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <optional>

#include "kube/schema.h"
#include "kube/yaml.h"
#include "oarlock/abi/abi.h"
#include "supervisor/elf_image.h"
#include "supervisor/library/elf_dynamic.h"
#include "supervisor/library/library_rules.h"
#include "supervisor/plugin_package.h"

namespace oarlock::app {
namespace {

using supervisor::ElfDynamic;

constexpr const char* kUseFunction = "build it with oarlock_add_plugin() of the SDK";
constexpr size_t kNamesShown = 3;
constexpr uint64_t kTlsBytesLiked = 1024;
constexpr uint32_t kKnownMust = OAR_NOTE_NEEDS_CHILD;
constexpr uint32_t kKnownMay = OAR_NOTE_RELOAD_SAFE | OAR_NOTE_NO_THREADS;

std::string Some(const std::vector<std::string_view>& names) {
  const size_t shown = std::min(names.size(), kNamesShown);
  std::string out =
      fmt::format("{}", fmt::join(names.begin(), names.begin() + static_cast<long>(shown), ", "));
  if (names.size() > shown) out += fmt::format(" and {} more", names.size() - shown);
  return out;
}

// "dev.example.hello": labels of letters, digits and dashes, at least two.
bool IsReverseDns(std::string_view id) {
  size_t labels = 0;
  while (!id.empty()) {
    const size_t end = std::min(id.find('.'), id.size());
    const std::string_view label = id.substr(0, end);
    if (label.empty() || label.front() == '-' || label.back() == '-') return false;
    for (const char c : label) {
      if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-') return false;
    }
    ++labels;
    id.remove_prefix(std::min(end + 1, id.size()));
  }
  return labels >= 2;
}

void CheckNoteTexts(const oar_note& note, CheckReport& report) {
  const std::string id = supervisor::NoteText(note.plugin_id);
  const std::string version = supervisor::NoteText(note.plugin_version);
  if (!IsReverseDns(id)) {
    report.Error("note", fmt::format("the plugin id \"{}\" is no reverse DNS name", id),
                 "name it like dev.example.hello");
  }
  if (version.empty() || std::isdigit(static_cast<unsigned char>(version[0])) == 0) {
    report.Error("note", fmt::format("the version \"{}\" does not begin with a digit", version),
                 "give it a version like 1.0.0");
  }
  report.Ok("note", fmt::format("{} {}, ABI {}.{}, {} SDK {}", id, version, note.abi_major,
                                note.abi_minor, supervisor::NoteText(note.sdk_language),
                                supervisor::NoteText(note.sdk_version)));
}

// False: this host would not load it.
bool CheckNote(const supervisor::ElfImage& image, CheckReport& report) {
  const auto found = std::count_if(image.notes().begin(), image.notes().end(), [](const auto& n) {
    return n.name == OAR_NOTE_OWNER && n.type == OAR_NOTE_TYPE;
  });
  const supervisor::ElfNote* note_data = image.FindNote(OAR_NOTE_OWNER, OAR_NOTE_TYPE);
  if (note_data == nullptr) {
    report.Error("note", "it carries no OARLOCK note: a host does not know it as a plugin",
                 "end one source with OARLOCK_PLUGIN (C++) or plugin! (Rust), or give ID and "
                 "VERSION to oarlock_add_plugin() (C)");
    return false;
  }
  oar_note note{};
  if (note_data->data.size() < sizeof(note)) {
    report.Error("note", "its OARLOCK note is cut short", kUseFunction);
    return false;
  }
  std::memcpy(&note, note_data->data.data(), sizeof(note));
  if (found > 1) {
    report.Error("note", fmt::format("it carries {} OARLOCK notes", found),
                 "one plugin per library: drop ID and VERSION where OARLOCK_PLUGIN is used");
  }
  if (note.layout != OAR_NOTE_LAYOUT || note.abi_major != OAR_ABI_MAJOR) {
    report.Error("note",
                 fmt::format("built for plugin ABI {}.{}, this host has {}.{}", note.abi_major,
                             note.abi_minor, OAR_ABI_MAJOR, OAR_ABI_MINOR),
                 fmt::format("rebuild it with an SDK of major {}", OAR_ABI_MAJOR));
    return false;
  }
  if (note.host_minor_min > OAR_ABI_MINOR) {
    report.Error("note", fmt::format("it needs a host of ABI minor {}", note.host_minor_min),
                 "lower OAR_HOST_MINOR_MIN, or check it with the newer host");
    return false;
  }
  if ((note.flags_must & ~kKnownMust) != 0 || (note.flags_may & ~kKnownMay) != 0) {
    report.Error("note", "it has flags that this ABI does not know", kUseFunction);
  }
  CheckNoteTexts(note, report);
  if ((note.flags_must & OAR_NOTE_NEEDS_CHILD) != 0) {
    report.Note("note", "it must run in a child process");
    return false;
  }
  return true;
}

void CheckExports(const ElfDynamic& library, CheckReport& report) {
  std::vector<std::string_view> others;
  bool entry = false;
  for (const std::string_view name : library.exports) {
    if (name == OAR_ENTRY_NAME) entry = true;
    if (!name.starts_with("oar_entry_v")) others.push_back(name);
  }
  if (!entry) {
    report.Error("exports", "it does not export " OAR_ENTRY_NAME,
                 "define the entry (OARLOCK_PLUGIN does) and do not strip it");
  }
  if (!others.empty()) {
    report.Error("exports", fmt::format("it exports more than the entry: {}", Some(others)),
                 std::string(kUseFunction) + ": its version script keeps all else local");
  }
  if (!library.unique_symbols.empty()) {
    report.Error(
        "unique",
        fmt::format("unique symbols pin it in memory for ever: {}", Some(library.unique_symbols)),
        std::string(kUseFunction) + ", or compile with -fno-gnu-unique");
  }
  if (entry && others.empty() && library.unique_symbols.empty()) {
    report.Ok("exports", OAR_ENTRY_NAME " alone");
  }
}

void CheckNeeded(const ElfDynamic& library, const std::vector<std::string>& allowed,
                 CheckReport& report) {
  std::vector<std::string_view> refused;
  for (const std::string_view needed : library.needed) {
    if (!supervisor::MayNeed(needed, allowed)) refused.push_back(needed);
  }
  if (!refused.empty()) {
    report.Error("libraries",
                 fmt::format("it needs {}, which a host does not allow by default", Some(refused)),
                 "link it statically and hidden, or have the host allow it (--allow-library)");
  } else {
    report.Ok("libraries", fmt::format("needs {}", fmt::join(library.needed, ", ")));
  }
  if (!library.run_path.empty()) {
    report.Error("libraries", fmt::format("it has a run path: {}", library.run_path),
                 "link without -rpath (BUILD_WITH_INSTALL_RPATH in CMake)");
  }
}

void CheckUnloadable(const ElfDynamic& library, CheckReport& report) {
  if (library.no_delete) {
    report.Error("flags", "it is linked with -z nodelete: it can never be unloaded",
                 "drop the flag, or the static library that brings it");
  }
  if (library.no_open) {
    report.Error("flags", "it is linked with -z nodlopen", "drop the flag");
  }
  if (library.static_tls) {
    report.Error("tls", "it uses initial-exec TLS, of which a process has little",
                 "compile all of it with -fPIC and without -ftls-model=initial-exec");
  } else if (library.tls_bytes > kTlsBytesLiked) {
    report.Warning("tls",
                   fmt::format("{} bytes of thread-local storage per thread", library.tls_bytes),
                   "keep per-thread data small, or in the instance");
  } else {
    report.Ok("tls", library.tls_bytes == 0 ? "none" : fmt::format("{} bytes", library.tls_bytes));
  }
}

// A flag that must (not) be there.
struct FlagRule {
  bool good;
  const char* what;
  const char* fix;
};

void CheckFlags(const ElfDynamic& library, bool has_build_id, CheckReport& report) {
  const FlagRule rules[] = {
      {library.binds_now, "symbols are bound at their first call", "link with -Wl,-z,now"},
      {library.relro, "its relocations stay writable", "link with -Wl,-z,relro"},
      {library.symbolic, "other libraries can take its own symbols' place",
       "link with -Wl,-Bsymbolic"},
      {has_build_id, "it has no SHA-1 build id: crash reports cannot name it",
       "link with -Wl,--build-id=sha1"},
      {!library.text_relocations, "its code is changed at load", "compile with -fPIC"},
      {!library.executable_stack, "it asks for an executable stack",
       "link with -Wl,-z,noexecstack"},
      {!library.writable_code, "it has a segment that is writable and executable",
       "drop the linker option that makes one"},
  };
  bool good = true;
  for (const FlagRule& rule : rules) {
    if (rule.good) continue;
    good = false;
    report.Error("flags", rule.what, std::string(rule.fix) + " (oarlock_add_plugin() does)");
  }
  if (good) report.Ok("flags", "now, relro, symbolic, build id");
  if (library.init_functions > 16) {
    report.Note("flags", fmt::format("{} constructors run at load", library.init_functions));
  }
}

void CheckLanguage(const supervisor::ElfImage& image, CheckReport& report) {
  if (image.FindNote("Go", 4) == nullptr) return;
  report.Error("go", "it is built with Go, whose runtime can never be unloaded",
               "run it with isolation: child");
}

bool HasBuildId(const supervisor::ElfImage& image) {
  const supervisor::ElfNote* note = image.FindNote("GNU", NT_GNU_BUILD_ID);
  return note != nullptr && note->data.size() == 20;
}

void CheckSections(std::string_view bytes, CheckReport& report) {
  if (const std::string_view schema = SectionText(bytes, ".oarlock.schema"); !schema.empty()) {
    const auto compiled = kube::StructuralSchema::Compile(schema);
    if (compiled.ok()) {
      report.Ok("schema", fmt::format("{} bytes", schema.size()));
    } else {
      report.Error("schema", compiled.status().message(),
                   "write a structural schema (OpenAPI v3 as in a CRD) as JSON");
    }
  }
  if (const std::string_view crds = SectionText(bytes, ".oarlock.crds"); !crds.empty()) {
    const auto read = kube::ReadYaml(crds, ".oarlock.crds");
    if (!read.ok()) {
      report.Error("crds", read.status().message(), "correct the YAML");
      return;
    }
    for (const kube::YamlDocument& document : *read) {
      if (document.root()["kind"].AsString() == "CustomResourceDefinition") continue;
      report.Error("crds", "a document that is no CustomResourceDefinition",
                   "carry nothing else in .oarlock.crds");
      return;
    }
    report.Ok("crds", fmt::format("{} carried", read->size()));
  }
}

}  // namespace

std::string_view SectionText(std::string_view bytes, std::string_view name) {
  const auto image = supervisor::ElfImage::Parse(bytes);
  return image.ok() ? image->TextSection(name) : std::string_view();
}

bool CheckStatic(std::string_view bytes, const std::vector<std::string>& allowed,
                 CheckReport& report) {
  const auto image = supervisor::ElfImage::Parse(bytes);
  if (!image.ok()) {
    report.Error("file", image.status().message(), "give a shared library, or a manifest (YAML)");
    return false;
  }
  const auto library = ElfDynamic::Read(bytes);
  if (!library.ok()) {
    report.Error("file", library.status().message(), "link it again");
    return false;
  }
  const bool loadable = CheckNote(*image, report);
  CheckLanguage(*image, report);
  CheckExports(*library, report);
  CheckNeeded(*library, allowed, report);
  CheckUnloadable(*library, report);
  CheckFlags(*library, HasBuildId(*image), report);
  CheckSections(bytes, report);
  const bool entry = std::find(library->exports.begin(), library->exports.end(), OAR_ENTRY_NAME) !=
                     library->exports.end();
  return loadable && entry && !library->no_open && image->FindNote("Go", 4) == nullptr;
}

}  // namespace oarlock::app
