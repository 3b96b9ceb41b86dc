#include "app/startup_code.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace oarlock::app {
namespace {

size_t ResidentFileKb() {
  std::ifstream in("/proc/self/status");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("RssFile:")) return std::stoul(line.substr(8));
  }
  return 0;
}

TEST(StartupCode, WhatWasRunBeforeIsNotResidentAnyMoreAndRunsAgain) {
  const size_t before = ResidentFileKb();
  const size_t forgotten = ForgetStartupCode();
  EXPECT_GT(forgotten, 512u * 1024);
  EXPECT_LT(ResidentFileKb(), before);
  EXPECT_EQ(std::stoi("42"), 42);
}

}  // namespace
}  // namespace oarlock::app
