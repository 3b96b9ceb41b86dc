/* Plugins that break the contract, each in one way (NAUGHTY_…), for tests of what notices it. */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "oarlock/abi/abi.h"

#define TEXT(literal) \
  { literal, sizeof(literal) - 1 }
#define SIZED(type) \
  { .struct_size = sizeof(type) }

OAR_NOTE("dev.oarlock.test.naughty", "1.0.0", "c", "0.1.0", 0, 0);

struct oar_instance {
  const oar_host_api* api;
  oar_host host;
};

static int32_t declare(oar_instance* self, const oar_builder_api* api, oar_builder builder) {
  oar_type_decl type = SIZED(oar_type_decl);
  oar_primary_decl primary = SIZED(oar_primary_decl);
  oar_controller_decl controller = SIZED(oar_controller_decl);
  int32_t status;
  (void)self;
  type.id = 1;
#ifdef NAUGHTY_RANDOM_DECLARE
  type.id = 1 + (uint32_t)rand() % 100000;
#endif
  type.kind = (oar_view)TEXT("ConfigMap");
  status = api->type(builder, &type);
  if (status < OAR_OK) return status;
  primary.type = type.id;
  controller.primaries = &primary;
  controller.primaries_count = 1;
  controller.primaries_stride = sizeof(primary);
  return api->controller(builder, &controller);
}

#ifdef NAUGHTY_KEEPS
static int32_t configure(oar_instance* self, oar_ctx ctx, const oar_config* config,
                         oar_config_error* out) {
  oar_obj kept;
  (void)out;
  return self->api->object->keep(self->host, ctx, config->object, &kept);
}
#endif

#ifdef NAUGHTY_MISPLACED
static void read_map(oar_instance* self, oar_ctx ctx) {
  const oar_view id = TEXT(OAR_EXT_CLIENT);
  const void* table = 0;
  oar_key key = SIZED(oar_key);
  oar_obj out;
  key.type = 1;
  key.ns = (oar_view)TEXT("default");
  key.name = (oar_view)TEXT("sample");
  if (self->api->get_extension(self->host, id, &table) != OAR_OK) return;
  (void)((const oar_client_api*)table)->get(ctx, &key, &out, 0);
}

struct borrowed {
  oar_instance* self;
  oar_ctx ctx;
};

static void* read_there(void* given) {
  struct borrowed* with = given;
  read_map(with->self, with->ctx);
  return 0;
}

static int32_t configure(oar_instance* self, oar_ctx ctx, const oar_config* config,
                         oar_config_error* out) {
  (void)config;
  (void)out;
  read_map(self, ctx);
  return OAR_OK;
}
#endif

static int32_t activate(oar_instance* self, oar_ctx ctx) {
  (void)self;
  (void)ctx;
#ifdef NAUGHTY_LEAVES_THINGS
  (void)!open("/dev/null", O_RDONLY);
  umask(0123);
  signal(SIGPIPE, SIG_IGN);
#endif
  return OAR_OK;
}

static int32_t reconcile(oar_instance* self, oar_ctx ctx, const oar_key* key, oar_result* out) {
  (void)self;
  (void)ctx;
  (void)key;
  out->outcome = OAR_DONE;
#ifdef NAUGHTY_MISPLACED
  struct borrowed with = {self, ctx};
  pthread_t thread;
  if (pthread_create(&thread, 0, read_there, &with) == 0) pthread_join(thread, 0);
#endif
#ifdef NAUGHTY_WRITES_BEHIND
  out->message.len = 0;
#endif
#ifdef NAUGHTY_CRASHES
  if (key->name.len == 4) abort(); /* "gone" */
#endif
#ifdef NAUGHTY_EXITS
  _Exit(3);
#endif
#ifdef NAUGHTY_BAD_STATUS
  return 77777;
#endif
  return OAR_OK;
}

#ifdef NAUGHTY_SICK
static int32_t check(oar_instance* self, oar_ctx ctx, oar_health* out) {
  (void)self;
  (void)ctx;
  out->state = 17;
  out->message.len = 0; /* without a look at struct_size */
  return OAR_OK;
}

static const oar_plugin_health_api kHealth = {.struct_size = sizeof(oar_plugin_health_api),
                                              .check = check};

static int32_t get_extension(oar_instance* self, oar_view id, const void** out) {
  const oar_view only = TEXT(OAR_EXT_PLUGIN_HEALTH);
  const int known = id.len == only.len && memcmp(id.ptr, only.ptr, id.len) == 0;
  (void)self;
  *out = known ? &kHealth : 0;
  return known ? OAR_OK : OAR_E_NOT_FOUND;
}
#endif

static int32_t destroy(oar_instance* self) {
  free(self);
  return OAR_OK;
}

static const oar_plugin_api kPlugin = {
    .struct_size = sizeof(oar_plugin_api),
#ifdef NAUGHTY_SICK
    .get_extension = get_extension,
#endif
#if defined(NAUGHTY_KEEPS) || defined(NAUGHTY_MISPLACED)
    .configure = configure,
#endif
    .declare = declare,
    .activate = activate,
    .reconcile = reconcile,
    .destroy = destroy,
};

static int32_t create(const oar_host_api* api, oar_host host, const oar_create_args* args,
                      oar_created* out) {
  const oar_view only = TEXT("naughty");
#ifdef NAUGHTY_HOST_IN_CREATE
  oar_log_record record = SIZED(oar_log_record);
  record.message = (oar_view)TEXT("too early");
  api->log(host, (oar_ctx){0}, &record);
#endif
  if (args->controller_id.len != only.len) return OAR_E_NOT_FOUND;
  out->instance = (oar_instance*)calloc(1, sizeof(oar_instance));
  if (!out->instance) return OAR_E_INTERNAL;
  out->instance->api = api;
  out->instance->host = host;
  out->plugin = &kPlugin;
  return OAR_OK;
}

static const oar_controller_info kController = {
    .struct_size = sizeof(oar_controller_info),
    .id = TEXT("naughty"),
};

static const oar_descriptor kDescriptor = {
    .struct_size = sizeof(oar_descriptor),
    .id = TEXT("dev.oarlock.test.naughty"),
    .name = TEXT("naughty"),
    .version = TEXT("1.0.0"),
    .controllers = &kController,
    .controllers_count = 1,
    .controllers_stride = sizeof(oar_controller_info),
};

static const oar_factory kFactory = {.struct_size = sizeof(oar_factory), .create = create};

int32_t oar_entry_v1(const oar_host_hello* host, oar_plugin_hello* out) {
#ifndef NAUGHTY_TAKES_ANY_HOST
  if (host->abi_major != OAR_ABI_MAJOR || host->features_must != 0 ||
      (int64_t)host->abi_minor_min > OAR_ABI_MINOR) {
    return OAR_E_UNIMPLEMENTED;
  }
#endif
  (void)host;
  out->abi_minor = OAR_ABI_MINOR;
  out->descriptor = &kDescriptor;
  out->factory = &kFactory;
  return OAR_OK;
}
