#pragma once
// Transform: a step of the embedding program between decoding and everything else (client-go's
// TransformFunc).
//
// Given in an informer's request or as the factory's option; never by a plugin. It is part of the
// informer's key by its name: equal names are taken to be the same function, and users with and
// without one never share a store.
// It sees each received object once, before the queue, the store, indices and handlers: never a
// deletion that was found by comparing lists, never a redelivery. It gives back an object with the
// same namespace, name, uid and resourceVersion (usually one with fewer fields); an error sets the
// object aside with that error, as does another identity. The reflector resumes by the version of
// what was received, not of what came out.
// Threads: called on [strand], one call at a time per informer, and by whoever tells the cache of a
// write's answer: it must be pure and quick. Ownership: shared by all informers that use it.

#include <functional>
#include <string>

#include "base/status.h"
#include "kube/object.h"

namespace oarlock::cache {

struct Transform {
  std::string name;
  std::function<base::Result<kube::Object>(const kube::Object&)> fn;

  explicit operator bool() const { return fn != nullptr; }
  // The object after the function, checked: OK with the object, or why it is set aside.
  base::Result<kube::Object> Apply(const kube::Object& object) const;
};

}  // namespace oarlock::cache
