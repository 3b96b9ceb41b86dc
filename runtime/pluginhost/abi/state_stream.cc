#include "pluginhost/abi/state_stream.h"

#include <algorithm>
#include <cstring>

#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/instance.h"

namespace oarlock::pluginhost {
namespace {

int32_t BeginThunk(oar_stream handle, const oar_state_info* info) noexcept {
  const Pinned<StateStream> stream(handle.id);
  if (!stream) return OAR_E_STALE;
  const auto copy = ReadStruct(info);
  return copy ? stream->Begin(*copy) : OAR_E_INVALID;
}

int32_t WriteThunk(oar_stream handle, oar_view bytes) noexcept {
  const Pinned<StateStream> stream(handle.id);
  if (!stream) return OAR_E_STALE;
  return IsView(bytes) ? stream->Write(FromView(bytes)) : OAR_E_INVALID;
}

int32_t ReadThunk(oar_stream handle, oar_text* into) noexcept {
  if (into == nullptr || into->ptr == nullptr || into->capacity == 0) return OAR_E_INVALID;
  into->len = 0;
  const Pinned<StateStream> stream(handle.id);
  return stream ? stream->Read(*into) : OAR_E_STALE;
}

int32_t LeftThunk(oar_stream handle, uint64_t* out) noexcept {
  if (out == nullptr) return OAR_E_INVALID;
  *out = 0;
  const Pinned<StateStream> stream(handle.id);
  if (!stream) return OAR_E_STALE;
  *out = stream->Left();
  return OAR_OK;
}

}  // namespace

const oar_stream_api& StateStream::Api() {
  static constexpr oar_stream_api kApi = {
      sizeof(oar_stream_api), 0, BeginThunk, WriteThunk, ReadThunk, LeftThunk};
  return kApi;
}

int32_t StateStream::Alive() const {
  if (call_.cancellation()->cancelled()) {
    const bool late = call_.cancellation()->reason() == controller::CancelReason::kDeadline;
    return late ? OAR_E_TIMEOUT : OAR_E_CANCELLED;
  }
  return call_.instance().env().clock.Now() < call_.deadline() ? OAR_OK : OAR_E_TIMEOUT;
}

int32_t StateStream::Begin(const oar_state_info& info) {
  if (from_ != nullptr || begun_ || FromView(info.schema).empty()) return OAR_E_INVALID;
  if (!schema_.empty() && schema_ != FromView(info.schema)) return OAR_E_UNDECLARED;
  begun_ = true;
  to_.schema = TextOf(info.schema);
  to_.version = info.version;
  return OAR_OK;
}

int32_t StateStream::Write(std::string_view bytes) {
  if (!begun_) return OAR_E_INVALID;
  if (const int32_t code = Alive(); code != OAR_OK) return code;
  if (bytes.size() > Left()) return OAR_E_TOO_LARGE;
  to_.bytes.append(bytes);
  return OAR_OK;
}

int32_t StateStream::Read(oar_text& into) {
  if (from_ == nullptr) return OAR_E_INVALID;
  if (const int32_t code = Alive(); code != OAR_OK) return code;
  const size_t bytes = std::min<uint64_t>(into.capacity, Left());
  if (bytes == 0) return OAR_END;
  std::memcpy(into.ptr, from_->bytes.data() + read_, bytes);
  into.len = bytes;
  read_ += bytes;
  return OAR_OK;
}

uint64_t StateStream::Left() const {
  return from_ != nullptr ? from_->bytes.size() - read_ : kStateBytesMax - to_.bytes.size();
}

}  // namespace oarlock::pluginhost
