#include "pluginhost/abi/handle_registry.h"

#include <gtest/gtest.h>

#include <thread>

namespace oarlock::pluginhost {
namespace {

TEST(HandleRegistry, FindsOnlyLiveHandlesOfTheRightKind) {
  HandleRegistry registry;
  int object = 7;
  const uint64_t id = registry.Add(HandleKind::kContext, &object);
  ASSERT_NE(id, 0u);
  EXPECT_EQ(registry.Find(id, HandleKind::kContext).object(), &object);
  EXPECT_EQ(registry.Find(id, HandleKind::kInstance).object(), nullptr);
  EXPECT_EQ(registry.Find(id + 1, HandleKind::kContext).object(), nullptr);
  EXPECT_EQ(registry.Find(0, HandleKind::kContext).object(), nullptr);
  EXPECT_EQ(registry.Find(~0ULL, HandleKind::kContext).object(), nullptr);
  registry.Remove(id);
  EXPECT_EQ(registry.Find(id, HandleKind::kContext).object(), nullptr);
  registry.Remove(id);
  EXPECT_EQ(registry.size(), 0u);
}

TEST(HandleRegistry, NeverGivesAnEndedHandleToANewObject) {
  HandleRegistry registry;
  int a = 0;
  int b = 0;
  const uint64_t first = registry.Add(HandleKind::kContext, &a);
  registry.Remove(first);
  const uint64_t second = registry.Add(HandleKind::kContext, &b);
  EXPECT_NE(first, second);
  EXPECT_EQ(registry.Find(first, HandleKind::kContext).object(), nullptr);
  EXPECT_EQ(registry.Find(second, HandleKind::kContext).object(), &b);
}

TEST(HandleRegistry, RefusesPastItsLimit) {
  HandleRegistry registry;
  int object = 0;
  for (uint32_t i = 0; i < kHandlesMax - kHandlesReserved; ++i) {
    ASSERT_NE(registry.Add(HandleKind::kSink, &object), 0u);
  }
  EXPECT_EQ(registry.Add(HandleKind::kSink, &object), 0u);
  for (uint32_t i = 0; i < kHandlesReserved; ++i) {
    ASSERT_NE(registry.Add(HandleKind::kSink, &object, HandleShare::kReserved), 0u)
        << "callbacks still find one";
  }
  EXPECT_EQ(registry.Add(HandleKind::kSink, &object, HandleShare::kReserved), 0u);
}

TEST(HandleRegistry, RemoveWaitsForWhoeverStillUsesTheObject) {
  HandleRegistry registry;
  std::atomic<int> object{1};
  const uint64_t id = registry.Add(HandleKind::kContext, &object);
  std::atomic<bool> pinned{false};
  std::thread user([&] {
    const HandleRegistry::Pin pin = registry.Find(id, HandleKind::kContext);
    pinned = true;
    while (registry.Find(id, HandleKind::kContext).object() != nullptr) std::this_thread::yield();
    // Removed, but still pinned by us: the object must not have been given up.
    EXPECT_EQ(*static_cast<std::atomic<int>*>(pin.object()), 1);
  });
  while (!pinned) std::this_thread::yield();
  registry.Remove(id);
  object = 0;
  user.join();
}

}  // namespace
}  // namespace oarlock::pluginhost
