#pragma once
// StoreView: what one user sees of the store of the informer that serves him, at one moment; and
// ViewReader, which always gives the StoreView of now.
//
// A view's informer may be exchanged for a wider or narrower one while it is in use; who keeps
// reading for long therefore keeps the ViewReader (a Lister does) and takes a StoreView per read,
// or leases (Lease): that touches no counter or lock that readers share. A StoreView is a handle,
// cheap to copy. Threads: [any]; Set waits for reads under way, which are short. Ownership: a
// StoreView shares the store; a lease outlives both. Cost: that of the store's function; of a
// narrowed view also one test per object that is found, and of a metadata view of a full informer
// one small object per object that is read. Errors: kNotFound for an unknown index. See store.h for
// what the functions promise.

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "cache/store.h"
#include "cache/view/narrowing.h"
#include "kube/object.h"
#include "kube/selector.h"

namespace oarlock::cache {

// From the names of a view's own indices to their names in the shared store.
using IndexNames = std::map<std::string, std::string, std::less<>>;

class StoreView {
 public:
  StoreView(std::shared_ptr<const Store> store, std::shared_ptr<const Narrowing> narrowing,
            std::shared_ptr<const IndexNames> names);

  kube::Object Get(std::string_view key) const;
  ObjectLease Lease(std::string_view key, LeaseTable& leases) const;
  std::vector<kube::Object> List() const { return List({}, {}); }
  std::vector<kube::Object> ListNamespace(std::string_view ns) const { return List(ns, {}); }
  // `ns` empty = all namespaces of the view.
  std::vector<kube::Object> List(std::string_view ns, const kube::LabelSelector& selector) const;
  std::vector<std::string> Keys() const;  // unordered
  base::Result<std::vector<kube::Object>> ByIndex(std::string_view index,
                                                  std::string_view value) const;
  base::Result<std::vector<std::string>> IndexKeys(std::string_view index,
                                                   std::string_view value) const;      // sorted
  base::Result<std::vector<std::string>> IndexedValues(std::string_view index) const;  // sorted
  base::Result<std::vector<kube::Object>> Index(std::string_view index,
                                                const kube::Object& sample) const;
  size_t size() const;
  // Of the whole store, which other users may share.
  size_t bytes() const { return of().bytes(); }
  std::string resource_version() const { return of().resource_version(); }
  std::vector<std::string> IndexNames() const { return of().IndexNames(); }
  const std::shared_ptr<const Store>& store() const { return parts_->store; }

 private:
  struct Parts {
    std::shared_ptr<const Store> store;
    std::shared_ptr<const Narrowing> narrowing;
    std::shared_ptr<const cache::IndexNames> names;
  };
  const Store& of() const { return *parts_->store; }
  const Narrowing& narrowing() const { return *parts_->narrowing; }
  std::string_view Stored(std::string_view index) const;
  std::vector<kube::Object> Shown(std::vector<kube::Object> objects) const;

  std::shared_ptr<const Parts> parts_;  // one count to take per read
};

class ViewReader {
 public:
  explicit ViewReader(StoreView now) : now_(new StoreView(std::move(now))) {}
  // A store that belongs to no informer.
  explicit ViewReader(std::shared_ptr<const Store> store);
  ~ViewReader() { delete now_.load(std::memory_order_relaxed); }
  ViewReader(const ViewReader&) = delete;
  ViewReader& operator=(const ViewReader&) = delete;

  StoreView Now() const;
  // Of the object as the view shows it now; empty when it shows none.
  ObjectLease Lease(std::string_view key, LeaseTable& leases) const;
  void Set(StoreView now);  // by the view

 private:
  std::atomic<const StoreView*> now_;  // exchanged by Set; read in a section
};

}  // namespace oarlock::cache
