#include "subject.h"

#include <fmt/format.h>
#include <malloc.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <thread>

namespace oarlock::bench {
namespace {

using Words = std::vector<std::string>;

// So many objects are read in turn: few enough to stay in the processor's caches.
constexpr size_t kHotObjects = 256;
// Reads between two looks at the clock.
constexpr size_t kReadsAtOnce = 1000;

Words Split(const std::string& line) {
  std::istringstream in(line);
  Words words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

std::string KeysJson(SubjectCache& cache) {
  uint64_t count = 0;
  uint64_t sum = 0;
  cache.Each([&](std::string_view ns, std::string_view name, std::string_view version) {
    uint64_t hash = 14695981039346656037U;
    for (const std::string_view part : {ns, std::string_view("/"), name, std::string_view("@"),
                                        version, std::string_view("\n")}) {
      for (const char c : part) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
    }
    ++count;
    sum += hash;
  });
  return fmt::format(R"({{"event":"keys","count":{},"hash":"{:016x}"}})", count, sum);
}

std::vector<HotObject> HotObjects(SubjectCache& cache) {
  std::vector<std::string> keys;
  cache.Each([&](std::string_view ns, std::string_view name, std::string_view) {
    keys.push_back(fmt::format("{}/{}", ns, name));
  });
  const size_t step = std::max<size_t>(keys.size() / kHotObjects, 1);
  std::vector<HotObject> hot;
  for (size_t i = 0; i < keys.size() && hot.size() < kHotObjects; i += step) {
    hot.push_back({keys[i], cache.Node(keys[i])});
  }
  return hot;
}

using Clock = std::chrono::steady_clock;

// Of the calling thread. A processor that others have meanwhile is not its matter.
std::chrono::nanoseconds CpuTime() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

// Calls of `read` per second that so many threads ran; each call does kReadsAtOnce. Null: none
// found.
std::string Rate(size_t threads, std::chrono::duration<double> length,
                 const std::function<size_t(size_t from)>& read) {
  std::atomic<uint64_t> total{0};
  std::atomic<uint64_t> found{0};
  std::atomic<int64_t> ran{0};
  const Clock::time_point start = Clock::now();
  std::vector<std::thread> all;
  for (size_t thread = 0; thread < threads; ++thread) {
    all.emplace_back([&, thread] {
      uint64_t n = 0;
      uint64_t hits = 0;
      const auto before = CpuTime();
      for (; Clock::now() - start < length; n += kReadsAtOnce) hits += read(n + thread * 97);
      ran += (CpuTime() - before).count();
      total += n;
      found += hits;
    });
  }
  for (std::thread& thread : all) thread.join();
  if (found == 0) return "null";
  const double seconds = static_cast<double>(ran) / 1e9 / static_cast<double>(threads);
  return fmt::format("{:.0f}", static_cast<double>(total) / seconds);
}

std::string ReadsJson(SubjectCache& cache, size_t threads, double seconds) {
  const std::vector<HotObject> hot = HotObjects(cache);
  std::string gets = "null";
  std::string lookups = "null";
  if (!hot.empty()) {
    const std::chrono::duration<double> half(seconds / 2);
    gets = Rate(threads, half, [&](size_t from) { return cache.GetMany(hot, from, kReadsAtOnce); });
    lookups =
        Rate(threads, half, [&](size_t from) { return cache.IndexMany(hot, from, kReadsAtOnce); });
  }
  return fmt::format(R"({{"event":"reads","gets_per_second":{},"index_per_second":{}}})", gets,
                     lookups);
}

std::string CacheAnswer(const Words& words, SubjectCache& cache) {
  if (words[0] == "object" && words.size() == 3) {
    return fmt::format(R"({{"event":"object","json":{}}})",
                       cache.ObjectJson(words[1] + "/" + words[2]));
  }
  if (words[0] == "keys") return KeysJson(cache);
  if (words[0] == "reads" && words.size() == 3) {
    const int threads = std::atoi(words[1].c_str());
    if (threads > 0) {
      return ReadsJson(cache, static_cast<size_t>(threads), std::atof(words[2].c_str()));
    }
  }
  return R"({"event":"unsupported"})";
}

std::string Answer(const Words& words, SubjectCache* cache, Events& events) {
  if (words[0] == "settle") {
    ::malloc_trim(0);
    return R"({"event":"settled"})";
  }
  if (words[0] == "reset") {
    events.Reset();
    return R"({"event":"reset"})";
  }
  if (words[0] == "stats") return events.StatsJson();
  if (cache != nullptr) return CacheAnswer(words, *cache);
  return R"({"event":"unsupported"})";
}

}  // namespace

void Die(const std::string& message) {
  fmt::print(stderr, "{}\n", message);
  std::_Exit(1);
}

void Say(std::string_view json) {
  fmt::print("{}\n", json);
  std::fflush(stdout);
}

int64_t UnixNanos() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

SubjectOptions ParseSubjectOptions(int argc, char** argv) {
  SubjectOptions options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view flag = argv[i];
    if (flag == "--strip-managed-fields") {
      options.strip_managed_fields = true;
      continue;
    }
    if (i + 1 == argc) Die(fmt::format("{}: unknown, or a value is missing", flag));
    const char* value = argv[++i];
    if (flag == "--kubeconfig") {
      options.kubeconfig = value;
    } else if (flag == "--resource") {
      options.resource = value;
    } else if (flag == "--variant") {
      options.variant = value;
    } else if (flag == "--http") {
      options.http = std::atoi(value);
    } else if (flag != "--controllers") {
      Die(fmt::format("unknown flag {}", flag));
    }
  }
  if (options.kubeconfig.empty() || (options.resource != "pods" && options.resource != "widgets")) {
    Die("usage: --kubeconfig FILE --resource pods|widgets …");
  }
  return options;
}

void Events::Note(uint64_t count) {
  const std::lock_guard lock(mutex_);
  count_ += count;
}

void Events::NoteSent(std::string_view sent) {
  int64_t at = 0;
  const bool timed = std::from_chars(sent.data(), sent.data() + sent.size(), at).ec == std::errc{};
  const int64_t latency = timed ? std::max<int64_t>(UnixNanos() - at, 0) : 0;
  const std::lock_guard lock(mutex_);
  ++count_;
  if (!timed) return;
  ++timed_;
  ++buckets_[Bucket(static_cast<uint64_t>(latency))];
}

void Events::Reset() {
  const std::lock_guard lock(mutex_);
  count_ = timed_ = 0;
  buckets_.fill(0);
}

std::string Events::StatsJson() const {
  const std::lock_guard lock(mutex_);
  return fmt::format(R"({{"event":"stats","events":{},"p50_us":{},"p99_us":{}}})", count_,
                     Percentile(0.50), Percentile(0.99));
}

std::string Events::Percentile(double part) const {
  if (timed_ == 0) return "null";
  auto rank = static_cast<uint64_t>(part * static_cast<double>(timed_ - 1));
  size_t bucket = 0;
  while (rank >= buckets_[bucket]) rank -= buckets_[bucket++];
  return fmt::format("{:.1f}", static_cast<double>(Lowest(bucket)) / 1e3);
}

size_t Events::Bucket(uint64_t nanos) {
  const auto width = static_cast<size_t>(std::bit_width(nanos));
  const size_t shift = width > kExactBits + 1 ? width - kExactBits - 1 : 0;
  return (shift << kExactBits) + (nanos >> shift);
}

uint64_t Events::Lowest(size_t bucket) {
  const size_t octave = bucket >> kExactBits;
  const size_t shift = octave > 0 ? octave - 1 : 0;
  return (bucket - (shift << kExactBits)) << shift;
}

void Serve(SubjectCache* cache, Events& events) {
  for (std::string line; std::getline(std::cin, line);) {
    const Words words = Split(line);
    if (words.empty()) continue;
    if (words[0] == "quit") return;
    Say(Answer(words, cache, events));
  }
}

}  // namespace oarlock::bench
