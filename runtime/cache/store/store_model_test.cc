// Random operations on a Store against a naive model: content, overlay of own writes, versions, and
// indices as they would be if recomputed (INV-10): after every step under each value that it
// touched, every 50 steps and after each change of the indices under all of them.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/fake_clock.h"
#include "base/random.h"
#include "cache/store.h"
#include "cache/testing/scripted_source.h"
#include "kube/decode.h"

namespace oarlock::cache {
namespace {

using testing::Json;
using Kind = StoreChange::Kind;

uint64_t Number(std::string_view version) {
  return version.empty() ? 0 : std::stoull(std::string(version));
}
uint64_t VersionOf(const kube::Object& object) {
  return object ? Number(object.resource_version()) : 0;
}

// None to two values; fails for some objects.
void Letters(const kube::Object& object, IndexValues& values) {
  const std::string_view text = object["data"]["v"].AsString();
  for (const char letter : text) values.Add(std::string(1, letter));
  if (text == "cc") values.Fail("no");
}

// What a store should hold, said as plainly as possible.
struct Model {
  struct Entry {
    kube::Object base;
    kube::Object answer;
    std::string gone_uid;
    uint64_t gone_version = 0;
    base::MonoTime gone_until{};
    bool listed = false;

    bool pending() const { return answer || !gone_uid.empty(); }
    kube::Object visible() const {
      if (answer) return answer;
      return base && base.uid() == gone_uid ? kube::Object() : base;
    }
    // The watch or a list is at `seen`; `uid` empty: no event of this key.
    void Passed(uint64_t seen) {
      if (answer && VersionOf(answer) <= seen) answer = {};
      if (gone_version != 0 && seen >= gone_version) gone_uid.clear();
    }
  };

  Kind Set(const kube::Object& object, bool keep_newer) {
    Entry& entry = entries[object.key()];
    entry.listed = true;
    const kube::Object old = entry.base;
    if (old && keep_newer && VersionOf(object) < VersionOf(old)) return Kind::kNone;
    entry.Passed(VersionOf(object));
    const bool same_uid = old && old.uid() == object.uid();
    if (same_uid && VersionOf(old) == VersionOf(object)) return Kind::kNone;
    entry.base = object;
    return !old ? Kind::kAdded : same_uid ? Kind::kUpdated : Kind::kRecreated;
  }

  Kind Remove(const kube::Object& final_state) {
    Entry& entry = entries[final_state.key()];
    const bool known = static_cast<bool>(entry.base);
    entry.base = {};
    entry.Passed(VersionOf(final_state));
    if (entry.answer && entry.answer.uid() == final_state.uid()) entry.answer = {};
    if (entry.gone_uid == final_state.uid()) entry.gone_uid.clear();
    return known ? Kind::kDeleted : Kind::kNone;
  }

  bool ApplyWrite(const kube::Object& answer) {
    Entry& entry = entries[answer.key()];
    if (entry.gone_uid == answer.uid()) return false;
    const kube::Object& known = entry.answer ? entry.answer : entry.base;
    if (known && VersionOf(answer) <= VersionOf(known)) return false;
    const auto removed = batch_removed.find(answer.key());
    if (!known && removed != batch_removed.end() && removed->second == answer.uid()) return false;
    if (!known && version != 0 && VersionOf(answer) <= version) return false;
    entry.answer = answer;
    return true;
  }

  std::set<std::string> EndList(uint64_t list_version, bool consistent) {
    std::set<std::string> removed;
    for (auto& [key, entry] : entries) {
      const bool ahead = !consistent && VersionOf(entry.base) > list_version;
      if (entry.base && !entry.listed && !ahead) {
        removed.insert(key);
        entry.base = {};
      }
      entry.Passed(list_version);
      if (consistent) entry.answer = {};
      if (consistent) entry.gone_uid.clear();
    }
    version = list_version;
    return removed;
  }

  void Seen(uint64_t seen) {
    uint64_t& which = in_batch ? batch_version : version;
    which = std::max(which, seen);
  }

  std::map<std::string, Entry> entries;
  uint64_t version = 0;
  bool in_batch = false;
  uint64_t batch_version = 0;
  std::map<std::string, std::string> batch_removed;
};

class StoreModel {
 public:
  explicit StoreModel(uint64_t seed) : random_(seed) {}

  bool changed_indices() const { return changed_indices_; }

  void Step() {
    changed_indices_ = false;
    const uint64_t what = random_.Next() % 100;
    if (what < 35) return Set();
    if (what < 50) return Remove();
    if (what < 65) return ApplyWrite();
    if (what < 75) return ApplyDelete();
    if (what < 77) return List();
    if (what < 79) return Index();
    if (what < 92) return Batch();
    if (what < 96) return Expire();
    Bookmark();
  }

