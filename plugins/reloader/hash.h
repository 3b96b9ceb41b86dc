#pragma once
// What a ConfigMap or Secret holds, as numbers: its content digest and its published hash.
//
// The digest finds changes: it covers keys and values with their lengths, is never written
// anywhere but as a mark during one change, and does not depend on the order of keys. The published
// hash is the peer's, so that its marks stay valid: SHA-1 over the sorted `key=value` joined by `;`
// (binaryData as base64 text, values of Secrets decoded); different contents may share it.
// Pure functions. Threads: [any].

#include <cstdint>
#include <string>
#include <string_view>

#include "oarlock/sdk/sdk.h"

namespace oarlock::reloader {

namespace sdk = ::oarlock::sdk;

enum class ConfigType { kConfigMap, kSecret };

// "ConfigMap", "Secret"
std::string_view KindOf(ConfigType type);

uint64_t ContentDigest(const sdk::Object& config, ConfigType type);
std::string PublishedHash(const sdk::Object& config, ConfigType type);

// STAKATER_<NAME>_<TYPE>: upper case, each run of other characters one underscore.
std::string EnvName(ConfigType type, std::string_view name);

// The releases of Helm: large, often written, used by no pod.
bool IsHelmRelease(const sdk::Object& config, ConfigType type);

// Exposed for tests.
std::string Sha1Hex(std::string_view bytes);
std::string DecodeBase64(std::string_view text);  // stops at the first foreign character

}  // namespace oarlock::reloader
