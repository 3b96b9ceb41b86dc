// The reflector's list: which version and page size it asks for, paging, and its failures.
#include <algorithm>
#include <utility>

#include "cache/reflector.h"
#include "kube/api_status.h"

namespace oarlock::cache {

// LST-7: what the watch cache can serve is asked for in one piece.
uint32_t Reflector::PageSize(const std::string& version) const {
  if (options_.page_size != 0) return options_.page_size;
  if (paginated_) return kDefaultPageSize;
  return version.empty() || version == "0" ? kDefaultPageSize : 0;
}

void Reflector::StartList() {
  kube::ListOptions options;
  if (!version_unavailable_) options.resource_version = last_version_.empty() ? "0" : last_version_;
  options.limit = PageSize(options.resource_version);
  too_large_waited_ = false;
  RequestList(std::move(options));
}

// The first page of a list, also after it has to begin again.
void Reflector::RequestList(kube::ListOptions options) {
  first_page_ = options.continue_token.empty();
  if (first_page_) {
    list_request_version_ = options.resource_version;
    full_list_ = false;
    if (const auto target = parts_.target.lock()) {
      target->OnListBegin(options.resource_version.empty());
    }
  }
  list_options_ = std::move(options);
  const uint64_t generation = NewCall();
  call_ = parts_.source->List(
      list_options_, std::make_shared<ListCollector>(weak_from_this(), generation, budget_));
}

void Reflector::OnListItems(uint64_t generation, const RawBatch& batch) {
  const auto target = parts_.target.lock();
  if (stopped_ || generation != generation_ || target == nullptr) return;
  for (size_t i = 0; i < batch.size(); ++i) {
    auto object = Take(batch.item(i));
    if (!object.ok()) {
      SetAsideRaw(batch.item(i), object.status(), true);
    } else if (!IsExpected(*object)) {
      SetAsideObject(*object, base::InvalidArgument("an object of another kind"), true);
    } else {
      target->OnListItem(std::move(object).value());
    }
  }
  target->OnBatchEnd();
  target->OnContact(false);
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

// PG-4, LST-4: what can be asked again without waiting for a backoff step.
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
  kube::ListOptions any;
  any.limit = PageSize("");
  RequestList(std::move(any));
  return true;
}

void Reflector::OnListFailed(const base::Status& error) {
  if (const auto target = parts_.target.lock()) target->OnListAborted();
  if (RetryListAtOnce(error)) return;
  Report("list", error);
  After(DelayFor(error), Next::kList);
}

void Reflector::FinishList() {
  const auto target = parts_.target.lock();
  if (target == nullptr) return;
  const bool consistent = list_request_version_.empty();
  version_unavailable_ = false;
  last_version_ = list_version_;
  parts_.metrics->lists->Add();
  if (synced_) parts_.metrics->relists->Add();
  synced_ = true;
  target->OnListEnd(list_version_, consistent);
  if (stopped_) return;
  SetPhase(InformerPhase::kSynced, {});
  if (!last_version_.empty()) return StartWatch();
  // A list without a version cannot be watched from (C-INF-01): ask again, slowly.
  After(std::max(kVersionlessRelist, backoff_.Next()), Next::kList);
}

}  // namespace oarlock::cache
