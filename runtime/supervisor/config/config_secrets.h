#pragma once
// ConfigSecrets: the Secrets that one plugin's configFrom names, followed; its configuration with
// those of their values merged over it that are configuration, and the others beside it.
//
// Owned by Plugin. What comes of it, MergedConfig, is wiped when it goes; nothing else of it has a
// value of a Secret in it: errors name Secret and key, and at most a line and a column.
// Threads: [lifecycle]; `changed` as object_follower.h says. Errors: kUnavailable: not read yet,
// look again when it has changed; else why the configuration is not whole.
// Limits: kConfigSecretBytesMax per value.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "pluginhost/config_values.h"
#include "supervisor/manifest.h"
#include "supervisor/watch/object_follower.h"

namespace oarlock::supervisor {

inline constexpr size_t kConfigSecretBytesMax = 512 * 1024;

struct MergedConfig {
  std::string json;
  pluginhost::SharedConfigValues values;  // null: none
  std::string values_digest;
  // Of the Secrets, by uid and resourceVersion: fit to be kept where their contents are not.
  std::string versions;

  MergedConfig() = default;
  ~MergedConfig();
  MergedConfig(MergedConfig&&) noexcept = default;
  MergedConfig& operator=(MergedConfig&&) = delete;
};

class ConfigSecrets {
 public:
  // `ns`: the host's own.
  ConfigSecrets(ObjectFollower& follower, std::string ns, std::function<void()> changed);

  // From now on these Secrets, and no others.
  void Follow(const std::vector<SecretKeyRef>& refs);
  // `config_json` with each value of a configuration key merged over it in order: mappings member
  // by member, everything else replaced, null removes. Follows what is not followed yet.
  base::Result<MergedConfig> Merge(const std::string& config_json,
                                   const std::vector<SecretKeyRef>& refs);
  // Another text when another Merge of these may come out differently. Not to be kept or shown.
  std::string Fingerprint(const std::vector<SecretKeyRef>& refs) const;

 private:
  // One value, and what its Secret was then.
  struct Part {
    std::string text;
    std::string version;
    Part() = default;
    ~Part();
    Part(Part&&) noexcept = default;
    Part& operator=(Part&&) = delete;
  };
  base::Result<Part> PartOf(const SecretKeyRef& ref) const;
  std::string NameOf(const SecretKeyRef& ref) const;
  void Add(const std::string& name);

  ObjectFollower& follower_;
  const std::string ns_;
  const std::function<void()> changed_;
  std::map<std::string, std::unique_ptr<FollowedObject>> followed_;  // by name
};

// A key whose value is configuration: it ends in .yaml, .yml or .json. That of any other key is
// the plugin's as it is, by the name of the key.
bool IsConfigKey(std::string_view key);
// The first JSON or YAML mapping of a text as JSON; kInvalidArgument says where it is none, and
// nothing of what stands there.
base::Result<std::string> SecretMapping(std::string_view text);
// The part of a schema violation's message that has nothing of the value in it.
std::string_view WithoutValue(std::string_view message);

}  // namespace oarlock::supervisor
