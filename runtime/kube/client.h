#pragma once
// Client: all verbs of the API server for one identity, live (never from a cache).
//
// Implemented in client (REST), by fakes in tests. Calls block until the answer, the deadline or
// the stop token: never call one on [io], [strand] or [timer]. Retries on 429 and 5xx with
// Retry-After happen inside (RC-2), within the deadline.
// Names and namespaces are checked locally: an empty or malformed one is kInvalidArgument and no
// request leaves the process (C-RC-01). Errors carry the server's Status in their detail.
// Threads: [any]. Objects returned keep managedFields unless dropped by option.

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "kube/call_context.h"
#include "kube/list_watcher.h"
#include "kube/object.h"
#include "kube/rest_mapper.h"

namespace oarlock::kube {

// Which object of which resource. `ns` is empty for cluster-scoped resources.
struct ObjectRef {
  ResourceInfo resource;
  std::string ns;
  std::string name;
  std::string subresource;  // "" = the object itself; "status", "scale", …
};

struct WriteOptions {
  std::string field_manager;  // empty = the client's default
  bool dry_run = false;
  std::string field_validation;  // "", "Ignore", "Warn", "Strict"
  bool force = false;            // apply only
};

enum class PatchType : uint8_t { kJson, kMerge, kStrategic, kApply };

struct Patch {
  PatchType type = PatchType::kMerge;
  std::string body;  // JSON; for kApply JSON is valid YAML and is sent as such
};

struct DeleteOptions {
  std::string propagation;  // "", "Orphan", "Background", "Foreground"
  std::optional<int64_t> grace_period_seconds;
  std::string precondition_uid;
  std::string precondition_resource_version;
  bool dry_run = false;
};

// What to list: a resource in one namespace or (ns empty) all of them.
struct ListScope {
  ResourceInfo resource;
  std::string ns;
  std::string label_selector;
  std::string field_selector;
  bool metadata_only = false;  // PartialObjectMetadata instead of the whole objects
};

struct ObjectList {
  std::vector<Object> items;
  ListMeta meta;
};

class Client {
 public:
  virtual ~Client() = default;

  virtual base::Result<Object> Get(const ObjectRef& ref, const CallContext& ctx) = 0;
  // One page as the options say; the caller pages on with continue_token.
  virtual base::Result<ObjectList> List(const ListScope& scope, const ListOptions& options,
                                        const CallContext& ctx) = 0;
  // `json`: the object. ref.name may be empty for generateName.
  virtual base::Result<Object> Create(const ObjectRef& ref, std::string_view json,
                                      const WriteOptions& options, const CallContext& ctx) = 0;
  virtual base::Result<Object> Update(const ObjectRef& ref, std::string_view json,
                                      const WriteOptions& options, const CallContext& ctx) = 0;
  virtual base::Result<Object> PatchObject(const ObjectRef& ref, const Patch& patch,
                                           const WriteOptions& options, const CallContext& ctx) = 0;
  // The answer is the object (being deleted) or the server's Status object.
  virtual base::Result<Object> Delete(const ObjectRef& ref, const DeleteOptions& options,
                                      const CallContext& ctx) = 0;
  virtual base::Status DeleteCollection(const ListScope& scope, const DeleteOptions& options,
                                        const CallContext& ctx) = 0;

  // A source for reflectors. `scope` is copied.
  virtual std::shared_ptr<ListerWatcher> MakeListerWatcher(const ListScope& scope) = 0;
};

struct ServiceAccount {
  std::string ns;
  std::string name;
  friend auto operator<=>(const ServiceAccount&, const ServiceAccount&) = default;
};

// Who a client acts as: the host itself, a user by impersonation, or a ServiceAccount by tokens of
// its own, which the host asks for.
struct Identity {
  std::string user;  // empty = the host's own credentials
  std::vector<std::string> groups;
  std::optional<ServiceAccount> service_account = std::nullopt;
};

class ClientFactory {
 public:
  virtual ~ClientFactory() = default;
  virtual std::shared_ptr<Client> ForIdentity(const Identity& identity) = 0;
};

}  // namespace oarlock::kube
