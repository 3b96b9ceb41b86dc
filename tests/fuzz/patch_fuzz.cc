// Patches: the first line is a document, the rest a patch, or the document to arrive at.
#include "base/check.h"
#include "fuzz/fuzz.h"
#include "kube/decode.h"
#include "kube/patch.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace oarlock;
  const auto [first, second] = fuzz::SplitFirstLine(fuzz::TextOf(data, size));
  const auto from = kube::DocumentFromJson(first);
  if (!from.ok()) return 0;
  for (const auto& result :
       {kube::ApplyMergePatch(from->root(), second), kube::ApplyJsonPatch(from->root(), second)}) {
    OARLOCK_CHECK(!result.ok() || kube::DocumentFromJson(*result).ok());
  }
  const auto to = kube::DocumentFromJson(second);
  if (!to.ok()) return 0;
  const auto patch = kube::CreateMergePatch(from->root(), to->root());
  if (!patch.ok()) return 0;
  const auto arrived = kube::ApplyMergePatch(from->root(), *patch);
  OARLOCK_CHECK(arrived.ok());
  const auto there = kube::DocumentFromJson(*arrived);
  OARLOCK_CHECK(there.ok());
  // From there nothing is left to do (not: it equals `to`, whose nulls no merge patch can set).
  const auto rest = kube::CreateMergePatch(there->root(), to->root());
  OARLOCK_CHECK(rest.ok() && kube::ApplyMergePatch(there->root(), *rest).value() == *arrived);
  return 0;
}
