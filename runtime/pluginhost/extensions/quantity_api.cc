// The ABI's extension oarlock.quantity/1 over kube::Quantity.
#include "kube/quantity.h"
#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/abi/host_api.h"
#include "pluginhost/instance.h"

namespace oarlock::pluginhost {
namespace {

using Format = kube::Quantity::Format;
static_assert(static_cast<int32_t>(Format::kDecimal) == OAR_QUANTITY_DECIMAL);
static_assert(static_cast<int32_t>(Format::kBinary) == OAR_QUANTITY_BINARY);
static_assert(static_cast<int32_t>(Format::kExponent) == OAR_QUANTITY_EXPONENT);

int32_t Read(oar_host host, oar_view text, kube::Quantity& out) {
  if (!Pinned<Instance>(host.id)) return OAR_E_STALE;
  if (!IsView(text)) return OAR_E_INVALID;
  const auto quantity = kube::Quantity::Parse(FromView(text));
  if (!quantity.ok()) return OAR_E_INVALID;
  out = *quantity;
  return OAR_OK;
}

int32_t Parse(oar_host host, oar_view text, oar_quantity* out) noexcept {
  if (out == nullptr) return OAR_E_INVALID;
  oar_quantity filled{};
  kube::Quantity quantity;
  const int32_t code = out->flags == 0 ? Read(host, text, quantity) : OAR_E_INVALID;
  if (code == OAR_OK) {
    filled.format = static_cast<int32_t>(quantity.format());
    filled.exact = quantity.IsWhole() ? 1 : 0;
    filled.value = quantity.Value();
    filled.milli = quantity.MilliValue();
    filled.nearest = quantity.ToDouble();
  }
  FillStruct(out, filled);
  return code;
}

int32_t Compare(oar_host host, oar_view a, oar_view b, int32_t* out) noexcept {
  if (out == nullptr) return OAR_E_INVALID;
  *out = 0;
  kube::Quantity left;
  kube::Quantity right;
  if (const int32_t code = Read(host, a, left); code != OAR_OK) return code;
  if (const int32_t code = Read(host, b, right); code != OAR_OK) return code;
  if (left != right) *out = left < right ? -1 : 1;
  return OAR_OK;
}

int32_t Canonical(oar_host host, oar_view text, oar_text* out) noexcept {
  if (out == nullptr || out->ptr == nullptr) return OAR_E_INVALID;
  out->len = 0;
  kube::Quantity quantity;
  if (const int32_t code = Read(host, text, quantity); code != OAR_OK) return code;
  const std::string canonical = quantity.Canonical();
  if (canonical.size() > out->capacity) return OAR_E_TOO_LARGE;
  WriteText(*out, canonical);
  return OAR_OK;
}

}  // namespace

const oar_quantity_api& QuantityApi() {
  static constexpr oar_quantity_api kApi = {sizeof(oar_quantity_api), 0, Parse, Compare, Canonical};
  return kApi;
}

}  // namespace oarlock::pluginhost
