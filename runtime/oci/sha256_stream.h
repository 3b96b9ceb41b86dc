#pragma once
// Sha256Stream: SHA-256 of bytes that come piece by piece. One thread at a time.

#include <memory>
#include <string>
#include <string_view>

namespace oarlock::oci {

class Sha256Stream {
 public:
  Sha256Stream();
  ~Sha256Stream();
  void Add(std::string_view bytes);
  // "sha256:" and lower-case hex; once.
  std::string Digest();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

std::string DigestOf(std::string_view bytes);

}  // namespace oarlock::oci
