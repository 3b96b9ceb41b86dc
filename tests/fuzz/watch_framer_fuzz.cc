// A watch stream, in each format, in chunks of any size gives the same events and error as the
// stream in one piece.
#include "base/check.h"
#include "fuzz/fuzz.h"
#include "kube/watch_framer.h"

namespace {

using namespace oarlock;  // NOLINT(google-build-using-namespace)

// Everything the framer said, in order.
std::vector<std::string> Frame(kube::ContentType type, fuzz::Chunks chunks) {
  std::vector<std::string> said;
  const auto framer = kube::MakeWatchFramer(type);
  base::Status status;
  for (bool more = true; more && status.ok();) {
    more = !chunks.empty();
    std::vector<kube::RawEvent> events;
    status = more ? framer->Feed(chunks.Next(), events) : framer->Finish(events);
    for (const kube::RawEvent& event : events) {
      said.push_back(std::to_string(static_cast<int>(event.type)));
      said.emplace_back(event.object.bytes);
    }
  }
  said.push_back(status.ToString());
  return said;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const fuzz::Chunks chunks(fuzz::TextOf(data, size));
  for (const auto type : {kube::ContentType::kJson, kube::ContentType::kProtobuf}) {
    OARLOCK_CHECK(Frame(type, chunks) == Frame(type, chunks.InOnePiece()));
  }
  return 0;
}
