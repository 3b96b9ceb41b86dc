#pragma once
// Subject: what the measured programs of ours share: command line, the lines they print and the
// commands they obey. peers/go/subject and peers/rust are the same for other clients.
//
//   PROGRAM --kubeconfig FILE [--resource pods|widgets] [--variant typed|json|dynamic|metadata]
//           [--strip-managed-fields] [--controllers N] [--http 1|2]
// JSON lines on standard output: {"event":"started"}, then {"event":"synced",…}; then one line for
// each line of standard input:
//   settle           gives unused memory back to the system   → settled
//   reset            forgets what was counted                 → reset
//   stats            calls of the handler, and from "sent" (kSentAnnotation) to the handler
//   object NS NAME   the cached object                        → object
//   keys             how many, and a sum of hashes that is the same for the same objects
//   reads N SECONDS  N threads: half of the time gets, half of it index lookups; how many per
//                    second that the threads ran, which others on the machine do not change
//   quit
// Anything else is answered with "unsupported".
// Threads: Serve and Say [main]; Events [any]. Errors end the program with a line on stderr.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace oarlock::bench {

// When the object was sent: nanoseconds of Unix time.
inline constexpr std::string_view kSentAnnotation = "bench.oarlock.dev/sent";

struct SubjectOptions {
  std::string kubeconfig;
  std::string resource = "pods";
  std::string variant = "typed";
  bool strip_managed_fields = false;
  int http = 2;
};

// Ends the program when the command line is wrong.
SubjectOptions ParseSubjectOptions(int argc, char** argv);
[[noreturn]] void Die(const std::string& message);
void Say(std::string_view json);
int64_t UnixNanos();

class Events {
 public:
  // One call of the handler, or `count` events at once.
  void Note(uint64_t count = 1);
  // One call, for an object that was sent then (the annotation's value).
  void NoteSent(std::string_view sent);
  void Reset();
  std::string StatsJson() const;

 private:
  // Nanoseconds below 2^kExactBits exactly, above to one part in 128.
  static constexpr size_t kExactBits = 7;
  static size_t Bucket(uint64_t nanos);
  static uint64_t Lowest(size_t bucket);
  std::string Percentile(double part) const;

  mutable std::mutex mutex_;
  uint64_t count_ = 0;
  uint64_t timed_ = 0;
  std::array<uint64_t, (65 - kExactBits) << kExactBits> buckets_{};
};

struct HotObject {
  std::string key;   // "namespace/name"
  std::string node;  // what the index is by
};

// What the commands ask of a cache. Functions for threads are called by several at once.
class SubjectCache {
 public:
  virtual ~SubjectCache() = default;
  using Visit =
      std::function<void(std::string_view ns, std::string_view name, std::string_view version)>;
  virtual void Each(const Visit& visit) = 0;
  virtual std::string ObjectJson(const std::string& key) = 0;  // "null": not there
  virtual std::string Node(const std::string& key) = 0;
  // [any] Read the objects in turn from `from` on; how many were found.
  virtual size_t GetMany(const std::vector<HotObject>& objects, size_t from, size_t count) = 0;
  virtual size_t IndexMany(const std::vector<HotObject>& objects, size_t from, size_t count) = 0;
};

// Obeys standard input until it ends or says quit. `cache` may be null: then there is none.
void Serve(SubjectCache* cache, Events& events);

}  // namespace oarlock::bench