  // What the last step changed, and every index under the values that it touched.
  void Check() {
    std::set<std::string> touched;
    for (const auto& [key, entry] : model_.entries) {
      const kube::Object visible = entry.visible();
      kube::Object& shown = shown_[key];
      if (shown.SameAs(visible)) continue;
      ASSERT_TRUE(store_.Get(key).SameAs(visible)) << key;
      Count(key, shown, -1, touched);
      Count(key, visible, 1, touched);
      shown = visible;
    }
    size_t pending = 0;
    for (const auto& [key, entry] : model_.entries) pending += entry.pending() ? 1u : 0u;
    ASSERT_EQ(store_.size(), items_);
    ASSERT_EQ(store_.bytes(), bytes_);
    ASSERT_EQ(store_.pending(), pending);
    ASSERT_EQ(store_.index_set_aside(), has_index_ ? aside_ : 0);
    ASSERT_EQ(Number(store_.resource_version()), model_.version);
    if (!has_index_) return;
    for (const std::string& value : touched) {
      ASSERT_EQ(store_.IndexKeys("letters", value).value(), Sorted(by_letter_[value])) << value;
    }
  }

  // Everything, from the model's objects alone.
  void CheckAll() {
    Check();
    std::map<std::string, std::set<std::string>> by_letter;
    std::map<std::string, std::set<std::string>> by_namespace;
    for (const auto& [key, entry] : model_.entries) {
      const kube::Object visible = entry.visible();
      ASSERT_TRUE(store_.Get(key).SameAs(visible)) << key;
      if (!visible) continue;
      IndexValues values;
      Letters(visible, values);
      for (const std::string& value : values.Take()) by_letter[value].insert(key);
      by_namespace[std::string(visible.ns())].insert(key);
    }
    CheckIndex(std::string(kNamespaceIndex), by_namespace);
    if (has_index_) CheckIndex("letters", by_letter);
    CheckBases();
  }

 private:
  void CheckBases() {
    std::map<std::string, kube::Object> bases;
    for (const kube::Object& object : store_.Bases()) bases[object.key()] = object;
    for (const auto& [key, entry] : model_.entries) {
      ASSERT_TRUE(bases[key].SameAs(entry.base)) << key;
    }
  }

  static std::vector<std::string> Sorted(const std::set<std::string>& keys) {
    return {keys.begin(), keys.end()};
  }

  // Adds an object to what is expected, or with -1 takes it out.
  void Count(const std::string& key, const kube::Object& object, int by,
             std::set<std::string>& touched) {
    if (!object) return;
    IndexValues values;
    Letters(object, values);
    const bool failed = values.failed();
    items_ += by > 0 ? 1 : static_cast<size_t>(-1);
    aside_ += !failed ? 0 : by > 0 ? 1 : static_cast<size_t>(-1);
    bytes_ += by > 0 ? object.bytes() : -object.bytes();
    for (const std::string& value : values.Take()) {
      touched.insert(value);
      if (by > 0) {
        by_letter_[value].insert(key);
      } else {
        by_letter_[value].erase(key);
      }
    }
  }

  uint64_t Dice(uint64_t sides) { return random_.Next() % sides; }

  kube::Object Make(const std::string& name, const std::string& ns, uint64_t version,
                    uint64_t uid) {
    std::string value;
    for (uint64_t i = Dice(3); i > 0; --i) value += static_cast<char>('a' + Dice(3));
    return kube::ObjectFromJson(
               Json({name, std::to_string(version), ns, "u" + std::to_string(uid), value}))
        .value();
  }

  // One of 24 keys, mostly with the uid that is there, at a version around the newest.
  kube::Object Any(uint64_t version) {
    const std::string name = "o" + std::to_string(Dice(12));
    const std::string ns = "n" + std::to_string(Dice(2));
    const Model::Entry& known = model_.entries[ns + "/" + name];
    const kube::Object visible = known.visible();
    const kube::Object like = visible && Dice(2) == 0 ? visible : known.base;
    const bool same = like && Dice(6) != 0;
    return Make(name, ns, version, same ? Number(like.uid().substr(1)) : Dice(1000));
  }
  uint64_t Fresh() { return newest_ += 1 + Dice(2); }
  uint64_t Around() { return Dice(3) == 0 ? newest_ - Dice(20) : Fresh(); }

  void Set() {
    const bool keep_newer = Dice(4) == 0;
    const kube::Object object = Any(keep_newer ? newest_ - Dice(20) : Fresh());
    const kube::Object old = model_.entries[object.key()].base;
    model_.Seen(VersionOf(object));
    const StoreChange change = store_.Set(object, {.keep_newer = keep_newer});
    ASSERT_EQ(change.kind, model_.Set(object, keep_newer));
    ASSERT_TRUE(change.old_object.SameAs(change.kind == Kind::kNone ? kube::Object() : old));
  }

  void Remove() {
    const kube::Object object = Any(Fresh());
    const kube::Object old = model_.entries[object.key()].base;
    model_.Seen(VersionOf(object));
    if (model_.in_batch) model_.batch_removed[object.key()] = object.uid();
    const StoreChange change = store_.Remove(object.key(), object);
    ASSERT_EQ(change.kind, model_.Remove(object));
    ASSERT_TRUE(change.old_object.SameAs(old));
  }

