#pragma once
// ManifestSource: where the manifest is kept, and who tells that it may have changed: files
// (file_manifest.h) or an object of the cluster (object_manifest.h).
//
// Owned by ManifestFollower, called on its thread; `told` [any], quick.
// Errors of Read: kInvalidArgument: what is there is no manifest; kNotFound: there is none;
// kUnavailable: not known yet, it will be told.

#include <cstdint>
#include <functional>
#include <string>

#include "base/status.h"
#include "supervisor/manifest.h"
#include "supervisor/watch/file_set.h"

namespace oarlock::supervisor {

class ManifestSource {
 public:
  virtual ~ManifestSource() = default;

  // From now on `told` is called when something may have changed, until Stop. What shows in the
  // directories of Places need not be told.
  virtual void Start(std::function<void()> told) = 0;
  virtual void Stop() = 0;
  virtual FilePlaces Places() const = 0;
  // Another text: reading it anew is worth it.
  virtual std::string Fingerprint() const = 0;
  virtual base::Result<Manifest> Read() = 0;
  // What became of what was read last: why it was not applied, or the number of the change.
  virtual void Ended(const base::Status& status, uint64_t revision) = 0;
};

}  // namespace oarlock::supervisor
