#pragma once
/* The whole plugin ABI, major 1. Start reading at base.h (conventions), then entry.h, plugin.h,
 * declare.h, host.h. See docs/abi.md for negotiation, lifecycle and how to add a function. */

#include "oarlock/abi/base.h"
#include "oarlock/abi/buffer.h"
#include "oarlock/abi/callbacks.h"
#include "oarlock/abi/client.h"
#include "oarlock/abi/client_batch.h"
#include "oarlock/abi/context.h"
#include "oarlock/abi/declare.h"
#include "oarlock/abi/drafts.h"
#include "oarlock/abi/edit.h"
#include "oarlock/abi/entry.h"
#include "oarlock/abi/events.h"
#include "oarlock/abi/health.h"
#include "oarlock/abi/host.h"
#include "oarlock/abi/leader.h"
#include "oarlock/abi/metrics.h"
#include "oarlock/abi/note.h"
#include "oarlock/abi/object.h"
#include "oarlock/abi/plugin.h"
#include "oarlock/abi/quantity.h"
#include "oarlock/abi/state.h"
#include "oarlock/abi/timers.h"

/* Every size and offset as a compile-time assertion; the tool that generates them leaves it out. */
#ifndef OAR_NO_LAYOUT_CHECK
#include "oarlock/abi/generated/layout.h"
#endif
