#include "pluginhost/abi/abi_convert.h"

#include "base/text/cut_text.h"

namespace oarlock::pluginhost {

int32_t ToAbi(base::StatusCode code) {
  using base::StatusCode;
  switch (code) {
    case StatusCode::kOk: return OAR_OK;
    case StatusCode::kInvalidArgument: return OAR_E_INVALID;
    case StatusCode::kUnauthenticated: return OAR_E_UNAUTHORIZED;
    case StatusCode::kPermissionDenied: return OAR_E_FORBIDDEN;
    case StatusCode::kNotFound: return OAR_E_NOT_FOUND;
    case StatusCode::kAlreadyExists: return OAR_E_ALREADY_EXISTS;
    case StatusCode::kConflict: return OAR_E_CONFLICT;
    case StatusCode::kGone: return OAR_E_GONE;
    case StatusCode::kResourceExhausted: return OAR_E_THROTTLED;
    case StatusCode::kTooLarge: return OAR_E_TOO_LARGE;
    case StatusCode::kUnavailable: return OAR_E_UNAVAILABLE;
    case StatusCode::kDeadlineExceeded: return OAR_E_TIMEOUT;
    case StatusCode::kCancelled: return OAR_E_CANCELLED;
    case StatusCode::kFailedPrecondition: return OAR_E_SHUTTING_DOWN;
    case StatusCode::kNotLeading: return OAR_E_NOT_LEADER;
    case StatusCode::kDataLoss: return OAR_E_INVALID;
    case StatusCode::kPluginFault: return OAR_E_PLUGIN_FAULT;
    case StatusCode::kUnimplemented: return OAR_E_UNIMPLEMENTED;
    case StatusCode::kInternal: return OAR_E_INTERNAL;
  }
  return OAR_E_INTERNAL;
}

base::StatusCode FromAbi(int32_t status) {
  using base::StatusCode;
  if (status >= 0) return StatusCode::kOk;
  switch (status) {
    case OAR_E_UNIMPLEMENTED: return StatusCode::kUnimplemented;
    case OAR_E_INVALID: return StatusCode::kInvalidArgument;
    case OAR_E_NOT_FOUND: return StatusCode::kNotFound;
    case OAR_E_CONFLICT: return StatusCode::kConflict;
    case OAR_E_ALREADY_EXISTS: return StatusCode::kAlreadyExists;
    case OAR_E_FORBIDDEN: return StatusCode::kPermissionDenied;
    case OAR_E_UNAUTHORIZED: return StatusCode::kUnauthenticated;
    case OAR_E_TIMEOUT: return StatusCode::kDeadlineExceeded;
    case OAR_E_CANCELLED: return StatusCode::kCancelled;
    case OAR_E_THROTTLED: return StatusCode::kResourceExhausted;
    case OAR_E_GONE: return StatusCode::kGone;
    case OAR_E_TOO_LARGE: return StatusCode::kTooLarge;
    case OAR_E_NOT_LEADER: return StatusCode::kNotLeading;
    case OAR_E_SHUTTING_DOWN: return StatusCode::kFailedPrecondition;
    case OAR_E_UNAVAILABLE: return StatusCode::kUnavailable;
    case OAR_E_STALE:
    case OAR_E_UNDECLARED:
    case OAR_E_PLUGIN_FAULT: return StatusCode::kPluginFault;
    default: return StatusCode::kInternal;
  }
}

std::string_view AbiStatusName(int32_t status) {
  static constexpr std::string_view kNames[] = {"OK",           "UNIMPLEMENTED", "INVALID",
                                                "NOT_FOUND",    "CONFLICT",      "ALREADY_EXISTS",
                                                "FORBIDDEN",    "UNAUTHORIZED",  "TIMEOUT",
                                                "CANCELLED",    "THROTTLED",     "GONE",
                                                "TOO_LARGE",    "STALE",         "UNDECLARED",
                                                "NOT_LEADER",   "SHUTTING_DOWN", "INTERNAL",
                                                "PLUGIN_FAULT", "UNAVAILABLE"};
  if (status > 0) return "OK";
  const auto index = static_cast<size_t>(-static_cast<int64_t>(status));
  return index < std::size(kNames) ? kNames[index] : "UNKNOWN";
}

// kube's types have the ABI's numbers.
static_assert(static_cast<int32_t>(kube::ValueType::kMissing) == OAR_TYPE_MISSING);
static_assert(static_cast<int32_t>(kube::ValueType::kBool) == OAR_TYPE_BOOL);
static_assert(static_cast<int32_t>(kube::ValueType::kNumberText) == OAR_TYPE_NUMBER_TEXT);
static_assert(static_cast<int32_t>(kube::ValueType::kMap) == OAR_TYPE_MAP);

oar_value ToAbi(kube::Value value) {
  using kube::ValueType;
  oar_value out{};
  out.type = static_cast<int32_t>(value.type());
  out.node = {value.node()};
  switch (value.type()) {
    case ValueType::kMissing:
    case ValueType::kNull: break;
    case ValueType::kBool: out.as.i64 = value.AsBool() ? 1 : 0; break;
    case ValueType::kInt: out.as.i64 = value.AsInt(); break;
    case ValueType::kUint: out.as.u64 = value.AsUint(); break;
    case ValueType::kDouble: out.as.f64 = value.AsDouble(); break;
    case ValueType::kNumberText: break;
    case ValueType::kString: out.text = ToView(value.AsString()); break;
    case ValueType::kArray:
    case ValueType::kMap: out.as.u64 = value.size(); break;
  }
  if (value.is_number()) out.text = ToView(value.NumberText());
  return out;
}

void WriteText(oar_text& text, std::string_view content) {
  text.len = 0;
  if (text.ptr == nullptr) return;
  const std::string_view cut = base::CutText(content, text.capacity);
  std::memcpy(text.ptr, cut.data(), cut.size());
  text.len = cut.size();
}

std::string TextOf(const oar_text& text) {
  if (text.ptr == nullptr) return {};
  return std::string(text.ptr, std::min(text.len, text.capacity));
}

}  // namespace oarlock::pluginhost
