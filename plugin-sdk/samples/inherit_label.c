/* Keeps one label of each Namespace on the ConfigMaps in it: a whole plugin in C11, over the ABI
 * alone. The label's key is its configuration: {"label": "team"}.
 *
 * Built with oarlock_add_plugin(inherit_label ID … VERSION … SCHEMA … SRCS inherit_label.c), which
 * emits the note and the schema.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oarlock/abi/abi.h"

#define TEXT(literal) \
  { literal, sizeof(literal) - 1 }
#define SIZED(type) \
  { .struct_size = sizeof(type) }

/* Our own ids; the host only compares them. */
enum { CONFIG_MAPS = 1, NAMESPACES = 2 };
enum { PATH_NAMESPACE = 1 };
enum { BY_NAMESPACE = 1 };
enum { TO_CONFIG_MAPS = 1 };

struct oar_instance {
  const oar_host_api* api;
  const oar_client_api* client;
  const oar_events_api* events; /* null where the host has none */
  oar_host host;
  char label[201];
  uint64_t label_size;
};

static oar_view view_of(const char* text) {
  const oar_view view = {text, strlen(text)};
  return view;
}

static void write_text(oar_text* out, const char* text) {
  const uint64_t size = strlen(text);
  out->len = 0;
  if (!out->ptr) return;
  out->len = size < out->capacity ? size : out->capacity;
  memcpy(out->ptr, text, out->len);
}

static int same_text(oar_view a, oar_view b) {
  return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

/* Configuration ------------------------------------------------------------------------------- */

/* Letters, digits and the signs of a label: such a text needs no escapes in JSON. */
static int is_label_text(oar_view text) {
  for (uint64_t i = 0; i < text.len; ++i) {
    const char c = text.ptr[i];
    const int plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!plain && !strchr("-_./", c)) return 0;
  }
  return 1;
}

static int32_t connect(oar_instance* self) {
  const oar_view client = TEXT(OAR_EXT_CLIENT);
  const oar_view events = TEXT(OAR_EXT_EVENTS);
  const void* table = 0;
  if (!OAR_HAS(oar_host_api, self->api, object)) return OAR_E_UNIMPLEMENTED;
  if (self->api->get_extension(self->host, client, &table) != OAR_OK) return OAR_E_UNIMPLEMENTED;
  self->client = (const oar_client_api*)table;
  if (!OAR_HAS(oar_client_api, self->client, patch)) return OAR_E_UNIMPLEMENTED;
  if (self->api->get_extension(self->host, events, &table) == OAR_OK) {
    self->events = (const oar_events_api*)table;
    if (!OAR_HAS(oar_events_api, self->events, emit)) self->events = 0;
  }
  return OAR_OK;
}

static int32_t configure(oar_instance* self, oar_ctx ctx, const oar_config* config,
                         oar_config_error* out) {
  const oar_view member = TEXT("label");
  const oar_node root = {OAR_NODE_ROOT};
  oar_value label;
  int32_t status = connect(self);
  if (status < OAR_OK) return status;
  status = self->api->object->member(ctx, config->object, root, member, &label);
  if (status < OAR_OK) return status;
  if (label.type != OAR_TYPE_STRING || label.text.len == 0 ||
      label.text.len >= sizeof(self->label) || !is_label_text(label.text)) {
    if (OAR_HAS(oar_config_error, out, path)) write_text(&out->path, "/label");
    if (OAR_HAS(oar_config_error, out, message)) write_text(&out->message, "not a label's key");
    return OAR_E_INVALID;
  }
  memcpy(self->label, label.text.ptr, label.text.len);
  self->label[label.text.len] = 0;
  self->label_size = label.text.len;
  return OAR_OK;
}

/* Declaration --------------------------------------------------------------------------------- */

static int32_t declare_types(const oar_builder_api* api, oar_builder builder) {
  const oar_view version = TEXT("v1");
  const oar_view kinds[] = {TEXT("ConfigMap"), TEXT("Namespace")};
  const oar_view verb = TEXT("patch");
  oar_access_decl access = SIZED(oar_access_decl);
  int32_t status = OAR_OK;
  for (uint32_t i = 0; i < 2 && status >= OAR_OK; ++i) {
    oar_type_decl type = SIZED(oar_type_decl);
    type.id = i == 0 ? CONFIG_MAPS : NAMESPACES;
    type.kind = kinds[i];
    type.form = OAR_FORM_METADATA; /* labels are all that is read */
    type.versions = &version;
    type.versions_count = 1;
    status = api->type(builder, &type);
  }
  if (status < OAR_OK) return status;
  access.resource = (oar_view)TEXT("configmaps");
  access.verbs = &verb;
  access.verbs_count = 1;
  return api->access(builder, &access);
}

