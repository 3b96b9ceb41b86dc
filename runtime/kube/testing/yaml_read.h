#pragma once
// Short forms of ReadYaml for its tests: the document, its JSON, or the error.

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "kube/yaml.h"

namespace oarlock::kube::testing {

inline constexpr YamlOptions kAnchors{.allow_anchors = true};

inline std::vector<YamlDocument> Read(std::string_view text, const YamlOptions& options = {}) {
  auto documents = ReadYaml(text, "f.yaml", options);
  EXPECT_TRUE(documents.ok()) << documents.status().ToString() << "\n" << text;
  return documents.ok() ? std::move(documents).value() : std::vector<YamlDocument>();
}

// The JSON of the only document.
inline std::string One(std::string_view text, const YamlOptions& options = {}) {
  const auto documents = Read(text, options);
  EXPECT_EQ(documents.size(), 1U) << text;
  return documents.size() == 1 ? documents[0].root().ToJson() : "";
}

inline std::string ErrorOf(std::string_view text, const YamlOptions& options = {}) {
  const auto documents = ReadYaml(text, "f.yaml", options);
  EXPECT_FALSE(documents.ok()) << text << " gave " << (documents.ok() ? documents->size() : 0);
  return documents.ok() ? "" : documents.status().message();
}

}  // namespace oarlock::kube::testing
