#pragma once
// RecentMap: values by key, of which only so many are kept: a further one takes the place of the
// one that has not been used for longest. Used by the recorder of events. Not thread-safe: its
// owner guards it. Errors: none. Limits: `max` values, as its owner says.

#include <cstdint>
#include <list>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/clock.h"

namespace oarlock::controller {

template <typename Value>
class RecentMap {
 public:
  // A value that was not used for `lasting` means nothing any more.
  RecentMap(size_t max, base::Duration lasting) : max_(max), lasting_(lasting) {}

  // The value of the key; made of `args` when there is none.
  template <typename... Args>
  Value& Use(const std::string& key, base::MonoTime now, const Args&... args) {
    const auto found = by_key_.find(key);
    if (found != by_key_.end()) {
      items_.splice(items_.begin(), items_, found->second);
    } else {
      if (items_.size() >= max_) ForgetLast(now);
      items_.push_front({key, Value(args...), now});
      by_key_.emplace(key, items_.begin());
    }
    items_.front().used = now;
    return items_.front().value;
  }

  size_t size() const { return items_.size(); }
  // Values that meant something when others took their place.
  uint64_t forgotten() const { return forgotten_; }

 private:
  struct Item {
    std::string key;
    Value value;
    base::MonoTime used{};
  };

  void ForgetLast(base::MonoTime now) {
    if (now - items_.back().used < lasting_) ++forgotten_;
    by_key_.erase(items_.back().key);
    items_.pop_back();
  }

  const size_t max_;
  const base::Duration lasting_;
  std::list<Item> items_;  // most recently used first
  std::unordered_map<std::string, typename std::list<Item>::iterator> by_key_;
  uint64_t forgotten_ = 0;
};

}  // namespace oarlock::controller
