#include "base/thread_name.h"

#include <pthread.h>

namespace oarlock::base {

void SetThisThreadName(const std::string& name) {
  pthread_setname_np(pthread_self(), name.substr(0, 15).c_str());
}

}  // namespace oarlock::base
