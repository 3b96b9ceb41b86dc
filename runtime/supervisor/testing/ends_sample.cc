// A library for tests of what may happen at the end of a library: a destructor of a pthread key, a
// function that runs at its exit, a block of static thread-local storage, a missing symbol, a
// constructor that sends a byte and waits for one, or one that handles signals.
#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

namespace {

int* at_exit_flag = nullptr;

void OnKeyEnd(void* counter) { ++*static_cast<int*>(counter); }
void OnExit() { *at_exit_flag = 1; }

#ifdef ENDS_STATIC_TLS
__thread volatile char block[64] __attribute__((tls_model("initial-exec")));
#endif
#ifdef ENDS_WAITS
__attribute__((constructor)) void WaitForByte() {
  char byte = 'x';
  const char* socket = std::getenv("OARLOCK_SAMPLE_GATE");
  if (socket == nullptr) return;
  (void)!::write(std::atoi(socket), &byte, 1);
  (void)!::read(std::atoi(socket), &byte, 1);
}
#endif
#ifdef ENDS_SIGNALS
void OnSignal(int) {}
__attribute__((constructor)) void HandleSignals() {
  std::signal(SIGUSR2, OnSignal);
  std::signal(SIGTERM, SIG_IGN);
}
#endif
#ifdef ENDS_MISSING
extern "C" int ends_sample_of_another_build();
inline int& Pinned() {
  static int value = ends_sample_of_another_build();
  return value;
}
#endif

}  // namespace

extern "C" {

// The key counts in `counter` when the calling thread ends.
__attribute__((visibility("default"))) int ends_sample_key(int* counter) {
  pthread_key_t key{};
  return pthread_key_create(&key, OnKeyEnd) + pthread_setspecific(key, counter);
}
__attribute__((visibility("default"))) int ends_sample_at_exit(int* flag) {
  at_exit_flag = flag;
  return std::atexit(OnExit);
}
__attribute__((visibility("default"))) int ends_sample_touch() {
#ifdef ENDS_STATIC_TLS
  block[0] = static_cast<char>(block[0] + 1);
  return block[0];
#elif defined(ENDS_MISSING)
  return Pinned();
#else
  return 1;
#endif
}

}  // extern "C"
