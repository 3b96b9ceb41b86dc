#pragma once
// Context: one call into a plugin as the host sees it: deadline, cancellation, and every handle the
// call was given. All of them end with it, in one sweep.
//
// Made on the stack around each call (and by fork for another thread of the plugin); used by one
// thread at a time. Threads: the one that runs the call. Ownership: borrows the instance.
// Objects that it read from the cache are leased, not counted (cache/store/lease_table.h).
// Limits: kLeasesMax objects, kListsMax lists, kErrorsMax errors, kBuffersMax buffers of together
// kBufferBytesMax, kDocumentsMax documents.

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/status.h"
#include "cache/store/lease_table.h"
#include "controller/cancellation.h"
#include "kube/call_context.h"
#include "kube/edit_document.h"
#include "kube/object.h"
#include "oarlock/abi/abi.h"
#include "pluginhost/abi/handle_registry.h"
#include "pluginhost/abi/node_tag.h"
#include "pluginhost/abi/slot_table.h"

namespace oarlock::pluginhost {

class Instance;

inline constexpr size_t kLeasesMax = 1'000'000;
inline constexpr size_t kListsMax = 1024;
inline constexpr size_t kErrorsMax = 1024;
inline constexpr size_t kBuffersMax = 1024;
inline constexpr size_t kDocumentsMax = 256;
inline constexpr size_t kBufferBytesMax = 64 * 1024 * 1024;

struct LeasedObject {
  const kube::Object& object() const { return lease.object(); }
  // As a plugin sees it.
  oar_node NodeOf(kube::Value value) const { return TagNode(value, tag); }
  // Empty: the node is none of this object.
  std::optional<kube::Value> Find(oar_node node) const { return FindNode(object(), tag, node); }

  cache::ObjectLease lease;
  uint32_t tag = 0;  // of its nodes (node_tag.h)
  // JSON text by node, built at first use; shared pointers keep the text where it is.
  std::unordered_map<uint64_t, std::unique_ptr<std::string>> json;
};

struct LeasedList {
  std::vector<kube::Object> items;
  std::string cursor;
  std::string resource_version;
  int64_t remaining = -1;
  std::vector<uint64_t> taken;  // handles of objects taken from it
};

struct LeasedError {
  base::Status status;
  int32_t code = OAR_E_INTERNAL;
  std::vector<oar_error_cause> causes;  // views into status
};

struct LeasedBuffer {
  std::string bytes;
  bool finished = false;
};

struct LeasedDocument {
  kube::EditDocument document;
  std::string json;  // as it was asked for last
  std::string diff;
};

// What a call may do; the tags of the ABI as data.
struct CallRights {
  const char* call = "";  // "reconcile", for logs and the crash line
  bool reads = false;     // cache and live reads
  bool writes = false;    // writes and events
  // Its forks go on when the call is over, without its deadline, and are cancelled by drain.
  bool forks_stay = false;
  // Nobody would call it again: it may use the handles that are kept for such calls.
  bool reserved_handle = false;
};

class Context {
 public:
  static constexpr HandleKind kHandleKind = HandleKind::kContext;

  Context(Instance& instance, const CallRights& rights, base::MonoTime deadline,
          std::shared_ptr<controller::Cancellation> cancellation, std::string key = {});
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  oar_ctx handle() const { return {registration_.id()}; }
  Instance& instance() const { return instance_; }
  const CallRights& rights() const { return rights_; }
  const std::string& key() const { return key_; }
  base::MonoTime deadline() const { return deadline_; }
  const std::shared_ptr<controller::Cancellation>& cancellation() const { return cancellation_; }
  kube::CallContext call() const { return {deadline_, cancellation_->token()}; }

  // A handle for an object; 0 when the context holds too many.
  oar_obj Lease(kube::Object object) { return Lease(cache::ObjectLease(std::move(object))); }
  oar_obj Lease(cache::ObjectLease lease);
  // For leases of objects of the cache.
  cache::LeaseTable& leases() { return leases_; }
  // The leased object of a handle of this context or a kept one of the instance; null if neither.
  LeasedObject* Find(oar_obj handle);
  // Remembers a failure and gives its handle (when err is not null) and its code.
  int32_t Fail(const base::Status& status, oar_error* err);
  int32_t Fail(int32_t code, const std::string& message, oar_error* err);

  SlotTable<LeasedObject>& objects() { return objects_; }
  SlotTable<LeasedList>& lists() { return lists_; }
  SlotTable<LeasedError>& errors() { return errors_; }
  SlotTable<LeasedBuffer>& buffers() { return buffers_; }
  size_t& buffer_bytes() { return buffer_bytes_; }
  SlotTable<LeasedDocument>& documents() { return documents_; }
  // Text that lives as long as the context; equal texts are kept once.
  std::string_view Remember(std::string text) { return *texts_.insert(std::move(text)).first; }

  // The plugin's own words for the failure of the present call.
  void SetError(int32_t code, std::string message);
  // What became of a call that returned `status`: the plugin's words where it said some.
  base::Status Outcome(int32_t status) const;

 private:
  Instance& instance_;
  CallRights rights_;
  base::MonoTime deadline_;
  std::shared_ptr<controller::Cancellation> cancellation_;
  std::string key_;
  cache::LeaseTable leases_;  // before the leases
  SlotTable<LeasedObject> objects_{kLeasesMax};
  SlotTable<LeasedList> lists_{kListsMax};
  SlotTable<LeasedError> errors_{kErrorsMax};
  SlotTable<LeasedBuffer> buffers_{kBuffersMax};
  SlotTable<LeasedDocument> documents_{kDocumentsMax};
  size_t buffer_bytes_ = 0;
  std::set<std::string> texts_;
  std::unordered_map<uint64_t, uint64_t> kept_;  // kept handle → own handle
  std::optional<std::pair<int32_t, std::string>> error_;
  Registration registration_;  // last: ends first, before anything it leads to
};

}  // namespace oarlock::pluginhost
