#include "sandbox/table/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "kube/timestamp.h"
#include "sandbox/generated/rows.h"
#include "sandbox/table/cells.h"
#include "sandbox/table/json_path.h"

namespace oarlock::sandbox {
namespace {

std::string RowKey(const ResourceType& type) { return type.qualified() + "/" + type.version; }

CellsFunction FunctionOf(const std::string& type) {
  for (const CellsRow* rows : {kCoreCells, kGroupCells}) {
    for (; !rows->type.empty(); ++rows) {
      if (rows->type == type) return rows->function;
    }
  }
  return nullptr;
}

Json ByColumnNames(const Json& columns, const Cells& cells) {
  Json out = Json::array();
  for (const Json& column : columns) {
    const std::string_view name = TextAt(column, {"name"});
    if (name == "Name") {
      out.push_back(cells.Text({"metadata", "name"}));
    } else if (name == "Age") {
      out.push_back(cells.Age());
    } else if (name == "Created At") {
      out.push_back(cells.Text({"metadata", "creationTimestamp"}));
    } else {
      out.push_back("<none>");
    }
  }
  return out;
}

Json IntegerCell(const Json& value) {
  if (value.is_number_integer()) return value;
  if (value.is_number()) return static_cast<int64_t>(std::trunc(value.get<double>()));
  return nullptr;
}

// A value of a custom object, as its column's type asks.
Json CustomCell(const PrinterColumn& column, const Json& object, base::UnixTime now) {
  const auto found = JsonPathFind(object, column.json_path);
  if (found.empty()) return nullptr;
  const Json& value = *found.front();
  if (column.type == "integer") return IntegerCell(value);
  if (column.type == "number") return value.is_number() ? value : Json();
  if (column.type == "boolean") return value.is_boolean() ? value : Json();
  if (column.type == "date") {
    if (!value.is_string()) return nullptr;
    if (!kube::ParseTimestamp(TextOf(value))) return "<invalid>";
    return HumanSince(TextOf(value), now);
  }
  return value.is_string() ? value : Json(WriteJson(value));
}

Json ObjectOf(const Json& object, IncludeObject include) {
  if (include == IncludeObject::kNone) return nullptr;
  if (include == IncludeObject::kObject) return object;
  return {{"kind", "PartialObjectMetadata"},
          {"apiVersion", "meta.k8s.io/v1"},
          {"metadata", Member(object, "metadata")}};
}

// Rows of Pods that are over say so.
void MarkEnded(const ResourceType& type, const Json& object, Json& row) {
  if (type.qualified() != "pods" || !type.builtin) return;
  const std::string phase(TextAt(object, {"status", "phase"}));
  if (phase != "Succeeded" && phase != "Failed") return;
  row["conditions"] =
      Json::array({{{"type", "Completed"},
                    {"status", "True"},
                    {"reason", phase},
                    {"message", phase == "Failed" ? "The pod failed."
                                                  : "The pod has completed successfully."}}});
}

}  // namespace

TableMaker::TableMaker() {
  std::string_view rest = kColumnRows;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (line.empty()) continue;
    Json row = ParseTrustedJson(line);
    if (row.is_array()) {
      columns_ = std::move(row);
      continue;
    }
    const std::string_view group = TextAt(row, {"group"});
    std::string name(TextAt(row, {"plural"}));
    if (!group.empty()) name += fmt::format(".{}", group);
    column_rows_[fmt::format("{}/{}", name, TextAt(row, {"version"}))] = row["columns"];
  }
}

Json TableMaker::Columns(const ResourceType& type, const CustomVersion* custom) const {
  Json out = Json::array();
  if (custom == nullptr) {
    const auto row = column_rows_.find(RowKey(type));
    if (row == column_rows_.end()) return Json::array({columns_[0]});
    for (const Json& index : row->second) out.push_back(columns_[index.get<size_t>()]);
    return out;
  }
  out.push_back(columns_[0]);  // Name
  for (const PrinterColumn& column : custom->columns) {
    out.push_back({{"name", column.name},
                   {"type", column.type},
                   {"format", column.format},
                   {"description", column.description},
                   {"priority", column.priority}});
  }
  return out;
}

Json TableMaker::CellsOf(const ResourceType& type, const CustomVersion* custom, const Json& object,
                         base::UnixTime now) const {
  const Cells cells{object, now};
  if (custom == nullptr) {
    const CellsFunction function = FunctionOf(type.qualified());
    return function != nullptr ? function(cells) : ByColumnNames(Columns(type, nullptr), cells);
  }
  Json out = Json::array();
  out.push_back(cells.Text({"metadata", "name"}));
  for (const PrinterColumn& column : custom->columns) {
    out.push_back(CustomCell(column, object, now));
  }
  return out;
}

Json TableMaker::MakeTable(const ResourceType& type, const CustomVersion* custom,
                           const std::vector<const Json*>& objects,
                           const TableOptions& options) const {
  Json rows = Json::array();
  for (const Json* object : objects) {
    Json row = {{"cells", CellsOf(type, custom, *object, options.now)},
                {"object", ObjectOf(*object, options.include)}};
    MarkEnded(type, *object, row);
    rows.push_back(std::move(row));
  }
  return {{"kind", "Table"},
          {"apiVersion", "meta.k8s.io/v1"},
          {"metadata", options.metadata.is_object() ? options.metadata : Json::object()},
          {"columnDefinitions", options.columns ? Columns(type, custom) : Json()},
          {"rows", std::move(rows)}};
}

}  // namespace oarlock::sandbox
