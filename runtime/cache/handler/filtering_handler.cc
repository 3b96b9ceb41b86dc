#include "cache/handler/filtering_handler.h"

#include "cache/view/transition.h"

namespace oarlock::cache {

void FilteringHandler::OnEvent(const Notification& n) {
  if (const auto shown = Transition(n, filter_)) inner_->OnEvent(*shown);
}

}  // namespace oarlock::cache
