// The built library: works as the linked-in code does, and leaves memory when it is closed.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <link.h>

#include "testing/fake_cluster.h"

namespace oarlock::reloader {
namespace {

bool IsMapped() {
  return dl_iterate_phdr(
             [](dl_phdr_info* info, size_t, void*) {
               return std::string_view(info->dlpi_name) == RELOADER_LIBRARY ? 1 : 0;
             },
             nullptr) != 0;
}

TEST(Library, LeavesMemoryAfterItHasMatchedPatterns) {
  void* library = dlopen(RELOADER_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << dlerror();
  EXPECT_TRUE(IsMapped());
  {
    FakeCluster cluster("{}", reinterpret_cast<oar_entry_fn>(dlsym(library, OAR_ENTRY_NAME)));
    cluster.PutMap("cfg", {{"k", "1"}});
    cluster.PutDeployment("web", {{"configmap.reloader.stakater.com/reload", "[bad,(c|d).*"}}, {});
    cluster.Reconcile(1, "cfg");
    EXPECT_EQ(cluster.ChangeMap("cfg", {{"k", "2"}}), std::vector<std::string>{"3/web"});
    EXPECT_EQ(cluster.TakeEvents().size(), 2u);
  }
  EXPECT_EQ(dlclose(library), 0);
  EXPECT_FALSE(IsMapped());
}

}  // namespace
}  // namespace oarlock::reloader
