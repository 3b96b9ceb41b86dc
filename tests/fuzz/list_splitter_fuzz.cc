// A list, in each format, in chunks of any size gives the same items, metadata or error as the list
// in one piece.
#include "base/check.h"
#include "fuzz/fuzz.h"
#include "kube/list_splitter.h"

namespace {

using namespace oarlock;  // NOLINT(google-build-using-namespace)

// Everything the splitter said, in order.
std::vector<std::string> Split(kube::ContentType type, fuzz::Chunks chunks) {
  std::vector<std::string> said;
  const auto splitter = kube::MakeListSplitter(type);
  while (!chunks.empty()) {
    std::vector<std::string_view> items;
    const base::Status fed = splitter->Feed(chunks.Next(), items);
    said.insert(said.end(), items.begin(), items.end());
    if (fed.ok()) continue;
    said.push_back(fed.ToString());
    return said;
  }
  const auto meta = splitter->Finish();
  said.push_back(meta.status().ToString());
  if (!meta.ok()) return said;
  said.insert(said.end(), {meta->resource_version, meta->continue_token,
                           std::to_string(meta->remaining.value_or(-1)),
                           std::string(splitter->kind()), std::string(splitter->api_version())});
  return said;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const fuzz::Chunks chunks(fuzz::TextOf(data, size));
  for (const auto type : {kube::ContentType::kJson, kube::ContentType::kProtobuf}) {
    OARLOCK_CHECK(Split(type, chunks) == Split(type, chunks.InOnePiece()));
  }
  return 0;
}
