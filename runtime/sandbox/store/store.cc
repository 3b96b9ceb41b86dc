#include "sandbox/store/store.h"

#include <algorithm>
#include <utility>

namespace oarlock::sandbox {
namespace {

// Bytes that one version of an object is counted as.
size_t BytesOf(const StoredPtr& object) { return object ? object->text.size() + 256 : 0; }

size_t BytesOf(const Change& change) { return BytesOf(change.object); }

StoredPtr Numbered(Draft draft, uint64_t version) {
  const std::string digits = std::to_string(version);
  draft.text.insert(draft.version_at, digits);
  draft.metadata_size += digits.size();
  draft.version = version;
  return std::make_shared<const StoredObject>(std::move(draft));
}

}  // namespace

StoredPtr Renumbered(const StoredObject& object, uint64_t version) {
  Draft draft = object;
  const size_t digits = std::to_string(object.version).size();
  draft.text.erase(draft.version_at, digits);
  draft.metadata_size -= digits;
  return Numbered(std::move(draft), version);
}

namespace {

base::Status NotThatVersion(std::string_view key) {
  return {base::StatusCode::kConflict, std::string(key) + " is not of the expected version"};
}

// Only one mark per second is kept: who asks for minutes needs no more.
constexpr std::chrono::seconds kMarkEvery{1};

}  // namespace

uint64_t StoreState::Forgotten(std::string_view resource) const {
  return std::max(floor, Table(resource).forgotten);
}

std::optional<ObjectMap> StoreState::At(std::string_view resource, uint64_t past) const {
  if (past < Forgotten(resource)) return std::nullopt;
  const ResourceTable& table = Table(resource);
  ObjectMap then = table.objects;
  std::vector<const Change*> later;
  for (auto at = table.changes.UpperBound(past); at.valid(); at.Next())
    later.push_back(&at.value());
  for (auto change = later.rbegin(); change != later.rend(); ++change) {
    const std::string key = (*change)->object->key();
    if ((*change)->previous) {
      then.Set(key, (*change)->previous);
    } else {
      then.Erase(key);
    }
  }
  return then;
}

const ResourceTable& StoreState::Table(std::string_view resource) const {
  static const ResourceTable kEmpty;
  const ResourceTable* table = tables.Find(resource);
  return table != nullptr ? *table : kEmpty;
}

Store::Store(const base::Clock& clock, StoreLimits limits, Snapshot from)
    : clock_(clock), limits_(limits), state_(std::move(from)) {
  if (!state_) state_ = std::make_shared<const StoreState>();
}

Snapshot Store::Read() const {
  const base::MutexLock lock(mutex_);
  return state_;
}

StoredPtr Store::Find(std::string_view resource, std::string_view key) const {
  const Snapshot state = Read();
  const StoredPtr* object = state->Table(resource).objects.Find(key);
  return object != nullptr ? *object : nullptr;
}

base::Result<StoredPtr> Store::Put(std::string_view resource, Draft draft, uint64_t expected) {
  Wakers wakers;
  base::Result<StoredPtr> put = StoredPtr();
  {
    const base::MutexLock lock(mutex_);
    put = PutLocked(resource, std::move(draft), expected);
    if (put.ok()) wakers = WakersOf(resource);
  }
  for (const auto& wake : wakers) (*wake)();
  return put;
}

base::Result<StoredPtr> Store::PutLocked(std::string_view resource, Draft draft,
                                         uint64_t expected) {
  StoreState next = *state_;
  ResourceTable table = next.Table(resource);
  std::string key = draft.key();
  const StoredPtr* found = table.objects.Find(key);
  const StoredPtr previous = found != nullptr ? *found : nullptr;
  if ((previous ? previous->version : 0) != expected) {
    ++stats_.conflicts;
    return NotThatVersion(key);
  }
  OARLOCK_RETURN_IF_ERROR(CheckRoom(previous ? 0 : 1, draft.text.size()));
  const StoredPtr object = Numbered(std::move(draft), ++next.version);
  table.objects.Set(std::move(key), object);
  next.objects += previous ? 0u : 1u;
  next.bytes = next.bytes + BytesOf(object) - BytesOf(previous);
  Record(table, {object, previous, false});
  Publish(resource, std::move(next), std::move(table));
  return object;
}

base::Result<StoredPtr> Store::Remove(std::string_view resource, std::string_view key,
                                      uint64_t expected) {
  Wakers wakers;
  base::Result<StoredPtr> removed = StoredPtr();
  {
    const base::MutexLock lock(mutex_);
    removed = RemoveLocked(resource, key, expected);
    if (removed.ok()) wakers = WakersOf(resource);
  }
  for (const auto& wake : wakers) (*wake)();
  return removed;
}

base::Result<StoredPtr> Store::RemoveLocked(std::string_view resource, std::string_view key,
                                            uint64_t expected) {
  StoreState next = *state_;
  ResourceTable table = next.Table(resource);
  const StoredPtr* found = table.objects.Find(key);
  if (found == nullptr || (*found)->version != expected) {
    ++stats_.conflicts;
    return NotThatVersion(key);
  }
  const StoredPtr previous = *found;
  const StoredPtr object = Renumbered(*previous, ++next.version);
  table.objects.Erase(key);
  --next.objects;
  next.bytes -= BytesOf(previous);
  Record(table, {object, previous, true});
  Publish(resource, std::move(next), std::move(table));
  return object;
}

base::Status Store::CheckRoom(size_t more_objects, size_t more_bytes) {
  const bool full = state_->objects + more_objects > limits_.objects ||
                    state_->bytes + more_bytes > limits_.bytes;
  if (!full) return base::Status::Ok();
  ++stats_.refused;
  return {base::StatusCode::kResourceExhausted, "the sandbox's store is full"};
}

void Store::Record(ResourceTable& table, Change change) {
  table.change_bytes += BytesOf(change);
  const uint64_t version = change.object->version;
  table.changes.Set(version, std::move(change));
  Trim(table);
}

void Store::Trim(ResourceTable& table) {
  while (table.changes.size() > limits_.window_changes ||
         (table.change_bytes > limits_.window_bytes && table.changes.size() > 1)) {
    const auto oldest = table.changes.First();
    table.forgotten = oldest.key();
    table.change_bytes -= BytesOf(oldest.value());
    ++stats_.forgotten_changes;
    table.changes.Erase(uint64_t{table.forgotten});
  }
}

void Store::Publish(std::string_view resource, StoreState next, ResourceTable table) {
  next.tables.Set(std::string(resource), std::move(table));
  NoteVersion(next);
  ++stats_.commits;
  state_ = std::make_shared<const StoreState>(std::move(next));
}

void Store::NoteVersion(StoreState& state) const {
  const base::MonoTime now = clock_.Now();
  const base::MonoTime mark = std::chrono::floor<std::chrono::seconds>(now);
  state.reached.Set(mark, state.version);
  for (auto oldest = state.reached.First(); oldest.valid(); oldest = state.reached.First()) {
    auto second = oldest;
    second.Next();
    // The newest mark before the time-out stays: it is what OldestListed answers.
    if (!second.valid() || second.key() + kMarkEvery > now - kOldVersionsTimeout) break;
    state.reached.Erase(base::MonoTime(oldest.key()));
  }
}

uint64_t Store::Tick() {
  const base::MutexLock lock(mutex_);
  StoreState next = *state_;
  ++next.version;
  NoteVersion(next);
  state_ = std::make_shared<const StoreState>(std::move(next));
  return state_->version;
}

uint64_t Store::OldestListed() const {
  const base::MutexLock lock(mutex_);
  const base::MonoTime limit = clock_.Now() - kOldVersionsTimeout;
  uint64_t oldest = state_->floor;
  for (auto at = state_->reached.First(); at.valid(); at.Next()) {
    if (at.key() + kMarkEvery > limit) break;
    oldest = std::max(oldest, at.value());
  }
  return oldest;
}

void Store::Restore(const Snapshot& snapshot) {
  Wakers wakers;
  {
    const base::MutexLock lock(mutex_);
    StoreState next = *snapshot;
    next.version = std::max(state_->version, snapshot->version) + 1;
    next.floor = next.version;
    next.reached = {};
    NoteVersion(next);
    state_ = std::make_shared<const StoreState>(std::move(next));
    for (const auto& [resource, unused] : wakers_) {
      for (auto& wake : WakersOf(resource)) wakers.push_back(std::move(wake));
    }
  }
  for (const auto& wake : wakers) (*wake)();
}

std::unique_ptr<Store> Store::Fork() const {
  return std::make_unique<Store>(clock_, limits_, Read());
}

std::shared_ptr<void> Store::Subscribe(std::string_view resource, Waker wake) {
  auto handle = std::make_shared<Waker>(std::move(wake));
  const base::MutexLock lock(mutex_);
  auto& list = wakers_[std::string(resource)];
  std::erase_if(list, [](const std::weak_ptr<Waker>& other) { return other.expired(); });
  list.push_back(handle);
  return handle;
}

Store::Wakers Store::WakersOf(std::string_view resource) {
  Wakers alive;
  for (const std::string_view name : {resource, std::string_view()}) {
    const auto list = wakers_.find(name);
    if (list == wakers_.end()) continue;
    for (const auto& weak : list->second) {
      if (auto wake = weak.lock()) alive.push_back(std::move(wake));
    }
    if (resource.empty()) break;  // both are the same
  }
  return alive;
}

StoreStats Store::stats() const {
  const base::MutexLock lock(mutex_);
  return stats_;
}

}  // namespace oarlock::sandbox
