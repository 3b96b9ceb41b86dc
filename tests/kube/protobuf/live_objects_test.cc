// Every resource that a running API server serves, listed, watched and got in both formats: what is
// read from protobuf is, as JSON, byte for byte what is read from JSON.
#include <algorithm>
#include <map>
#include <set>

#include "base/mutex.h"
#include "kube/api_status.h"
#include "tests/kube/client_kube.h"

namespace oarlock::kubetest {
namespace {

using kube::ContentType;
using kube::WatchEventType;
using namespace std::chrono_literals;

constexpr const char* kSamples = OARLOCK_KUBE_SAMPLES;
// They want certificates, and requests of a node's; the other tests have all types.
const std::set<std::string> kWithoutSamples = {"certificatesigningrequests", "clustertrustbundles",
                                               "podcertificaterequests",
                                               "resourcepoolstatusrequests"};

struct Seen {
  ContentType type = ContentType::kJson;
  std::string bytes;
  WatchEventType event = WatchEventType::kUnknown;  // of a watch
};

class KeepingList final : public kube::ListSink {
 public:
  kube::Flow OnItems(std::span<const kube::RawItem> items) override {
    for (const kube::RawItem& item : items) items_.push_back({item.type, std::string(item.bytes)});
    return kube::Flow::kContinue;
  }
  void OnListEnd(base::Result<kube::ListMeta> meta) override {
    base::MutexLock lock(mutex_);
    meta_ = std::move(meta);
  }
  base::Result<kube::ListMeta> Wait() {
    const bool ended = integration::Eventually([this] {
      base::MutexLock lock(mutex_);
      return meta_.has_value();
    });
    base::MutexLock lock(mutex_);
    return ended ? *meta_ : base::Internal("no end");
  }
  const std::vector<Seen>& items() const { return items_; }  // after the end

 private:
  base::Mutex mutex_;
  std::vector<Seen> items_;
  std::optional<base::Result<kube::ListMeta>> meta_ OARLOCK_GUARDED_BY(mutex_);
};

class KeepingWatch final : public kube::WatchSink {
 public:
  kube::Flow OnEvents(std::span<const kube::RawEvent> events) override {
    base::MutexLock lock(mutex_);
    for (const kube::RawEvent& event : events) {
      if (event.type == WatchEventType::kBookmark) continue;  // each stream has its own
      events_.push_back({event.object.type, std::string(event.object.bytes), event.type});
    }
    return kube::Flow::kContinue;
  }
  void OnWatchEnd(base::Status status) override {
    base::MutexLock lock(mutex_);
    if (!status.ok()) error_ = std::move(status);
  }
  std::vector<Seen> events() const {
    base::MutexLock lock(mutex_);
    return events_;
  }
  base::Status error() const {
    base::MutexLock lock(mutex_);
    return error_;
  }

 private:
  mutable base::Mutex mutex_;
  std::vector<Seen> events_ OARLOCK_GUARDED_BY(mutex_);
  base::Status error_ OARLOCK_GUARDED_BY(mutex_);
};

// As a reflector decodes, everything kept.
std::string Decoded(const Seen& seen, const kube::ListScope& scope) {
  kube::DecodeOptions options;
  options.drop_managed_fields = false;
  if (!scope.metadata_only) {
    options.default_api_version = scope.resource.gvr.group_version().ToString();
    options.default_kind = scope.resource.kind;
  }
  const auto object = kube::DecodeObject({seen.type, seen.bytes}, options);
  return object.ok() ? (*object).ToJson() : object.status().ToString();
}

ContentType ExpectedType(const kube::ListScope& scope) {
  const bool known =
      scope.metadata_only ||
      kube::HasProtobuf(scope.resource.gvr.group_version().ToString(), scope.resource.kind);
  return known ? ContentType::kProtobuf : ContentType::kJson;
}

std::string NameOf(const kube::ListScope& scope) {
  return scope.resource.gvr.ToString() + (scope.metadata_only ? " metadata" : "");
}

const kube::ResourceInfo kThings{.gvr = {"samples.example", "v1", "things"}, .kind = "Thing"};

// The same watch in both formats.
struct WatchPair {
  kube::ListScope scope;
  std::shared_ptr<KeepingWatch> json = std::make_shared<KeepingWatch>();
  std::shared_ptr<KeepingWatch> protobuf = std::make_shared<KeepingWatch>();
  std::unique_ptr<kube::Call> calls[2] = {};
};

class LiveObjects : public ClientKube {
 protected:
  static void SetUpTestSuite() {
    SetServerOptions({.api_server_flags = {"--runtime-config=api/all=true"}});
  }
  void SetUp() override {
    ClientKube::SetUp();
    json_ = Make(false);
    protobuf_ = Make(true);
  }

