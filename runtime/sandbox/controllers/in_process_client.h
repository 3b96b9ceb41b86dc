#pragma once
// InProcessClient: how the sandbox's controllers read and write: as a client of its API server, so
// that versions, managedFields, rules and watches are those of any other writer; without a socket.
//
// Reads come from the store and are never stale. Threads: one at a time (the controllers' strand).
// Ownership: borrows server, types and store. Errors: ApiError as the server answered.

#include <map>
#include <string>
#include <string_view>

#include "sandbox/api/api_error.h"
#include "sandbox/api/api_server.h"
#include "sandbox/api/type_registry.h"
#include "sandbox/store/store.h"

namespace oarlock::sandbox {

struct DeleteHow {
  std::string_view propagation = "Background";
  bool at_once = false;       // without grace, as an agent does that has stopped a Pod
  bool this_version = false;  // only while nobody has changed it
};

class InProcessClient {
 public:
  // `manager`: the name in managedFields of those calls that do not say another.
  InProcessClient(ApiServer& api, TypeRegistry& types, Store& store, std::string manager);

  // Null where the resource is not served.
  TypePtr TypeOf(std::string_view resource);
  TypePtr TypeOfKind(std::string_view api_version, std::string_view kind);
  StoredPtr Find(std::string_view resource, std::string_view key) const;
  Snapshot Read() const { return store_.Read(); }
  // The document; null where there is none.
  Json Get(std::string_view resource, std::string_view key);
  Json ToDocument(std::string_view resource, const StoredObject& object);

  ApiStatus Create(std::string_view resource, std::string_view ns, const Json& object);
  // At the version that the document has.
  ApiStatus Update(std::string_view resource, const Json& object, std::string_view subresource = {},
                   std::string_view manager = {});
  // A merge patch of `object` as it is now, or 409.
  ApiStatus Patch(std::string_view resource, const StoredObject& object, Json patch);
  // Of a subresource that is created: a Pod's binding.
  ApiStatus Post(std::string_view resource, const StoredObject& object,
                 std::string_view subresource, const Json& body);
  ApiStatus Delete(std::string_view resource, const StoredObject& object, DeleteHow how = {});

 private:
  struct Request;
  ApiStatus Send(Request request);

  ApiServer& api_;
  TypeRegistry& types_;
  Store& store_;
  const std::string manager_;
  std::shared_ptr<const TypeTable> table_;
  std::map<std::string, TypePtr, std::less<>> by_resource_;
};

}  // namespace oarlock::sandbox
