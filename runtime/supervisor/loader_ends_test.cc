// What libraries leave behind in a process, or try to, and what becomes of it when they go.
#include <gtest/gtest.h>

#include <csignal>
#include <cstring>
#include <string>
#include <thread>

#include "supervisor/loader.h"

namespace oarlock::supervisor {
namespace {

constexpr int kManyLoads = 200;

class LoaderEnds : public testing::Test {
 protected:
  base::Result<std::unique_ptr<LoadedLibrary>> Load(const std::string& path) {
    OARLOCK_ASSIGN_OR_RETURN(const auto file, LibraryFile::Open(path, "ends@1", ""));
    return loader_.Load(file);
  }
  static int CallWith(const LoadedLibrary& library, const char* name, int* argument) {
    return reinterpret_cast<int (*)(int*)>(library.Symbol(name))(argument);
  }
  Loader loader_;
};

TEST_F(LoaderEnds, AKeyOfPthreadsEndsWithItsThreadBeforeTheLibraryGoes) {
  auto library = Load(OARLOCK_ENDS_SAMPLE "plain.so").value();
  int ended = 0;
  std::thread([&] { EXPECT_EQ(CallWith(*library, "ends_sample_key", &ended), 0); }).join();
  EXPECT_EQ(ended, 1) << "while its code was there";
  EXPECT_TRUE(loader_.Unload(std::move(library)).ok());
  std::thread([] {}).join();
  EXPECT_EQ(ended, 1) << "and no later thread runs into it";
}

#ifndef __SANITIZE_THREAD__  // whose atexit() forgets which library asked
TEST_F(LoaderEnds, WhatItDoesAtExitItDoesWhenItIsClosed) {
  auto library = Load(OARLOCK_ENDS_SAMPLE "plain.so").value();
  int flag = 0;
  EXPECT_EQ(CallWith(*library, "ends_sample_at_exit", &flag), 0);
  EXPECT_TRUE(loader_.Unload(std::move(library)).ok());
  EXPECT_EQ(flag, 1) << "not at the end of the process, when its code is gone";
}
#endif

TEST_F(LoaderEnds, LoadingAndUnloadingWithoutACallLeavesTheHostsThreadLocalsAlone) {
  thread_local std::string mine = "a text that is too long for the buffer inside of a string";
  const std::string before = mine;
  for (int i = 0; i < 3; ++i) {
    for (const char* name : {"plain.so", "static_tls.so"}) {
      auto library = Load(std::string(OARLOCK_ENDS_SAMPLE) + name).value();
      EXPECT_TRUE(loader_.Unload(std::move(library)).ok());
    }
  }
  EXPECT_EQ(mine, before);
}

TEST_F(LoaderEnds, StaticThreadLocalStorageIsGivenBack) {
  for (int i = 0; i < kManyLoads; ++i) {
    auto library = Load(OARLOCK_ENDS_SAMPLE "static_tls.so");
    ASSERT_TRUE(library.ok()) << i << ": " << library.status().ToString();
    const auto touch = reinterpret_cast<int (*)()>((*library)->Symbol("ends_sample_touch"));
    std::thread([&] { EXPECT_EQ(touch(), 1) << "zeroed for each"; }).join();
    ASSERT_TRUE(loader_.Unload(*std::move(library)).ok()) << i;
  }
}

TEST_F(LoaderEnds, ABuildThatCannotBeLinkedLeavesNothingInTheWayOfTheNext) {
  const auto broken = Load(OARLOCK_ENDS_SAMPLE "missing.so");
  ASSERT_FALSE(broken.ok());
  EXPECT_NE(broken.status().message().find("ends_sample_of_another_build"), std::string::npos)
      << broken.status().message() << ": the dynamic loader's own words";
  auto library = Load(OARLOCK_ENDS_SAMPLE "plain.so").value();
  EXPECT_EQ(reinterpret_cast<int (*)()>(library->Symbol("ends_sample_touch"))(), 1);
  EXPECT_TRUE(loader_.Unload(std::move(library)).ok());
  EXPECT_EQ(loader_.zombies(), 0u);
}

TEST_F(LoaderEnds, HandlersOfSignalsThatItInstallsAreTakenOutAgain) {
  struct sigaction before {};
  ::sigaction(SIGUSR2, nullptr, &before);
  auto library = Load(OARLOCK_ENDS_SAMPLE "signals.so").value();
  EXPECT_EQ(library->signals_taken(), "SIGUSR2, SIGTERM");
  struct sigaction after {};
  ::sigaction(SIGUSR2, nullptr, &after);
  EXPECT_EQ(after.sa_handler, before.sa_handler);
  ::sigaction(SIGTERM, nullptr, &after);
  EXPECT_EQ(after.sa_handler, SIG_DFL);
  EXPECT_TRUE(loader_.Unload(std::move(library)).ok());
  auto plain = Load(OARLOCK_ENDS_SAMPLE "plain.so").value();
  EXPECT_EQ(plain->signals_taken(), "");
  EXPECT_TRUE(loader_.Unload(std::move(plain)).ok());
}

}  // namespace
}  // namespace oarlock::supervisor
