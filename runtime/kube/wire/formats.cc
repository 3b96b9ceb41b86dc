// The splitter and framer of each format.
#include "kube/list_splitter.h"
#include "kube/watch_framer.h"
#include "kube/wire/json_list_splitter.h"
#include "kube/wire/json_watch_framer.h"
#include "kube/wire/protobuf_list_splitter.h"
#include "kube/wire/protobuf_watch_framer.h"

namespace oarlock::kube {

std::unique_ptr<ListSplitter> MakeListSplitter(ContentType type) {
  if (type == ContentType::kProtobuf) return std::make_unique<ProtobufListSplitter>();
  return std::make_unique<JsonListSplitter>();
}

std::unique_ptr<WatchFramer> MakeWatchFramer(ContentType type) {
  if (type == ContentType::kProtobuf) return std::make_unique<ProtobufWatchFramer>();
  return std::make_unique<JsonWatchFramer>();
}

}  // namespace oarlock::kube
