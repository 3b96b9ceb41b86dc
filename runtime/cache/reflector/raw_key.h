#pragma once
// KeyFromBytes: the key of an object that cannot be decoded, as far as its text shows it, so that
// a person can find it and a list does not take it for deleted.
// In JSON it looks for "metadata", then "name" and "namespace" behind it. Empty when no name is
// found. [any]

#include <string>

#include "kube/decode.h"

namespace oarlock::cache {

std::string KeyFromBytes(const kube::RawItem& item);

}  // namespace oarlock::cache
