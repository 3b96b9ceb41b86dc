// The reflector's list: which version and page size it asks for, paging, and its failures.
#include <algorithm>
#include <utility>

#include "base/log.h"
#include "cache/reflector.h"
#include "cache/reflector/cache_verifier.h"
#include "cache/reflector/object_intake.h"
#include "kube/api_status.h"

namespace oarlock::cache {

// LST-7: what the watch cache can serve is asked for in one piece.
uint32_t Reflector::PageSize(const std::string& version) const {
  if (options_.page_size != 0) return options_.page_size;
  if (paginated_) return kDefaultPageSize;
  return version.empty() || version == "0" ? kDefaultPageSize : 0;
}

void Reflector::StartList() {
  if (MayStreamList()) return TakeTurn(Next::kWatchList);
  list_once_ = false;
  kube::ListOptions options;
  if (!version_unavailable_) options.resource_version = last_version_.empty() ? "0" : last_version_;
  options.limit = PageSize(options.resource_version);
  too_large_waited_ = false;
  list_options_ = std::move(options);
  TakeTurn(Next::kSameList);
}

// The first page of a list, also after it has to begin again.
void Reflector::RequestList(kube::ListOptions options) {
  first_page_ = options.continue_token.empty();
  if (first_page_) {
    list_request_version_ = options.resource_version;
    full_list_ = false;
    list_started_ = parts_.clock->Now();
    list_items_ = 0;
    list_pages_ = 0;
    compare_listed_ = std::exchange(listed_before_, true);
    if (const auto target = parts_.target.lock()) {
      target->OnListBegin(options.resource_version.empty());
    }
  }
  ++list_pages_;
  list_options_ = std::move(options);
  const uint64_t generation = NewCall();
  call_ = parts_.source->List(
      list_options_, std::make_shared<ListCollector>(weak_from_this(), generation, budget_));
}

void Reflector::OnListItems(uint64_t generation, const RawBatch& batch) {
  const auto target = parts_.target.lock();
  if (stopped_ || generation != generation_ || target == nullptr) return;
  CountListed(batch.size());
  for (size_t i = 0; i < batch.size(); ++i) {
    if (!TakeListed(*target, batch.item(i))) return;
  }
  parts_.counts->list_bytes->Add(batch.bytes());
  NoteEvent();
  target->OnBatchEnd();
  target->OnContact(false);
}

// One item of a list, however it comes. A bad one is set aside and the rest goes on (LST-12).
// False: nothing more of this list is wanted, as it comes once more.
bool Reflector::TakeListed(ReflectorTarget& target, const kube::RawItem& item) {
  if (compare_listed_ && IsKnown(target, item)) return true;
  const auto object = kube::DecodeObject(item, options_.decode);
  if (!object.ok()) {
    if (FallBackToJson(item, object.status(), true)) return false;
    SetAsideRaw(item, object.status(), true);
  } else if ((*object).name().empty()) {
    SetAsideRaw(item, CheckKind(*object, {}), true);
  } else {
    TakeListedObject(target, *object);
  }
  return true;
}

void Reflector::TakeListedObject(ReflectorTarget& target, const kube::Object& object) {
  base::Status bad = CheckKind(object, options_.expected);
  if (!bad.ok()) return SetAsideObject(object, bad, true);
  auto result = options_.transform.Apply(object);
  if (!result.ok()) return SetAsideObject(object, result.status(), true);
  target.OnListItem(std::move(result).value());
}

// What the target holds was decoded, checked and transformed in just this way when it came first,
// so the same version of it need not be again.
bool Reflector::IsKnown(ReflectorTarget& target, const kube::RawItem& item) {
  RawIdentity listed;
  if (!ReadRawIdentity(item, listed) || !target.OnListedAgain(listed)) return false;
  parts_.counts->list_items_known->Add();
  return true;
}

void Reflector::CountListed(uint64_t items) {
  list_items_ += items;
  parts_.counts->list_items->Add(items);
}

void Reflector::ResumeCall(uint64_t generation) {
  if (!stopped_ && generation == generation_ && call_ != nullptr) call_->Resume();
}

void Reflector::OnListEnd(uint64_t generation, const base::Result<kube::ListMeta>& result) {
  if (stopped_ || generation != generation_) return;
  DropCall();
  if (result.ok()) {
    OnPage(*result);
  } else {
    OnListFailed(result.status());
  }
}

void Reflector::OnPage(const kube::ListMeta& meta) {
  if (first_page_) list_version_ = meta.resource_version;
  if (meta.continue_token.empty()) return FinishList();
  if (list_request_version_ == "0") paginated_ = true;
  kube::ListOptions next;  // without version and match: the token carries them (PG-3)
  next.limit = list_options_.limit;
  next.continue_token = meta.continue_token;
  RequestList(std::move(next));
}

// PG-4, LST-4: what can be asked again without waiting for a backoff step. A list without version
// is read from the server's storage, so many reflectors spread theirs a little.
bool Reflector::RetryListAtOnce(const base::Status& error) {
  const bool expired = kube::IsExpired(error);
  if (!first_page_) {
    if (!expired || full_list_) return false;
    kube::ListOptions all;
    all.resource_version = list_request_version_;
    RequestList(std::move(all));
    full_list_ = true;
    return true;
  }
  const bool too_large = kube::IsTooLargeResourceVersion(error);
  if ((!expired && !too_large) || list_request_version_.empty()) return false;
  const auto wait = error.detail().retry_after;
  if (too_large && wait.has_value() && !std::exchange(too_large_waited_, true)) {
    After(std::min<base::Duration>(*wait, kReflectorRetryAfterMax), Next::kSameList);
    return true;
  }
  version_unavailable_ = true;
  list_options_ = {};
  list_options_.limit = PageSize("");
  if (too_large_waited_) {
    RequestList(list_options_);
  } else {
    After(parts_.random->Between(base::Duration{0}, kConsistentListSpread), Next::kSameList);
  }
  return true;
}

void Reflector::OnListFailed(const base::Status& error) {
  if (const auto target = parts_.target.lock()) target->OnListAborted();
  if (RetryListAtOnce(error)) return;
  Report("list", error);
  After(DelayFor(error), Next::kList);
}

void Reflector::FinishList() {
  NoteSynced(list_version_, list_request_version_.empty());
  if (stopped_) return;
  SetPhase(InformerPhase::kSynced, {});
  if (!last_version_.empty()) return StartWatch();
  // A list without a version cannot be watched from (C-INF-01): ask again, slowly.
  After(std::max(kVersionlessRelist, backoff_.Next()), Next::kList);
}

// Everything of the list has been handed over; its end tells what is missing.
void Reflector::NoteSynced(const std::string& version, bool consistent) {
  const auto target = parts_.target.lock();
  if (target == nullptr) return;
  version_unavailable_ = false;
  last_version_ = version;
  parts_.metrics->lists->Add();
  if (synced_) parts_.metrics->relists->Add();
  synced_ = true;
  const base::Duration took = parts_.clock->Now() - list_started_;
  parts_.counts->list_seconds->Observe(std::chrono::duration<double>(took).count());
  if (took > kSlowList) LogSlowList();
  target->OnListEnd(version, consistent);
  turn_.reset();
  if (options_.verify && !stopped_ && !version.empty()) {
    if (verifier_ != nullptr) verifier_->Stop();
    verifier_ = CacheVerifier::Start(options_, parts_, version);
  }
}

void Reflector::LogSlowList() const {
  if (parts_.log == nullptr) return;
  const auto took = parts_.clock->Now() - list_started_;
  parts_.log->Info("slow list",
                   {{"of", options_.what},
                    {"seconds", std::chrono::duration_cast<std::chrono::seconds>(took).count()},
                    {"items", list_items_},
                    {"pages", list_pages_},
                    {"streamed", streaming_list_},
                    {"asked at version", list_request_version_}});
}

}  // namespace oarlock::cache
