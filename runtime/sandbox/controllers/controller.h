#pragma once
// Controller: one loop of the sandbox: it is told of changes, names keys that may need work, and
// brings one key at a time nearer to where it should be. Level-triggered: Reconcile looks at what
// is there now, whatever it was called for, and does nothing where nothing is to be done.
//
// Implemented by garbage_collector.h and its neighbours, run by controllers.h.
// Threads: all calls come from the controllers' strand. Ownership: borrows the context.
// Errors: an ApiError of Reconcile is retried: a conflict at once, anything else after a pause.

#include <string>
#include <string_view>
#include <utility>

#include "base/clock.h"
#include "sandbox/controllers/in_process_client.h"
#include "sandbox/controllers/work_list.h"
#include "sandbox/store/store.h"

namespace oarlock::sandbox {

struct ControllerContext {
  base::Clock& clock;
  InProcessClient& client;
  WorkList& work;
};

struct ObjectChange {
  std::string_view resource;  // "deployments.apps"
  StoredPtr object;           // of a deletion: the last state
  StoredPtr previous;         // null: new, or told for the first time
  bool deleted = false;
};

class Controller {
 public:
  explicit Controller(const ControllerContext& context) : context_(context) {}
  virtual ~Controller() = default;
  Controller(const Controller&) = delete;
  Controller& operator=(const Controller&) = delete;

  // All objects will be told again: what was remembered of them is void.
  virtual void Reset() {}
  virtual void OnChange(const ObjectChange& change) = 0;
  virtual ApiStatus Reconcile(const std::string& key) = 0;

 protected:
  InProcessClient& client() const { return context_.client; }
  base::Clock& clock() const { return context_.clock; }
  void Add(std::string key) { context_.work.Add({this, std::move(key)}); }
  void AddAfter(std::string key, base::Duration delay) {
    context_.work.AddAfter({this, std::move(key)}, delay);
  }

 private:
  const ControllerContext context_;
};

}  // namespace oarlock::sandbox
