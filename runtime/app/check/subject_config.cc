#include "app/check/subject_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <vector>

#include "base/digest/sha256.h"
#include "kube/decode.h"
#include "kube/schema.h"
#include "kube/yaml.h"

namespace oarlock::app {
namespace {

constexpr int64_t kSampleDepth = 16;

base::Result<std::string> ReadConfigFile(const std::string& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) return base::InvalidArgument(file + ": cannot be read");
  OARLOCK_ASSIGN_OR_RETURN(const auto documents, kube::ReadYaml(text.str(), file));
  if (documents.size() != 1) return base::InvalidArgument(file + ": one document is needed");
  return documents[0].root().ToJson();
}

std::string SampleObjectOf(kube::Value schema, int64_t depth);

std::string SampleNode(kube::Value schema, int64_t depth) {
  if (depth > kSampleDepth) return "null";
  if (schema["default"].exists()) return schema["default"].ToJson();
  if (schema["enum"].size() > 0) return schema["enum"].At(0).ToJson();
  const std::string_view type = schema["type"].AsString();
  if (type == "string") {
    const int64_t size = std::clamp<int64_t>(schema["minLength"].AsInt(), 0, 1000);
    return "\"" + std::string(static_cast<size_t>(size), 'x') + "\"";
  }
  if (type == "integer" || type == "number") {
    const kube::Value least = schema["minimum"];
    return least.exists() ? least.ToJson() : "0";
  }
  if (type == "boolean") return "false";
  if (type == "array") {
    std::string out;
    for (int64_t i = 0; i < std::min<int64_t>(schema["minItems"].AsInt(), 100); ++i) {
      out += (i == 0 ? "" : ",") + SampleNode(schema["items"], depth + 1);
    }
    return "[" + out + "]";
  }
  return SampleObjectOf(schema, depth);
}

std::string SampleObjectOf(kube::Value schema, int64_t depth) {
  std::string out;
  const kube::Value required = schema["required"];
  for (uint32_t i = 0; i < required.size(); ++i) {
    const std::string_view name = required.At(i).AsString();
    const kube::Value node = schema["properties"][name];
    out += fmt::format("{}{}:{}", out.empty() ? "" : ",", required.At(i).ToJson(),
                       SampleNode(node, depth + 1));
  }
  return "{" + out + "}";
}

base::Status Refused(const std::string& file, const kube::SchemaViolation& violation) {
  if (file.empty()) {
    return base::InvalidArgument(
        fmt::format("no configuration could be made up: {}: {}; give one with --config FILE",
                    violation.path, violation.message));
  }
  return base::InvalidArgument(fmt::format("{}: {}: {}", file, violation.path, violation.message));
}

}  // namespace

std::string SampleOf(kube::Value schema) { return SampleNode(schema, 0); }

base::Result<SubjectConfig> MakeSubjectConfig(std::string_view schema, const std::string& file) {
  SubjectConfig config;
  if (!file.empty()) {
    OARLOCK_ASSIGN_OR_RETURN(config.json, ReadConfigFile(file));
  }
  if (!schema.empty()) {
    OARLOCK_ASSIGN_OR_RETURN(const auto compiled, kube::StructuralSchema::Compile(schema));
    OARLOCK_ASSIGN_OR_RETURN(const kube::Object document, kube::DocumentFromJson(schema));
    if (file.empty()) config.json = SampleOf(document.root());
    OARLOCK_ASSIGN_OR_RETURN(const kube::Object given, kube::DocumentFromJson(config.json));
    const auto violations = compiled.Validate(given.root());
    if (!violations.empty()) return Refused(file, violations.front());
    OARLOCK_ASSIGN_OR_RETURN(config.json, compiled.ApplyDefaults(given.root()));
  } else if (config.json != "{}") {
    return base::InvalidArgument(file + ": the plugin takes no configuration");
  }
  config.digest = base::Sha256Hex(config.json);
  return config;
}

}  // namespace oarlock::app