  void ApplyWrite() {
    const kube::Object answer = Any(Around());
    ASSERT_EQ(store_.ApplyWrite(answer), model_.ApplyWrite(answer));
  }

  void ApplyDelete() {
    const kube::Object object = Any(Around());
    const uint64_t version = Dice(3) == 0 ? Fresh() : 0;
    const std::string text = version == 0 ? "" : std::to_string(version);
    ASSERT_TRUE(store_.ApplyDelete(object.key(), object.uid(), text, clock_.Now()));
    Model::Entry& entry = model_.entries[object.key()];
    if (entry.answer && entry.answer.uid() == object.uid()) entry.answer = {};
    entry.gone_uid = object.uid();
    entry.gone_version = version;
    entry.gone_until = clock_.Now() + kDeleteMarkTime;
  }

  // A list in the order of its items, now and then given up, with other threads' writes in between.
  void List() {
    if (model_.in_batch) return;
    const bool consistent = Dice(3) == 0;
    store_.BeginList();
    for (auto& [key, entry] : model_.entries) entry.listed = false;
    const std::map<std::string, Model::Entry> before = model_.entries;
    for (const auto& [key, entry] : before) {
      const uint64_t what = Dice(10);
      if (what == 0) ApplyWrite();
      if (what == 1) ApplyDelete();
      if (what == 2 && entry.base) {
        store_.Mark(key);
        model_.entries[key].listed = true;
      }
      if (what < 5 || !entry.base) continue;
      const bool changed = what == 5;
      const kube::Object& was = entry.base;
      const kube::Object item = changed ? Make(std::string(was.name()), std::string(was.ns()),
                                               Around(), Number(was.uid().substr(1)))
                                        : was;
      const StoreChange change = store_.Set(item, {.from_list = true, .keep_newer = !consistent});
      ASSERT_EQ(change.kind, model_.Set(item, !consistent));
    }
    if (Dice(4) == 0) return;
    const uint64_t version = Around();
    std::set<std::string> removed;
    for (const kube::Object& object : store_.EndList(std::to_string(version), consistent)) {
      removed.insert(object.key());
    }
    ASSERT_EQ(removed, model_.EndList(version, consistent));
  }

  void Index() {
    changed_indices_ = true;
    if (has_index_ && lease_ != nullptr) {
      lease_.reset();
    } else if (has_index_) {
      ASSERT_TRUE(store_.RemoveIndex("letters"));
    } else if (Dice(2) == 0) {
      ASSERT_TRUE(store_.AddIndex("letters", Letters).ok());
    } else {
      lease_ = store_.EnsureIndex("letters", Letters).value();
    }
    has_index_ = !has_index_;
  }

  void Batch() {
    if (!std::exchange(model_.in_batch, !model_.in_batch)) return store_.BeginBatch();
    store_.EndBatch();
    model_.Seen(std::exchange(model_.batch_version, 0));
    model_.batch_removed.clear();
  }

  void Expire() {
    clock_.Advance(std::chrono::seconds(Dice(20)));
    bool left = false;
    for (auto& [key, entry] : model_.entries) {
      entry.Passed(model_.version);
      if (clock_.Now() >= entry.gone_until) entry.gone_uid.clear();
      left = left || entry.pending();
    }
    ASSERT_EQ(store_.ExpirePending(clock_.Now()), left);
  }

  void Bookmark() {
    const uint64_t version = Around();
    store_.SetResourceVersion(std::to_string(version));
    model_.Seen(version);
  }

  void CheckIndex(const std::string& name,
                  const std::map<std::string, std::set<std::string>>& expected) {
    std::vector<std::string> values;
    for (const auto& [value, keys] : expected) {
      values.push_back(value);
      ASSERT_EQ(store_.IndexKeys(name, value).value(), Sorted(keys));
    }
    ASSERT_EQ(store_.IndexedValues(name).value(), values);
  }

  base::Random random_;
  base::FakeClock clock_;
  Store store_;
  Model model_;
  std::shared_ptr<void> lease_;
  bool has_index_ = false;
  bool changed_indices_ = false;
  uint64_t newest_ = 100;
  // As of the last check.
  std::map<std::string, kube::Object> shown_;
  std::map<std::string, std::set<std::string>> by_letter_;
  size_t items_ = 0;
  size_t bytes_ = 0;
  size_t aside_ = 0;
};

TEST(StoreModel, INV_10_EqualsANaiveModelAfterEveryOf100000RandomSteps) {
  const uint64_t seed = base::Random::OsSeed();
  RecordProperty("seed", std::to_string(seed));
  SCOPED_TRACE("seed " + std::to_string(seed));
  StoreModel model(seed);
  for (int step = 0; step < 100'000 && !::testing::Test::HasFailure(); ++step) {
    model.Step();
    if (step % 50 == 0 || model.changed_indices()) {
      model.CheckAll();
    } else {
      model.Check();
    }
  }
}

}  // namespace
}  // namespace oarlock::cache
