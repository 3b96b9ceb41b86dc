#include "supervisor/loader.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <thread>

namespace oarlock::supervisor {
namespace {

using IntFunction = int (*)();

int Call(const LoadedLibrary& library, const char* name) {
  void* symbol = library.Symbol(name);
  EXPECT_NE(symbol, nullptr) << name;
  return symbol == nullptr ? -1 : reinterpret_cast<IntFunction>(symbol)();
}

int CallWithNumber(const LoadedLibrary& library, int number) {
  return reinterpret_cast<int (*)(int)>(library.Symbol("rules_sample"))(number);
}

class LoaderTest : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/oarlock-loader-XXXXXX";
    ASSERT_NE(::mkdtemp(name), nullptr);
    dir_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(dir_); }

  std::string Write(const std::string& name, const std::string& bytes) {
    std::ofstream(dir_ + "/" + name, std::ios::binary) << bytes;
    return dir_ + "/" + name;
  }
  std::unique_ptr<LoadedLibrary> Load(const std::string& path) {
    auto file = LibraryFile::Open(path, "sample@1", "");
    EXPECT_TRUE(file.ok()) << file.status().ToString();
    auto library = loader_.Load(*file);
    EXPECT_TRUE(library.ok()) << library.status().ToString();
    return std::move(library).value();
  }
  std::string OpenError(const std::string& path, const std::string& sha256 = "") {
    const auto file = LibraryFile::Open(path, "sample@1", sha256);
    return file.ok() ? "" : file.status().message();
  }

  std::string dir_;
  Loader loader_;
};

size_t OpenDescriptors() {
  const auto fds = std::filesystem::directory_iterator("/proc/self/fd");
  return static_cast<size_t>(std::distance(begin(fds), end(fds)));
}

TEST_F(LoaderTest, LoadsCallsAndUnloadsForGood) {
  const size_t before = OpenDescriptors();
  for (int i = 0; i < 20; ++i) {
    auto library = Load(OARLOCK_LOADER_SAMPLE_1);
    EXPECT_EQ(Call(*library, "sample_call_helper"), 1);
    EXPECT_EQ(library->Symbol("none"), nullptr);
    const base::Status gone = loader_.Unload(std::move(library));
    EXPECT_TRUE(gone.ok()) << gone.ToString();
  }
  EXPECT_EQ(loader_.zombies(), 0u);
  EXPECT_EQ(OpenDescriptors(), before);
}

TEST_F(LoaderTest, UnloadsALibraryWhoseThreadLocalHasADestructorOnceItsThreadsAreJoined) {
  auto library = Load(OARLOCK_LOADER_SAMPLE_1);
  std::thread([&] { EXPECT_EQ(Call(*library, "sample_touch_local"), 1); }).join();
  const base::Status gone = loader_.Unload(std::move(library));
  EXPECT_TRUE(gone.ok()) << gone.ToString();
}

TEST_F(LoaderTest, CountsAZombieWhenALivingThreadHoldsTheLibrary) {
  auto library = Load(OARLOCK_LOADER_SAMPLE_1);
  std::thread holder;
  std::atomic<bool> touched{false};
  std::atomic<bool> release{false};
  holder = std::thread([&, touch = library->Symbol("sample_touch_local")] {
    reinterpret_cast<IntFunction>(touch)();
    touched = true;
    touched.notify_all();
    release.wait(false);
  });
  touched.wait(false);
  const base::Status gone = loader_.Unload(std::move(library));
  EXPECT_FALSE(gone.ok());
  EXPECT_NE(gone.message().find("still mapped"), std::string::npos);
  EXPECT_EQ(loader_.zombies(), 1u);
  auto next = Load(OARLOCK_LOADER_SAMPLE_2);
  EXPECT_TRUE(loader_.Unload(std::move(next)).ok());
  EXPECT_EQ(loader_.zombies(), 1u) << "still held";
  release = true;
  release.notify_all();
  holder.join();
  next = Load(OARLOCK_LOADER_SAMPLE_2);
  EXPECT_TRUE(loader_.Unload(std::move(next)).ok());
  EXPECT_EQ(loader_.zombies(), 0u) << "what held it is gone, so it goes with the next one";
}

TEST_F(LoaderTest, C_RE_01_ALibraryThatIsPinnedIsAZombieAndTheNextBuildRunsNevertheless) {
  auto pinned = Load(OARLOCK_RULES_SAMPLE "nodelete.so");
  EXPECT_EQ(CallWithNumber(*pinned, 0), 1);
  EXPECT_EQ(CallWithNumber(*pinned, 0), 2);
  const base::Status gone = loader_.Unload(std::move(pinned));
  EXPECT_NE(gone.message().find("still mapped"), std::string::npos) << gone.ToString();
  EXPECT_EQ(loader_.zombies(), 1u);
  auto again = Load(OARLOCK_RULES_SAMPLE "nodelete.so");
  EXPECT_EQ(CallWithNumber(*again, 0), 1) << "an image of its own, with globals as built";
  EXPECT_FALSE(loader_.Unload(std::move(again)).ok());
}

TEST_F(LoaderTest, WhatIsKeptForGoodIsNoZombie) {
  auto library = Load(OARLOCK_LOADER_SAMPLE_1);
  void* helper = library->Symbol("helper");
  loader_.Keep(std::move(library));
  EXPECT_EQ(loader_.zombies(), 0u);
  EXPECT_EQ(reinterpret_cast<IntFunction>(helper)(), 1) << "still there";
}

