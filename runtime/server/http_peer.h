#pragma once
// PeerOf: whom the certificate names that a client has shown over TLS. Internal to server.
// Threads: [server]. Errors: none; no certificate, no peer.

#include <memory>

#include "server/http_message.h"

struct ssl_st;  // OpenSSL's SSL

namespace oarlock::server {

std::shared_ptr<const HttpPeer> PeerOf(ssl_st* ssl);

}  // namespace oarlock::server
