#pragma once
// FilteringHandler: passes on what a filter lets through, with the transitions made right: an
// object that begins to match is added, one that no longer matches is deleted (client-go's
// FilteringResourceEventHandler).
//
// The filter judges objects only, and the same object always alike; a delete is judged by what the
// inner handler was told last, so it always hears of the end of what it knows. It never sees a
// wrapper or a null object. Threads and errors: as every EventHandler.

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "cache/notification.h"

namespace oarlock::cache {

class FilteringHandler final : public EventHandler {
 public:
  using Filter = std::function<bool(const kube::Object&)>;
  FilteringHandler(Filter filter, std::shared_ptr<EventHandler> inner)
      : filter_(std::move(filter)), inner_(std::move(inner)) {}

  void OnEvent(const Notification& n) override;
  void OnBatchBegin() override { inner_->OnBatchBegin(); }
  void OnBatchEnd() override { inner_->OnBatchEnd(); }
  void OnSynced() override { inner_->OnSynced(); }
  std::string Name() const override { return inner_->Name(); }

 private:
  const Filter filter_;
  const std::shared_ptr<EventHandler> inner_;
};

}  // namespace oarlock::cache
