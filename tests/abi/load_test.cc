// Real plugin libraries, loaded as a host would, against the fake host.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <link.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "abi/loaded_plugin.h"

namespace oarlock::abi_test {
namespace {

using sdk::FromView;
using sdk::Sized;
using sdk::ToView;

bool Mapped(const std::string& path) {
  return dl_iterate_phdr(
             [](dl_phdr_info* info, size_t, void* wanted) {
               return *static_cast<const std::string*>(wanted) == info->dlpi_name ? 1 : 0;
             },
             const_cast<std::string*>(&path)) != 0;
}

TEST(Load, NegotiatesAndDescribesItself) {
  LoadedPlugin plugin("hello");
  plugin.host_hello.abi_minor_max = 4;
  ASSERT_EQ(plugin.Enter(), OAR_OK);
  EXPECT_EQ(plugin.hello.abi_minor, static_cast<uint32_t>(OAR_ABI_MINOR));
  EXPECT_EQ(FromView(plugin.hello.descriptor->id), "dev.oarlock.test.hello");
  EXPECT_EQ(FromView(plugin.hello.descriptor->name), "hello");
  EXPECT_EQ(plugin.hello.descriptor->controllers_count, 1u);
  EXPECT_NE(FromView(plugin.hello.descriptor->config_schema).find("greeting"),
            std::string_view::npos);
  EXPECT_EQ(plugin.Enter(), OAR_OK) << "may be called again";
}

TEST(Load, RefusesAHostThatSpeaksOtherwise) {
  LoadedPlugin plugin("hello");
  plugin.host_hello.abi_major = 2;
  EXPECT_EQ(plugin.Enter(), OAR_E_UNIMPLEMENTED);
  EXPECT_EQ(plugin.Text(), "the host speaks another ABI major");
  plugin.host_hello.abi_major = 1;
  plugin.host_hello.abi_minor_min = 9;
  EXPECT_EQ(plugin.Enter(), OAR_E_UNIMPLEMENTED);
  plugin.host_hello.abi_minor_min = 0;
  plugin.host_hello.features_must = 1;
  EXPECT_EQ(plugin.Enter(), OAR_E_UNIMPLEMENTED);
  EXPECT_EQ(plugin.hello.descriptor, nullptr);
}

TEST(Load, HelloLivesItsLife) {
  for (const char* name : {"hello", "hello_c"}) {
    SCOPED_TRACE(name);
    FakeHost host;
    LoadedPlugin plugin(name);
    ASSERT_EQ(plugin.Create(host), OAR_OK);
    const void* extension = &host;
    EXPECT_EQ(plugin.created.plugin->get_extension(plugin.created.instance,
                                                   ToView(OAR_EXT_PLUGIN_MAP), &extension),
              OAR_E_NOT_FOUND);
    EXPECT_EQ(extension, nullptr);
    ASSERT_EQ(plugin.Configure(host), OAR_OK);
    ASSERT_EQ(plugin.Declare(host), OAR_OK);
    EXPECT_EQ(host.declared, (std::vector<std::string>{"type 1 ConfigMap v1", "controller of 1"}));
    ASSERT_EQ(plugin.Reconcile(host, "a"), OAR_OK);
    EXPECT_EQ(host.logs, std::vector<std::string>{"gone name=a"});
    EXPECT_EQ(plugin.result.outcome, OAR_DONE);
  }
}

TEST(Load, ReadsAnObjectInReconcile) {
  FakeHost host;
  LoadedPlugin plugin("hello");
  ASSERT_EQ(plugin.Create(host), OAR_OK);
  ASSERT_EQ(plugin.Configure(host, R"({"greeting": "ahoy"})"), OAR_OK);
  host.cached["default/a"] = *host.Find(host.AddJson(
      R"({"apiVersion": "v1", "kind": "ConfigMap",
          "metadata": {"name": "a", "namespace": "default"}, "data": {"x": "1", "y": "2"}})"));
  ASSERT_EQ(plugin.Reconcile(host, "a"), OAR_OK);
  EXPECT_EQ(host.logs, std::vector<std::string>{"ahoy name=a keys=2"});
}

TEST(Load, AnInvalidConfigurationSaysWhere) {
  FakeHost host;
  LoadedPlugin plugin("hello");
  ASSERT_EQ(plugin.Create(host), OAR_OK);
  EXPECT_EQ(plugin.Configure(host, R"({"greeting": ""})"), OAR_E_INVALID);
}

TEST(Load, C_PL_07_EveryFailureToDeclareHasAText) {
  FakeHost host;
  LoadedPlugin throws("describe_throws");
  ASSERT_EQ(throws.Create(host), OAR_OK);
  EXPECT_EQ(throws.Declare(host), OAR_E_PLUGIN_FAULT);
  EXPECT_EQ(host.error, "exception: declare went wrong");

  LoadedPlugin fails("declare_error");
  ASSERT_EQ(fails.Create(host), OAR_OK);
  EXPECT_EQ(fails.Declare(host), OAR_E_INVALID);
  EXPECT_EQ(host.error, "no namespace is configured");

  LoadedPlugin empty("empty_watch");
  ASSERT_EQ(empty.Create(host), OAR_OK);
  EXPECT_EQ(empty.Declare(host), OAR_OK) << "for the host to refuse";
  EXPECT_EQ(host.declared.back(), "controller of");
}

TEST(Load, AConstructorThatThrowsMakesNoInstance) {
  FakeHost host;
  LoadedPlugin plugin("create_fails");
  EXPECT_EQ(plugin.Create(host), OAR_E_PLUGIN_FAULT);
  EXPECT_EQ(plugin.created.instance, nullptr);
  EXPECT_EQ(plugin.Text(), "exception: no licence for this planet");
}

TEST(Load, NoEntryIsFound) { EXPECT_EQ(LoadedPlugin("no_entry").Enter(), OAR_E_NOT_FOUND); }

// A hello of any size is taken or refused, and nothing is touched beyond it.
TEST(Load, AHelloOfEverySizeIsAnswered) {
  for (const char* name : {"hello", "inherit_label", "expiry"}) {
    SCOPED_TRACE(name);
    LoadedPlugin plugin(name);
    for (uint32_t size = 8; size <= 2 * sizeof(oar_host_hello); ++size) {
      std::vector<uint64_t> memory(sizeof(oar_host_hello), 0xa5a5a5a5a5a5a5a5);
      auto* host = reinterpret_cast<oar_host_hello*>(memory.data());
      std::memcpy(host, &plugin.host_hello, std::min<size_t>(size, sizeof(oar_host_hello)));
      host->struct_size = size;
      oar_plugin_hello answer = Sized<oar_plugin_hello>();
      const int32_t code = plugin.Enter(host, &answer);
      EXPECT_EQ(code == OAR_OK, size >= sizeof(oar_host_hello)) << size << ": " << code;
    }
    for (uint32_t size = 8; size <= 2 * sizeof(oar_plugin_hello); ++size) {
      std::vector<char> room(2 * sizeof(oar_plugin_hello) + 8, '\x5a');
      std::memset(room.data(), 0, size);
      auto* answer = reinterpret_cast<oar_plugin_hello*>(room.data());
      answer->struct_size = size;
      const int32_t code = plugin.Enter(&plugin.host_hello, answer);
      EXPECT_EQ(code == OAR_OK, size >= sizeof(oar_plugin_hello)) << size << ": " << code;
      EXPECT_EQ(answer->struct_size, size);
      EXPECT_TRUE(std::all_of(room.begin() + size, room.end(), [](char c) { return c == '\x5a'; }))
          << size;
    }
  }
}

// Everything that a host calls, however much the plugin is offered.
void LiveALife(const std::string& name, FakeHost& host) {
  LoadedPlugin plugin(name);
  ASSERT_EQ(plugin.Create(host), OAR_OK);
  plugin.Configure(host);
  plugin.Declare(host);
  plugin.Reconcile(host, "a");
  plugin.Reconcile(host, "gone");
}

void FillCache(FakeHost& host) {
  host.cached["default/a"] = *host.Find(host.AddJson(
      R"({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a",
          "namespace": "default", "annotations": {"example.dev/ttl": "1s",
          "example.dev/team": "red"}}})"));
}

const char* const kSdkPlugins[] = {"hello", "owner_label", "expiry"};

// An older host's tables are shorter: what is missing is never called; a newer one's are longer.
TEST(Load, SurvivesHostTablesOfEverySize) {
  for (const char* name : kSdkPlugins) {
    for (uint32_t size = 0; size <= 2 * sizeof(oar_host_api); ++size) {
      FakeHost host;
      FillCache(host);
      host.core.struct_size = size;
      host.object.struct_size = size % (2 * uint32_t{sizeof(oar_object_api)});
      host.context.struct_size = size % (2 * uint32_t{sizeof(oar_context_api)});
      host.client.struct_size = size;
      host.builder.struct_size = size;
      LiveALife(name, host);
    }
  }
}

// A null function is one that the host does not offer.
template <typename Table>
void NullEachSlot(Table FakeHost::*table) {
  for (size_t slot = 8; slot + 8 <= sizeof(Table); slot += 8) {
    for (const char* name : kSdkPlugins) {
      SCOPED_TRACE(std::string(name) + " without the one at " + std::to_string(slot));
      FakeHost host;
      FillCache(host);
      std::memset(reinterpret_cast<char*>(&(host.*table)) + slot, 0, 8);
      LiveALife(name, host);
    }
  }
}

TEST(Load, SurvivesANullInEachSlotOfAHostTable) {
  NullEachSlot(&FakeHost::core);
  NullEachSlot(&FakeHost::clock);
  NullEachSlot(&FakeHost::context);
  NullEachSlot(&FakeHost::object);
  NullEachSlot(&FakeHost::client);
  NullEachSlot(&FakeHost::events);
  NullEachSlot(&FakeHost::builder);
}

// With a destructor of a thread_local the library goes only after the thread is joined.
TEST(Load, UnloadsOnceItsThreadsAreJoined) {
  for (const char* name : {"hello", "hello_c", "tls_dtor"}) {
    SCOPED_TRACE(name);
    std::string path;
    FakeHost host;
    std::thread([&] {
      LoadedPlugin plugin(name);
      path = plugin.path();
      ASSERT_EQ(plugin.Create(host), OAR_OK);
      ASSERT_EQ(plugin.Configure(host), OAR_OK);
      ASSERT_EQ(plugin.Reconcile(host, "a"), OAR_OK);
      EXPECT_TRUE(Mapped(path));
      plugin.Destroy();
      dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);  // for the close after the join
    }).join();
    void* again = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    dlclose(again);
    dlclose(again);
    EXPECT_FALSE(Mapped(path));
  }
}

}  // namespace
}  // namespace oarlock::abi_test