  std::unique_ptr<client::RestClientFactory> Make(bool protobuf) {
    client::TransportOptions options = options_;
    options.protobuf = protobuf;
    auto made = client::RestClientFactory::Create(
        config_, credentials_, options, {clock_, random_, metrics_, base::Log::Discard()});
    EXPECT_TRUE(made.ok()) << made.status().ToString();
    return *std::move(made);
  }
  kube::Object Ask(const std::string& path) {
    const auto answer = server().Request("GET", path);
    EXPECT_TRUE(answer.ok() && answer->code == 200) << path;
    auto object = kube::ObjectFromJson(answer.ok() ? answer->body : "{}");
    return object.ok() ? *object : kube::Object();
  }
  void Discover() {
    AddResources("/api/v1", {"", "v1"});
    const kube::Object groups = Ask("/apis");
    for (const auto& group : kube::Members(groups["groups"])) {
      for (const auto& version : kube::Members(group.value["versions"])) {
        const std::string name(version.value["groupVersion"].AsString());
        AddResources("/apis/" + name, *kube::GroupVersion::Parse(name));
      }
    }
    EXPECT_GT(resources_.size(), 80u);
  }
  void AddResources(const std::string& path, const kube::GroupVersion& gv) {
    const kube::Object list = Ask(path);
    for (const auto& [no_key, resource] : kube::Members(list["resources"])) {
      bool lists = false;
      bool watches = false;
      for (const auto& verb : kube::Members(resource["verbs"])) {
        lists |= verb.value.AsString() == "list";
        watches |= verb.value.AsString() == "watch";
      }
      if (!lists) continue;
      kube::ResourceInfo info;
      info.gvr = {gv.group, gv.version, std::string(resource["name"].AsString())};
      info.kind = resource["kind"].AsString();
      info.namespaced = resource["namespaced"].AsBool();
      if (watches) info.verbs = {"watch"};
      resources_.push_back(std::move(info));
    }
  }
  // With all samples.
  void Kubectl(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"-f", kSamples});
    const auto done = server().Kubectl(arguments);
    ASSERT_TRUE(done.ok()) << done.status().ToString();
    EXPECT_TRUE(done->exit_code == 0 || arguments[0] == "delete") << done->err;
  }

  static base::Result<kube::ListMeta> List(client::RestClientFactory& from,
                                           const kube::ListScope& scope, std::vector<Seen>& out,
                                           const kube::ListOptions& options = {}) {
    auto sink = std::make_shared<KeepingList>();
    const auto call = from.ForIdentity({})->MakeListerWatcher(scope)->List(options, sink);
    auto meta = sink->Wait();
    out = sink->items();
    return meta;
  }
  // Returns how many items there are. The server's own objects change under our hands, so a
  // difference must last.
  size_t CompareLists(const kube::ListScope& scope) {
    std::vector<std::string> expected, got;
    for (int attempt = 0; attempt < 5; ++attempt) {
      std::vector<Seen> json, protobuf;
      const auto json_meta = List(*json_, scope, json);
      const auto protobuf_meta = List(*protobuf_, scope, protobuf);
      EXPECT_TRUE(json_meta.ok()) << json_meta.status().ToString();
      EXPECT_TRUE(protobuf_meta.ok()) << protobuf_meta.status().ToString();
      expected.clear();
      got.clear();
      for (const Seen& item : json) expected.push_back(Decoded(item, scope));
      for (const Seen& item : protobuf) {
        EXPECT_EQ(item.type, ExpectedType(scope));
        got.push_back(Decoded(item, scope));
      }
      // The server asks these as they are listed, and lists them as they answer.
      if (scope.resource.gvr.resource == "componentstatuses") {
        std::sort(expected.begin(), expected.end());
        std::sort(got.begin(), got.end());
      }
      if (expected == got) return got.size();
    }
    EXPECT_EQ(expected, got);
    return got.size();
  }
  // From now on.
  void Watch(WatchPair& pair) {
    std::vector<Seen> items;
    const auto meta = List(*json_, pair.scope, items);
    ASSERT_TRUE(meta.ok()) << meta.status().ToString();
    const kube::WatchOptions options{.resource_version = (*meta).resource_version};
    const auto watch = [&](client::RestClientFactory& from, std::shared_ptr<KeepingWatch> sink) {
      return from.ForIdentity({})->MakeListerWatcher(pair.scope)->Watch(options, std::move(sink));
    };
    pair.calls[0] = watch(*json_, pair.json);
    pair.calls[1] = watch(*protobuf_, pair.protobuf);
  }

