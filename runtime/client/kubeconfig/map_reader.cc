#include "client/kubeconfig/map_reader.h"

#include <utility>

#include "kube/text/base64.h"

namespace oarlock::client {
namespace {

bool IsAbsent(kube::Value value) { return !value.exists() || value.is_null(); }

}  // namespace

MapReader::MapReader(const kube::YamlDocument& document, kube::Value map, std::string path,
                     Findings& findings)
    : document_(document), map_(map), path_(std::move(path)), findings_(findings) {}

std::string MapReader::PathOf(std::string_view key) const {
  if (path_.empty() || key.empty()) return path_ + std::string(key);
  return path_ + "." + std::string(key);
}

void MapReader::Error(kube::Value at, std::string_view key, std::string_view message) const {
  findings_.errors.push_back(document_.Error(at, PathOf(key), message).message());
}

void MapReader::Warning(kube::Value at, std::string_view key, std::string_view message) const {
  findings_.warnings.push_back(document_.Error(at, PathOf(key), message).message());
}

std::string MapReader::String(std::string_view key) const {
  const kube::Value found = map_[key];
  if (IsAbsent(found)) return {};
  if (!found.is_string()) {
    Error(found, key, "must be a string: put it in quotes");
    return {};
  }
  return std::string(found.AsString());
}

bool MapReader::Bool(std::string_view key) const {
  const kube::Value found = map_[key];
  if (IsAbsent(found)) return false;
  if (found.type() == kube::ValueType::kBool) return found.AsBool();
  const std::string_view text = found.AsString();
  if (text == "true" || text == "false") {
    Warning(found, key, "is a quoted string: write " + std::string(text) + " without quotes");
    return text == "true";
  }
  Error(found, key, "must be true or false");
  return false;
}

std::string MapReader::Base64(std::string_view key) const {
  const std::string text = String(key);
  std::optional<std::string> bytes = kube::DecodeBase64(text);
  if (bytes) return *std::move(bytes);
  Error(map_[key], key, "is no base64");
  return {};
}

std::vector<std::string> MapReader::Strings(std::string_view key) const {
  const kube::Value list = map_[key];
  std::vector<std::string> out;
  if (IsAbsent(list)) return out;
  if (!list.is_array()) {
    Error(list, key, "must be a list of strings");
    return out;
  }
  for (const kube::Member& element : kube::Members(list)) {
    if (element.value.is_string()) {
      out.emplace_back(element.value.AsString());
    } else {
      Error(element.value, key, "must hold strings only: put it in quotes");
    }
  }
  return out;
}

MapReader MapReader::Map(std::string_view key) const {
  const kube::Value found = map_[key];
  if (!IsAbsent(found) && !found.is_map()) Error(found, key, "must be a map");
  return {document_, found.is_map() ? found : kube::Value(), PathOf(key), findings_};
}

void MapReader::Each(std::string_view key,
                     const std::function<void(const MapReader&)>& each) const {
  const kube::Value list = map_[key];
  if (IsAbsent(list)) return;
  if (!list.is_array()) {
    Error(list, key, "must be a list");
    return;
  }
  for (uint32_t i = 0; i < list.size(); ++i) {
    const kube::Value element = list.At(i);
    const std::string_view name = element["name"].AsString();
    const std::string path =
        PathOf(key) + "[" + (name.empty() ? std::to_string(i) : std::string(name)) + "]";
    const MapReader reader(document_, element, path, findings_);
    if (element.is_map()) {
      each(reader);
    } else {
      reader.Error(element, {}, "must be a map");
    }
  }
}

}  // namespace oarlock::client
