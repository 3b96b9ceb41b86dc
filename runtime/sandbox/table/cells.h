#pragma once
// The cells of built-in types, for table.cc; and how values look in them. Internal to table/.
// Threads: [any], no state. Errors: none.

#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "sandbox/types/json.h"

namespace oarlock::sandbox {

struct Cells {
  const Json& object;
  base::UnixTime now;

  std::string_view Text(std::initializer_list<std::string_view> path) const {
    return TextAt(object, path);
  }
  std::string TextOr(std::initializer_list<std::string_view> path, std::string_view other) const;
  // The number, 0 where it is missing.
  Json Number(std::initializer_list<std::string_view> path) const;
  Json Count(std::initializer_list<std::string_view> path) const;
  std::string Age() const { return Since({"metadata", "creationTimestamp"}); }
  // "5m", "<unknown>" without a time.
  std::string Since(std::initializer_list<std::string_view> path) const;
};

// "90s", "5m3s", "4h", "12d": as kubectl shows durations.
std::string HumanDuration(int64_t seconds);
std::string HumanSince(std::string_view timestamp, base::UnixTime now);
// "a=b,c=d", "<none>" without labels.
std::string LabelsText(const Json& labels);
// Of a metav1.LabelSelector.
std::string SelectorText(const Json& selector);
std::string Joined(const std::vector<std::string>& texts, std::string_view between);
// Names, or images, of the containers of a PodSpec.
std::string ContainerTexts(const Json& pod_spec, const char* member);

using CellsFunction = Json (*)(const Cells& cells);
struct CellsRow {
  std::string_view type;  // "deployments.apps"
  CellsFunction function;
};
// Each ends with a row without a type. The cells are those of the columns, in their order.
extern const CellsRow kCoreCells[];
extern const CellsRow kGroupCells[];

}  // namespace oarlock::sandbox
