#pragma once
// PluginPackage: a plugin's library file together with what can be known before its code runs: the
// note, the ABI it was built for, what its dynamic section promises, and its configuration checked
// against the schema it carries.
//
// Opened by Plugin on its lifecycle thread for each attempt; immutable. Errors: kInvalidArgument in
// one line, with path or manifest position, that says what to do. Threads: [any].

#include <cstring>
#include <memory>
#include <string>

#include "base/status.h"
#include "oarlock/abi/abi.h"
#include "pluginhost/config_values.h"
#include "supervisor/crds/carried_crds.h"
#include "supervisor/library/library_rules.h"
#include "supervisor/library_file.h"
#include "supervisor/manifest.h"

namespace oarlock::supervisor {

struct PluginPackage {
  std::shared_ptr<const LibraryFile> file;
  std::string sha256;            // of the file
  std::vector<CarriedCrd> crds;  // to install; none where the manifest does not ask for it
  oar_note note{};
  std::string config_json;                       // defaults filled in
  std::string config_digest;                     // lower-case hex SHA-256 of config_json
  pluginhost::SharedConfigValues config_values;  // beside it
  std::string values_digest;                     // tells one set of them from another
  std::string load_doubt;    // what may go wrong when it is loaded often; else empty
  std::string unload_doubt;  // why it will stay mapped when it is closed; else empty
};

// A text of the note, which may lack its NUL byte.
template <size_t kSize>
std::string NoteText(const char (&field)[kSize]) {
  return std::string(field, ::strnlen(field, kSize));
}

// What the library says of itself; kInvalidArgument where it carries no note.
base::Result<oar_note> ReadNote(const LibraryFile& file);

// `library` without a slash is sought in `plugin_dir`.
std::string LibraryPath(const std::string& library, const std::string& plugin_dir);

base::Result<PluginPackage> OpenPackage(const PluginSpec& spec, const std::string& plugin_dir,
                                        const std::string& label, const LibraryRules& rules = {});

}  // namespace oarlock::supervisor
