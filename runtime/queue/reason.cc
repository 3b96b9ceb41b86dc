#include "queue/reason.h"

#include <string_view>
#include <utility>

namespace oarlock::queue {

std::vector<std::string> ReasonWords(Reasons reasons) {
  static constexpr std::pair<Reason, std::string_view> kWords[] = {
      {kReasonCreated, "created"}, {kReasonUpdated, "updated"}, {kReasonDeleted, "deleted"},
      {kReasonInitial, "initial"}, {kReasonRelist, "relist"},   {kReasonResync, "resync"},
      {kReasonRelated, "related"}, {kReasonRequeue, "requeue"}, {kReasonRetry, "retry"},
      {kReasonPlugin, "plugin"},   {kReasonReload, "reload"}};
  std::vector<std::string> words;
  for (const auto& [reason, word] : kWords) {
    if ((reasons & reason) != 0) words.emplace_back(word);
  }
  return words;
}

}  // namespace oarlock::queue
