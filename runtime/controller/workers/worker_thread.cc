#include "controller/workers/worker_thread.h"

#include <system_error>
#include <thread>
#include <utility>

#include "base/thread_name.h"

namespace oarlock::controller {
namespace {

class StdThread final : public WorkerThread {
 public:
  explicit StdThread(std::thread thread) : thread_(std::move(thread)) {}
  ~StdThread() override { StdThread::Join(); }
  void Join() override {
    if (thread_.joinable()) thread_.join();
  }

 private:
  std::thread thread_;
};

}  // namespace

std::unique_ptr<WorkerThread> StdThreadStarter::Start(const std::string& name,
                                                      std::function<void()> body) {
  try {
    return std::make_unique<StdThread>(std::thread([name, body = std::move(body)] {
      base::SetThisThreadName(name);
      body();
    }));
  } catch (const std::system_error&) {
    return nullptr;  // the machine is out of threads
  }
}

}  // namespace oarlock::controller
