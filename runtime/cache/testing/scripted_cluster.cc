#include "cache/testing/scripted_cluster.h"

#include <algorithm>

#include "cache/testing/informer_harness.h"
#include "kube/decode.h"

namespace oarlock::cache::testing {

namespace {

void SetType(const InformerScope& scope, std::string& json) {
  const std::string head = R"("apiVersion":"v1","kind":"ConfigMap")";
  const std::string own =
      scope.form == ObjectForm::kMetadataOnly
          ? std::string(R"("apiVersion":"meta.k8s.io/v1","kind":"PartialObjectMetadata")")
          : R"("apiVersion":")" + scope.resource.gvr.version + R"(","kind":"ConfigMap")";
  json.replace(json.find(head), head.size(), own);
}

}  // namespace

InformerRequest ConfigMapRequest(std::vector<std::string> versions, std::string ns) {
  InformerRequest request(ConfigMapScope(std::move(ns)));
  request.scope.resource.gvr.version = versions[0];
  for (size_t i = 1; i < versions.size(); ++i) {
    request.also.push_back(request.scope.resource);
    request.also.back().gvr.version = versions[i];
  }
  return request;
}

SourceMaker ScriptedCluster::maker() {
  return [this](const InformerScope& scope) -> base::Result<std::shared_ptr<kube::ListerWatcher>> {
    auto source = std::make_shared<ScriptedSource>();
    source->on_list = [this, scope](const kube::ListOptions&) { return List(scope); };
    source->on_watch = [this, scope](const kube::WatchOptions& options) {
      return Watch(scope, options);
    };
    base::MutexLock lock(mutex_);
    served_.push_back({scope, source});
    return std::shared_ptr<kube::ListerWatcher>(source);
  };
}

bool ScriptedCluster::Selects(const InformerScope& scope, const Item& item) const {
  if (!scope.ns.empty() && scope.ns != item.ns) return false;
  if (scope.label_selector.empty() && scope.field_selector.empty()) return true;
  base::MutexLock lock(decided_mutex_);
  const std::string question = scope.label_selector + "|" + scope.field_selector + "|" + item.ns +
                               "|" + item.name + "|" + item.app;
  if (const auto known = decided_.find(question); known != decided_.end()) return known->second;
  const std::string app = item.app.empty() ? "" : R"(,"labels":{"app":")" + item.app + "\"}";
  const auto object = kube::ObjectFromJson(R"({"metadata":{"name":")" + item.name +
                                           R"(","namespace":")" + item.ns + "\"" + app + "}}");
  const auto fields = FieldTerms::Parse(scope.field_selector);
  return decided_[question] =
             kube::LabelSelector::Parse(scope.label_selector)->Matches(object->labels()) &&
             fields.has_value() && fields->Matches(*object);
}

std::string ScriptedCluster::Text(const InformerScope& scope, const Item& item, uint64_t version) {
  ObjectText text{.name = item.name,
                  .version = std::to_string(version),
                  .ns = item.ns,
                  .uid = item.uid,
                  .value = std::to_string(version)};
  if (!item.app.empty()) text.labels = R"("app":")" + item.app + "\"";
  std::string json = Json(text);
  SetType(scope, json);
  if (scope.form == ObjectForm::kMetadataOnly)
    json = json.substr(0, json.find(R"(,"data":)")) + "}";
  return json;
}

bool ScriptedCluster::EventFor(const InformerScope& scope, const Past& change,
                               ScriptedEvent& out) const {
  const bool was = change.before.version != 0 && Selects(scope, change.before);
  const bool is = change.now.version != 0 && Selects(scope, change.now);
  if (!was && !is) return false;
  out.type = !was ? kube::WatchEventType::kAdded
             : is ? kube::WatchEventType::kModified
                  : kube::WatchEventType::kDeleted;
  out.object = Text(scope, is ? change.now : change.before, change.version);
  return true;
}

base::Status ScriptedCluster::Refused(const InformerScope& scope) const {
  return refuse_ ? refuse_(scope) : base::Status();
}

ListReply ScriptedCluster::List(const InformerScope& scope) {
  base::MutexLock lock(mutex_);
  ListReply reply;
  reply.error = Refused(scope);
  if (!reply.error.ok()) return reply;
  for (const auto& [key, item] : items_) {
    if (Selects(scope, item)) reply.items.push_back(Text(scope, item, item.version));
  }
  reply.version = std::to_string(version_);
  return reply;
}

