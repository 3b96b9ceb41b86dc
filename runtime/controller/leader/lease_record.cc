#include "controller/leader/lease_record.h"

#include <fmt/format.h>

#include "kube/edit_document.h"
#include "kube/patch.h"
#include "kube/timestamp.h"

namespace oarlock::controller {
namespace {

// A lease that was given back is expired soon for those who do not know the empty holder.
constexpr std::chrono::seconds kReleasedDuration{1};

base::Result<kube::EditDocument> Begin(const kube::Object& lease, const ElectionOptions& options) {
  if (lease) return kube::EditDocument(lease);
  return kube::EditDocument::FromJson(
      fmt::format(R"({{"apiVersion":"coordination.k8s.io/v1","kind":"Lease",)"
                  R"("metadata":{{"namespace":{},"name":{}}}}})",
                  kube::JsonQuote(options.ns), kube::JsonQuote(options.name)));
}

}  // namespace

LeaseRecord LeaseRecord::Of(const kube::Object& lease) {
  const kube::Value spec = lease["spec"];
  LeaseRecord record;
  record.holder = spec["holderIdentity"].AsString();
  record.duration = std::chrono::seconds(spec["leaseDurationSeconds"].AsInt());
  record.acquire_time = spec["acquireTime"].AsString();
  record.transitions = spec["leaseTransitions"].AsInt();
  record.text = spec.ToJson();
  return record;
}

base::Result<std::string> LeaseJson(const kube::Object& lease, const ElectionOptions& options,
                                    const std::string& holder, bool acquired, base::UnixTime now) {
  const LeaseRecord old = LeaseRecord::Of(lease);
  const std::string time = kube::JsonQuote(kube::FormatMicroTime(now));
  const auto duration = holder.empty()
                            ? kReleasedDuration
                            : std::chrono::ceil<std::chrono::seconds>(options.lease_duration);
  OARLOCK_ASSIGN_OR_RETURN(kube::EditDocument document, Begin(lease, options));
  if (!lease["spec"].is_map()) OARLOCK_RETURN_IF_ERROR(document.Set("/spec", "{}"));
  const auto set = [&](std::string_view field, const std::string& json) {
    return document.Set(fmt::format("/spec/{}", field), json);
  };
  OARLOCK_RETURN_IF_ERROR(set("holderIdentity", kube::JsonQuote(holder)));
  OARLOCK_RETURN_IF_ERROR(set("leaseDurationSeconds", fmt::to_string(duration.count())));
  OARLOCK_RETURN_IF_ERROR(set("renewTime", time));
  if (acquired || old.acquire_time.empty()) {
    OARLOCK_RETURN_IF_ERROR(set("acquireTime", time));
  }
  const int64_t transitions = old.transitions + (acquired && lease ? 1 : 0);
  OARLOCK_RETURN_IF_ERROR(set("leaseTransitions", fmt::to_string(transitions)));
  return document.ToJson();
}

}  // namespace oarlock::controller
