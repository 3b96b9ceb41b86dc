#include "supervisor/config/config_secrets.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include "base/digest/sha256.h"
#include "base/wipe.h"
#include "kube/decode.h"
#include "kube/patch.h"
#include "kube/text/base64.h"
#include "kube/yaml.h"

namespace oarlock::supervisor {
namespace {

constexpr std::string_view kFile = "secret";

// Decoded where freed memory is overwritten.
base::Result<kube::Object> Decode(std::string_view json) {
  kube::DecodeOptions options;
  options.drop_managed_fields = false;
  options.segment = kube::MakeSegment({.share_values = false});
  return kube::ObjectFromJson(json, options);
}

// "secret:3:5: …" → " (line 3, column 5)".
std::string PlaceIn(std::string_view error) {
  int line = 0;
  int column = 0;
  if (!error.starts_with(kFile)) return {};
  error.remove_prefix(std::min(error.size(), kFile.size() + 1));
  const char* const end = error.data() + error.size();
  const auto first = std::from_chars(error.data(), end, line);
  if (first.ec != std::errc() || first.ptr == end) return {};
  if (std::from_chars(first.ptr + 1, end, column).ec != std::errc()) return {};
  return fmt::format(" (line {}, column {})", line, column);
}

// `config` with the mapping in `text` merged over it.
base::Status LayOver(std::string_view text, std::string& config) {
  auto patch = SecretMapping(text);
  if (!patch.ok()) return patch.status();
  auto merged = base::Result<std::string>(base::Internal(""));
  {
    const auto before = Decode(config);
    if (before.ok()) merged = kube::ApplyMergePatch(before->root(), *patch);
  }
  base::Wipe(*patch);
  if (!merged.ok()) return base::InvalidArgument("cannot be merged over config");
  config.swap(*merged);
  base::Wipe(*merged);
  return base::Status::Ok();
}

}  // namespace

ConfigSecrets::Part::~Part() { base::Wipe(text); }

MergedConfig::~MergedConfig() { base::Wipe(json); }

std::string_view WithoutValue(std::string_view message) {
  return message.substr(0, std::min(message.find(", not "), message.find(", has ")));
}

bool IsConfigKey(std::string_view key) {
  return key.ends_with(".yaml") || key.ends_with(".yml") || key.ends_with(".json");
}

base::Result<std::string> SecretMapping(std::string_view text) {
  if (const auto json = Decode(text); json.ok()) return std::string(text);
  const auto documents = kube::ReadYaml(text, kFile);
  if (!documents.ok()) {
    return base::InvalidArgument("is neither YAML nor JSON" +
                                 PlaceIn(documents.status().message()));
  }
  if (documents->size() != 1 || !documents->front().root().is_map()) {
    return base::InvalidArgument("is not one mapping");
  }
  return documents->front().root().ToJson();
}

ConfigSecrets::ConfigSecrets(ObjectFollower& follower, std::string ns,
                             std::function<void()> changed)
    : follower_(follower), ns_(std::move(ns)), changed_(std::move(changed)) {}

void ConfigSecrets::Add(const std::string& name) {
  auto& followed = followed_[name];
  if (followed) return;
  const kube::ResourceInfo secrets{{"", "v1", "secrets"}, "Secret", true, {"list", "watch"}, {}};
  followed = follower_.Follow({secrets, ns_, name, ""}, changed_);
}

void ConfigSecrets::Follow(const std::vector<SecretKeyRef>& refs) {
  std::set<std::string> names;
  for (const SecretKeyRef& ref : refs) names.insert(ref.name);
  std::erase_if(followed_, [&names](const auto& known) { return !names.contains(known.first); });
  for (const std::string& name : names) Add(name);
}

std::string ConfigSecrets::NameOf(const SecretKeyRef& ref) const {
  return fmt::format("Secret {}/{}", ns_, ref.name);
}

base::Result<ConfigSecrets::Part> ConfigSecrets::PartOf(const SecretKeyRef& ref) const {
  const ObjectSight sight = followed_.at(ref.name)->Look();
  if (!sight.known && sight.trouble.ok()) {
    return base::Unavailable(NameOf(ref) + " is not read yet");
  }
  if (!sight.known) {
    return base::FailedPrecondition(
        fmt::format("{} cannot be read: {}", NameOf(ref), sight.trouble.message()));
  }
  if (!sight.object) return base::FailedPrecondition(NameOf(ref) + " does not exist");
  const kube::Value value = sight.object.root()["data"][ref.key];
  if (!value.is_string()) {
    return base::FailedPrecondition(fmt::format("{} has no key \"{}\"", NameOf(ref), ref.key));
  }
  auto text = kube::DecodeBase64(value.AsString());
  if (!text) {
    return base::FailedPrecondition(
        fmt::format("{}, key \"{}\": is no base64", NameOf(ref), ref.key));
  }
  if (text->size() > kConfigSecretBytesMax) {
    return base::FailedPrecondition(fmt::format("{}, key \"{}\": has {} bytes, at most {} are read",
                                                NameOf(ref), ref.key, text->size(),
                                                kConfigSecretBytesMax));
  }
  Part part;
  part.text.swap(*text);
  part.version =
      fmt::format("{} {}:{}\n", ref.name, sight.object.uid(), sight.object.resource_version());
  return part;
}

base::Result<MergedConfig> ConfigSecrets::Merge(const std::string& config_json,
                                                const std::vector<SecretKeyRef>& refs) {
  MergedConfig merged;
  merged.json = config_json;
  for (const SecretKeyRef& ref : refs) Add(ref.name);
  auto values = std::make_shared<pluginhost::ConfigValues>();
  std::string digests;
  for (const SecretKeyRef& ref : refs) {
    OARLOCK_ASSIGN_OR_RETURN(Part part, PartOf(ref));
    merged.versions += part.version;
    if (!IsConfigKey(ref.key)) {
      digests += ref.key + " " + base::Sha256Hex(part.text) + "\n";
      values->Add(ref.key, part.text);
      continue;
    }
    const base::Status laid = LayOver(part.text, merged.json);
    if (!laid.ok()) {
      return base::FailedPrecondition(
          fmt::format("{}, key \"{}\": {}", NameOf(ref), ref.key, laid.message()));
    }
  }
  if (digests.empty()) return merged;
  merged.values = std::move(values);
  merged.values_digest = base::Sha256Hex(digests);
  return merged;
}

std::string ConfigSecrets::Fingerprint(const std::vector<SecretKeyRef>& refs) const {
  std::string all;
  for (const SecretKeyRef& ref : refs) {
    if (!followed_.contains(ref.name)) continue;
    const auto part = PartOf(ref);
    all += part.ok() ? base::Sha256Hex(part->text) : part.status().ToString();
    all += '\n';
  }
  return base::Sha256Hex(all);
}

}  // namespace oarlock::supervisor
