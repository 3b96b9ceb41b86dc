#include <fmt/format.h>

#include <utility>

#include "kube/patch.h"
#include "supervisor/reload/record_store.h"

namespace oarlock::supervisor {
namespace {

class ConfigMapRecords final : public RecordStore {
 public:
  ConfigMapRecords(std::shared_ptr<kube::Client> client, std::string ns, std::string name,
                   base::Clock& clock)
      : client_(std::move(client)), clock_(clock) {
    ref_.resource = {{"", "v1", "configmaps"}, "ConfigMap", true, {}, {}};
    ref_.ns = std::move(ns);
    ref_.name = std::move(name);
  }

  base::Result<std::map<std::string, std::string>> ReadAll() override {
    std::map<std::string, std::string> records;
    const auto map = client_->Get(ref_, Call());
    if (!map.ok() && map.status().code() == base::StatusCode::kNotFound) return records;
    if (!map.ok()) return map.status().WithContext(name());
    for (const auto& [key, value] : kube::Members(map->root()["data"])) {
      records[std::string(key)] = value.AsString();
    }
    return records;
  }

  base::Status Put(const std::string& key, const std::string& text) override {
    base::Status patched = Patch(key, text);
    if (patched.code() != base::StatusCode::kNotFound) return patched;
    if (text.empty()) return base::Status::Ok();
    const auto created = client_->Create(
        ref_,
        fmt::format(R"({{"apiVersion":"v1","kind":"ConfigMap","metadata":{{"name":{},"labels":)"
                    R"({{"app.kubernetes.io/managed-by":"oarlock"}}}},"data":{{{}:{}}}}})",
                    kube::JsonQuote(ref_.name), kube::JsonQuote(key), kube::JsonQuote(text)),
        Options(), Call());
    if (created.ok()) return base::Status::Ok();
    // Another replica was faster.
    if (created.status().code() == base::StatusCode::kAlreadyExists) return Patch(key, text);
    return created.status().WithContext(name());
  }

  std::string name() const override { return "ConfigMap " + ref_.ns + "/" + ref_.name; }

 private:
  base::Status Patch(const std::string& key, const std::string& text) {
    const std::string body = fmt::format(R"({{"data":{{{}:{}}}}})", kube::JsonQuote(key),
                                         text.empty() ? "null" : kube::JsonQuote(text));
    const auto patched =
        client_->PatchObject(ref_, {kube::PatchType::kMerge, body}, Options(), Call());
    return patched.ok() ? base::Status::Ok() : patched.status().WithContext(name());
  }

  static kube::WriteOptions Options() {
    kube::WriteOptions options;
    options.field_manager = "oarlock";
    return options;
  }
  kube::CallContext Call() const { return {clock_.Now() + kRecordCallTimeout, {}}; }

  std::shared_ptr<kube::Client> client_;
  base::Clock& clock_;
  kube::ObjectRef ref_;
};

}  // namespace

std::unique_ptr<RecordStore> MakeConfigMapRecords(std::shared_ptr<kube::Client> client,
                                                  std::string ns, std::string name,
                                                  base::Clock& clock) {
  return std::make_unique<ConfigMapRecords>(std::move(client), std::move(ns), std::move(name),
                                            clock);
}

}  // namespace oarlock::supervisor
