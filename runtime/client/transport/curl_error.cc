#include "client/transport/curl_error.h"

#include <curl/curl.h>

namespace oarlock::client {
namespace {

const char* What(TransferError kind) {
  switch (kind) {
    case TransferError::kConnect: return "cannot connect: ";
    case TransferError::kTls: return "TLS: ";
    case TransferError::kBroken: return "connection broken: ";
    case TransferError::kHttp2: return "HTTP/2: ";
    case TransferError::kStalled: return "timed out: ";
    case TransferError::kNone:
    case TransferError::kAborted:
    case TransferError::kFenced:
    case TransferError::kOther: break;
  }
  return "";
}

}  // namespace

TransferError CurlErrorKind(int code) {
  switch (code) {
    case CURLE_OK: return TransferError::kNone;
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT:
    case CURLE_PROXY: return TransferError::kConnect;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_CLIENTCERT: return TransferError::kTls;
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_FAIL_REWIND:  // what libcurl would have sent again, see CurlTransfer
    case CURLE_BAD_CONTENT_ENCODING: return TransferError::kBroken;
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM: return TransferError::kHttp2;
    case CURLE_OPERATION_TIMEDOUT: return TransferError::kStalled;
    default: return TransferError::kOther;
  }
}

base::Status CurlErrorStatus(int code, const char* text) {
  std::string message = What(CurlErrorKind(code));
  if (code == CURLE_SEND_FAIL_REWIND) text = "no answer came; what was sent may have been done";
  message +=
      text != nullptr && *text != '\0' ? text : curl_easy_strerror(static_cast<CURLcode>(code));
  if (code == CURLE_PEER_FAILED_VERIFICATION) {
    const bool name = message.find("subject name") != std::string::npos;
    message += name ? " (tls-server-name sets the name to expect)"
                    : " (is the certificate authority of this server configured?)";
  }
  switch (code) {
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL: return base::InvalidArgument(std::move(message));
    case CURLE_OUT_OF_MEMORY: return {base::StatusCode::kResourceExhausted, std::move(message)};
    default: return base::Unavailable(std::move(message));
  }
}

}  // namespace oarlock::client
