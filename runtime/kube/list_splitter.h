#pragma once
// ListSplitter: cuts the body of a list into its items while it arrives; one implementation per
// format (wire/).
//
// Fed by client with whatever chunks the network gives; hands out each complete item as bytes and,
// at the end, the list's metadata. Never holds more than one unfinished item; never builds a tree.
// Item order is kept. Not thread-safe: one per transfer ([io]).
// Errors: kDataLoss with the byte position for a malformed body, one that ends early, a Table
// ("unsupported list kind", LST-10) or no list at all; kTooLarge past kListItemBytesMax or when
// the bytes outside of items pass kListEnvelopeBytesMax.

#include <memory>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "kube/decode.h"
#include "kube/list_watcher.h"

namespace oarlock::kube {

inline constexpr size_t kListItemBytesMax = 16 * 1024 * 1024;
inline constexpr size_t kListEnvelopeBytesMax = 64 * 1024;

class ListSplitter {
 public:
  virtual ~ListSplitter() = default;

  // Appends the items completed by `chunk` to `items`. Views point into `chunk` or into the
  // splitter's buffer and are valid until the next Feed.
  virtual base::Status Feed(std::string_view chunk, std::vector<std::string_view>& items) = 0;
  // After the last chunk: the list's metadata, or why the body is no complete list.
  virtual base::Result<ListMeta> Finish() = 0;
  // The list's own apiVersion and kind ("v1", "ConfigMapList"), as far as seen.
  virtual std::string_view api_version() const = 0;
  virtual std::string_view kind() const = 0;
};

std::unique_ptr<ListSplitter> MakeListSplitter(ContentType type);

}  // namespace oarlock::kube
