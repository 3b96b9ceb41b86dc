#pragma once
// InformerFactory::State: which requests there are, who holds them, and the plan of each resource.
// Internal to the factory and its leases, which may outlive it.
//
// Threads: [any]; `mutex` is held neither while a source is made nor while a view, an informer or a
// lease ends.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "cache/informer/informer_core.h"
#include "cache/informer_factory.h"
#include "cache/view/informer_group.h"
#include "cache/view/informer_view.h"

namespace oarlock::cache {

// "deployments.apps"
std::string ResourceName(const kube::ResourceInfo& resource);

struct InformerFactory::State : std::enable_shared_from_this<InformerFactory::State> {
  State(SourceMaker maker, const InformerEnv& environment, InformerFactoryOptions given)
      : make_source(std::move(maker)), env(environment), options(std::move(given)) {}

  using Hold = InformerLease::Hold;

  base::Status Prepare(InformerRequest& request) const;
  base::Result<std::shared_ptr<Hold>> FindOrAdmit(const InformerRequest& request,
                                                  const InformerGroup::Sources& sources,
                                                  std::vector<InformerScope>& missing);
  std::shared_ptr<Hold> Admit(InformerGroup& group, const InformerRequest& request,
                              const InformerPlan& plan, const InformerGroup::Sources& sources,
                              InformerGroup::Dropped& dropped) OARLOCK_REQUIRES(mutex);
  InformerGroup& GroupOf(const std::string& resource) OARLOCK_REQUIRES(mutex);
  void NoteDropped(const InformerGroup::Dropped& dropped) OARLOCK_REQUIRES(mutex);
  // Plans anew. A source is made only with `may_make`, else a task is posted that may.
  void Replan(const std::string& resource, bool may_make);
  void OnState(const std::string& resource, const std::string& key, const InformerState& state);
  void Dismiss(const std::string& resource, const InformerView* view);
  std::vector<std::shared_ptr<Hold>> Held() const;
  std::shared_ptr<const std::string> NoteUser(const std::string& key, std::string user);
  std::map<std::string, double> BytesByUser() const;

  const SourceMaker make_source;
  const InformerEnv env;
  const InformerFactoryOptions options;

  mutable base::Mutex mutex;
  std::map<std::string, InformerGroup> groups OARLOCK_GUARDED_BY(mutex);       // by resource
  std::map<std::string, std::weak_ptr<Hold>> holds OARLOCK_GUARDED_BY(mutex);  // by request
  // Who holds leases, by request.
  std::map<std::string, std::vector<std::weak_ptr<const std::string>>> users
      OARLOCK_GUARDED_BY(mutex);
  // Of informers that nobody uses any more, until they have ended.
  std::vector<std::shared_ptr<StopSignal>> ending OARLOCK_GUARDED_BY(mutex);
  bool started OARLOCK_GUARDED_BY(mutex) = false;
  bool stopped OARLOCK_GUARDED_BY(mutex) = false;
};

// One per request; leases share it. Its end is the view's.
struct InformerLease::Hold {
  Hold(std::weak_ptr<InformerFactory::State> owner, std::shared_ptr<InformerView> of)
      : factory(std::move(owner)), view(std::move(of)), informer(view) {}
  ~Hold();

  const std::weak_ptr<InformerFactory::State> factory;
  const std::shared_ptr<InformerView> view;
  SharedInformer informer;
};

}  // namespace oarlock::cache
