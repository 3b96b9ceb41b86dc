// Runs every fuzz target over its seeds, in the presets that have no fuzzer: what once crashed a
// parser stays found. A seed that breaks a promise ends the program, after its name.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

// One line OARLOCK_FUZZ_TARGET(name) per target, written by CMake.
#define OARLOCK_FUZZ_TARGET(name) \
  extern "C" int oarlock_fuzz_##name(const uint8_t* data, size_t size);
#include "fuzz_targets.inc"
#undef OARLOCK_FUZZ_TARGET

namespace oarlock {
namespace {

void Replay(const std::string& name, int (*target)(const uint8_t*, size_t)) {
  std::vector<std::filesystem::path> seeds;
  for (const auto& entry : std::filesystem::directory_iterator(OARLOCK_FUZZ_CORPUS "/" + name)) {
    seeds.push_back(entry.path());
  }
  std::sort(seeds.begin(), seeds.end());
  ASSERT_GE(seeds.size(), 2u) << "a target without seeds finds nothing";
  for (const auto& seed : seeds) {
    std::fprintf(stderr, "seed %s\n", seed.c_str());
    std::ifstream in(seed, std::ios::binary);
    const std::vector<char> bytes((std::istreambuf_iterator<char>(in)), {});
    // Exactly as large as the input, and never null, as the fuzzer gives it.
    const std::vector<uint8_t> data(bytes.begin(), bytes.end());
    static const uint8_t kNothing = 0;
    EXPECT_EQ(target(data.empty() ? &kNothing : data.data(), data.size()), 0);
  }
}

#define OARLOCK_FUZZ_TARGET(name) \
  TEST(FuzzReplay, name) { Replay(#name, oarlock_fuzz_##name); }
#include "fuzz_targets.inc"

}  // namespace
}  // namespace oarlock
