#pragma once
// ProtobufPolicy: which resources are asked for as protobuf: those whose type has tables
// (kube/decode.h), unless it is switched off or the server has sent something of them that the
// tables do not know. Such a resource is read as JSON until the process ends.
//
// One per RestTransport, so shared by all clients, lists and watches of one server.
// Threads: [any]. Errors: none. At most one entry per built-in resource.

#include <map>
#include <memory>
#include <string>

#include "base/log.h"
#include "base/metrics.h"
#include "base/mutex.h"
#include "base/status.h"
#include "kube/decode.h"
#include "kube/rest_mapper.h"

namespace oarlock::client {

class ProtobufPolicy {
 public:
  ProtobufPolicy(bool on, base::MetricRegistry& metrics, base::Log log)
      : on_(on), metrics_(metrics), log_(std::move(log)) {}

  // What to ask the server for. Metadata alone has a table of its own, whatever the type.
  kube::ContentType Preferred(const kube::ResourceInfo& resource, bool metadata_only) const;
  // `why`: what could not be read.
  void UseJson(const kube::ResourceInfo& resource, const base::Status& why);

 private:
  const bool on_;
  base::MetricRegistry& metrics_;
  const base::Log log_;
  mutable base::Mutex mutex_;
  std::map<kube::GroupVersionResource, std::shared_ptr<base::Gauge>> json_
      OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::client
