#include "controller/leader/leader_elector.h"

#include "base/thread_name.h"

namespace oarlock::controller {

void LeaderElector::Start() {
  thread_ = std::thread([this] { Run(); });
}

void LeaderElector::Stop(bool give_back) {
  if (!thread_.joinable()) return;
  give_back_ = give_back;
  election_.news().Stop();
  stop_source_.request_stop();
  thread_.join();
}

void LeaderElector::Run() {
  base::SetThisThreadName("leader");
  while (election_.news().Wait(election_.Step())) {
  }
  if (give_back_) election_.GiveBack();
}

}  // namespace oarlock::controller
