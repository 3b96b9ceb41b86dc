#include "tests/kube/conformance/script.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "kube/yaml.h"

namespace oarlock::kubetest {
namespace {

base::Result<Step> ReadStep(const kube::YamlDocument& document, kube::Value value) {
  Step step;
  for (const kube::Member& member : kube::Members(value)) {
    const std::string_view key = member.key;
    const std::string text(member.value.AsString());
    if (key == "do") {
      const size_t blank = text.find(' ');
      step.method = text.substr(0, blank);
      step.target = blank == std::string::npos ? "" : text.substr(blank + 1);
    } else if (key == "body") {
      // "$object" stands for a whole one.
      step.body = text.starts_with('$') ? text : member.value.ToJson();
    } else if (key == "text") {
      step.body = text;
    } else if (key == "type") {
      step.content_type = text;
    } else if (key == "accept") {
      step.accept = text;
    } else if (key == "until") {
      step.until = static_cast<long>(member.value.AsInt());
    } else if (key == "lines") {
      step.lines = static_cast<size_t>(member.value.AsInt());
    } else if (key == "differs") {
      step.differs = text;
    } else if (key == "save") {
      for (const kube::Member& one : kube::Members(member.value)) {
        step.save.emplace(one.key, one.value.AsString());
      }
    } else {
      return document.Error(member.value, std::string(key), "a step has no such key");
    }
  }
  if (step.target.empty()) return document.Error(value, "do", "is missing");
  return step;
}

using With = std::map<std::string, std::string>;

// What a case is played with, by the names of its repetitions; {"": {}} for one that has none.
std::map<std::string, With> Repetitions(kube::Value item) {
  std::map<std::string, With> out;
  for (const kube::Member& row : kube::Members(item["with"])) {
    With with;
    for (const kube::Member& one : kube::Members(row.value)) {
      with.emplace(one.key,
                   one.value.is_string() ? std::string(one.value.AsString()) : one.value.ToJson());
    }
    out.emplace("-" + with["as"], std::move(with));
  }
  if (out.empty()) out.emplace("", With());
  return out;
}

base::Status ReadCase(const kube::YamlDocument& document, kube::Value item, const std::string& file,
                      std::vector<ScriptCase>& cases) {
  ScriptCase one;
  for (const kube::Member& step : kube::Members(item["steps"])) {
    OARLOCK_ASSIGN_OR_RETURN(Step read, ReadStep(document, step.value));
    one.steps.push_back(std::move(read));
  }
  for (auto& [name, with] : Repetitions(item)) {
    one.name = file + "-" + std::string(item["case"].AsString()) + name;
    one.with = std::move(with);
    cases.push_back(one);
  }
  return base::Status::Ok();
}

base::Status ReadFile(const std::filesystem::path& path, std::vector<ScriptCase>& cases) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  OARLOCK_ASSIGN_OR_RETURN(const auto documents, kube::ReadYaml(text.str(), path.string()));
  for (const kube::YamlDocument& document : documents) {
    for (const kube::Member& item : kube::Members(document.root())) {
      OARLOCK_RETURN_IF_ERROR(ReadCase(document, item.value, path.stem().string(), cases));
    }
  }
  return base::Status::Ok();
}

}  // namespace

base::Result<std::vector<ScriptCase>> ReadScripts(const std::string& directory) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<ScriptCase> cases;
  for (const auto& file : files) OARLOCK_RETURN_IF_ERROR(ReadFile(file, cases));
  if (cases.empty()) return base::InvalidArgument("no cases in " + directory);
  return cases;
}

}  // namespace oarlock::kubetest
