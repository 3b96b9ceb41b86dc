/* calls_host <plugin.so>: a host in C that gives a plugin one of everything and prints what comes
 * back: views and structs by value, out-structs, each scalar type. Built with each compiler and run
 * on plugins of each (calls.sh); what it prints is the same for all. */
#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "oarlock/abi/abi.h"

#define TEXT(literal) \
  { literal, sizeof(literal) - 1 }

static int32_t log_record(oar_host host, oar_ctx ctx, const oar_log_record* record) {
  uint64_t i;
  printf("log host=%" PRIu64 " ctx=%" PRIu64 " level=%d %.*s", host.id, ctx.id, record->level,
         (int)record->message.len, record->message.ptr);
  for (i = 0; i < record->fields_count; ++i) {
    const oar_field* field = &record->fields[i];
    printf(" %.*s=", (int)field->key.len, field->key.ptr);
    switch (field->value.type) {
      case OAR_TYPE_STRING:
        printf("%.*s", (int)field->value.text.len, field->value.text.ptr);
        break;
      case OAR_TYPE_F64: printf("%.3f", field->value.as.f64); break;
      case OAR_TYPE_BOOL: printf("%s", field->value.as.i64 ? "true" : "false"); break;
      default: printf("%" PRId64, field->value.as.i64); break;
    }
  }
  printf("\n");
  return OAR_OK;
}

static int32_t no_extension(oar_host host, oar_view id, const void** out) {
  (void)host;
  (void)id;
  *out = 0;
  return OAR_E_NOT_FOUND;
}
static int32_t now_mono(oar_host host, oar_mono* out) {
  out->ns = (int64_t)host.id + INT64_C(1) * 1000000007;
  return OAR_OK;
}
static int32_t random_u64(oar_host host, uint64_t* out) {
  (void)host;
  *out = UINT64_C(0xfedcba9876543210);
  return OAR_OK;
}
static int32_t wait_cancel(oar_ctx ctx, int64_t timeout_ns) {
  printf("wait ctx=%" PRIu64 " %" PRId64 "\n", ctx.id, timeout_ns);
  return OAR_E_TIMEOUT;
}
static int32_t set_error(oar_ctx ctx, int32_t code, oar_view message) {
  printf("error ctx=%" PRIu64 " %d %.*s\n", ctx.id, code, (int)message.len, message.ptr);
  return OAR_OK;
}
/* Every object is a map of one string, whose text says what was asked for. */
static int32_t member(oar_ctx ctx, oar_obj obj, oar_node node, oar_view key, oar_value* out) {
  printf("member ctx=%" PRIu64 " obj=%" PRIu64 " node=%" PRIx64 " %.*s\n", ctx.id, obj.id, node.id,
         (int)key.len, key.ptr);
  memset(out, 0, sizeof(*out));
  out->type = OAR_TYPE_STRING;
  out->text = key;
  return OAR_OK;
}
static int32_t take_type(oar_builder builder, const oar_type_decl* decl) {
  printf("type builder=%" PRIu64 " %u %.*s", builder.id, decl->id, (int)decl->kind.len,
         decl->kind.ptr);
  if (decl->versions_count == 1) {
    printf(" %.*s", (int)decl->versions[0].len, decl->versions[0].ptr);
  }
  printf(" form=%d\n", decl->form);
  return OAR_OK;
}
static int32_t take_controller(oar_builder builder, const oar_controller_decl* decl) {
  const oar_primary_decl* primary = decl->primaries;
  printf("controller builder=%" PRIu64 " %" PRIu64 " primaries, first %u, rate %.2f burst %u\n",
         builder.id, decl->primaries_count, primary->type, decl->rate_qps, decl->rate_burst);
  return OAR_OK;
}

static const oar_clock_api kClock = {
    .struct_size = sizeof(oar_clock_api), .now_mono = now_mono, .random_u64 = random_u64};
static const oar_context_api kContext = {
    .struct_size = sizeof(oar_context_api), .wait_cancel = wait_cancel, .set_error = set_error};
static const oar_object_api kObject = {.struct_size = sizeof(oar_object_api), .member = member};
static const oar_builder_api kBuilder = {
    .struct_size = sizeof(oar_builder_api), .type = take_type, .controller = take_controller};
static const oar_host_api kHost = {.struct_size = sizeof(oar_host_api),
                                   .get_extension = no_extension,
                                   .log = log_record,
                                   .clock = &kClock,
                                   .context = &kContext,
                                   .object = &kObject};

static void reconcile(const oar_created* created, const char* name) {
  char message[64];
  oar_key key = {.struct_size = sizeof(oar_key), .type = 7, .ns = TEXT("in-here")};
  oar_result result = {.struct_size = sizeof(oar_result)};
  int32_t code;
  key.name.ptr = name;
  key.name.len = strlen(name);
  result.message.ptr = message;
  result.message.capacity = sizeof(message);
  code = created->plugin->reconcile(created->instance, (oar_ctx){23}, &key, &result);
  printf("reconcile %d outcome=%d after=%" PRId64 " jitter=%" PRId64 " %.*s\n", code,
         result.outcome, result.requeue_after_ns, result.requeue_jitter_ns,
         (int)result.message.len, message);
}

int main(int argc, char** argv) {
  void* library = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : 0;
  void* found = library ? dlsym(library, OAR_ENTRY_NAME) : 0;
  oar_entry_fn entry;
  oar_host_hello host = {.struct_size = sizeof(host), .abi_major = OAR_ABI_MAJOR};
  oar_plugin_hello hello = {.struct_size = sizeof(hello)};
  oar_create_args args = {.struct_size = sizeof(args), .controller_id = TEXT("calls")};
  oar_created created = {.struct_size = sizeof(created)};
  oar_config config = {.struct_size = sizeof(config), .object = {5}, .json = TEXT("{}")};
  oar_config_error error = {.struct_size = sizeof(error)};
  if (!found) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  memcpy(&entry, &found, sizeof(entry));
  printf("entry %d", entry(&host, &hello));
  printf(" minor=%u\n", hello.abi_minor);
  printf("create %d\n", hello.factory->create(&kHost, (oar_host){11}, &args, &created));
  printf("configure %d\n",
         created.plugin->configure(created.instance, (oar_ctx){21}, &config, &error));
  printf("declare %d\n", created.plugin->declare(created.instance, &kBuilder, (oar_builder){31}));
  reconcile(&created, "late");
  reconcile(&created, "bad");
  printf("drain %d\n",
         created.plugin->drain(created.instance, (oar_ctx){22}, (oar_mono){INT64_C(-5)}));
  printf("destroy %d\n", created.plugin->destroy(created.instance));
  return dlclose(library);
}
