#include "cache/view/store_view.h"

#include <algorithm>
#include <utility>

#include "base/memory/read_section.h"

namespace oarlock::cache {

StoreView::StoreView(std::shared_ptr<const Store> store, std::shared_ptr<const Narrowing> narrowing,
                     std::shared_ptr<const cache::IndexNames> names)
    : parts_(std::make_shared<Parts>(
          Parts{std::move(store), std::move(narrowing), std::move(names)})) {}

std::string_view StoreView::Stored(std::string_view index) const {
  const auto found = parts_->names->find(index);
  return found == parts_->names->end() ? index : std::string_view(found->second);
}

std::vector<kube::Object> StoreView::Shown(std::vector<kube::Object> objects) const {
  if (narrowing().everything()) return objects;
  std::erase_if(objects, [this](const auto& object) { return !narrowing().Matches(object); });
  for (kube::Object& object : objects) object = narrowing().Form(object);
  return objects;
}

kube::Object StoreView::Get(std::string_view key) const {
  return narrowing().everything() ? of().Get(key) : narrowing().Show(of().Get(key));
}

ObjectLease StoreView::Lease(std::string_view key, LeaseTable& leases) const {
  if (narrowing().everything()) return of().Lease(key, leases);
  ObjectLease lease = of().Lease(key, leases);
  if (!lease || !narrowing().Matches(lease.object())) return {};
  return narrowing().metadata_only() ? ObjectLease(narrowing().Form(lease.object()))
                                     : std::move(lease);
}

std::vector<kube::Object> StoreView::List(std::string_view ns,
                                          const kube::LabelSelector& selector) const {
  const std::string& confined = narrowing().ns();
  if (!confined.empty() && !ns.empty() && ns != confined) return {};
  return Shown(of().List(confined.empty() ? ns : std::string_view(confined), selector));
}

std::vector<std::string> StoreView::Keys() const {
  if (narrowing().everything()) return of().Keys();
  std::vector<std::string> keys;
  for (const kube::Object& object : of().ListNamespace(narrowing().ns())) {
    if (narrowing().Matches(object)) keys.push_back(object.key());
  }
  return keys;
}

size_t StoreView::size() const { return narrowing().everything() ? of().size() : Keys().size(); }

base::Result<std::vector<kube::Object>> StoreView::ByIndex(std::string_view index,
                                                           std::string_view value) const {
  OARLOCK_ASSIGN_OR_RETURN(auto found, of().ByIndex(Stored(index), value));
  return Shown(std::move(found));
}

base::Result<std::vector<std::string>> StoreView::IndexKeys(std::string_view index,
                                                            std::string_view value) const {
  if (narrowing().everything()) return of().IndexKeys(Stored(index), value);
  OARLOCK_ASSIGN_OR_RETURN(const auto found, of().ByIndex(Stored(index), value));
  std::vector<std::string> keys;
  for (const kube::Object& object : found) {
    if (narrowing().Matches(object)) keys.push_back(object.key());
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

base::Result<std::vector<std::string>> StoreView::IndexedValues(std::string_view index) const {
  OARLOCK_ASSIGN_OR_RETURN(auto values, of().IndexedValues(Stored(index)));
  if (narrowing().everything()) return values;
  std::erase_if(values, [&](const std::string& value) {
    const auto keys = IndexKeys(index, value);
    return !keys.ok() || keys->empty();
  });
  return values;
}

base::Result<std::vector<kube::Object>> StoreView::Index(std::string_view index,
                                                         const kube::Object& sample) const {
  OARLOCK_ASSIGN_OR_RETURN(auto found, of().Index(Stored(index), sample));
  return Shown(std::move(found));
}

ViewReader::ViewReader(std::shared_ptr<const Store> store)
    : ViewReader(StoreView(std::move(store), std::make_shared<Narrowing>(),
                           std::make_shared<IndexNames>())) {}

StoreView ViewReader::Now() const {
  const base::ReadSection section;
  return *now_.load(std::memory_order_seq_cst);
}

ObjectLease ViewReader::Lease(std::string_view key, LeaseTable& leases) const {
  const base::ReadSection section;
  return now_.load(std::memory_order_seq_cst)->Lease(key, leases);
}

// What was shown before, perhaps with a whole store, is gone when this returns.
void ViewReader::Set(StoreView now) {
  const StoreView* before = now_.exchange(new StoreView(std::move(now)), std::memory_order_seq_cst);
  base::Grace::Wait();
  delete before;
}

}  // namespace oarlock::cache
