// A library for the tests of LibraryRules; built with one unfit flag at a time.
#include <string>

struct Counter {
  static int& Value() {
    static int value = 0;  // of an inline function: a unique symbol where g++ may make one
    return value;
  }
};
inline int& Shared() {
  static int shared = 0;
  return shared;
}

#ifdef RULES_NEEDS_ZSTD
extern "C" unsigned ZSTD_versionNumber(void);
#endif

extern "C" __attribute__((visibility("default"))) int rules_sample(int n) {
#ifdef RULES_NEEDS_ZSTD
  n += static_cast<int>(ZSTD_versionNumber());
#endif
  Shared() += n;
  return ++Counter::Value() + Shared();
}
