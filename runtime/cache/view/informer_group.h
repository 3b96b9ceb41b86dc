#pragma once
// InformerGroup: all users of one resource in a factory, and the informers that serve them.
//
// Used by InformerFactory. It asks the planner which informers there should be, makes those, sends
// the views to them and stops an informer when its last view has left.
// Not thread-safe: the factory's lock guards it. Views and informers are called with that lock held
// (their own come after it); they call back without any. What dies here is handed out through
// `dropped`, to be destroyed without the lock.
// Errors: none; a source is asked for by the factory, who knows what to do without one.

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "cache/informer_request.h"
#include "cache/shared_informer.h"
#include "cache/view/planner.h"
#include "kube/list_watcher.h"

namespace oarlock::cache {

class InformerCore;
class InformerView;

class InformerGroup {
 public:
  using Sources = std::map<std::string, std::shared_ptr<kube::ListerWatcher>>;
  using Dropped = std::vector<std::shared_ptr<InformerCore>>;
  // What becomes of an informer's state: called on its strand with its key.
  using OnState = std::function<void(const std::string& key, const InformerState&)>;

  InformerGroup(const InformerEnv& env, OnState on_state)
      : env_(env), on_state_(std::move(on_state)) {}

  // The plan for everybody, and for one more if not null.
  InformerPlan Plan(const InformerRequest* newcomer) const;
  // What of the plan is neither running nor in `sources`.
  std::vector<InformerScope> Missing(const InformerPlan& plan, const Sources& sources) const;
  void CannotMake(const std::string& key) { unmakeable_.insert(key); }
  // What a newcomer asks for is tried again: he comes from a newer look at the server.
  void Forgive(const InformerRequest& newcomer);

  // A view for the newcomer of the plan; the plan is still to be carried out.
  std::shared_ptr<InformerView> Admit(InformerRequest request, const InformerPlan& plan,
                                      const Sources& sources, bool start,
                                      std::function<void()> on_moved);
  void Dismiss(const InformerView* view);
  // Makes and stops informers and sends views to where the plan wants them.
  void CarryOut(const InformerPlan& plan, const Sources& sources, bool start, Dropped& dropped);
  // True when the planner should be asked again.
  bool NoteState(const std::string& key, const InformerState& state);

  void Start();
  bool empty() const { return views_.empty() && cores_.empty(); }
  const std::vector<std::shared_ptr<InformerView>>& views() const { return views_; }
  std::vector<std::shared_ptr<InformerCore>> cores() const;

 private:
  struct Running {
    std::shared_ptr<InformerCore> core;
    std::shared_ptr<void> observer;
    bool forbidden = false;
    bool unserved = false;
  };

  void MakeMissing(const InformerPlan& plan, const Sources& sources, bool start);
  void DropUnused(const InformerPlan& plan, Dropped& dropped);
  const std::shared_ptr<InformerCore>& Best(const InformerRequest& request,
                                            const std::string& planned) const;

  const InformerEnv env_;
  const OnState on_state_;
  std::vector<std::shared_ptr<InformerView>> views_;  // oldest first
  std::map<std::string, Running> cores_;              // by scope key
  std::set<std::string, std::less<>> unmakeable_;
  std::set<std::string, std::less<>> unserved_;  // versions
};

}  // namespace oarlock::cache
