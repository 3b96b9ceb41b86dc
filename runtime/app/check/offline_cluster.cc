#include "app/check/offline_cluster.h"

#include <fmt/format.h>

#include <utility>

#include "app/check/kind_name.h"
#include "app/version.h"
#include "kube/decode.h"

namespace oarlock::app {
namespace {

// Lines of the plugin are not the check's business.
class NoLog final : public base::LogSink {
 public:
  void Write(base::LogLevel, std::string_view) override {}
};

base::Status OutOfReach() { return base::Unavailable("connection refused (as the check wants)"); }

class EndedCall final : public kube::Call {
 public:
  void Cancel() override {}
};

}  // namespace

std::string SampleObject(const kube::ResourceInfo& resource) {
  return fmt::format(
      R"({{"apiVersion":"{}","kind":"{}","metadata":{{"name":"{}",{}"uid":"00000000-0000-4000-)"
      R"(8000-000000000001","resourceVersion":"1","generation":1,"creationTimestamp":)"
      R"("2024-01-01T00:00:00Z","labels":{{"app":"{}"}},"annotations":{{}}}}}})",
      resource.gvr.group_version().ToString(), resource.kind, kSampleName,
      resource.namespaced ? fmt::format("\"namespace\":\"{}\",", kSampleNamespace) : "",
      kSampleName);
}

class OfflineCluster::Mapper final : public kube::RestMapper {
 public:
  base::Result<kube::ResourceInfo> Map(const kube::GroupKind& kind,
                                       const std::vector<std::string>& versions,
                                       const kube::CallContext&) override {
    return Info(kind.group, versions.empty() ? "v1" : versions[0], kind.kind);
  }
  base::Result<kube::ServedKinds> All(const kube::CallContext&) override {
    return kube::ServedKinds{
        {Info("", "v1", "ConfigMap"), Info("", "v1", "Node"), Info("apps", "v1", "Deployment")},
        {}};
  }
  void Invalidate() override {}

 private:
  static kube::ResourceInfo Info(const std::string& group, const std::string& version,
                                 const std::string& kind) {
    const KindName name = NameOfKind(group, kind);
    return {{group, version, name.plural},
            kind,
            name.namespaced,
            {"create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"},
            {"status", "scale"}};
  }
};

// One object, in a list and a watch that stays open.
class OfflineCluster::Source final : public kube::ListerWatcher {
 public:
  explicit Source(kube::ResourceInfo resource) : resource_(std::move(resource)) {}
  std::unique_ptr<kube::Call> List(const kube::ListOptions&,
                                   std::shared_ptr<kube::ListSink> sink) override {
    const std::string sample = SampleObject(resource_);
    const kube::RawItem item{kube::ContentType::kJson, sample};
    (void)sink->OnItems({&item, 1});
    sink->OnListEnd(kube::ListMeta{"1", {}, std::nullopt});
    return std::make_unique<EndedCall>();
  }
  std::unique_ptr<kube::Call> Watch(const kube::WatchOptions&,
                                    std::shared_ptr<kube::WatchSink> sink) override {
    sink->OnWatchOpen();
    return std::make_unique<EndedCall>();
  }
  bool ServesWatchList() const override { return false; }

 private:
  kube::ResourceInfo resource_;
};

class OfflineCluster::Client final : public kube::Client {
 public:
  explicit Client(const std::atomic<bool>& failing) : failing_(failing) {}

  base::Result<kube::Object> Get(const kube::ObjectRef& ref, const kube::CallContext&) override {
    if (!failing_ && ref.name != kSampleName) return base::NotFound(ref.name + " not found");
    return Sample(ref);
  }
  base::Result<kube::ObjectList> List(const kube::ListScope& scope, const kube::ListOptions&,
                                      const kube::CallContext&) override {
    if (failing_) return OutOfReach();
    kube::ObjectList list;
    OARLOCK_ASSIGN_OR_RETURN(kube::Object sample,
                             kube::ObjectFromJson(SampleObject(scope.resource)));
    list.items.push_back(std::move(sample));
    list.meta.resource_version = "1";
    return list;
  }
  base::Result<kube::Object> Create(const kube::ObjectRef& ref, std::string_view,
                                    const kube::WriteOptions&, const kube::CallContext&) override {
    return Sample(ref);
  }
  base::Result<kube::Object> Update(const kube::ObjectRef& ref, std::string_view,
                                    const kube::WriteOptions&, const kube::CallContext&) override {
    return Sample(ref);
  }
  base::Result<kube::Object> PatchObject(const kube::ObjectRef& ref, const kube::Patch&,
                                         const kube::WriteOptions&,
                                         const kube::CallContext&) override {
    return Sample(ref);
  }
  base::Result<kube::Object> Delete(const kube::ObjectRef& ref, const kube::DeleteOptions&,
                                    const kube::CallContext&) override {
    return Sample(ref);
  }
  base::Status DeleteCollection(const kube::ListScope&, const kube::DeleteOptions&,
                                const kube::CallContext&) override {
    return failing_ ? OutOfReach() : base::Status::Ok();
  }
  std::shared_ptr<kube::ListerWatcher> MakeListerWatcher(const kube::ListScope& scope) override {
    return std::make_shared<Source>(scope.resource);
  }

 private:
  base::Result<kube::Object> Sample(const kube::ObjectRef& ref) {
    if (failing_) return OutOfReach();
    return kube::ObjectFromJson(SampleObject(ref.resource));
  }
  const std::atomic<bool>& failing_;
};

OfflineCluster::OfflineCluster()
    : mapper_(std::make_unique<Mapper>()),
      client_(std::make_shared<Client>(failing_)),
      informers_(
          [](const cache::InformerScope& scope)
              -> base::Result<std::shared_ptr<kube::ListerWatcher>> {
            return std::shared_ptr<kube::ListerWatcher>(std::make_shared<Source>(scope.resource));
          },
          {&pool_, &clock_, &random_, &metrics_, nullptr}),
      events_(client_, "oarlock-check", {&clock_, &random_, &metrics_, nullptr}),
      env_{clock_,
           random_,
           metrics_,
           base::Log(base::LogLevel::kError, base::LogFormat::kText, std::make_shared<NoLog>()),
           informers_,
           *mapper_,
           client_,
           events_,
           std::string(Version())} {
  informers_.Start();
}

OfflineCluster::~OfflineCluster() {
  informers_.Stop();
  (void)informers_.WaitStopped(base::kNever);
}

}  // namespace oarlock::app
