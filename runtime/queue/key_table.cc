#include "queue/key_table.h"

#include <utility>

namespace oarlock::queue {
namespace {

constexpr size_t kBucketsMin = 64;
constexpr size_t kSpareNameBytes = 1024;

Entry* FindInChain(Entry* entry, const Key& key, size_t hash) {
  while (entry != nullptr && (entry->hash != hash || entry->key != key)) entry = entry->next;
  return entry;
}

}  // namespace

KeyTable::KeyTable(size_t keys_max, size_t idle_max)
    : keys_max_(keys_max), idle_max_(idle_max), buckets_(kBucketsMin) {}

KeyTable::~KeyTable() {
  for (Entry* entry : All()) delete entry;
}

std::vector<Entry*> KeyTable::All() const {
  std::vector<Entry*> all;
  all.reserve(size_);
  for (Entry* entry : buckets_) {
    for (; entry != nullptr; entry = entry->next) all.push_back(entry);
  }
  return all;
}

Entry* KeyTable::Find(const Key& key) const {
  const size_t hash = KeyHash{}(key);
  return FindInChain(buckets_[hash & (buckets_.size() - 1)], key, hash);
}

Entry* KeyTable::FindOrInsert(const Key& key) {
  const size_t hash = KeyHash{}(key);
  if (Entry* const known = FindInChain(Bucket(hash), key, hash)) return known;
  if (size_ >= keys_max_) return nullptr;
  if (size_ == buckets_.size()) Resize(buckets_.size() * 2);
  Entry* const entry = TakeSpare().release();
  entry->key = key;
  entry->hash = hash;
  entry->next = std::exchange(Bucket(hash), entry);
  ++size_;
  return entry;
}

std::unique_ptr<Entry> KeyTable::TakeSpare() {
  if (spare_.empty()) return std::make_unique<Entry>();
  std::unique_ptr<Entry> entry = std::move(spare_.back());
  spare_.pop_back();
  return entry;
}

void KeyTable::Activate(Entry& entry) {
  if (std::exchange(entry.held, false)) --held_;
  if (std::exchange(entry.idle, false)) --idle_;
}

void KeyTable::Hold(Entry& entry) {
  if (!std::exchange(entry.held, true)) ++held_;
}

void KeyTable::Settle(Entry& entry) {
  if (entry.ready() || entry.processing() || entry.delayed()) return;
  if (entry.failures > 0 || entry.held) {
    if (entry.idle) return;
    if (idle_ < idle_max_) {
      entry.idle = true;
      ++idle_;
      return;
    }
  }
  Activate(entry);
  Drop(entry);
}

void KeyTable::Drop(Entry& entry) {
  Entry** link = &Bucket(entry.hash);
  while (*link != &entry) link = &(*link)->next;
  *link = entry.next;
  --size_;
  std::unique_ptr<Entry> dropped(&entry);
  const bool small = entry.key.ns.capacity() + entry.key.name.capacity() <= kSpareNameBytes;
  if (small && spare_.size() < kSpareEntries) {
    Key key = std::move(entry.key);  // its buffers are worth keeping, nothing else is
    entry = Entry{};
    entry.key = std::move(key);
    spare_.push_back(std::move(dropped));
  }
  if (buckets_.size() > kBucketsMin && size_ < buckets_.size() / 8) Resize(buckets_.size() / 4);
}

void KeyTable::Resize(size_t buckets) {
  std::vector<Entry*> all = All();
  buckets_.assign(buckets, nullptr);
  buckets_.shrink_to_fit();
  for (Entry* entry : all) entry->next = std::exchange(Bucket(entry->hash), entry);
}

}  // namespace oarlock::queue
