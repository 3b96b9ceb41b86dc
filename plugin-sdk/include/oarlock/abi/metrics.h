#pragma once
/* Extension oarlock.metrics/1: counters, gauges and histograms of the plugin.
 *
 * A metric is declared (declare.h) and named by its id. The host stores it, adds the labels
 * `plugin` and `controller`, and answers scrapes without the plugin. The next generation that
 * declares the same name in the same shape goes on with its series. Label values come in the order
 * of the declared names and are text of up to 128 bytes; past the host's limit of series all
 * further label sets share one, whose values are "other".
 */

#include "oarlock/abi/base.h"

#define OAR_EXT_METRICS "oarlock.metrics/1"

OAR_EXTERN_C_BEGIN

typedef struct oar_metrics_api {
  uint32_t struct_size;
  uint32_t flags;
  /* A counter.
   * [any | synced] labels=call; deadline: none; -> OK UNDECLARED INVALID(kind, labels) */
  int32_t (*count)(oar_host host, uint32_t metric, const oar_view* labels, uint64_t labels_count,
                   uint64_t add) OAR_NOEXCEPT;
  /* A gauge.
   * [any | synced] labels=call; deadline: none; -> OK UNDECLARED INVALID(kind, labels) */
  int32_t (*set)(oar_host host, uint32_t metric, const oar_view* labels, uint64_t labels_count,
                 double value) OAR_NOEXCEPT;
  /* A gauge, by a difference.
   * [any | synced] labels=call; deadline: none; -> OK UNDECLARED INVALID(kind, labels) */
  int32_t (*add)(oar_host host, uint32_t metric, const oar_view* labels, uint64_t labels_count,
                 double difference) OAR_NOEXCEPT;
  /* A histogram.
   * [any | synced] labels=call; deadline: none; -> OK UNDECLARED INVALID(kind, labels) */
  int32_t (*observe)(oar_host host, uint32_t metric, const oar_view* labels, uint64_t labels_count,
                     double value) OAR_NOEXCEPT;
} oar_metrics_api;

OAR_EXTERN_C_END
