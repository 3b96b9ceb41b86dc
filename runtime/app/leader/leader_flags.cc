#include "app/leader/leader_flags.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "base/time/duration.h"

namespace oarlock::app {
namespace {

// A random UUID (RFC 9562, version 4).
std::string Uuid(base::Random& random) {
  const uint64_t a = random.Next();
  const uint64_t b = random.Next();
  return fmt::format("{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}", a >> 32, a >> 16 & 0xFFFF, a & 0xFFF,
                     (b >> 48 & 0x3FFF) | 0x8000, b & 0xFFFF'FFFF'FFFF);
}

void AddDuration(CLI::App& run, const std::string& name, base::Duration& value,
                 const std::string& help) {
  run.add_option_function<std::string>(
         name,
         [&value, name](const std::string& text) {
           const auto parsed = base::ParseDuration(text);
           if (!parsed.ok()) throw CLI::ValidationError(name, parsed.status().message());
           value = *parsed;
         },
         help)
      ->default_str(base::FormatDuration(value));
}

}  // namespace

void AddLeaderFlags(CLI::App& run, LeaderFlags& flags) {
  controller::ElectionOptions& options = flags.options;
  run.add_flag(
      "--leader-elect", flags.elect,
      "Of several replicas only the one that holds a Lease works; the others are ready to");
  AddDuration(run, "--leader-elect-lease-duration", options.lease_duration,
              "How long the others wait for a leader that does not renew its Lease");
  AddDuration(run, "--leader-elect-renew-deadline", options.renew_deadline,
              "How long a leader that cannot renew its Lease goes on");
  AddDuration(run, "--leader-elect-retry-period", options.retry_period,
              "Time between tries to renew or to take the Lease");
  run.add_option("--leader-elect-resource-name", options.name, "Name of the Lease")
      ->capture_default_str();
  run.add_option("--leader-elect-resource-namespace", options.ns,
                 "Namespace of the Lease (default: the host's own)");
  run.add_option("--leader-elect-identity", options.identity,
                 "Who this replica is; a UUID is added to it (default: the host name)");
}

base::Result<controller::ElectionOptions> LeaderFlags::Complete(const std::string& ns,
                                                                const std::string& host_name,
                                                                base::Random& random) const {
  controller::ElectionOptions out = options;
  if (out.ns.empty()) out.ns = ns;
  out.identity =
      fmt::format("{}_{}", out.identity.empty() ? host_name : out.identity, Uuid(random));
  OARLOCK_RETURN_IF_ERROR(out.Check().WithContext("--leader-elect"));
  return out;
}

}  // namespace oarlock::app