WatchReply ScriptedCluster::Watch(const InformerScope& scope, const kube::WatchOptions& options) {
  base::MutexLock lock(mutex_);
  WatchReply reply;
  const base::Status refused = Refused(scope);
  const uint64_t from = std::stoull(options.resource_version);
  if (!refused.ok() || from < oldest_) {
    reply.open = false;
    reply.end = refused.ok() ? Expired() : refused;
    return reply;
  }
  for (const Past& past : history_) {
    ScriptedEvent event;
    if (past.version > from && EventFor(scope, past, event)) {
      reply.events.push_back(std::move(event));
    }
  }
  return reply;
}

std::vector<ScriptedCluster::Served> ScriptedCluster::ServedNow() const {
  base::MutexLock lock(mutex_);
  return served_;
}

void ScriptedCluster::Emit(Past change) {
  {
    base::MutexLock lock(mutex_);
    change.version = ++version_;
    if (change.now.version != 0) change.now.version = change.version;
    if (change.now.uid.empty()) change.now.uid = "u" + std::to_string(change.version);
    const Item& any = change.now.version != 0 ? change.now : change.before;
    const std::string key = any.ns + "/" + any.name;
    const auto known = items_.find(key);
    if (known != items_.end()) change.before = known->second;
    if (change.now.version != 0) {
      items_[key] = change.now;
    } else {
      items_.erase(key);
    }
    history_.push_back(change);
  }
  for (const Served& served : ServedNow()) {
    ScriptedEvent event;
    const auto stream = served.source->stream();
    if (stream && EventFor(served.scope, change, event)) stream->Send({std::move(event)});
  }
}

void ScriptedCluster::Put(const std::string& ns, const std::string& name, const std::string& app,
                          const std::string& uid) {
  std::string same = uid;
  if (same.empty()) {
    base::MutexLock lock(mutex_);
    const auto known = items_.find(ns + "/" + name);
    if (known != items_.end()) same = known->second.uid;
  }
  Emit({0, {}, {ns, name, same, app, 1}});
}

void ScriptedCluster::Delete(const std::string& ns, const std::string& name) {
  Item before;
  {
    base::MutexLock lock(mutex_);
    const auto known = items_.find(ns + "/" + name);
    if (known == items_.end()) return;
    before = known->second;
  }
  Emit({0, before, {}});
}

void ScriptedCluster::Change(base::Random& random) {
  const std::string ns = "n" + std::to_string(random.Next() % 3);
  const std::string name = "o" + std::to_string(random.Next() % 6);
  const std::string app = std::vector<std::string>{"", "x", "y"}[random.Next() % 3];
  switch (random.Next() % 5) {
    case 0: return Delete(ns, name);
    case 1: Delete(ns, name); return Put(ns, name, app);  // another uid
    default: return Put(ns, name, app);
  }
}

void ScriptedCluster::Refuse(std::function<base::Status(const InformerScope&)> refuse) {
  base::MutexLock lock(mutex_);
  refuse_ = std::move(refuse);
}

void ScriptedCluster::CloseWatches(bool expire) {
  if (expire) {
    base::MutexLock lock(mutex_);
    oldest_ = ++version_;
    history_.clear();
  }
  CloseWatches([](const InformerScope&) { return true; }, {});
}

void ScriptedCluster::CloseWatches(const std::function<bool(const InformerScope&)>& which,
                                   base::Status why) {
  for (const Served& served : ServedNow()) {
    const auto stream = served.source->stream();
    if (stream && which(served.scope)) stream->Close(why);
  }
}

void ScriptedCluster::Bookmark() {
  std::string version;
  {
    base::MutexLock lock(mutex_);
    version = std::to_string(version_);
  }
  for (const Served& served : ServedNow()) {
    const auto stream = served.source->stream();
    if (!stream) continue;
    std::string json = BookmarkJson(version);
    SetType(served.scope, json);
    stream->Send(kube::WatchEventType::kBookmark, std::move(json));
  }
}

std::string ScriptedCluster::Content(const InformerScope& scope) const {
  base::MutexLock lock(mutex_);
  std::string out;
  for (const auto& [key, item] : items_) {
    if (!Selects(scope, item)) continue;
    out += (out.empty() ? "" : " ") + key + "@" + std::to_string(item.version);
  }
  return out;
}

std::vector<std::string> ScriptedCluster::Watched() const {
  std::vector<std::string> out;
  for (const Served& served : ServedNow()) {
    if (served.source->open_streams() > 0) out.push_back(served.scope.Key());
  }
  std::sort(out.begin(), out.end());
  return out;
}

size_t ScriptedCluster::made() const { return ServedNow().size(); }

size_t ScriptedCluster::lists() const {
  size_t count = 0;
  for (const Served& served : ServedNow()) count += served.source->lists().size();
  return count;
}

}  // namespace oarlock::cache::testing
