#pragma once
// Index functions: from an object to the values it is found under, and the ones everybody needs.
//
// Users add them to a Store (store.h) by name, at any time. A function yields 0..n values; equal
// ones count once. It may fail for one object: that object is then set aside in that index only,
// where the store lists it with the error.
// Threads: a function is called on [strand] while the store's writers wait (readers do not), on the
// thread that adds it while nobody waits, and on those of readers that ask by a sample; calls may
// overlap. It must be pure, quick, and must not call the store. Declarative ones run here; code of
// a plugin never does (its callback indexers are private to it). Limits: kIndexValuesMax values per
// object and index; past it the object counts as failed. kIndexErrorMax bytes of an error's text.

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/object.h"

namespace oarlock::cache {

inline constexpr size_t kIndexValuesMax = 4096;
inline constexpr size_t kIndexErrorMax = 256;

// Built in, always there: the object's namespace.
inline constexpr std::string_view kNamespaceIndex = "namespace";
// Name by which OwnerUidIndex is usually added.
inline constexpr std::string_view kOwnerUidIndex = "ownerUid";

// What one index function says about one object.
class IndexValues {
 public:
  void Add(std::string_view value);
  // Sets the object aside in this index. The first message is kept.
  void Fail(std::string_view message);

  bool failed() const { return failed_; }
  const std::string& error() const { return error_; }
  std::span<const std::string> values() const { return {values_.data(), count_}; }
  // Sorts and removes duplicates; nothing is left of a failed one but its error.
  void Finish();
  // Finish, and the values.
  std::vector<std::string> Take();
  // As new, with its memory.
  void Reset();

 private:
  std::vector<std::string> values_;  // past count_: texts whose memory the next values take
  size_t count_ = 0;
  std::string error_;
  bool failed_ = false;
};

using IndexFn = std::function<void(const kube::Object&, IndexValues&)>;

// The namespace; cluster-scoped objects have none.
void NamespaceIndex(const kube::Object& object, IndexValues& values);
// The uid of every owner reference, controllers and others (C-INF-09).
void OwnerUidIndex(const kube::Object& object, IndexValues& values);
// The uid of the controller owner reference only.
void ControllerUidIndex(const kube::Object& object, IndexValues& values);

}  // namespace oarlock::cache
