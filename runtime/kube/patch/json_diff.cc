#include "kube/patch/json_diff.h"

#include <algorithm>

#include "kube/json_text.h"
#include "kube/patch.h"

namespace oarlock::kube {
namespace {

class Differ {
 public:
  void Diff(const std::string& path, Value from, Value to) {
    if (DeepEqual(from, to)) return;
    if (from.is_map() && to.is_map()) {
      DiffMaps(path, from, to);
    } else if (from.is_array() && to.is_array()) {
      DiffArrays(path, from, to);
    } else {
      Add("replace", path, to);
    }
  }
  base::Result<std::string> Take() {
    if (operations_ > kJsonPatchOpsMax) {
      return base::Status(base::StatusCode::kTooLarge, "the JSON patch has too many operations");
    }
    return out_.empty() ? out_ : "[" + out_ + "]";
  }

 private:
  void Add(std::string_view op, const std::string& path, Value value) {
    if (++operations_ > kJsonPatchOpsMax) return;
    if (!out_.empty()) out_ += ',';
    out_ += R"({"op":")";
    out_ += op;
    out_ += R"(","path":)";
    AppendJsonString(path, out_);
    if (value.exists()) {
      out_ += R"(,"value":)";
      value.AppendJson(out_);
    }
    out_ += '}';
  }

  void DiffMaps(const std::string& path, Value from, Value to) {
    for (const Member& member : DistinctMembers(from)) {
      if (!to[member.key].exists())
        Add("remove", path + "/" + EscapePointerSegment(member.key), {});
    }
    for (const Member& member : DistinctMembers(to)) {
      const std::string at = path + "/" + EscapePointerSegment(member.key);
      const Value before = from[member.key];
      if (before.exists()) {
        Diff(at, before, member.value);
      } else {
        Add("add", at, member.value);
      }
    }
  }

  // What is equal at both ends stays; between them elements are changed in place as far as both
  // have some.
  void DiffArrays(const std::string& path, Value from, Value to) {
    uint32_t first = 0;
    uint32_t from_end = from.size();
    uint32_t to_end = to.size();
    while (first < std::min(from_end, to_end) && DeepEqual(from.At(first), to.At(first))) ++first;
    while (first < std::min(from_end, to_end) &&
           DeepEqual(from.At(from_end - 1), to.At(to_end - 1))) {
      --from_end;
      --to_end;
    }
    const auto at = [&path](uint32_t i) { return path + "/" + std::to_string(i); };
    uint32_t i = first;
    for (; i < std::min(from_end, to_end); ++i) Diff(at(i), from.At(i), to.At(i));
    for (uint32_t gone = from_end; gone > i; --gone) Add("remove", at(gone - 1), {});
    for (; i < to_end; ++i) Add("add", at(i), to.At(i));
  }

  std::string out_;
  size_t operations_ = 0;
};

}  // namespace

base::Result<std::string> CreateJsonPatch(Value from, Value to) {
  Differ differ;
  differ.Diff("", from, to);
  return differ.Take();
}

}  // namespace oarlock::kube
