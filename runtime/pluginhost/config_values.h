#pragma once
// ConfigValues: the values that a plugin gets beside its configuration, apart from its JSON, since
// they are secret: tokens, keys, passwords. Overwritten when the last who has them is gone.
//
// Made by the supervisor, given to `configure`. Immutable once shared. Threads: [any].

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/wipe.h"

namespace oarlock::pluginhost {

struct ConfigValue {
  std::string name;
  std::string value;
};

class ConfigValues {
 public:
  ConfigValues() = default;
  ~ConfigValues() {
    for (ConfigValue& one : all_) base::Wipe(one.value);
  }
  ConfigValues(const ConfigValues&) = delete;
  ConfigValues& operator=(const ConfigValues&) = delete;

  // Takes the value over: no copy of it stays behind.
  void Add(std::string name, std::string& value) {
    // Grown by hand: a vector that moves short texts leaves them where they were.
    std::vector<ConfigValue> next(all_.size() + 1);
    for (size_t i = 0; i < all_.size(); ++i) {
      next[i].name.swap(all_[i].name);
      next[i].value.swap(all_[i].value);
      base::Wipe(all_[i].value);
    }
    next.back().name = std::move(name);
    next.back().value.swap(value);
    base::Wipe(value);
    all_.swap(next);
  }
  const std::vector<ConfigValue>& all() const { return all_; }

 private:
  std::vector<ConfigValue> all_;
};

// Null: there are none.
using SharedConfigValues = std::shared_ptr<const ConfigValues>;

}  // namespace oarlock::pluginhost
