#include <gtest/gtest.h>

#include <regex>

#include "client/transport_options.h"

namespace oarlock::client {
namespace {

TEST(DefaultUserAgent, RC_17_ProgramVersionSystemAndLibrary) {
  const std::regex form(R"(oarlock/[0-9]+\.[0-9]+[^ ]* \(linux/(amd64|arm64|[a-z0-9_]+)\) )"
                        R"(kubernetes/unknown)");
  EXPECT_TRUE(std::regex_match(DefaultUserAgent(), form)) << DefaultUserAgent();
  EXPECT_EQ(DefaultUserAgent().find("x86_64"), std::string::npos) << "the ecosystem says amd64";
}

}  // namespace
}  // namespace oarlock::client
