#pragma once
// MemoryRecords: a RecordStore whose content outlives the stores made of it, as a disk or a
// ConfigMap does, and which can be out of reach. Threads: [any].

#include <map>
#include <memory>
#include <string>

#include "base/mutex.h"
#include "supervisor/reload/record_store.h"

namespace oarlock::supervisor::testing {

class MemoryRecords {
 public:
  std::unique_ptr<RecordStore> Store() { return std::make_unique<View>(*this); }
  void SetReachable(bool reachable) {
    base::MutexLock lock(mutex_);
    reachable_ = reachable;
  }
  void Clear() {
    base::MutexLock lock(mutex_);
    records_.clear();
  }
  std::map<std::string, std::string> records() const {
    base::MutexLock lock(mutex_);
    return records_;
  }

 private:
  class View final : public RecordStore {
   public:
    explicit View(MemoryRecords& records) : records_(records) {}
    base::Result<std::map<std::string, std::string>> ReadAll() override {
      base::MutexLock lock(records_.mutex_);
      if (!records_.reachable_) return base::Unavailable("out of reach");
      return records_.records_;
    }
    base::Status Put(const std::string& key, const std::string& text) override {
      base::MutexLock lock(records_.mutex_);
      if (!records_.reachable_) return base::Unavailable("out of reach");
      if (text.empty()) {
        records_.records_.erase(key);
      } else {
        records_.records_[key] = text;
      }
      return base::Status::Ok();
    }
    std::string name() const override { return "memory"; }

   private:
    MemoryRecords& records_;
  };

  mutable base::Mutex mutex_;
  std::map<std::string, std::string> records_ OARLOCK_GUARDED_BY(mutex_);
  bool reachable_ OARLOCK_GUARDED_BY(mutex_) = true;
};

}  // namespace oarlock::supervisor::testing
