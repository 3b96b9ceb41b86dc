#include <fmt/format.h>

#include <utility>

#include "kube/patch.h"
#include "supervisor/reload/record_store.h"

namespace oarlock::supervisor {
namespace {

// status.records of a PluginManifest: a map of objects.
class ManifestRecords final : public RecordStore {
 public:
  ManifestRecords(std::shared_ptr<kube::Client> client, kube::ObjectRef ref, base::Clock& clock)
      : client_(std::move(client)), ref_(std::move(ref)), clock_(clock) {}

  base::Result<std::map<std::string, std::string>> ReadAll() override {
    std::map<std::string, std::string> records;
    const auto manifest = client_->Get(ref_, Call());
    if (!manifest.ok() && manifest.status().code() == base::StatusCode::kNotFound) return records;
    if (!manifest.ok()) return manifest.status().WithContext(name());
    for (const auto& [key, value] : kube::Members(manifest->root()["status"]["records"])) {
      records[std::string(key)] = value.ToJson();
    }
    return records;
  }

  base::Status Put(const std::string& key, const std::string& text) override {
    kube::ObjectRef status = ref_;
    status.subresource = "status";
    kube::WriteOptions options;
    options.field_manager = "oarlock";
    const std::string body = fmt::format(R"({{"status":{{"records":{{{}:{}}}}}}})",
                                         kube::JsonQuote(key), text.empty() ? "null" : text);
    const auto patched =
        client_->PatchObject(status, {kube::PatchType::kMerge, body}, options, Call());
    return patched.ok() ? base::Status::Ok() : patched.status().WithContext(name());
  }

  std::string name() const override {
    return fmt::format("status of PluginManifest {}/{}", ref_.ns, ref_.name);
  }

 private:
  kube::CallContext Call() const { return {clock_.Now() + kRecordCallTimeout, {}}; }

  std::shared_ptr<kube::Client> client_;
  const kube::ObjectRef ref_;
  base::Clock& clock_;
};

}  // namespace

std::unique_ptr<RecordStore> MakeManifestRecords(std::shared_ptr<kube::Client> client,
                                                 kube::ObjectRef ref, base::Clock& clock) {
  return std::make_unique<ManifestRecords>(std::move(client), std::move(ref), clock);
}

}  // namespace oarlock::supervisor
