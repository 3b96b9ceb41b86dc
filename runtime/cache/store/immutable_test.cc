// Objects of the cache cannot be changed by anyone: the compiler says so (pain P20). client-go
// needs a mutation detector for this; here a program that tries does not compile.
#include <gtest/gtest.h>

#include <concepts>

#include "cache/notification.h"
#include "cache/store.h"
#include "cache/testing/informer_harness.h"
#include "kube/decode.h"

namespace oarlock::cache {
namespace {

// What a handle or a view could offer for writing.
template <typename T>
concept HasWriter = requires(T& t) {
  t["a"] = 1;
}
|| requires(T& t) { t["a"] = "x"; }
|| requires(T& t) { t.Set("a", "x"); }
|| requires(T& t) { t.mutable_root(); }
|| requires(T& t) { t.data()[0] = 0; }
|| requires(T& t) { *t.begin() = 0; };
static_assert(HasWriter<std::map<std::string, int>>, "the concept finds writers where they are");
static_assert(!HasWriter<kube::Object> && !HasWriter<kube::Value>);

// Texts are views of constant bytes; members and elements are views, not references.
static_assert(std::same_as<decltype(std::declval<kube::Object&>().name()), std::string_view>);
static_assert(std::same_as<decltype(std::declval<kube::Object&>().root()), kube::Value>);
static_assert(std::same_as<decltype(std::declval<kube::Object&>()["a"]), kube::Value>);
static_assert(std::same_as<decltype(std::declval<kube::Value&>()["a"]), kube::Value>);
static_assert(std::same_as<decltype(std::declval<kube::Value&>().AsString()), std::string_view>);
static_assert(!std::is_assignable_v<decltype(std::declval<std::string_view&>()[0]), char>);

// Readers get handles of their own, never a reference into the store; handlers get constants.
static_assert(std::same_as<decltype(std::declval<Store&>().Get("")), kube::Object>);
static_assert(std::same_as<decltype(std::declval<Store&>().List()), std::vector<kube::Object>>);
static_assert(
    std::same_as<decltype(&EventHandler::OnEvent), void (EventHandler::*)(const Notification&)>);

// Two handlers of one informer; the first does what it can to its notification.
TEST(Immutable, MD_1_C_INF_11_NoHandlerCanChangeWhatOthersSee) {
  class Vandal final : public EventHandler {
   public:
    void OnEvent(const Notification& n) override {
      Notification mine = n;
      mine.object = kube::ObjectFromJson(R"({"metadata":{"name":"mine"}})").value();
      mine.old_object = {};
      kube::Value root = n.object.root();
      root = mine.object.root();  // a view elsewhere
      EXPECT_EQ(root["metadata"]["name"].AsString(), "mine");
    }
  };
  testing::InformerHarness h;
  auto vandal = h.informer->AddHandler(std::make_shared<Vandal>(), {}).value();
  auto recorder = h.Record();
  h.StartWith({testing::Json({.name = "a", .version = "1", .value = "x"})}, "10");
  h.Send(kube::WatchEventType::kModified,
         testing::Json({.name = "a", .version = "11", .value = "y"}));
  ASSERT_EQ(recorder->notifications.size(), 2u);
  EXPECT_EQ(recorder->notifications[0].object["data"]["v"].AsString(), "x");
  EXPECT_EQ(recorder->notifications[1].object["data"]["v"].AsString(), "y");
  EXPECT_TRUE(recorder->notifications[1].old_object.SameAs(recorder->notifications[0].object));
  EXPECT_TRUE(h.informer->store().Get("default/a").SameAs(recorder->notifications[1].object));
}

}  // namespace
}  // namespace oarlock::cache
