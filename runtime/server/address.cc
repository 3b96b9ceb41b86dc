#include "server/address.h"

#include <sys/un.h>

#include <charconv>

namespace oarlock::server {
namespace {

base::Status Bad(std::string_view text, std::string_view why) {
  return base::InvalidArgument("listen address \"" + std::string(text) + "\": " + std::string(why) +
                               "; use HOST:PORT, :PORT, [IPV6]:PORT or unix:/PATH");
}

}  // namespace

base::Result<Address> Address::Parse(std::string_view text) {
  Address address;
  if (text.starts_with("unix:")) {
    address.unix_path = text.substr(5);
    if (address.unix_path.empty()) return Bad(text, "the path is empty");
    if (address.unix_path.size() >= sizeof(sockaddr_un::sun_path)) {
      return Bad(text, "the path is longer than a Unix socket allows");
    }
    return address;
  }
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return Bad(text, "the port is missing");
  const std::string_view port = text.substr(colon + 1);
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), address.port);
  if (error != std::errc() || end != port.data() + port.size()) {
    return Bad(text, "the port is no number from 0 to 65535");
  }
  std::string_view host = text.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  if (host == "localhost") host = "127.0.0.1";
  address.host = host.empty() ? "0.0.0.0" : std::string(host);
  return address;
}

}  // namespace oarlock::server
