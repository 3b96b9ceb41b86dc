#include "cache/lister.h"

#include <iterator>
#include <utility>

#include "kube/names.h"

namespace oarlock::cache {
namespace {

void Append(std::vector<kube::Object>& to, std::vector<kube::Object> from) {
  if (to.empty()) {
    to = std::move(from);
    return;
  }
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

}  // namespace

base::Result<kube::Object> Lister::Get(std::string_view ns, std::string_view name) const {
  const std::string key = kube::MakeKey(ns, name);
  for (const auto& store : stores_) {
    if (kube::Object object = store->Get(key)) return object;
  }
  std::string what = resource_.resource;
  if (!resource_.group.empty()) what += "." + resource_.group;
  base::ErrorDetail detail;
  detail.http_status = 404;
  detail.reason = "NotFound";
  return base::Status(base::StatusCode::kNotFound,
                      what + " \"" + std::string(name) + "\" not found", std::move(detail));
}

std::vector<kube::Object> Lister::List() const {
  std::vector<kube::Object> out;
  for (const auto& store : stores_) Append(out, store->List());
  return out;
}

std::vector<kube::Object> Lister::List(std::string_view ns,
                                       const kube::LabelSelector& selector) const {
  std::vector<kube::Object> out;
  for (const auto& store : stores_) Append(out, store->List(ns, selector));
  return out;
}

base::Result<std::vector<kube::Object>> Lister::ByIndex(std::string_view index,
                                                        std::string_view value) const {
  std::vector<kube::Object> out;
  for (const auto& store : stores_) {
    OARLOCK_ASSIGN_OR_RETURN(std::vector<kube::Object> found, store->ByIndex(index, value));
    Append(out, std::move(found));
  }
  return out;
}

}  // namespace oarlock::cache
