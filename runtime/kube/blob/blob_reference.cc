#include "kube/blob/blob_reference.h"

#include <algorithm>

#include "kube/printable.h"

namespace oarlock::kube {
namespace {

constexpr std::string_view kDigestStart = "sha256:";
constexpr size_t kDigestHex = 64;
constexpr size_t kTagBytes = 128;
constexpr size_t kShownBytes = 200;

bool IsLower(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }
bool IsWord(char c) { return IsLower(c) || (c >= 'A' && c <= 'Z') || c == '_'; }

base::Status Bad(std::string_view text, std::string_view why) {
  return base::InvalidArgument("\"" + PrintableText(text, kShownBytes) + "\": " + std::string(why));
}

// "[a-z0-9]+" joined by ".", "_" and "-".
bool IsComponent(std::string_view text) {
  if (text.empty() || !IsLower(text.front()) || !IsLower(text.back())) return false;
  if (text.find("..") != std::string_view::npos) return false;
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return IsLower(c) || c == '.' || c == '_' || c == '-'; });
}

bool IsRepository(std::string_view text) {
  for (;;) {
    const size_t slash = std::min(text.find('/'), text.size());
    if (!IsComponent(text.substr(0, slash))) return false;
    if (slash == text.size()) return true;
    text.remove_prefix(slash + 1);
  }
}

bool IsRegistry(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (IsWord(c) && c != '_') || c == '.' || c == '-' || c == ':' || c == '[' || c == ']';
  });
}

bool IsTag(std::string_view text) {
  return !text.empty() && text.size() <= kTagBytes && IsWord(text.front()) &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return IsWord(c) || c == '.' || c == '-'; });
}

}  // namespace

bool IsBlobDigest(std::string_view text) {
  if (!text.starts_with(kDigestStart)) return false;
  text.remove_prefix(kDigestStart.size());
  return text.size() == kDigestHex && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

base::Result<BlobReference> BlobReference::Parse(std::string_view text) {
  if (text.size() > kBlobReferenceBytesMax) return Bad(text, "too long");
  std::string_view rest = text;
  if (IsBlobReference(rest)) rest.remove_prefix(kOciScheme.size());
  BlobReference out;
  const size_t slash = rest.find('/');
  if (slash == std::string_view::npos) {
    return Bad(text, "not of the form oci://REGISTRY/REPOSITORY@sha256:DIGEST");
  }
  out.registry = rest.substr(0, slash);
  rest.remove_prefix(slash + 1);
  if (const size_t at = rest.find('@'); at != std::string_view::npos) {
    out.digest = rest.substr(at + 1);
    rest = rest.substr(0, at);
    if (!IsBlobDigest(out.digest)) {
      return Bad(text, "after \"@\" comes sha256: and 64 lower-case hex digits");
    }
  }
  if (const size_t colon = rest.find(':'); colon != std::string_view::npos) {
    out.tag = rest.substr(colon + 1);
    rest = rest.substr(0, colon);
    if (!IsTag(out.tag)) return Bad(text, "that is no tag");
  }
  out.repository = rest;
  if (!IsRegistry(out.registry)) return Bad(text, "that is no host of a registry");
  if (!IsRepository(out.repository)) {
    return Bad(text, "a repository has lower-case letters, digits, \".\", \"_\", \"-\" and \"/\"");
  }
  return out;
}

base::Result<BlobReference> BlobReference::ParseFixed(std::string_view text) {
  OARLOCK_ASSIGN_OR_RETURN(BlobReference out, Parse(text));
  if (!out.digest.empty()) return out;
  return Bad(text,
             "it names no digest, and a tag may mean other bytes tomorrow: add @sha256:… "
             "(oarlock push prints it)");
}

std::string BlobReference::ToString() const {
  std::string out(kOciScheme);
  out += registry + "/" + repository;
  if (!tag.empty()) out += ":" + tag;
  if (!digest.empty()) out += "@" + digest;
  return out;
}

}  // namespace oarlock::kube
