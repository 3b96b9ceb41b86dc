#include "pluginhost/declare/index_feeder.h"

#include <utility>
#include <vector>

namespace oarlock::pluginhost {
namespace {

struct Fed {
  PluginCalls::Indexer indexer;
  std::shared_ptr<PluginIndex> index;
};

class IndexFeeder final : public cache::EventHandler {
 public:
  IndexFeeder(std::vector<Fed> indexes, ObjectFilter visible,
              std::shared_ptr<cache::EventHandler> next)
      : indexes_(std::move(indexes)), visible_(std::move(visible)), next_(std::move(next)) {}

  void OnEvent(const cache::Notification& notification) override {
    if (notification.cause != cache::Cause::kRedeliver) Index(notification);
    if (next_) next_->OnEvent(notification);
  }
  void OnBatchBegin() override {
    if (next_) next_->OnBatchBegin();
  }
  void OnBatchEnd() override {
    if (next_) next_->OnBatchEnd();
  }
  void OnSynced() override {
    if (next_) next_->OnSynced();
  }

 private:
  void Index(const cache::Notification& notification) {
    const kube::Object& object = notification.object;
    if (!visible_.Has(object.ns(), object.name())) return;
    const kube::NamespacedName name{std::string(object.ns()), std::string(object.name())};
    const bool gone = notification.type == cache::ChangeType::kDelete;
    for (const Fed& fed : indexes_) {
      fed.index->Set(name, gone ? std::vector<std::string>() : fed.indexer(object));
    }
  }

  std::vector<Fed> indexes_;
  ObjectFilter visible_;
  std::shared_ptr<cache::EventHandler> next_;
};

}  // namespace

base::Result<std::shared_ptr<cache::EventHandler>> MakeIndexFeeder(
    PluginCalls& calls, const BoundType& type, std::shared_ptr<cache::EventHandler> next) {
  std::vector<Fed> indexes;
  for (const auto& [id, index] : type.plugin_indexes) {
    OARLOCK_ASSIGN_OR_RETURN(auto indexer, calls.CallbackIndexer(id, type.ref()));
    index->Clear();
    indexes.push_back({std::move(indexer), index});
  }
  return std::shared_ptr<cache::EventHandler>(
      std::make_shared<IndexFeeder>(std::move(indexes), type.visible, std::move(next)));
}

}  // namespace oarlock::pluginhost
