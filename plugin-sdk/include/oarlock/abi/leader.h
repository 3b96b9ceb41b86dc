#pragma once
/* Extension oarlock.leader/1: does this replica lead, and since which change of leaders.
 *
 * Whoever writes to the outside world fences with the epoch: of two replicas that both believe to
 * lead, the one with more transitions of the same lease is right. Where there is no election
 * (leaderElection: false, all_replicas) is_leading is always 1 and the epoch is 0.
 */

#include "oarlock/abi/base.h"

#define OAR_EXT_LEADER "oarlock.leader/1"

OAR_EXTERN_C_BEGIN

typedef struct oar_leader_epoch {
  uint32_t struct_size;
  uint32_t flags;
  oar_view lease_uid;   /* empty: no election; life: the ctx */
  uint64_t transitions; /* the lease's count of changes of its holder */
} oar_leader_epoch;

typedef struct oar_leader_api {
  uint32_t struct_size;
  uint32_t flags;
  /* [any | configured] ; deadline: none; -> OK */
  int32_t (*is_leading)(oar_ctx ctx, uint8_t* out) OAR_NOEXCEPT;
  /* [any | configured] out=ctx; deadline: none; -> OK NOT_LEADER */
  int32_t (*epoch)(oar_ctx ctx, oar_leader_epoch* out) OAR_NOEXCEPT;
} oar_leader_api;

OAR_EXTERN_C_END
