#include "kube/decode.h"
#include "kube/json_text.h"
#include "kube/patch.h"
#include "kube/text/utf8.h"

namespace oarlock::kube {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

void AppendKey(std::string_view key, std::string& out) {
  if (out.back() != '{') out += ',';
  AppendJsonString(key, out);
  out += ':';
}

// A map that is new on the other side: its null members would only delete nothing.
void AppendWithoutNulls(Value value, std::string& out) {
  if (!value.is_map()) return value.AppendJson(out);
  out += '{';
  for (const Member& member : DistinctMembers(value)) {
    if (member.value.is_null()) continue;
    AppendKey(member.key, out);
    AppendWithoutNulls(member.value, out);
  }
  out += '}';
}

void AppendDiff(Value from, Value to, std::string& out);

void AppendMemberDiff(std::string_view key, Value from, Value to, std::string& out) {
  const size_t before = out.size();
  AppendKey(key, out);
  if (!from.is_map() || !to.is_map()) return AppendWithoutNulls(to, out);
  const size_t start = out.size();
  AppendDiff(from, to, out);
  if (out.size() == start + 2) out.resize(before);  // "{}": nothing differs below
}

void AppendDiff(Value from, Value to, std::string& out) {
  out += '{';
  for (const Member& member : DistinctMembers(from)) {
    const Value after = to[member.key];
    if (member.value.is_null() || (after.exists() && !after.is_null())) continue;
    AppendKey(member.key, out);
    out += "null";
  }
  for (const Member& member : DistinctMembers(to)) {
    const Value before = from[member.key];
    if (member.value.is_null() || DeepEqual(before, member.value)) continue;
    AppendMemberDiff(member.key, before, member.value, out);
  }
  out += '}';
}

void AppendMerged(Value target, Value patch, std::string& out) {
  if (!patch.is_map()) return patch.AppendJson(out);
  out += '{';
  for (const Member& member : DistinctMembers(target.is_map() ? target : Value())) {
    const Value change = patch[member.key];
    if (change.is_null()) continue;
    AppendKey(member.key, out);
    if (change.exists()) {
      AppendMerged(member.value, change, out);
    } else {
      member.value.AppendJson(out);
    }
  }
  for (const Member& member : DistinctMembers(patch)) {
    if (member.value.is_null() || target[member.key].exists()) continue;
    AppendKey(member.key, out);
    AppendMerged({}, member.value, out);
  }
  out += '}';
}

}  // namespace

std::string EscapePointerSegment(std::string_view segment) {
  std::string out;
  out.reserve(segment.size());
  for (const char c : segment) {
    if (c == '~') {
      out += "~0";
    } else if (c == '/') {
      out += "~1";
    } else {
      out += c;
    }
  }
  return out;
}

std::string JoinPointer(const std::vector<std::string_view>& segments) {
  std::string out;
  for (const std::string_view segment : segments) out += '/' + EscapePointerSegment(segment);
  return out;
}

base::Result<std::string> CreateMergePatch(Value from, Value to) {
  if (!to.exists()) return base::InvalidArgument("merge patch: there is no target document");
  std::string out;
  if (from.is_map() && to.is_map()) {
    AppendDiff(from, to, out);
  } else {
    // Also where they are equal: "{}" would make a map of anything else.
    AppendWithoutNulls(to, out);
  }
  return out;
}

base::Result<std::string> ApplyMergePatch(Value document, std::string_view patch_json) {
  auto patch = DocumentFromJson(patch_json);
  if (!patch.ok()) return patch.status().WithContext("merge patch");
  std::string out;
  AppendMerged(document, patch->root(), out);
  if (out.size() > kObjectBytesMax) {
    return base::Status(base::StatusCode::kTooLarge, "merge patch: the result is too large");
  }
  return out;
}

std::string JsonQuote(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const Utf8Step step = Utf8At(text, at);
    AppendUtf8(step.width == 0 ? kReplacement : step.point, clean);
    at += step.width == 0 ? 1 : step.width;
  }
  std::string out;
  AppendJsonString(clean, out);
  return out;
}

}  // namespace oarlock::kube
