#pragma once
// Base64 (RFC 4648, padded): of Secrets, kubeconfig files and Basic authentication. Threads: [any].

#include <optional>
#include <string>
#include <string_view>

namespace oarlock::kube {

std::string EncodeBase64(std::string_view bytes);
// Line breaks and blanks in the text are skipped. Empty when it is no base64.
std::optional<std::string> DecodeBase64(std::string_view text);

}  // namespace oarlock::kube
