/* One of everything that crosses the ABI, in C. The C++ and Rust ones do the same. */
#include <stdlib.h>
#include <string.h>

#include "oarlock/abi/abi.h"

#define TEXT(literal) \
  { literal, sizeof(literal) - 1 }
#define SIZED(type) \
  { .struct_size = sizeof(type) }

OAR_NOTE("dev.oarlock.test.calls", "1.0.0", "c", "0.1.0", 0, OAR_NOTE_RELOAD_SAFE);

struct oar_instance {
  const oar_host_api* api;
  oar_host host;
};

static oar_field number(const char* key, int32_t type, int64_t value) {
  oar_field field;
  memset(&field, 0, sizeof(field));
  field.key.ptr = key;
  field.key.len = strlen(key);
  field.value.type = type;
  field.value.as.i64 = value;
  return field;
}

static int32_t configure(oar_instance* self, oar_ctx ctx, const oar_config* config,
                         oar_config_error* out) {
  const oar_view asked = TEXT("asked");
  const oar_node root = {OAR_NODE_ROOT};
  oar_log_record record = SIZED(oar_log_record);
  oar_field fields[4];
  (void)out;
  memset(fields, 0, sizeof(fields));
  fields[0].key = (oar_view)TEXT("text");
  self->api->object->member(ctx, config->object, root, asked, &fields[0].value);
  fields[1] = number("n", OAR_TYPE_I64, -3);
  fields[2] = number("f", OAR_TYPE_F64, 0);
  fields[2].value.as.f64 = 1.5;
  fields[3] = number("yes", OAR_TYPE_BOOL, 1);
  record.level = OAR_LOG_INFO;
  record.message = (oar_view)TEXT("configured");
  record.fields = fields;
  record.fields_count = 4;
  self->api->log(self->host, ctx, &record);
  return OAR_OK;
}

static int32_t declare(oar_instance* self, const oar_builder_api* api, oar_builder builder) {
  const oar_view version = TEXT("v1");
  oar_type_decl type = SIZED(oar_type_decl);
  oar_primary_decl primary = SIZED(oar_primary_decl);
  oar_controller_decl controller = SIZED(oar_controller_decl);
  (void)self;
  type.id = 7;
  type.kind = (oar_view)TEXT("Thing");
  type.versions = &version;
  type.versions_count = 1;
  type.form = OAR_FORM_METADATA;
  api->type(builder, &type);
  primary.type = 7;
  controller.primaries = &primary;
  controller.primaries_count = 1;
  controller.primaries_stride = sizeof(primary);
  controller.rate_qps = 2.5;
  controller.rate_burst = 9;
  return api->controller(builder, &controller);
}

static int32_t reconcile(oar_instance* self, oar_ctx ctx, const oar_key* key, oar_result* out) {
  static const char kBad[] = "no good: in-here/bad";
  oar_log_record record = SIZED(oar_log_record);
  oar_field fields[2];
  oar_mono now;
  uint64_t random = 0;
  if (key->name.len == 3) {
    out->outcome = OAR_ERROR_PERMANENT;
    memcpy(out->message.ptr, kBad, sizeof(kBad) - 1);
    out->message.len = sizeof(kBad) - 1;
    return OAR_OK;
  }
  self->api->clock->random_u64(self->host, &random);
  self->api->clock->now_mono(self->host, &now);
  fields[0] = number("mono", OAR_TYPE_I64, now.ns);
  fields[1] = number("random", OAR_TYPE_I64, (int64_t)(random >> 32));
  record.level = OAR_LOG_WARNING;
  record.message = (oar_view)TEXT("late");
  record.fields = fields;
  record.fields_count = 2;
  self->api->log(self->host, ctx, &record);
  self->api->context->wait_cancel(ctx, INT64_C(1234567890123));
  out->outcome = OAR_REQUEUE_AFTER;
  out->requeue_after_ns = INT64_C(5000000000);
  out->requeue_jitter_ns = 77;
  return OAR_OK;
}

static int32_t drain(oar_instance* self, oar_ctx ctx, oar_mono deadline) {
  const oar_view why = TEXT("too much left");
  (void)deadline;
  self->api->context->set_error(ctx, OAR_E_TIMEOUT, why);
  return OAR_E_TIMEOUT;
}

static int32_t destroy(oar_instance* self) {
  free(self);
  return OAR_OK;
}

static const oar_plugin_api kPlugin = {
    .struct_size = sizeof(oar_plugin_api),
    .configure = configure,
    .declare = declare,
    .reconcile = reconcile,
    .drain = drain,
    .destroy = destroy,
};

static int32_t create(const oar_host_api* api, oar_host host, const oar_create_args* args,
                      oar_created* out) {
  oar_instance* self = (oar_instance*)calloc(1, sizeof(oar_instance));
  (void)args;
  if (!self) return OAR_E_INTERNAL;
  self->api = api;
  self->host = host;
  out->instance = self;
  out->plugin = &kPlugin;
  return OAR_OK;
}

static const oar_descriptor kDescriptor = {.struct_size = sizeof(oar_descriptor)};
static const oar_factory kFactory = {.struct_size = sizeof(oar_factory), .create = create};

int32_t oar_entry_v1(const oar_host_hello* host, oar_plugin_hello* out) {
  (void)host;
  out->abi_minor = OAR_ABI_MINOR < host->abi_minor_max ? OAR_ABI_MINOR : host->abi_minor_max;
  out->descriptor = &kDescriptor;
  out->factory = &kFactory;
  return OAR_OK;
}