  std::unique_ptr<client::RestClientFactory> json_;
  std::unique_ptr<client::RestClientFactory> protobuf_;
  std::vector<kube::ResourceInfo> resources_;
};
INSTANTIATE_TEST_SUITE_P(Http, LiveObjects, testing::Values(HttpVersion::kAuto), VersionName);

size_t CompareEvents(const WatchPair& pair) {
  SCOPED_TRACE("watch of " + NameOf(pair.scope));
  EXPECT_TRUE(Eventually(
      30s, [&] { return pair.json->events().size() == pair.protobuf->events().size(); }));
  EXPECT_TRUE(pair.json->error().ok()) << pair.json->error().ToString();
  EXPECT_TRUE(pair.protobuf->error().ok()) << pair.protobuf->error().ToString();
  const std::vector<Seen> json = pair.json->events();
  const std::vector<Seen> protobuf = pair.protobuf->events();
  const size_t count = std::min(json.size(), protobuf.size());
  for (size_t i = 0; i < count; ++i) {
    EXPECT_EQ(protobuf[i].type, ExpectedType(pair.scope));
    EXPECT_EQ(protobuf[i].event, json[i].event);
    EXPECT_EQ(Decoded(protobuf[i], pair.scope), Decoded(json[i], pair.scope));
  }
  return count;
}

TEST_P(LiveObjects, EveryListAndWatchIsEqualInBothFormats) {
  Discover();
  std::vector<kube::ListScope> scopes;
  for (const kube::ResourceInfo& resource : resources_) {
    for (const bool metadata_only : {false, true}) {
      scopes.push_back({.resource = resource, .metadata_only = metadata_only});
    }
    EXPECT_TRUE(kube::HasProtobuf(resource.gvr.group_version().ToString(), resource.kind))
        << resource.gvr.ToString() << ": every built-in type has tables";
  }
  std::vector<WatchPair> watches;
  for (const kube::ListScope& scope : scopes) {
    if (scope.resource.verbs.empty()) continue;
    watches.push_back({.scope = scope});
    Watch(watches.back());
  }
  Kubectl({"create"});
  std::map<std::string, size_t> counts;
  for (const kube::ListScope& scope : scopes) {
    SCOPED_TRACE("list of " + NameOf(scope));
    counts[scope.resource.gvr.resource] += CompareLists(scope);
  }
  for (const auto& [name, count] : counts) {
    EXPECT_TRUE(count > 0 || kWithoutSamples.contains(name)) << name;
  }
  // A custom resource: metadata alone comes as protobuf, whole objects never.
  ASSERT_TRUE(Eventually(30s, [&] {
    const auto made = server().Request(
        "POST", "/apis/samples.example/v1/namespaces/samples/things",
        R"({"apiVersion":"samples.example/v1","kind":"Thing","metadata":{"name":"t"}})");
    return made.ok() && made->code == 201;
  }));
  for (const bool metadata_only : {false, true}) {
    EXPECT_EQ(CompareLists({.resource = kThings, .metadata_only = metadata_only}), 1u);
  }
  Kubectl({"annotate", "n=1"});
  Kubectl({"delete", "--wait=false"});
  size_t compared = 0;
  for (const WatchPair& pair : watches) compared += CompareEvents(pair);
  EXPECT_GT(compared, 400u);
}

