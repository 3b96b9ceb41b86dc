#include "client/auth/read_counter.h"

namespace oarlock::client {
namespace {

std::shared_ptr<base::Counter> Make(base::MetricRegistry& registry, const std::string& file,
                                    const char* result) {
  return registry.MakeCounter("oarlock_client_credential_reads_total",
                              "Reads of credential files, by kind and whether they were usable.",
                              {{"file", file}, {"result", result}});
}

}  // namespace

ReadCounter::ReadCounter(base::MetricRegistry& registry, const std::string& file)
    : good_(Make(registry, file, "ok")), bad_(Make(registry, file, "error")) {}

}  // namespace oarlock::client