/* A changed Namespace leads to its ConfigMaps, found in an index. */
static int32_t declare_watch(const oar_builder_api* api, oar_builder builder) {
  const uint32_t path_id = PATH_NAMESPACE;
  oar_path_decl path = SIZED(oar_path_decl);
  oar_index_part part = SIZED(oar_index_part);
  oar_index_decl index = SIZED(oar_index_decl);
  oar_mapper_decl mapper = SIZED(oar_mapper_decl);
  oar_watch_decl watch = SIZED(oar_watch_decl);
  int32_t status;
  path.id = PATH_NAMESPACE;
  path.text = (oar_view)TEXT("/metadata/namespace");
  status = api->path(builder, &path);
  if (status < OAR_OK) return status;
  part.paths = &path_id;
  part.paths_count = 1;
  index.id = BY_NAMESPACE;
  index.kind = OAR_INDEX_PATHS;
  index.type = CONFIG_MAPS;
  index.parts = &part;
  index.parts_count = 1;
  index.parts_stride = sizeof(part);
  status = api->index(builder, &index);
  if (status < OAR_OK) return status;
  mapper.id = TO_CONFIG_MAPS;
  mapper.kind = OAR_MAPPER_INDEX;
  mapper.index = BY_NAMESPACE;
  mapper.template_text = (oar_view)TEXT("{name}");
  status = api->mapper(builder, &mapper);
  if (status < OAR_OK) return status;
  watch.type = NAMESPACES;
  watch.mapper = TO_CONFIG_MAPS;
  return api->watch(builder, &watch);
}

static int32_t declare(oar_instance* self, const oar_builder_api* api, oar_builder builder) {
  oar_primary_decl primary = SIZED(oar_primary_decl);
  oar_controller_decl controller = SIZED(oar_controller_decl);
  int32_t status;
  (void)self;
  if (!OAR_HAS(oar_builder_api, api, watch)) return OAR_E_UNIMPLEMENTED;
  status = declare_types(api, builder);
  if (status >= OAR_OK) status = declare_watch(api, builder);
  if (status < OAR_OK) return status;
  primary.type = CONFIG_MAPS;
  controller.primaries = &primary;
  controller.primaries_count = 1;
  controller.primaries_stride = sizeof(primary);
  return api->controller(builder, &controller);
}

/* Reconcile ----------------------------------------------------------------------------------- */

/* The label's value on the object, missing where it has none. */
static int32_t read_label(const oar_instance* self, oar_ctx ctx, oar_obj object, oar_value* out) {
  const oar_view key = {self->label, self->label_size};
  oar_obj_meta meta = SIZED(oar_obj_meta);
  const int32_t status = self->api->object->meta(ctx, object, &meta);
  if (status < OAR_OK) return status;
  return self->api->object->member(ctx, object, meta.labels, key, out);
}

static int32_t patch_label(const oar_instance* self, oar_ctx ctx, const oar_key* key,
                           oar_view value) {
  char json[600];
  int size;
  if (value.len > 63 || !is_label_text(value)) return OAR_E_INVALID;
  size = snprintf(json, sizeof(json), "{\"metadata\":{\"labels\":{\"%s\":\"%.*s\"}}}", self->label,
                  (int)value.len, value.ptr);
  if (size < 0 || (size_t)size >= sizeof(json)) return OAR_E_TOO_LARGE;
  return self->client->patch(ctx, key, OAR_PATCH_MERGE, view_of(json), 0, 0, 0);
}

static void tell(const oar_instance* self, oar_ctx ctx, oar_obj object, oar_view value) {
  oar_log_record record = SIZED(oar_log_record);
  oar_event event = SIZED(oar_event);
  oar_field field;
  memset(&field, 0, sizeof(field));
  field.key = (oar_view)TEXT("value");
  field.value.type = OAR_TYPE_STRING;
  field.value.text = value;
  record.level = OAR_LOG_INFO;
  record.message = (oar_view)TEXT("label inherited");
  record.fields = &field;
  record.fields_count = 1;
  self->api->log(self->host, ctx, &record);
  if (!self->events) return;
  event.type = OAR_EVENT_NORMAL;
  event.reason = (oar_view)TEXT("LabelInherited");
  event.message = (oar_view)TEXT("took a label of its namespace");
  self->events->emit(ctx, object, &event);
}

