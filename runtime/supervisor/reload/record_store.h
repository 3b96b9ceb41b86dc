#pragma once
// RecordStore: a few small texts by key that outlive the process: what the rollback memory is
// written to.
//
// Three kinds: files of the cache directory (this host alone), and for all replicas a ConfigMap in
// the host's namespace or, where the manifest is an object, its status. Calls block: [lifecycle]
// threads of plugins only. Threads: [any]. Errors: the file system's or the server's own words.
// Limits: kRecordCallTimeout per call of the API server; a key has at most 253 characters of a-z
// A-Z 0-9 . _ -.

#include <map>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/status.h"
#include "kube/client.h"

namespace oarlock::supervisor {

inline constexpr std::chrono::seconds kRecordCallTimeout{5};

class RecordStore {
 public:
  virtual ~RecordStore() = default;
  virtual base::Result<std::map<std::string, std::string>> ReadAll() = 0;
  // An empty text removes the record.
  virtual base::Status Put(const std::string& key, const std::string& text) = 0;
  virtual std::string name() const = 0;  // for messages
};

// `<dir>/<key>`, written whole or not at all. The directory is made when needed.
std::unique_ptr<RecordStore> MakeDirectoryRecords(std::string dir);

// The keys of ConfigMap `name`, made when the first record is written. `clock` is borrowed.
std::unique_ptr<RecordStore> MakeConfigMapRecords(std::shared_ptr<kube::Client> client,
                                                  std::string ns, std::string name,
                                                  base::Clock& clock);

// status.records of that PluginManifest; texts are JSON objects.
std::unique_ptr<RecordStore> MakeManifestRecords(std::shared_ptr<kube::Client> client,
                                                 kube::ObjectRef ref, base::Clock& clock);

}  // namespace oarlock::supervisor