TEST_F(LoaderTest, C_PL_04_GivesEachEntryItsOwnImageAlsoThroughLinks) {
  const std::string link = dir_ + "/link.so";
  std::filesystem::create_symlink(OARLOCK_LOADER_SAMPLE_1, link);
  auto a = Load(OARLOCK_LOADER_SAMPLE_1);
  auto b = Load(OARLOCK_LOADER_SAMPLE_1);
  auto c = Load(link);
  std::filesystem::copy_file(OARLOCK_LOADER_SAMPLE_1, dir_ + "/copy.so");
  std::filesystem::create_hard_link(dir_ + "/copy.so", dir_ + "/hard.so");
  auto d = Load(dir_ + "/copy.so");
  auto e = Load(dir_ + "/hard.so");
  const std::set<void*> images = {a->Symbol("helper"), b->Symbol("helper"), c->Symbol("helper"),
                                  d->Symbol("helper"), e->Symbol("helper")};
  EXPECT_EQ(images.size(), 5u);
  EXPECT_TRUE(loader_.Unload(std::move(a)).ok());
  EXPECT_EQ(Call(*b, "helper"), 1) << "the others stay";
  EXPECT_TRUE(loader_.Unload(std::move(b)).ok());
  EXPECT_TRUE(loader_.Unload(std::move(c)).ok());
  EXPECT_TRUE(loader_.Unload(std::move(d)).ok());
  EXPECT_EQ(Call(*e, "helper"), 1);
  EXPECT_TRUE(loader_.Unload(std::move(e)).ok());
}

TEST_F(LoaderTest, C_PL_06_BindsEachLibraryToItsOwnSymbols) {
  auto one = Load(OARLOCK_LOADER_SAMPLE_1);
  auto two = Load(OARLOCK_LOADER_SAMPLE_2);
  EXPECT_EQ(Call(*one, "sample_call_helper"), 1);
  EXPECT_EQ(Call(*two, "sample_call_helper"), 2);
  EXPECT_TRUE(loader_.Unload(std::move(one)).ok());
  EXPECT_TRUE(loader_.Unload(std::move(two)).ok());
}

TEST_F(LoaderTest, RunsFromItsOwnCopyWhateverHappensToTheFile) {
  std::ifstream in(OARLOCK_LOADER_SAMPLE_1, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(in), {});
  const std::string path = Write("p.so", bytes);
  auto library = Load(path);
  std::filesystem::resize_file(path, 0);
  EXPECT_EQ(Call(*library, "sample_call_helper"), 1);
  EXPECT_TRUE(loader_.Unload(std::move(library)).ok());
}

TEST_F(LoaderTest, C_PL_01_NamesPathAndReasonOfAFileThatIsNoLibrary) {
  EXPECT_NE(OpenError(dir_ + "/none.so").find("none.so: No such file"), std::string::npos);
  EXPECT_NE(OpenError(dir_).find("this is a directory"), std::string::npos);
  EXPECT_NE(OpenError(Write("empty.so", "")).find("empty.so: the file is empty"),
            std::string::npos);
  EXPECT_NE(OpenError(Write("text.so", "hello\n")).find("text file"), std::string::npos);
  EXPECT_NE(OpenError("/dev/null").find("no regular file"), std::string::npos);
}

TEST_F(LoaderTest, ALinkMayNotLeadOutOfThePluginDirectory) {
  std::filesystem::create_directory(dir_ + "/in");
  std::filesystem::copy_file(OARLOCK_LOADER_SAMPLE_1, dir_ + "/in/real.so");
  std::filesystem::create_symlink("real.so", dir_ + "/in/inside.so");
  std::filesystem::create_symlink(OARLOCK_LOADER_SAMPLE_1, dir_ + "/in/outside.so");
  const auto open = [&](const std::string& name) {
    return LibraryFile::Open(dir_ + "/in/" + name, "x@1", "", dir_ + "/in").status().message();
  };
  EXPECT_EQ(open("real.so"), "");
  EXPECT_EQ(open("inside.so"), "");
  EXPECT_NE(open("outside.so").find("leads out of the plugin directory"), std::string::npos);
  EXPECT_NE(open("none.so").find("none.so: No such file"), std::string::npos);
  EXPECT_EQ(OpenError(dir_ + "/in/outside.so"), "") << "a full path is the administrator's word";
}

// A library whose constructor never comes back holds up the dynamic loader itself; who asks how
// many zombies there are, a metrics scrape for example, must not wait for it.
TEST_F(LoaderTest, NobodyWaitsForAConstructorToCountZombies) {
  int gate[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, gate), 0);
  ::setenv("OARLOCK_SAMPLE_GATE", std::to_string(gate[0]).c_str(), 1);
  std::unique_ptr<LoadedLibrary> library;
  std::thread loading([&] { library = Load(OARLOCK_ENDS_SAMPLE "waits.so"); });
  char byte = 0;
  EXPECT_EQ(::read(gate[1], &byte, 1), 1) << "it is in its constructor";
  EXPECT_EQ(loader_.zombies(), 0u);
  EXPECT_EQ(::write(gate[1], &byte, 1), 1);
  loading.join();
  ::unsetenv("OARLOCK_SAMPLE_GATE");
  ::close(gate[0]);
  ::close(gate[1]);
  ASSERT_NE(library, nullptr);
  EXPECT_TRUE(loader_.Unload(std::move(library)).ok());
}

TEST_F(LoaderTest, RefusesAnotherDigestAndNamesBoth) {
  const std::string wrong(64, '0');
  const std::string error = OpenError(OARLOCK_LOADER_SAMPLE_1, wrong);
  EXPECT_NE(error.find(wrong), std::string::npos) << error;
  const auto file = LibraryFile::Open(OARLOCK_LOADER_SAMPLE_1, "sample@1", "");
  EXPECT_EQ(OpenError(OARLOCK_LOADER_SAMPLE_1, (*file)->sha256()), "");
}

}  // namespace
}  // namespace oarlock::supervisor
