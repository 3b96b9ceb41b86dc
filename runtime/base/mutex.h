#pragma once
// Mutex, MutexLock and CondVar with clang's thread-safety attributes (libstdc++'s carry none).
//
// The `clang` preset turns a guarded member read without its lock into an error. Waits with a
// deadline go through base::Clock (see clock.h), so that virtual time reaches them: only RealClock
// calls WaitForReal. Rules: no callback is called with a lock held.

#include <chrono>
#include <condition_variable>
#include <mutex>

#if defined(__clang__)
#define OARLOCK_TSA(x) __attribute__((x))
#else
#define OARLOCK_TSA(x)
#endif

#define OARLOCK_CAPABILITY(name) OARLOCK_TSA(capability(name))
#define OARLOCK_SCOPED_CAPABILITY OARLOCK_TSA(scoped_lockable)
#define OARLOCK_GUARDED_BY(m) OARLOCK_TSA(guarded_by(m))
#define OARLOCK_REQUIRES(...) OARLOCK_TSA(requires_capability(__VA_ARGS__))
#define OARLOCK_TRY_ACQUIRE(...) OARLOCK_TSA(try_acquire_capability(__VA_ARGS__))
#define OARLOCK_EXCLUDES(...) OARLOCK_TSA(locks_excluded(__VA_ARGS__))
#define OARLOCK_ACQUIRE(...) OARLOCK_TSA(acquire_capability(__VA_ARGS__))
#define OARLOCK_RELEASE(...) OARLOCK_TSA(release_capability(__VA_ARGS__))
#define OARLOCK_NO_THREAD_SAFETY_ANALYSIS OARLOCK_TSA(no_thread_safety_analysis)

namespace oarlock::base {

class OARLOCK_CAPABILITY("mutex") Mutex {
 public:
  Mutex() = default;
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  void lock() OARLOCK_ACQUIRE() { mutex_.lock(); }
  void unlock() OARLOCK_RELEASE() { mutex_.unlock(); }
  bool TryLock() OARLOCK_TRY_ACQUIRE(true) { return mutex_.try_lock(); }

 private:
  friend class CondVar;
  std::mutex mutex_;
};

class OARLOCK_SCOPED_CAPABILITY MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) OARLOCK_ACQUIRE(mutex) : mutex_(mutex) { mutex_.lock(); }
  ~MutexLock() OARLOCK_RELEASE() { mutex_.unlock(); }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

 private:
  Mutex& mutex_;
};

class CondVar {
 public:
  // Unlocks, sleeps until notified (or spuriously), locks again: always call it in a loop.
  void Wait(Mutex& mutex) OARLOCK_REQUIRES(mutex) OARLOCK_NO_THREAD_SAFETY_ANALYSIS {
    std::unique_lock<std::mutex> lock(mutex.mutex_, std::adopt_lock);
    cv_.wait(lock);
    lock.release();
  }
  // Wait that also ends after `delay` of real time. Only for base::RealClock.
  void WaitForReal(Mutex& mutex, std::chrono::nanoseconds delay)
      OARLOCK_REQUIRES(mutex) OARLOCK_NO_THREAD_SAFETY_ANALYSIS {
    std::unique_lock<std::mutex> lock(mutex.mutex_, std::adopt_lock);
    cv_.wait_for(lock, delay);
    lock.release();
  }
  void NotifyOne() { cv_.notify_one(); }
  void NotifyAll() { cv_.notify_all(); }

 private:
  std::condition_variable cv_;
};

}  // namespace oarlock::base
