#pragma once
// MakeCredentials: the one place that decides which Credentials fit a ClientConfig.
//
// Called by `app` before RestClientFactory::Create. Static token, basic authentication and client
// certificates win over an exec plugin (XP-6, C-KC-06); files are re-read (TP-3, TP-4).
// `clock` is borrowed and outlives the result. Threads: [any].
// Errors: kInvalidArgument for a config that can never work (token and basic at once, a key that
// does not fit its certificate, a plugin version nobody knows).

#include <memory>

#include "base/clock.h"
#include "base/log.h"
#include "base/status.h"
#include "client/config.h"
#include "client/credentials.h"
#include "client/environment.h"

namespace oarlock::client {

// `environment`: what exec plugins inherit.
base::Result<std::unique_ptr<Credentials>> MakeCredentials(const ClientConfig& config,
                                                           base::Clock& clock, const base::Log& log,
                                                           const Environment& environment);
// With the environment of the process.
base::Result<std::unique_ptr<Credentials>> MakeCredentials(const ClientConfig& config,
                                                           base::Clock& clock,
                                                           const base::Log& log);

}  // namespace oarlock::client
