/* The C sample: watches ConfigMaps and logs each one, with tables filled by hand. */
#include <stdlib.h>
#include <string.h>

#include "oarlock/abi/abi.h"

#define CONFIG_MAPS 1
#define TEXT(literal) \
  { literal, sizeof(literal) - 1 }
#define SIZED(type) \
  { .struct_size = sizeof(type) }

OAR_NOTE("dev.oarlock.test.hello-c", "1.0.0", "c", "0.1.0", 0,
         OAR_NOTE_RELOAD_SAFE | OAR_NOTE_NO_THREADS);

struct oar_instance {
  const oar_host_api* api;
  const oar_client_api* client;
  oar_host host;
};

static int32_t get_extension(oar_instance* self, oar_view id, const void** out) {
  (void)self;
  (void)id;
  *out = 0;
  return OAR_E_NOT_FOUND;
}

static int32_t configure(oar_instance* self, oar_ctx ctx, const oar_config* config,
                         oar_config_error* out) {
  const oar_view id = TEXT(OAR_EXT_CLIENT);
  const void* table = 0;
  (void)ctx;
  (void)config;
  (void)out;
  if (self->api->get_extension(self->host, id, &table) != OAR_OK) return OAR_E_UNIMPLEMENTED;
  self->client = (const oar_client_api*)table;
  return OAR_HAS(oar_client_api, self->client, get) ? OAR_OK : OAR_E_UNIMPLEMENTED;
}

static int32_t declare(oar_instance* self, const oar_builder_api* api, oar_builder builder) {
  const oar_view version = TEXT("v1");
  oar_type_decl type = SIZED(oar_type_decl);
  oar_primary_decl primary = SIZED(oar_primary_decl);
  oar_controller_decl controller = SIZED(oar_controller_decl);
  int32_t status;
  (void)self;
  type.id = CONFIG_MAPS;
  type.kind = (oar_view)TEXT("ConfigMap");
  type.versions = &version;
  type.versions_count = 1;
  primary.type = CONFIG_MAPS;
  controller.primaries = &primary;
  controller.primaries_count = 1;
  controller.primaries_stride = sizeof(primary);
  status = api->type(builder, &type);
  return status < OAR_OK ? status : api->controller(builder, &controller);
}

static int32_t reconcile(oar_instance* self, oar_ctx ctx, const oar_key* key, oar_result* out) {
  oar_log_record record = SIZED(oar_log_record);
  oar_field name;
  oar_obj map;
  const int32_t status = self->client->get(ctx, key, &map, 0);
  if (status < OAR_OK && status != OAR_E_NOT_FOUND) return status;
  memset(&name, 0, sizeof(name));
  name.key = (oar_view)TEXT("name");
  name.value.type = OAR_TYPE_STRING;
  name.value.text = key->name;
  record.level = OAR_LOG_INFO;
  if (status == OAR_OK) {
    record.message = (oar_view)TEXT("hello from C");
  } else {
    record.message = (oar_view)TEXT("gone");
  }
  record.fields = &name;
  record.fields_count = 1;
  self->api->log(self->host, ctx, &record);
  out->outcome = OAR_DONE;
  return OAR_OK;
}

static int32_t destroy(oar_instance* self) {
  free(self);
  return OAR_OK;
}

static const oar_plugin_api kPlugin = {
    .struct_size = sizeof(oar_plugin_api),
    .get_extension = get_extension,
    .configure = configure,
    .declare = declare,
    .reconcile = reconcile,
    .destroy = destroy,
};

static int32_t create(const oar_host_api* api, oar_host host, const oar_create_args* args,
                      oar_created* out) {
  oar_instance* self = (oar_instance*)calloc(1, sizeof(oar_instance));
  (void)args; /* there is one controller only, and the host checks ids */
  if (!self) return OAR_E_INTERNAL;
  self->api = api;
  self->host = host;
  out->instance = self;
  out->plugin = &kPlugin;
  return OAR_OK;
}

static const oar_controller_info kController = {
    .struct_size = sizeof(oar_controller_info),
    .id = TEXT("hello"),
    .description = TEXT("Logs every ConfigMap, in C"),
};

static const oar_descriptor kDescriptor = {
    .struct_size = sizeof(oar_descriptor),
    .id = TEXT("dev.oarlock.test.hello-c"),
    .name = TEXT("hello-c"),
    .version = TEXT("1.0.0"),
    .license = TEXT("Apache-2.0"),
    .controllers = &kController,
    .controllers_count = 1,
    .controllers_stride = sizeof(oar_controller_info),
};

static const oar_factory kFactory = {.struct_size = sizeof(oar_factory), .create = create};

int32_t oar_entry_v1(const oar_host_hello* host, oar_plugin_hello* out) {
  if (host->abi_major != OAR_ABI_MAJOR || host->abi_minor_min > OAR_ABI_MINOR) {
    return OAR_E_UNIMPLEMENTED;
  }
  out->abi_minor = OAR_ABI_MINOR;
  out->abi_minor_min = 0;
  out->descriptor = &kDescriptor;
  out->factory = &kFactory;
  return OAR_OK;
}
