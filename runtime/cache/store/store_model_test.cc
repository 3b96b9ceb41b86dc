// Random operations on a Store against a naive map: reads, indices and sizes after every step.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/random.h"
#include "cache/store.h"
#include "cache/testing/scripted_source.h"
#include "kube/decode.h"

namespace oarlock::cache {
namespace {

using testing::Json;

void TwoValues(const kube::Object& object, IndexValues& values) {
  const std::string_view text = object["data"]["v"].AsString();
  if (text.empty()) return;
  values.Add(text.substr(0, 1));
  if (text.size() > 1) values.Add(text.substr(1, 1));
}

class StoreModel {
 public:
  explicit StoreModel(uint64_t seed) : random_(seed) {}

  void Step() {
    const std::string name = "o" + std::to_string(random_.Next() % 40);
    const std::string ns = "n" + std::to_string(random_.Next() % 3);
    const uint64_t what = random_.Next() % 100;
    if (what < 55) {
      Set(name, ns);
    } else if (what < 80) {
      store_.Remove(ns + "/" + name, {});
      model_.erase(ns + "/" + name);
    } else if (what < 90) {
      List();
    } else if (what < 95) {
      if (has_index_) {
        store_.RemoveIndex("two");
      } else {
        ASSERT_TRUE(store_.AddIndex("two", TwoValues).ok());
      }
      has_index_ = !has_index_;
    }
  }

  void Check() {
    ASSERT_EQ(store_.size(), model_.size());
    size_t bytes = 0;
    std::map<std::string, std::set<std::string>> by_value;
    std::map<std::string, std::set<std::string>> by_namespace;
    for (const auto& [key, object] : model_) {
      ASSERT_TRUE(store_.Get(key).SameAs(object)) << key;
      bytes += object.bytes();
      IndexValues values;
      TwoValues(object, values);
      for (const std::string& value : values.Take()) by_value[value].insert(key);
      by_namespace[std::string(object.ns())].insert(key);
    }
    ASSERT_EQ(store_.bytes(), bytes);
    CheckIndex(std::string(kNamespaceIndex), by_namespace);
    if (has_index_) CheckIndex("two", by_value);
  }

 private:
  kube::Object Make(const std::string& name, const std::string& ns) {
    std::string value;
    for (uint64_t i = random_.Next() % 3; i > 0; --i) {
      value += static_cast<char>('a' + random_.Next() % 4);
    }
    return kube::ObjectFromJson(Json({name, std::to_string(++version_), ns, "", value})).value();
  }

  void Set(const std::string& name, const std::string& ns) {
    const kube::Object object = Make(name, ns);
    store_.Set(object);
    model_[object.key()] = object;
  }

  void List() {
    store_.BeginList();
    for (auto entry = model_.begin(); entry != model_.end();) {
      const uint64_t what = random_.Next() % 10;
      if (what < 2) {
        entry = model_.erase(entry);
        continue;
      }
      if (what < 4) {
        const kube::Object old = entry->second;
        entry->second = Make(std::string(old.name()), std::string(old.ns()));
      }
      store_.Set(entry->second, {.from_list = true});
      ++entry;
    }
    store_.EndList(std::to_string(++version_), true);
  }

  void CheckIndex(const std::string& name,
                  const std::map<std::string, std::set<std::string>>& expected) {
    std::vector<std::string> values;
    for (const auto& [value, keys] : expected) {
      values.push_back(value);
      ASSERT_EQ(store_.IndexKeys(name, value).value(),
                std::vector<std::string>(keys.begin(), keys.end()));
    }
    ASSERT_EQ(store_.IndexedValues(name).value(), values);
  }

  base::Random random_;
  Store store_;
  std::map<std::string, kube::Object> model_;
  bool has_index_ = false;
  uint64_t version_ = 0;
};

TEST(StoreModel, EqualsANaiveMapAfterEveryOfManyRandomSteps) {
  const uint64_t seed = base::Random::OsSeed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  StoreModel model(seed);
  for (int step = 0; step < 3000 && !::testing::Test::HasFailure(); ++step) {
    model.Step();
    model.Check();
  }
}

}  // namespace
}  // namespace oarlock::cache
