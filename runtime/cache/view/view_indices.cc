#include "cache/view/view_indices.h"

#include <bit>
#include <utility>

namespace oarlock::cache {
namespace {

base::Status Exists(std::string_view name) {
  return {base::StatusCode::kAlreadyExists, "index \"" + std::string(name) + "\" exists"};
}

}  // namespace

ViewIndices::ViewIndices(std::shared_ptr<Store> store) : store_(std::move(store)) {}

base::Status ViewIndices::Put(std::string_view name, Entry entry) {
  OARLOCK_ASSIGN_OR_RETURN(entry.lease, store_->EnsureIndex(entry.stored_name, entry.fn));
  if (entry.stored_name != name) {
    auto names = std::make_shared<IndexNames>(*names_);
    names->insert_or_assign(std::string(name), entry.stored_name);
    names_ = std::move(names);
  }
  entries_.emplace(name, std::move(entry));
  return {};
}

base::Status ViewIndices::Add(std::string_view name, IndexFn fn) {
  if (name == kNamespaceIndex || entries_.contains(name)) return Exists(name);
  // Unique among all views that live: they come to share stores later.
  const auto self = std::bit_cast<uintptr_t>(this);
  Entry entry;
  entry.stored_name = std::string(name) + "#" + std::to_string(self);
  entry.fn = std::move(fn);
  return Put(name, std::move(entry));
}

bool ViewIndices::Remove(std::string_view name) {
  const auto entry = entries_.find(name);
  if (entry == entries_.end() || entry->second.users > 0) return false;
  auto names = std::make_shared<IndexNames>(*names_);
  names->erase(entry->first);
  names_ = std::move(names);
  entries_.erase(entry);
  return true;
}

base::Status ViewIndices::Ensure(std::string_view name, IndexFn fn) {
  const auto known = entries_.find(name);
  if (known != entries_.end()) {
    if (known->second.users == 0) return Exists(name).WithContext("not shared");
    ++known->second.users;
    return {};
  }
  Entry entry;
  entry.stored_name = name;
  entry.fn = std::move(fn);
  entry.users = 1;
  return Put(name, std::move(entry));
}

void ViewIndices::Release(std::string_view name) {
  const auto entry = entries_.find(name);
  if (entry == entries_.end() || entry->second.users == 0 || --entry->second.users > 0) return;
  entries_.erase(entry);
}

void ViewIndices::MoveTo(std::shared_ptr<Store> store) {
  for (auto& [name, entry] : entries_) {
    auto lease = store->EnsureIndex(entry.stored_name, entry.fn);
    // Fails only where a store has an unshared index of that name, which views never make.
    entry.lease = lease.ok() ? std::move(lease).value() : nullptr;
  }
  store_ = std::move(store);
}

}  // namespace oarlock::cache
