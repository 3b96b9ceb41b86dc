// Schemas: the first line is a schema, the rest a value. What ApplyDefaults gives is JSON, and
// has nothing more to default.
#include "base/check.h"
#include "fuzz/fuzz.h"
#include "kube/decode.h"
#include "kube/schema.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace oarlock;
  const auto [first, second] = fuzz::SplitFirstLine(fuzz::TextOf(data, size));
  const auto schema = kube::StructuralSchema::Compile(first);
  if (!schema.ok()) return 0;
  const auto value = kube::DocumentFromJson(second);
  const kube::Value root = value.ok() ? value->root() : kube::Value();
  OARLOCK_CHECK(schema->Validate(root).size() <= kube::kSchemaViolationsMax);
  const auto filled = schema->ApplyDefaults(root);
  if (!filled.ok()) return 0;
  const auto again = kube::DocumentFromJson(*filled);
  OARLOCK_CHECK(again.ok());
  const auto twice = schema->ApplyDefaults(again->root());
  OARLOCK_CHECK(twice.ok() && *twice == *filled);
  (void)schema->Validate(again->root());
  return 0;
}
