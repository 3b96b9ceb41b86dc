#pragma once
// Limits of the ABI's extensions, and who keeps them. Values; threads [any].

#include <cstddef>

#include "base/clock.h"

namespace oarlock::pluginhost {

inline constexpr base::Duration kTimerDelayMax = std::chrono::hours(24 * 366);  // timers_api
inline constexpr size_t kBatchItemsMax = 1024;                                  // client_batch_api

}  // namespace oarlock::pluginhost
