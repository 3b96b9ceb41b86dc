#pragma once
// A self-signed certificate with its key (PEM), new each time. Tests only. Threads: [any].

#include <string>

namespace oarlock::client {

struct TestKeyPair {
  std::string certificate;
  std::string key;
};

TestKeyPair MakeTestKeyPair();

}  // namespace oarlock::client
