#pragma once
// What overrides do to a cluster's TLS part and a user's credentials (KC-6), wherever these came
// from. Called for kubeconfig contexts and for the pod's own configuration. Threads: [any].

#include "client/kubeconfig.h"

namespace oarlock::client {

void OverrideTls(const KubeconfigOverrides& overrides, TlsConfig& tls);
void OverrideAuth(const KubeconfigOverrides& overrides, AuthConfig& auth);

}  // namespace oarlock::client
