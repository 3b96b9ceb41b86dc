// A library for Loader's test: one function whose thread-local has a destructor, one helper whose
// name other copies share.
#ifndef SAMPLE_VALUE
#define SAMPLE_VALUE 1
#endif

namespace {

struct Local {
  ~Local() { touched = 0; }
  volatile int touched = 0;
};
thread_local Local local;

}  // namespace

extern "C" {

__attribute__((visibility("default"))) int helper() { return SAMPLE_VALUE; }
__attribute__((visibility("default"))) int sample_call_helper() { return helper(); }
__attribute__((visibility("default"))) int sample_touch_local() {
  local.touched = local.touched + 1;
  return local.touched;
}

}  // extern "C"
