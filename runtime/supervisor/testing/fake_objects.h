#pragma once
// FakeObjects: an ObjectFollower whose objects are what the test says. Threads: [any].

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "kube/decode.h"
#include "kube/text/base64.h"
#include "supervisor/watch/object_follower.h"

namespace oarlock::supervisor::testing {

class FakeObjects final : public ObjectFollower {
 public:
  std::unique_ptr<FollowedObject> Follow(const kube::ObjectRef& ref,
                                         std::function<void()> changed) override {
    auto handle = std::make_unique<Handle>(*this, ref.ns + "/" + ref.name);
    base::MutexLock lock(mutex_);
    told_[handle.get()] = std::move(changed);
    return handle;
  }

  // "ns/name"; a null object: there is none.
  void Set(const std::string& name, kube::Object object) {
    Say(name, {true, std::move(object), base::Status::Ok()});
  }
  void Trouble(const std::string& name, base::Status trouble) {
    Say(name, {false, {}, std::move(trouble)});
  }
  void SetSecret(const std::string& ns, const std::string& name, const std::string& key,
                 const std::string& value) {
    const std::string json = R"({"apiVersion":"v1","kind":"Secret","metadata":{"namespace":")" +
                             ns + R"(","name":")" + name + R"(","uid":"u","resourceVersion":")" +
                             std::to_string(++version_) + R"("},"data":{")" + key + R"(":")" +
                             kube::EncodeBase64(value) + R"("}})";
    Set(ns + "/" + name, *kube::ObjectFromJson(json));
  }
  std::vector<std::string> followed() {
    std::vector<std::string> names;
    base::MutexLock lock(mutex_);
    for (const auto& [handle, changed] : told_) names.push_back(handle->name);
    return names;
  }

 private:
  struct Handle final : FollowedObject {
    Handle(FakeObjects& world, std::string object) : objects(world), name(std::move(object)) {}
    ~Handle() override {
      base::MutexLock lock(objects.mutex_);
      objects.told_.erase(this);
    }
    ObjectSight Look() const override {
      base::MutexLock lock(objects.mutex_);
      const auto it = objects.sights_.find(name);
      return it == objects.sights_.end() ? ObjectSight() : it->second;
    }
    FakeObjects& objects;
    const std::string name;
  };

  void Say(const std::string& name, ObjectSight sight) {
    base::MutexLock lock(mutex_);
    sights_[name] = std::move(sight);
    for (const auto& [handle, changed] : told_) {
      if (handle->name == name) changed();
    }
  }

  base::Mutex mutex_;
  std::map<std::string, ObjectSight> sights_ OARLOCK_GUARDED_BY(mutex_);
  std::map<const Handle*, std::function<void()>> told_ OARLOCK_GUARDED_BY(mutex_);
  std::atomic<int> version_{100};
};

}  // namespace oarlock::supervisor::testing
