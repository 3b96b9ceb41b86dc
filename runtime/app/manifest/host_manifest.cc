#include "app/manifest/host_manifest.h"

#include <utility>

#include "supervisor/manifest/file_manifest.h"
#include "supervisor/manifest_reader.h"

namespace oarlock::app {

base::Result<ManifestChoice> ChooseManifest(const std::string& path) {
  ManifestChoice choice;
  choice.path = path;
  if (path.starts_with(supervisor::kClusterManifestPrefix)) {
    OARLOCK_ASSIGN_OR_RETURN(choice.object, supervisor::ParseClusterManifest(path));
    choice.name = choice.object->name;
    return choice;
  }
  OARLOCK_ASSIGN_OR_RETURN(choice.manifest, supervisor::ReadManifest(path));
  choice.name = choice.manifest->name;
  return choice;
}

HostManifest::HostManifest(ManifestChoice choice, Deps deps)
    : choice_(std::move(choice)), deps_(std::move(deps)) {}

HostManifest::~HostManifest() { Stop(); }

std::unique_ptr<supervisor::RecordStore> HostManifest::MakeRecords(const std::string& ns) const {
  if (choice_.object) {
    return supervisor::MakeManifestRecords(deps_.client, *choice_.object, deps_.clock);
  }
  return supervisor::MakeConfigMapRecords(deps_.client, ns, "oarlock-" + choice_.name, deps_.clock);
}

std::unique_ptr<supervisor::ManifestSource> HostManifest::MakeSource(
    supervisor::Supervisor& supervisor) {
  if (!choice_.object) return supervisor::MakeFileManifest(choice_.path);
  auto source = std::make_unique<supervisor::ObjectManifest>(
      deps_.objects, *choice_.object,
      [this](const supervisor::ManifestReport& report) { status_->Report(report); });
  supervisor::ManifestStatusOptions options;
  options.ref = *choice_.object;
  options.client = deps_.elected ? deps_.elected : deps_.client;
  options.object = [object = source.get()] { return object->object(); };
  options.plugins = [&supervisor] { return supervisor.statuses(); };
  options.settled = [&supervisor](uint64_t revision) { return supervisor.Settled(revision); };
  options.may_write = [leadership = deps_.leadership] {
    return leadership == nullptr || leadership->acting();
  };
  status_ = std::make_unique<supervisor::ManifestStatusWriter>(
      std::move(options), deps_.clock, deps_.random, deps_.metrics, deps_.log);
  return source;
}

void HostManifest::Attach(supervisor::Supervisor& supervisor, const std::string& plugin_dir) {
  supervisor::ManifestFollowerOptions options;
  options.source = MakeSource(supervisor);
  options.plugin_dir = plugin_dir;
  options.apply = [&supervisor](const supervisor::Manifest& next) {
    return supervisor.Apply(next);
  };
  follower_ = std::make_unique<supervisor::ManifestFollower>(std::move(options), choice_.manifest,
                                                             deps_.clock, deps_.metrics, deps_.log);
}

void HostManifest::Start() {
  follower_->Start();
  if (status_) status_->Start();
}

void HostManifest::Stop() {
  if (status_) status_->Stop();
  if (follower_) follower_->Stop();
}

void HostManifest::StandingChanged() {
  if (status_) status_->Notice();
}

server::Response HostManifest::WithStanding(server::Response ready) const {
  const std::string why = follower_->NotApplied();
  if (why.empty()) return ready;
  if (ready.status == 200)
    ready.body = "not ready\n" + ready.body.substr(ready.body.find('\n') + 1);
  ready.status = 503;
  ready.body += "manifest: " + why + "\n";
  return ready;
}

}  // namespace oarlock::app
