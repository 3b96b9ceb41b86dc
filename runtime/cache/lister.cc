#include "cache/lister.h"

#include <iterator>
#include <utility>

#include "cache/store/key_text.h"
#include "kube/resource_version.h"

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

base::Status Lister::NotFound(std::string_view name) const {
  std::string what = resource_.resource;
  if (!resource_.group.empty()) what += "." + resource_.group;
  base::ErrorDetail detail;
  detail.http_status = 404;
  detail.reason = "NotFound";
  return base::Status(base::StatusCode::kNotFound,
                      what + " \"" + std::string(name) + "\" not found", std::move(detail));
}

base::Result<kube::Object> Lister::Get(std::string_view ns, std::string_view name) const {
  const KeyText key(ns, name);
  for (const auto& reader : readers_) {
    if (kube::Object object = reader->Now().Get(key.view())) return object;
  }
  return NotFound(name);
}

base::Result<ObjectLease> Lister::Lease(std::string_view ns, std::string_view name,
                                        LeaseTable& leases) const {
  const KeyText key(ns, name);
  for (const auto& reader : readers_) {
    if (ObjectLease lease = reader->Lease(key.view(), leases)) return lease;
  }
  return NotFound(name);
}

std::vector<kube::Object> Lister::List() const {
  std::vector<kube::Object> out;
  for (const auto& reader : readers_) Append(out, reader->Now().List());
  return out;
}

std::vector<kube::Object> Lister::List(std::string_view ns,
                                       const kube::LabelSelector& selector) const {
  std::vector<kube::Object> out;
  for (const auto& reader : readers_) Append(out, reader->Now().List(ns, selector));
  return out;
}

base::Result<std::vector<kube::Object>> Lister::ByIndex(std::string_view index,
                                                        std::string_view value) const {
  std::vector<kube::Object> out;
  base::Status missing;
  size_t known = 0;
  for (const auto& reader : readers_) {
    auto found = reader->Now().ByIndex(index, value);
    if (!found.ok()) {
      missing = found.status();
      continue;
    }
    ++known;
    Append(out, std::move(found).value());
  }
  if (known == 0 && !missing.ok()) return missing;
  return out;
}

std::string Lister::resource_version() const {
  std::string newest;
  for (const auto& reader : readers_) {
    std::string version = reader->Now().resource_version();
    const auto order = kube::CompareResourceVersions(version, newest);
    if (newest.empty() || (order.has_value() && *order > 0)) newest = std::move(version);
  }
  return newest;
}

}  // namespace oarlock::cache
