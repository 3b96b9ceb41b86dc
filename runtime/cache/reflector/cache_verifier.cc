#include "cache/reflector/cache_verifier.h"

#include <functional>
#include <utility>

#include "base/log.h"
#include "cache/reflector/object_intake.h"
#include "cache/reflector/raw_key.h"
#include "kube/api_status.h"
#include "kube/resource_version.h"

namespace oarlock::cache {
namespace {

uint64_t HashOf(std::string_view text) { return std::hash<std::string_view>{}(text); }

// Never 0.
uint64_t StateOf(const kube::Object& object) {
  return HashOf(std::string(object.uid()) + "\n" + std::string(object.resource_version())) | 1;
}

}  // namespace

std::shared_ptr<CacheVerifier> CacheVerifier::Start(const ReflectorOptions& options,
                                                    const Reflector::Parts& parts,
                                                    std::string version) {
  auto verifier = std::make_shared<CacheVerifier>(options, parts, std::move(version));
  verifier->Remember();
  verifier->Begin();
  return verifier;
}

CacheVerifier::CacheVerifier(const ReflectorOptions& options, const Reflector::Parts& parts,
                             std::string version)
    : options_(options),
      parts_(parts),
      version_(std::move(version)),
      backoff_(options.backoff, *parts.clock, *parts.random) {}

CacheVerifier::~CacheVerifier() = default;

void CacheVerifier::Stop() {
  stopped_ = true;
  ++generation_;
  if (timer_ != 0) parts_.clock->Cancel(std::exchange(timer_, 0));
  turn_.reset();
  DropCall();
  known_.clear();
}

void CacheVerifier::DropCall() {
  if (call_ == nullptr) return;
  call_->Cancel();
  parts_.strand->Post([call = std::shared_ptr<kube::Call>(std::move(call_))] {});
}

void CacheVerifier::Remember() {
  const auto target = parts_.target.lock();
  if (target == nullptr) return;
  for (const kube::Object& object : target->Applied()) {
    const auto order = kube::CompareResourceVersions(object.resource_version(), version_);
    const bool newer = order.has_value() && *order > 0;
    known_[HashOf(object.key())] = {newer ? 0 : StateOf(object), false};
  }
}

void CacheVerifier::PostIf(uint64_t generation, void (CacheVerifier::*function)()) {
  parts_.strand->Post([weak = weak_from_this(), generation, function] {
    const auto self = weak.lock();
    if (self == nullptr || self->stopped_ || generation != self->generation_) return;
    ((*self).*function)();
  });
}

// A list like any other: it takes one of the process's turns.
void CacheVerifier::Begin() {
  timer_ = 0;
  if (parts_.list_gate != nullptr && turn_ == nullptr) {
    const uint64_t generation = ++generation_;
    turn_ = parts_.list_gate->Enter([weak = weak_from_this(), generation] {
      if (const auto self = weak.lock()) self->PostIf(generation, &CacheVerifier::Begin);
    });
    if (!turn_->immediate()) return;
  }
  for (auto& [key, known] : known_) known.seen = false;
  differences_ = 0;
  keys_.clear();
  kube::ListOptions options;
  options.resource_version = version_;
  options.match = kube::ResourceVersionMatch::kExact;
  options.limit = kDefaultPageSize;
  Request(std::move(options));
}

void CacheVerifier::Request(kube::ListOptions options) {
  DropCall();
  const uint64_t generation = ++generation_;
  auto sink =
      std::make_shared<ListCollector>(weak_from_this(), generation, std::make_shared<ByteBudget>());
  call_ = parts_.source->List(options, std::move(sink));
}

void CacheVerifier::OnListItems(uint64_t generation, const RawBatch& batch) {
  if (stopped_ || generation != generation_) return;
  for (size_t i = 0; i < batch.size(); ++i) {
    const base::Status unknown = Compare(batch.item(i));
    if (unknown.ok()) continue;
    parts_.source->UseJson(unknown);
    DropCall();
    return Retry(unknown);
  }
}

void CacheVerifier::ResumeCall(uint64_t generation) {
  if (!stopped_ && generation == generation_ && call_ != nullptr) call_->Resume();
}

base::Status CacheVerifier::Compare(const kube::RawItem& item) {
  const auto object = kube::DecodeObject(item, options_.decode);
  if (object.status().code() == base::StatusCode::kUnimplemented) return object.status();
  const bool taken = object.ok() && CheckKind(*object, options_.expected).ok() &&
                     options_.transform.Apply(*object).ok();
  // What was set aside is in no cache, or an older state of it is.
  const std::string key = object.ok() ? (*object).key() : KeyFromBytes(item);
  const auto known = known_.find(HashOf(key));
  if (known != known_.end()) known->second.seen = true;
  if (!taken) return {};
  if (known == known_.end() ||
      (known->second.state != 0 && known->second.state != StateOf(*object))) {
    Differs(key);
  }
  return {};
}

void CacheVerifier::Differs(const std::string& key) {
  ++differences_;
  if (keys_.size() < kVerifyKeysMax) keys_.push_back(key);
}

void CacheVerifier::OnListEnd(uint64_t generation, const base::Result<kube::ListMeta>& result) {
  if (stopped_ || generation != generation_) return;
  DropCall();
  if (!result.ok()) return Retry(result.status());
  if ((*result).continue_token.empty()) return Finish();
  kube::ListOptions next;
  next.limit = kDefaultPageSize;
  next.continue_token = (*result).continue_token;
  Request(std::move(next));
}

void CacheVerifier::Retry(const base::Status& error) {
  turn_.reset();
  if (kube::IsExpired(error) || ++tries_ >= kVerifyTriesMax) {
    if (parts_.log != nullptr) {
      parts_.log->Info("cache not verified",
                       {{"of", options_.what}, {"version", version_}, {"error", error.ToString()}});
    }
    return Stop();
  }
  const uint64_t generation = ++generation_;
  timer_ = parts_.clock->ScheduleAfter(backoff_.Next(), [weak = weak_from_this(), generation] {
    if (const auto self = weak.lock()) self->PostIf(generation, &CacheVerifier::Begin);
  });
}

void CacheVerifier::Finish() {
  NameTheRest();
  parts_.counts->verifications->Add();
  parts_.counts->verify_differences->Add(differences_);
  if (differences_ > 0 && parts_.log != nullptr) {
    std::string keys;
    for (const std::string& key : keys_) keys += (keys.empty() ? "" : ", ") + key;
    parts_.log->Error("the cache differs from the server", {{"of", options_.what},
                                                            {"version", version_},
                                                            {"differences", differences_},
                                                            {"keys", keys}});
  }
  Stop();
}

// What the cache had and the server did not. Only hashes were kept, so the names are looked up.
void CacheVerifier::NameTheRest() {
  std::unordered_map<uint64_t, bool> rest;
  for (const auto& [key, known] : known_) {
    if (!known.seen && known.state != 0) rest.emplace(key, true);
  }
  if (rest.empty()) return;
  if (const auto target = parts_.target.lock()) {
    for (const kube::Object& object : target->Applied()) {
      const std::string key = object.key();
      if (rest.erase(HashOf(key)) > 0) Differs(key);
    }
  }
  for (size_t i = 0; i < rest.size(); ++i) Differs("(deleted meanwhile)");
}

}  // namespace oarlock::cache