/* The Namespace of the object at `key`. */
static oar_key namespace_key(const oar_key* key) {
  oar_key out = SIZED(oar_key);
  out.type = NAMESPACES;
  out.ns = (oar_view){"", 0};
  out.name = key->ns;
  return out;
}

static int32_t reconcile(oar_instance* self, oar_ctx ctx, const oar_key* key, oar_result* out) {
  const oar_key parent_key = namespace_key(key);
  oar_obj map;
  oar_obj parent;
  oar_value wanted;
  oar_value present;
  int32_t status = self->client->get(ctx, key, &map, 0);
  if (status == OAR_E_NOT_FOUND) return OAR_OK; /* gone; the host handed over OAR_DONE */
  if (status < OAR_OK) return status;
  status = self->client->get(ctx, &parent_key, &parent, 0);
  if (status == OAR_E_NOT_FOUND) return OAR_OK;
  if (status < OAR_OK) return status;
  status = read_label(self, ctx, parent, &wanted);
  if (status >= OAR_OK) status = read_label(self, ctx, map, &present);
  if (status < OAR_OK) return status;
  if (wanted.type != OAR_TYPE_STRING) return OAR_OK;
  if (present.type == OAR_TYPE_STRING && same_text(present.text, wanted.text)) return OAR_OK;
  status = patch_label(self, ctx, key, wanted.text);
  if (status == OAR_E_INVALID) { /* not before something changes */
    out->outcome = OAR_ERROR_PERMANENT;
    if (OAR_HAS(oar_result, out, reason)) write_text(&out->reason, "BadLabel");
    return OAR_OK;
  }
  if (status >= OAR_OK) tell(self, ctx, map, wanted.text);
  return status < OAR_OK ? status : OAR_OK;
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
    .destroy = destroy,
};

/* Factory, descriptor, entry ------------------------------------------------------------------ */

static int32_t create(const oar_host_api* api, oar_host host, const oar_create_args* args,
                      oar_created* out) {
  const oar_view only = TEXT("inherit-label");
  oar_instance* self;
  if (!same_text(args->controller_id, only)) return OAR_E_NOT_FOUND;
  self = (oar_instance*)calloc(1, sizeof(oar_instance));
  if (!self) return OAR_E_INTERNAL;
  self->api = api;
  self->host = host;
  out->instance = self;
  out->plugin = &kPlugin;
  return OAR_OK;
}

static const oar_controller_info kController = {
    .struct_size = sizeof(oar_controller_info),
    .id = TEXT("inherit-label"),
    .description = TEXT("Keeps a label of each Namespace on the ConfigMaps in it"),
};

static const oar_descriptor kDescriptor = {
    .struct_size = sizeof(oar_descriptor),
    .id = TEXT(OARLOCK_PLUGIN_ID),
    .name = TEXT("inherit-label"),
    .version = TEXT(OARLOCK_PLUGIN_VERSION),
    .license = TEXT("Apache-2.0"),
    .controllers = &kController,
    .controllers_count = 1,
    .controllers_stride = sizeof(oar_controller_info),
};

static const oar_factory kFactory = {.struct_size = sizeof(oar_factory), .create = create};

int32_t oar_entry_v1(const oar_host_hello* host, oar_plugin_hello* out) {
  const uint32_t newest = OAR_ABI_MINOR;
  if (!OAR_HAS(oar_host_hello, host, features_may) || !OAR_HAS(oar_plugin_hello, out, message)) {
    return OAR_E_INVALID; /* less than what the first minor had is no hello */
  }
  out->descriptor = 0;
  out->factory = 0;
  if (host->abi_major != OAR_ABI_MAJOR || host->abi_minor_min > newest ||
      host->features_must != 0) {
    write_text(&out->message, "this plugin was built for another plugin ABI");
    return OAR_E_UNIMPLEMENTED;
  }
  out->abi_minor = host->abi_minor_max < newest ? host->abi_minor_max : newest;
  out->abi_minor_min = OAR_HOST_MINOR_MIN;
  out->descriptor = &kDescriptor;
  out->factory = &kFactory;
  return OAR_OK;
}
