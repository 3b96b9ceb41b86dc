#pragma once
// The whole C++20 SDK. A plugin includes this and ends with OARLOCK_PLUGIN (plugin.h).
// Start at controller.h (or function_controller.h), then declaration.h, context.h, client.h; then
// one header per idea: create_or_update.h, server_side_apply.h, status_patch.h, conditions.h,
// finalizers.h, owner_references.h, events.h, log.h, retry.h, metrics.h, timers.h, document.h,
// batch.h, types.h, leader.h, quantity.h.

#include "oarlock/sdk/applied.h"
#include "oarlock/sdk/batch.h"
#include "oarlock/sdk/client.h"
#include "oarlock/sdk/conditions.h"
#include "oarlock/sdk/context.h"
#include "oarlock/sdk/controller.h"
#include "oarlock/sdk/create_or_update.h"
#include "oarlock/sdk/declaration.h"
#include "oarlock/sdk/document.h"
#include "oarlock/sdk/events.h"
#include "oarlock/sdk/finalizers.h"
#include "oarlock/sdk/function_controller.h"
#include "oarlock/sdk/json.h"
#include "oarlock/sdk/leader.h"
#include "oarlock/sdk/log.h"
#include "oarlock/sdk/metrics.h"
#include "oarlock/sdk/object.h"
#include "oarlock/sdk/owner_references.h"
#include "oarlock/sdk/plugin.h"
#include "oarlock/sdk/quantity.h"
#include "oarlock/sdk/retry.h"
#include "oarlock/sdk/server_side_apply.h"
#include "oarlock/sdk/status.h"
#include "oarlock/sdk/status_patch.h"
#include "oarlock/sdk/timers.h"
#include "oarlock/sdk/types.h"
#include "oarlock/sdk/value.h"
#include "oarlock/sdk/view.h"
