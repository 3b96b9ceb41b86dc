#pragma once
// JsonListSplitter: the ListSplitter of JSON bodies. Internal to kube: list_splitter.h says all.
// Accepted: `"metadata": null`, `"items": null` (an empty list, C-INF-01).

#include <memory>
#include <string_view>
#include <vector>

#include "kube/list_splitter.h"

namespace oarlock::kube {

class JsonListSplitter final : public ListSplitter {
 public:
  JsonListSplitter();
  ~JsonListSplitter() override;

  base::Status Feed(std::string_view chunk, std::vector<std::string_view>& items) override;
  base::Result<ListMeta> Finish() override;
  std::string_view api_version() const override;
  std::string_view kind() const override;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace oarlock::kube
