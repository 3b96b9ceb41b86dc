// What the sandbox does to built-in objects and their patches: the first line is a Deployment, the
// rest a patch of it. Decoding what was decoded changes nothing, nor does defaulting twice, nor
// applying the same configuration again.
#include "base/check.h"
#include "fuzz/fuzz.h"
#include "sandbox/merge/server_side_apply.h"
#include "sandbox/merge/strategic_merge.h"
#include "sandbox/schema/builtin_schemas.h"
#include "sandbox/schema/builtin_validation.h"
#include "sandbox/schema/decode.h"
#include "sandbox/schema/defaults.h"

namespace {

using namespace oarlock::sandbox;

bool Settle(const Schema& schema, Json& object) {
  if (!object.is_object() || !DecodeBuiltin(schema, object).status.ok()) return false;
  DefaultBuiltin(schema, object);
  CompleteBuiltin(schema, object);
  Json again = object;
  OARLOCK_CHECK(DecodeBuiltin(schema, again).status.ok());
  DefaultBuiltin(schema, again);
  CompleteBuiltin(schema, again);
  OARLOCK_CHECK(again == object);
  return true;
}

void ApplyTwice(const Schema& schema, const Json& live, const Json& config) {
  const Owned owned{schema, "apps", "Deployment", {{"status"}}};
  const Writer writer{"fuzz", "apps/v1", "", "2026-01-01T00:00:00Z"};
  auto once = Apply(owned, live, config, writer, true);
  if (!once.ok() || !once->object.is_object()) return;
  if (!Settle(schema, once->object)) return;
  auto twice = Apply(owned, once->object, config, writer, false);
  if (!twice.ok() || !Settle(schema, twice->object)) return;
  OARLOCK_CHECK(!Differs(once->object, twice->object));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const BuiltinSchemas kSchemas;
  static const Schema& kSchema = *kSchemas.Find({"apps", "v1", "Deployment"});
  const auto [first, second] = oarlock::fuzz::SplitFirstLine(oarlock::fuzz::TextOf(data, size));
  auto object = ParseJson(first);
  const auto patch = ParseJson(second);
  if (!object.ok() || !Settle(kSchema, object->value)) return 0;
  const Json& live = object->value;
  (void)ValidateBuiltin(ResourceType{}, live, Json());
  if (!patch.ok()) return 0;
  auto patched = ApplyStrategicMergePatch(kSchema, live, patch->value);
  if (patched.ok() && Settle(kSchema, *patched)) {
    Track({kSchema, "apps", "Deployment", {}}, live, {"a", "apps/v1", "", ""}, *patched);
  }
  if (patch->value.is_object()) ApplyTwice(kSchema, live, patch->value);
  return 0;
}
