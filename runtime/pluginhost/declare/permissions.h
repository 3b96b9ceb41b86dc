#pragma once
// Permissions: what the manifest lets a plugin do, as rules in the form of RBAC; and which cached
// objects that leaves it.
//
// Read by the supervisor, asked by AccessView before anything is read or sent, and compiled into
// one ObjectFilter per type that the cache's reads, index look-ups and sources of the plugin go
// through. Immutable; threads [any]. Errors: none, the answer is no.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kube/rest_mapper.h"
#include "pluginhost/declare/declaration.h"

namespace oarlock::pluginhost {

struct AccessQuery {
  std::string_view verb;  // "get", "patch", "deletecollection", …
  const kube::ResourceInfo& resource;
  std::string_view subresource;
  std::string_view ns;
  std::string_view name;
};

bool Allows(const AccessDecl& rule, const AccessQuery& query);

// Which objects of one type may be seen. The default: all of them.
class ObjectFilter {
 public:
  struct Part {
    std::vector<std::string> namespaces;  // none: all
    std::vector<std::string> names;       // none: all
  };
  ObjectFilter() = default;
  explicit ObjectFilter(std::vector<Part> parts);

  bool everything() const { return !parts_; }
  bool nothing() const { return parts_ && parts_->empty(); }
  bool Has(std::string_view ns, std::string_view name) const {
    return everything() || HasSome(ns, name);
  }
  // All that objects can be seen in; empty: any.
  std::vector<std::string> Namespaces() const;

 private:
  bool HasSome(std::string_view ns, std::string_view name) const;

  std::optional<std::vector<Part>> parts_;
};

class Permissions {
 public:
  explicit Permissions(std::vector<AccessDecl> rules) : rules_(std::move(rules)) {}

  // What remains of a declared rule.
  std::vector<AccessDecl> Within(const AccessDecl& declared) const;

  bool Allow(const AccessQuery& query) const;
  // What may be listed and watched: without both there is no cache of it.
  ObjectFilter Cached(const kube::ResourceInfo& resource) const;

 private:
  std::vector<AccessDecl> rules_;
};

}  // namespace oarlock::pluginhost
