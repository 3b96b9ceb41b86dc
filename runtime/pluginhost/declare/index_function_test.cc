#include "pluginhost/declare/index_function.h"

#include <gtest/gtest.h>

#include "kube/decode.h"

namespace oarlock::pluginhost {
namespace {

TEST(IndexName, IsEqualForEqualDeclarationsWhateverTheirIds) {
  const auto name = [](uint32_t path_id, const char* path, const std::string& split) {
    Declaration declaration;
    declaration.paths.emplace(path_id, kube::Path::Parse(path).value());
    return IndexName({path_id, {{{path_id}, split, "", false}}, "/"}, declaration);
  };
  EXPECT_EQ(name(1, "/a/b", ","), name(77, "/a/b", ","));
  EXPECT_NE(name(1, "/a/b", ","), name(1, "/a/c", ","));
  EXPECT_NE(name(1, "/a/b", ","), name(1, "/a/b", ";"));
  EXPECT_NE(name(1, "/a/b", ",strip=0:"), name(1, "/a/b", ","))
      << "a text cannot look like another field";
}

TEST(IndexFunction, SplitsTrimsStripsAndCombines) {
  Declaration declaration;
  declaration.paths.emplace(1, kube::Path::Parse("/data/list").value());
  declaration.paths.emplace(2, kube::Path::Parse("/metadata/namespace").value());
  const IndexDecl index{1, {{{2}, "", "", false}, {{1}, ",", "x:", true}}, "/"};
  const auto object =
      kube::ObjectFromJson(R"({"metadata":{"namespace":"ns"},"data":{"list":" x:A, b ,,x: "}})");
  cache::IndexValues values;
  IndexFunction(index, declaration)(*object, values);
  EXPECT_EQ(values.Take(), (std::vector<std::string>{"ns/a", "ns/b"}));
}

}  // namespace
}  // namespace oarlock::pluginhost