TEST_P(LiveObjects, PagesErrorsAndWritesAreEqualInBothFormats) {
  for (const char* name : {"a", "b", "c"}) Create(name, "1");
  for (client::RestClientFactory* from : {json_.get(), protobuf_.get()}) {
    const auto api = from->ForIdentity({});
    std::vector<Seen> items;
    const auto page = List(*from, Scope(), items, {.limit = 1});
    ASSERT_TRUE(page.ok()) << page.status().ToString();
    EXPECT_EQ((*page).remaining, 2);
    EXPECT_FALSE((*page).continue_token.empty());
    const auto next = List(*from, Scope(), items, {.continue_token = (*page).continue_token});
    ASSERT_TRUE(next.ok()) << next.status().ToString();
    EXPECT_EQ(items.size(), 2u);

    const auto missing = api->Get(Ref("none"), {});
    EXPECT_EQ(missing.status().code(), base::StatusCode::kNotFound);
    EXPECT_EQ(missing.status().message(), "configmaps \"none\" not found");
    const auto twice = api->Create(Ref(""), ConfigMap("a", "1"), {}, {});
    EXPECT_EQ(twice.status().code(), base::StatusCode::kAlreadyExists);
  }
  const auto as_json = json_->ForIdentity({})->Get(Ref("a"), {});
  const auto as_protobuf = protobuf_->ForIdentity({})->Get(Ref("a"), {});
  ASSERT_TRUE(as_json.ok() && as_protobuf.ok());
  EXPECT_EQ(as_protobuf->ToJson(), as_json->ToJson());
  const auto updated = protobuf_->ForIdentity({})->Update(Ref("a"), ConfigMap("a", "2"), {}, {});
  ASSERT_TRUE(updated.ok()) << updated.status().ToString();
  const auto after = json_->ForIdentity({})->Get(Ref("a"), {});
  EXPECT_EQ(updated->ToJson(), after->ToJson());
  const auto deleted = protobuf_->ForIdentity({})->Delete(Ref("a"), {}, {});
  ASSERT_TRUE(deleted.ok()) << deleted.status().ToString();
  EXPECT_EQ(deleted->kind(), "Status");
}

// A version that is gone: as the answer to the request, and inside of a watch.
TEST_P(LiveObjects, AnExpiredVersionIsSaidInProtobufToo) {
  Create("a", "1");
  const auto revision = server().CurrentRevision();
  ASSERT_TRUE(revision.ok());
  ASSERT_TRUE(server().Compact(*revision).ok());
  server().KillApiServer();
  ASSERT_TRUE(server().StartApiServer().ok());
  for (client::RestClientFactory* from : {json_.get(), protobuf_.get()}) {
    auto sink = std::make_shared<integration::RecordingWatch>();
    const auto call =
        from->ForIdentity({})->MakeListerWatcher(Scope())->Watch({.resource_version = "1"}, sink);
    ASSERT_TRUE(Eventually(20s, [&] { return sink->ends() > 0 || !sink->types().empty(); }));
    if (sink->types().empty()) {
      EXPECT_TRUE(kube::IsExpired(sink->WaitEnd())) << sink->WaitEnd().ToString();
      continue;
    }
    ASSERT_EQ(sink->types()[0], WatchEventType::kError);
    const bool is_protobuf = from == protobuf_.get();
    const auto error = kube::DecodeObject(
        {is_protobuf ? ContentType::kProtobuf : ContentType::kJson, sink->objects()[0]});
    ASSERT_TRUE(error.ok()) << error.status().ToString();
    EXPECT_TRUE(kube::IsExpired(kube::StatusFromObject((*error).root())));
  }
}

}  // namespace
}  // namespace oarlock::kubetest
