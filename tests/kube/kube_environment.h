#pragma once
// KubeTest: base of every test against the real API server. One server per test program, started
// by the first test that asks and gone with the program; one namespace per test.
//
//   class Sync : public KubeTest {};
//   TEST_F(Sync, …) { server().Request("GET", "/api/v1/namespaces/" + ns() + "/configmaps"); }
//
// A program that needs other options calls SetServerOptions before its first server(), in
// SetUpTestSuite. A test that changes the running server leaves it running and ready.

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <string>

#include "tests/kube/api_server.h"

namespace oarlock::kubetest {

class KubeTest : public ::testing::Test {
 protected:
  static void SetServerOptions(ApiServerOptions options);
  // Starts it when needed. A server that does not start ends the test program with the reason:
  // no later test could say more.
  static ApiServer& server();

  // This test's namespace, created at the first call.
  const std::string& ns();
  // One more, with a name of its own.
  std::string NewNamespace();

 private:
  std::string namespace_;
};

// EXPECT_TRUE(Eventually(10s, [&] { return …; })): polls, and says how long it tried.
::testing::AssertionResult Eventually(std::chrono::milliseconds limit,
                                      const std::function<bool()>& condition);

}  // namespace oarlock::kubetest
