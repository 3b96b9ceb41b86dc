#pragma once
/* Draft extensions: ids that are taken, for areas that are not promised yet.
 *
 * A draft has its final id from the first day; when it is promised, its table moves to a header of
 * its own and nothing else changes. A host offers a draft to a plugin only where the manifest says
 * so (`drafts`). This host offers none: get_extension answers NOT_FOUND.
 */

#include "oarlock/abi/base.h"

#define OAR_EXT_DRAFT_ASYNC "oarlock.async/1"     /* verbs that answer later */
#define OAR_EXT_DRAFT_THREADS "oarlock.threads/1" /* own threads that the host knows */
#define OAR_EXT_DRAFT_HTTP "oarlock.http/1"       /* calls to other APIs through the host */
#define OAR_EXT_DRAFT_TRACE "oarlock.trace/1"     /* spans */
