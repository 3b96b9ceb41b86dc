#include "queue/work_queue_model.h"

namespace oarlock::queue {

using base::Duration;
using base::MonoTime;

Model::Model(base::FakeClock& clock, const ModelOptions& options)
    : clock_(clock),
      options_(options),
      credit_(options.token_every * options.burst),
      refilled_(clock.Now()) {}

template <typename Filter, typename Order>
ModelKey* Model::First(Filter filter, Order order) {
  ModelKey* first = nullptr;
  for (ModelKey& key : keys) {
    if (filter(key) && (first == nullptr || order(key) < order(*first))) first = &key;
  }
  return first;
}

ModelKey* Model::Accept(int k, bool& ok) {
  ModelKey& key = At(k);
  ok = !closed && (key.known || Count(&ModelKey::known) < options_.keys_max);
  if (!ok && !closed) ++refused;
  if (ok) key.known = true;
  return ok ? &key : nullptr;
}

bool Model::Add(int k, Priority p, bool refresh) {
  bool ok = false;
  ModelKey* key = Accept(k, ok);
  if (key != nullptr && !(key->held && refresh)) Mark(*key, p, refresh);
  return ok;
}

bool Model::AddAfter(int k, Duration delay, Priority p, bool refresh) {
  bool ok = false;
  ModelKey* key = Accept(k, ok);
  if (key != nullptr && !(key->held && refresh)) Delay(*key, delay, p, refresh, false);
  return ok;
}

bool Model::AddRateLimited(int k, Priority p, bool refresh) {
  bool ok = false;
  ModelKey* key = Accept(k, ok);
  if (key != nullptr && !(key->held && refresh)) Delay(*key, Backoff(*key), p, refresh, true);
  return ok;
}

void Model::Forget(int k) {
  At(k).failures = 0;
  Settle(At(k));
}

void Model::Refill() {
  credit_ = std::min<Duration>(options_.token_every * options_.burst,
                               credit_ + (clock_.Now() - refilled_));
  refilled_ = clock_.Now();
}

bool Model::CanTake() {
  if (paused || Count(&ModelKey::ready) == 0) return false;
  Refill();
  return credit_ >= options_.token_every;
}

int Model::Get() {
  if (!CanTake()) return -1;
  credit_ -= options_.token_every;
  ModelKey* const best =
      First([](const ModelKey& key) { return key.ready; },
            [](const ModelKey& key) { return std::pair(key.rank, key.sequence); });
  best->ready = false;
  best->processing = true;
  ++gets;
  return static_cast<int>(best - keys.data());
}

void Model::Done(int k, const Verdict& v) {
  ModelKey& key = At(k);
  if (!key.processing) return;
  ++done;
  if (v.forget) key.failures = 0;
  if (!closed) {
    if (v.next == Verdict::Next::kAfter) Delay(key, v.delay, v.priority, false, false);
    if (v.next == Verdict::Next::kRateLimited) Delay(key, Backoff(key), v.priority, false, true);
    if (v.next == Verdict::Next::kHold && !(key.dirty && !key.refresh)) {
      key.dirty = key.delayed = false;
      key.held = true;
    }
  }
  key.processing = false;
  if (std::exchange(key.dirty, false)) MakeReady(key);
  Settle(key);
}

void Model::ResetBackoff() {
  std::vector<int> order;
  for (size_t k = 0; k < keys.size(); ++k) order.push_back(static_cast<int>(k));
  std::sort(order.begin(), order.end(), [](int a, int b) { return ModelKeyOf(a) < ModelKeyOf(b); });
  for (const int k : order) {
    ModelKey& key = At(k);
    key.failures = 0;
    const bool backing_off = key.delayed && key.backoff;
    if (backing_off || key.held) {
      const Priority p = backing_off ? key.delayed_priority : 0;
      if (backing_off) key.delayed = false;
      if (!closed) Mark(key, p, false);
    }
    Settle(key);
  }
}

void Model::RunTimers() {
  for (;;) {
    ModelKey* const first =
        First([&](const ModelKey& key) { return key.delayed && key.due <= clock_.Now(); },
              [](const ModelKey& key) { return std::pair(key.due, key.delay_sequence); });
    if (first == nullptr) return;
    first->delayed = false;
    Mark(*first, first->delayed_priority, first->delayed_refresh);
  }
}

MonoTime Model::NextDue() const {
  MonoTime next = base::kNever;
  for (const ModelKey& key : keys) {
    if (key.delayed) next = std::min(next, key.due);
  }
  return next;
}

void Model::DropDelayed() {
  for (;;) {
    ModelKey* const first =
        First([](const ModelKey& key) { return key.delayed; },
              [](const ModelKey& key) { return std::pair(key.due, key.delay_sequence); });
    if (first == nullptr) return;
    first->delayed = false;
    Settle(*first);
  }
}

void Model::ShutDown() {
  closed = true;
  DropDelayed();
}

void Model::ShutDownNow() {
  ShutDown();
  for (ModelKey& key : keys) key.dirty = false;
  for (;;) {
    ModelKey* const first =
        First([](const ModelKey& key) { return key.ready; },
              [](const ModelKey& key) { return std::pair(key.rank, key.sequence); });
    if (first == nullptr) return;
    first->ready = false;
    ++dropped;
    Settle(*first);
  }
}

bool Model::DrainNow(bool with_delayed) {
  closed = true;
  if (!with_delayed) DropDelayed();
  const bool drained = Drained() && Count(&ModelKey::delayed) == 0;
  DropDelayed();
  return drained;
}

Duration Model::Backoff(ModelKey& key) {
  Duration delay = kModelBackoff;
  for (uint32_t i = 0; i < key.failures && delay < kModelBackoffCap; ++i) delay *= 2;
  ++key.failures;
  return std::min(delay, kModelBackoffCap);
}

int64_t Model::Rank(Priority p) const {
  if (options_.ageing == Duration::zero()) return -int64_t{p};
  return (clock_.Now().time_since_epoch() - options_.ageing * p).count();
}

void Model::MakeReady(ModelKey& key) {
  key.ready = true;
  key.rank = Rank(key.priority);
  key.sequence = ++sequence_;
  ++adds;
}

void Model::Mark(ModelKey& key, Priority p, bool refresh) {
  key.held = key.idle = false;
  if (key.delayed && !options_.keep_delay) {
    p = std::max(p, key.delayed_priority);
    refresh = refresh && key.delayed_refresh;
    key.delayed = false;
  }
  if (!key.ready && !key.dirty) {
    key.priority = p;
    key.refresh = refresh;
    if (key.processing) {
      key.dirty = true;
    } else {
      MakeReady(key);
    }
    return;
  }
  key.refresh = key.refresh && refresh;
  if (p <= key.priority) return;
  key.priority = p;
  if (!key.ready) return;
  key.rank = std::min(key.rank, Rank(p));
  key.sequence = ++sequence_;
}

void Model::Delay(ModelKey& key, Duration delay, Priority p, bool refresh, bool backoff) {
  ++retries;
  if (delay <= Duration::zero() || ((key.ready || key.dirty) && !options_.keep_delay)) {
    Mark(key, p, refresh);
    return;
  }
  key.held = key.idle = false;
  const MonoTime due = clock_.Now() + delay;
  key.delayed_priority = key.delayed ? std::max(key.delayed_priority, p) : p;
  key.delayed_refresh = key.delayed ? key.delayed_refresh && refresh : refresh;
  if (key.delayed && due >= key.due) return;
  key.delayed = true;
  key.due = due;
  key.backoff = backoff;
  key.delay_sequence = ++sequence_;
}

// With nothing to do, a key is remembered for its failures or its hold, if there is room for it.
void Model::Settle(ModelKey& key) {
  if (!key.known || key.ready || key.processing || key.delayed) return;
  if (key.failures > 0 || key.held) {
    if (key.idle) return;
    if (Count(&ModelKey::idle) < options_.idle_max) {
      key.idle = true;
      return;
    }
  }
  key = ModelKey{};
}

}  // namespace oarlock::queue
