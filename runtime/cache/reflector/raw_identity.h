#pragma once
// ReadRawIdentity: which object in which version some bytes say they are, read without decoding
// them. For the reflector: what a list brings again need not be decoded again.
//
// Only the metadata is looked at, and only up to the last of the four fields; where the bytes are
// not plain enough (an escape, a field twice, no version) the answer is no, and they are decoded.
// So malformed bytes behind the metadata pass here. They are told by who holds that very version
// already, and what it holds came through the decoder: a server that sends another body under a
// version that it gave out before is not believed, whether that body is well-formed or not.
// Threads: [any]. Views point into the bytes.

#include <string_view>

#include "kube/decode.h"

namespace oarlock::cache {

struct RawIdentity {
  std::string_view ns;  // "" = cluster-scoped
  std::string_view name;
  std::string_view uid;
  std::string_view version;
};

// False when it cannot be read so; `out` is of no use then. True: name, uid and version are there.
bool ReadRawIdentity(const kube::RawItem& item, RawIdentity& out);

}  // namespace oarlock::cache
