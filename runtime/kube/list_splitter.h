#pragma once
// ListSplitter: cuts the JSON body of a list into its items while it arrives.
//
// Fed by client with whatever chunks the network gives; hands out each complete item of "items" as
// bytes and, at the end, the list's metadata. Never holds more than one unfinished item; never
// builds a tree. Item order is kept. Not thread-safe: one per transfer ([io]).
// Errors: kDataLoss with the byte position for malformed JSON, a body that ends early, a Table
// ("unsupported list kind", LST-10) or no list at all; kTooLarge past kListItemBytesMax or when
// the bytes outside of items pass kListEnvelopeBytesMax.
// Accepted: `"metadata": null`, `"items": null` (an empty list, C-INF-01).

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "kube/list_watcher.h"

namespace oarlock::kube {

inline constexpr size_t kListItemBytesMax = 16 * 1024 * 1024;
inline constexpr size_t kListEnvelopeBytesMax = 64 * 1024;

class ListSplitter {
 public:
  ListSplitter();
  ~ListSplitter();

  // Appends the items completed by `chunk` to `items`. Views point into `chunk` or into the
  // splitter's buffer and are valid until the next Feed.
  base::Status Feed(std::string_view chunk, std::vector<std::string_view>& items);
  // After the last chunk: the list's metadata, or why the body is no complete list.
  base::Result<ListMeta> Finish();
  // The list's own apiVersion and kind ("v1", "ConfigMapList"), as far as seen.
  std::string_view api_version() const;
  std::string_view kind() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace oarlock::kube
