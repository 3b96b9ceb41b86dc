// Schemas of CRDs, and objects by them: the first line is an openAPIV3Schema, the rest an object.
// What was pruned and defaulted has nothing more to prune or default.
#include "base/check.h"
#include "fuzz/fuzz.h"
#include "sandbox/schema/crd.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace oarlock::sandbox;
  static const BuiltinSchemas kSchemas;
  const auto [first, second] = oarlock::fuzz::SplitFirstLine(oarlock::fuzz::TextOf(data, size));
  const auto open_api = ParseJson(first);
  auto object = ParseJson(second);
  if (!open_api.ok()) return 0;
  Json definition = {
      {"metadata", {{"name", "foos.ex.io"}}},
      {"spec",
       {{"group", "ex.io"},
        {"scope", "Namespaced"},
        {"names",
         {{"plural", "foos"}, {"singular", "foo"}, {"kind", "Foo"}, {"listKind", "FooList"}}},
        {"versions", Json::array()}}}};
  definition["spec"]["versions"].push_back({{"name", "v1"},
                                            {"served", true},
                                            {"storage", true},
                                            {"schema", {{"openAPIV3Schema", open_api->value}}}});
  if (!ValidateDefinition(kSchemas, definition, Json()).empty()) return 0;
  const CustomResource foo = ReadDefinition(kSchemas, definition);
  if (!object.ok() || !object->value.is_object()) return 0;
  const CustomSchema& schema = *foo.versions[0].schema;
  if (!schema.Decode(object->value).status.ok()) return 0;
  (void)schema.Validate(object->value);
  Json again = object->value;
  OARLOCK_CHECK(schema.Decode(again).unknown.empty());
  OARLOCK_CHECK(again == object->value);
  return 0;
}
