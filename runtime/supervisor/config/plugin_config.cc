// A plugin whose configuration is partly in Secrets: it waits for them at its first start, and
// follows their changes like those of the manifest.
#include <fmt/format.h>

#include <utility>

#include "base/digest/sha256.h"
#include "base/wipe.h"
#include "supervisor/plugin.h"

namespace oarlock::supervisor {

Plugin::Version::~Version() { base::Wipe(package.config_json); }

ConfigSecrets* Plugin::Secrets() {
  if (!secrets_ && env_.objects != nullptr) {
    secrets_ = std::make_unique<ConfigSecrets>(*env_.objects, env_.ns, [this] {
      base::MutexLock lock(mutex_);
      secret_news_ = true;
      changed_.NotifyAll();
    });
  }
  return secrets_.get();
}

base::Result<MergedConfig> Plugin::ConfigOf(const PluginSpec& spec) {
  if (spec.config_from.empty()) {
    MergedConfig as_it_is;
    as_it_is.json = spec.config_json;
    return as_it_is;
  }
  if (Secrets() == nullptr) {
    return base::FailedPrecondition(spec.config_position +
                                    ": configFrom: this host follows no Secrets");
  }
  return Secrets()->Merge(spec.config_json, spec.config_from);
}

// What is opened is a copy that has the Secrets' values; the version itself never has them.
base::Result<std::shared_ptr<Plugin::Version>> Plugin::OpenConfigured(const PluginSpec& spec,
                                                                      const std::string& label) {
  auto version = std::make_shared<Version>();
  version->spec = spec;
  OARLOCK_ASSIGN_OR_RETURN(MergedConfig config, ConfigOf(spec));
  version->entry_digest = base::Sha256Hex(spec.entry_json);
  if (!config.versions.empty()) {
    version->secrets_digest = base::Sha256Hex(spec.entry_json + config.versions);
  }
  PluginSpec merged = spec;
  merged.config_json.swap(config.json);
  merged.config_is_merged = true;
  auto package = factory_->Open(merged, label);
  if (!spec.config_from.empty()) base::Wipe(merged.config_json);
  if (!package.ok()) return package.status();
  version->package = *std::move(package);
  version->package.config_values = std::move(config.values);
  version->package.values_digest = std::move(config.values_digest);
  return version;
}

// False: something of it is missing. Then what runs goes on, and all is tried again when a Secret
// has changed.
bool Plugin::ConfigIsThere(const PluginRequest& request) {
  wanted_ = request;
  config_refused_ = base::Status::Ok();
  const auto& refs = request.spec.config_from;
  if (refs.empty()) {
    secrets_.reset();
    return true;
  }
  if (Secrets() != nullptr) {
    Secrets()->Follow(refs);
    secrets_seen_ = Secrets()->Fingerprint(refs);
  }
  const base::Status whole = ConfigOf(request.spec).status();
  if (whole.ok()) return true;
  config_refused_ = whole;
  const bool is_on_its_way = whole.code() == base::StatusCode::kUnavailable;
  if (!current()) {
    Set(is_on_its_way ? PluginPhase::kStarting : PluginPhase::kWaiting, whole.message());
  }
  if (is_on_its_way) return false;
  if (current()) {
    FailReload(request, fmt::format("{}@{}", name_, generations_ + 1), ReloadStep::kFailed, whole);
  } else {
    if (request.together) request.together->Fail(name_, whole.message());
    SetObserved(whole.message());
  }
  return false;
}

// When the library stays the same it is the configuration that failed: what was rolled back may be
// tried again as soon as a Secret changes. A library that was rolled back may not.
void Plugin::BlameConfig(const Version& before, Version& next) {
  if (next.secrets_digest.empty() || before.package.sha256 != next.package.sha256) return;
  next.entry_digest = next.secrets_digest;
}

void Plugin::LookAtSecrets() {
  // While a library is fetched they are looked at when it is there.
  if (!secrets_ || !wanted_ || fetch_ || stuck_) return;
  const std::string seen = secrets_->Fingerprint(wanted_->spec.config_from);
  if (seen == secrets_seen_) return;
  PluginRequest request = *wanted_;
  const bool was_late =
      !config_refused_.ok() && config_refused_.code() != base::StatusCode::kUnavailable;
  if (was_late && request.together) {
    // The others went back long ago: all of them have to begin anew.
    secrets_seen_ = seen;
    if (ConfigOf(request.spec).ok() && env_.apply_again) env_.apply_again();
    return;
  }
  log_.Info("a Secret of configFrom has changed");
  if (config_refused_.code() != base::StatusCode::kUnavailable) request.together.reset();
  Proceed(request);
}

void Plugin::ForgetSecrets() {
  wanted_.reset();
  secrets_.reset();
}

}  // namespace oarlock::supervisor
