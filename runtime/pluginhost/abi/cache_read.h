#pragma once
// Lists for a plugin: from the cache, by namespace, selector and index, in pages; and live, where
// the host pages by itself. Called by client_api on the plugin's own threads; live reads block.
// Errors: kNotFound for an index that the type does not have, kInvalidArgument for a bad selector.
// Limits: kLivePageSize objects per page, kLiveListMax objects in one list.

#include "base/status.h"
#include "kube/client.h"
#include "oarlock/abi/abi.h"
#include "pluginhost/abi/context.h"
#include "pluginhost/declare/bound_type.h"

namespace oarlock::pluginhost {

inline constexpr uint32_t kLivePageSize = 500;
inline constexpr size_t kLiveListMax = 200'000;

base::Result<LeasedList> ReadCacheList(const BoundType& type, const oar_cache_list& what);
// `all`: follows the pages and gives one list.
base::Result<LeasedList> ReadLiveList(kube::Client& client, const kube::ListScope& scope,
                                      kube::ListOptions options, bool all,
                                      const kube::CallContext& call);

}  // namespace oarlock::pluginhost
