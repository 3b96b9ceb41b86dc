#pragma once
// ViewIndices: the indices that the users of one view added, kept in the store that serves the view
// and taken along when that changes.
//
// Used by InformerView. An index of AddIndex belongs to the view alone: in the shared store it has
// a name of its own, so that two users may call different things the same. One of EnsureIndex is
// shared by name with everybody whose store it is (see Store::EnsureIndex).
// Not thread-safe: the view's lock guards it; the store guards itself.
// Errors: kAlreadyExists as the store says it.

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/status.h"
#include "cache/store.h"
#include "cache/view/store_view.h"

namespace oarlock::cache {

class ViewIndices {
 public:
  explicit ViewIndices(std::shared_ptr<Store> store);

  base::Status Add(std::string_view name, IndexFn fn);
  bool Remove(std::string_view name);
  // Counts; each one that succeeded is undone by Release.
  base::Status Ensure(std::string_view name, IndexFn fn);
  void Release(std::string_view name);

  // The same indices in another store, then out of the old one.
  void MoveTo(std::shared_ptr<Store> store);
  const std::shared_ptr<Store>& store() const { return store_; }
  std::shared_ptr<const IndexNames> names() const { return names_; }

 private:
  struct Entry {
    std::string stored_name;
    IndexFn fn;
    uint64_t users = 0;           // 0: of Add
    std::shared_ptr<void> lease;  // dies before the store
  };
  base::Status Put(std::string_view name, Entry entry);

  std::shared_ptr<Store> store_;
  std::map<std::string, Entry, std::less<>> entries_;
  std::shared_ptr<const IndexNames> names_ = std::make_shared<IndexNames>();
};

}  // namespace oarlock::cache
