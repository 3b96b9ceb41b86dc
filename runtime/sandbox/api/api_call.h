#pragma once
// ApiCall: one request to a resource, taken apart; ApiEnvironment: what all verbs work with.
//
// Made by ApiServer for each request; the verbs (read_verbs.h, write_verbs.h, delete_verbs.h) read
// it and add warnings. Threads: a call belongs to the thread that handles it; the environment is
// [any]. Ownership: the environment is borrowed from the sandbox and outlives every call.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/random.h"
#include "sandbox/access/access_control.h"
#include "sandbox/api/accept.h"
#include "sandbox/api/request_path.h"
#include "sandbox/api/type_registry.h"
#include "sandbox/object/object_conversion.h"
#include "sandbox/object/object_view.h"
#include "sandbox/store/store.h"

namespace oarlock::sandbox {

struct ApiSwitches {
  bool http_410_for_watches = false;  // instead of an ERROR frame in a stream with 200
};

struct ApiEnvironment {
  base::Clock& clock;
  base::Random& random;
  Store& store;
  TypeRegistry& types;
  const BuiltinSchemas& schemas;
  const TableMaker& tables;
  const AccessControl& access;
  ApiSwitches switches;
  std::function<std::string()> metrics = {};  // the text of /metrics; none: it is not served
};

struct ApiCall {
  ApiEnvironment& env;
  const server::HttpRequest& http;
  RequestPath path;
  Query query;
  TypePtr type;
  CustomPtr custom;  // null for a built-in type
  Accept accept;
  std::vector<std::string> warnings;
  Identity who;

  std::string key() const { return path.ns.empty() ? path.name : path.ns + "/" + path.name; }
  std::string key_of(std::string_view name) const {
    return path.ns.empty() ? std::string(name) : path.ns + "/" + std::string(name);
  }
  std::string resource() const { return StoredAs(*type); }  // in the store
  ObjectView View() const;
  // Who writes, for managedFields: the query's fieldManager, else the first word of User-Agent.
  std::string FieldManager() const;
  std::string Now() const;  // as metav1.Time
  server::HttpResponse Object(int status, const StoredObject& object) const;
};

}  // namespace oarlock::sandbox
