#include "supervisor/manifest/object_manifest.h"

#include <fmt/format.h>

#include <utility>

#include "kube/names.h"
#include "supervisor/manifest_reader.h"

namespace oarlock::supervisor {
namespace {

std::string WhyUnknown(const ObjectSight& sight) {
  if (sight.trouble.ok()) return "is not read yet";
  if (sight.trouble.code() == base::StatusCode::kNotFound) {
    return "cannot be read: the server does not know PluginManifests (\"oarlock crds --own\" "
           "prints "
           "their CRD)";
  }
  return "cannot be read: " + sight.trouble.message();
}

}  // namespace

base::Result<kube::ObjectRef> ParseClusterManifest(std::string_view text) {
  const std::string_view whole = text;
  if (text.starts_with(kClusterManifestPrefix)) text.remove_prefix(kClusterManifestPrefix.size());
  const size_t slash = text.find('/');
  kube::ObjectRef ref;
  ref.resource = {{"oarlock.dev", "v1alpha1", "pluginmanifests"},
                  "PluginManifest",
                  true,
                  {"get", "list", "watch", "patch"},
                  {"status"}};
  if (slash != std::string_view::npos) {
    ref.ns = text.substr(0, slash);
    ref.name = text.substr(slash + 1);
  }
  if (text.size() == whole.size() || ref.ns.empty() || ref.name.empty() ||
      ref.name.find('/') != std::string::npos) {
    return base::InvalidArgument(
        fmt::format("{}: a manifest that is an object is named cluster:NAMESPACE/NAME", whole));
  }
  return ref;
}

ObjectManifest::ObjectManifest(ObjectFollower& follower, kube::ObjectRef ref,
                               std::function<void(const ManifestReport&)> ended)
    : follower_(follower),
      ref_(std::move(ref)),
      name_(fmt::format("{}{}/{}", kClusterManifestPrefix, ref_.ns, ref_.name)),
      ended_(std::move(ended)) {}

void ObjectManifest::Start(std::function<void()> told) {
  followed_ = follower_.Follow(ref_, std::move(told));
}

void ObjectManifest::Stop() { followed_.reset(); }

std::string ObjectManifest::Fingerprint() const {
  if (!followed_) return {};
  const ObjectSight sight = followed_->Look();
  if (!sight.known) return fmt::format("unknown {}\n", sight.trouble.message());
  if (!sight.object) return "none\n";
  return fmt::format("{} {}\n", sight.object.uid(), sight.object.generation());
}

base::Result<Manifest> ObjectManifest::Read() {
  read_ = {};
  const ObjectSight sight = followed_->Look();
  if (!sight.known) return base::Unavailable(fmt::format("{} {}", name_, WhyUnknown(sight)));
  if (!sight.object) return base::NotFound(name_ + " does not exist");
  read_.uid = sight.object.uid();
  read_.generation = sight.object.generation();
  return ManifestFromObject(sight.object);
}

void ObjectManifest::Ended(const base::Status& status, uint64_t revision) {
  if (read_.uid.empty()) return;  // there was nothing to say it of
  read_.status = status;
  read_.revision = revision;
  ended_(read_);
}

kube::Object ObjectManifest::object() const {
  return followed_ ? followed_->Look().object : kube::Object();
}

}  // namespace oarlock::supervisor
