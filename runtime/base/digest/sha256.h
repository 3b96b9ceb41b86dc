#pragma once
// Sha256: the SHA-256 of bytes, at once or piece by piece, as lower-case hex: the identity of
// libraries, blobs and configurations. Sha256: one thread at a time; Sha256Hex: [any].

#include <memory>
#include <string>
#include <string_view>

namespace oarlock::base {

class Sha256 {
 public:
  Sha256();
  ~Sha256();
  void Add(std::string_view bytes);
  // Once, at the end.
  std::string Hex();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

std::string Sha256Hex(std::string_view bytes);

}  // namespace oarlock::base
