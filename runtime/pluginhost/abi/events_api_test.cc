// oarlock.events/1: what becomes of a plugin's event.
#include <gtest/gtest.h>

#include "kube/decode.h"
#include "pluginhost/testing/client_fixture.h"

namespace oarlock::pluginhost {
namespace {

using testing::kMaps;
using testing::kNodes;
using testing::View;

class EventsApiTest : public testing::ClientFixture {
 protected:
  void SetUp() override {
    nodes = {R"({"apiVersion":"meta.k8s.io/v1","kind":"PartialObjectMetadata",)"
             R"("metadata":{"name":"n1","uid":"u-n1","resourceVersion":"7"}})"};
    ClientFixture::SetUp();
    host.env().events.Start();
  }
  int32_t Emit(Context& call, oar_obj object, int32_t type = OAR_EVENT_NORMAL) {
    oar_event event{};
    event.struct_size = sizeof(event);
    event.type = type;
    event.reason = View("Tested");
    event.message = View("from a test");
    return EventsApi().emit(call.handle(), object, &event);
  }
  oar_obj Cached(Context& call, uint32_t type, std::string_view ns, std::string_view name) {
    const oar_key key = Key(type, ns, name);
    oar_obj out{};
    EXPECT_EQ(client().get(call.handle(), &key, &out, nullptr), OAR_OK);
    return out;
  }
  // The event that was written, once it is.
  kube::Object Written() {
    const auto has = [&] {
      base::MutexLock lock(written_mutex_);
      return !written_.empty();
    };
    EXPECT_TRUE(host.WaitFor(has));
    base::MutexLock lock(written_mutex_);
    return kube::ObjectFromJson(written_).value();
  }
  void Record() {
    host.client->on_write = [this](const testing::FakeClient::Write& write) {
      base::MutexLock lock(written_mutex_);
      written_ = write.body;
      return kube::Object();
    };
  }

  base::Mutex written_mutex_;
  std::string written_ OARLOCK_GUARDED_BY(written_mutex_);
};

TEST_F(EventsApiTest, EV_13_AnObjectKnownByItsMetadataIsReferredToByItsRealKind) {
  Record();
  const auto call = Call();
  ASSERT_EQ(Emit(*call, Cached(*call, kNodes, "", "n1")), OAR_OK);
  const kube::Object event = Written();
  EXPECT_EQ(event["regarding"]["kind"].AsString(), "Node");
  EXPECT_EQ(event["regarding"]["apiVersion"].AsString(), "v1");
  EXPECT_EQ(event["regarding"]["uid"].AsString(), "u-n1");
  EXPECT_EQ(event.ns(), "default");
}

TEST_F(EventsApiTest, EV_13_MetadataOfNoTypeOfThePluginIsRefused) {
  const auto call = Call();
  const oar_obj other =
      FromJson(*call, R"({"apiVersion":"meta.k8s.io/v1","kind":"PartialObjectMetadata",)"
                      R"("metadata":{"name":"n1","uid":"another","resourceVersion":"7"}})");
  EXPECT_EQ(Emit(*call, other), OAR_E_INVALID);
  EXPECT_EQ(host.env().events.pending(), 0u);
}

TEST_F(EventsApiTest, EV_1_EventsAreNormalOrWarning) {
  Record();
  const auto call = Call();
  const oar_obj map = Cached(*call, kMaps, "default", "a");
  EXPECT_EQ(Emit(*call, map, 3), OAR_E_INVALID);
  EXPECT_EQ(Emit(*call, map, -1), OAR_E_INVALID);
  ASSERT_EQ(Emit(*call, map, OAR_EVENT_WARNING), OAR_OK);
  const kube::Object event = Written();
  EXPECT_EQ(event["type"].AsString(), "Warning");
  EXPECT_EQ(event["regarding"]["kind"].AsString(), "ConfigMap");
  EXPECT_EQ(event["reportingController"].AsString(), "oarlock.dev/demo");
}

}  // namespace
}  // namespace oarlock::pluginhost
