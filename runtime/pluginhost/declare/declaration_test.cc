#include "pluginhost/declare/declaration.h"

#include "pluginhost/testing/call_fixture.h"

namespace oarlock::pluginhost {
namespace {

using testing::AddController;
using testing::AddPath;
using testing::TypeDeclOf;
using testing::View;

template <typename T>
T Sized() {
  T decl{};
  decl.struct_size = sizeof(T);
  return decl;
}

// A declaration that would be accepted as it is; each test adds what it is about.
class DeclarationTest : public ::testing::Test {
 protected:
  DeclarationTest() {
    const oar_type_decl type = TypeDeclOf(1, "ConfigMap");
    EXPECT_EQ(api.type(b(), &type), OAR_OK);
    const oar_type_decl other = TypeDeclOf(2, "Node");
    EXPECT_EQ(api.type(b(), &other), OAR_OK);
    EXPECT_EQ(AddPath(api, b(), 1, "/data/v"), OAR_OK);
    EXPECT_EQ(AddController(api, b(), 1), OAR_OK);
  }
  oar_builder b() const { return builder.handle(); }
  int32_t Predicate(uint32_t id, int32_t kind, std::vector<uint32_t> ids,
                    std::string_view text = {}, uint32_t changes = 0) {
    auto decl = Sized<oar_predicate_decl>();
    decl.id = id;
    decl.kind = kind;
    decl.text = View(text);
    decl.ids = ids.data();
    decl.ids_count = ids.size();
    decl.changes = changes;
    return api.predicate(b(), &decl);
  }
  int32_t Mapper(uint32_t id, int32_t kind, std::string_view text = {}, uint32_t target = 0,
                 uint32_t path = 0, uint32_t index = 0, std::string_view template_text = {}) {
    auto decl = Sized<oar_mapper_decl>();
    decl.id = id;
    decl.kind = kind;
    decl.text = View(text);
    decl.target = target;
    decl.path = path;
    decl.index = index;
    decl.template_text = View(template_text);
    return api.mapper(b(), &decl);
  }
  int32_t Index(uint32_t id, uint32_t type, std::vector<uint32_t> paths, int parts = 1) {
    auto part = Sized<oar_index_part>();
    part.paths = paths.data();
    part.paths_count = paths.size();
    auto decl = Sized<oar_index_decl>();
    decl.id = id;
    decl.kind = OAR_INDEX_PATHS;
    decl.type = type;
    decl.parts = &part;
    decl.parts_count = static_cast<uint64_t>(parts);
    decl.parts_stride = sizeof(part);
    return api.index(b(), &decl);
  }
  int32_t Watch(uint32_t type, uint32_t mapper, std::vector<uint32_t> predicates = {}) {
    auto decl = Sized<oar_watch_decl>();
    decl.type = type;
    decl.mapper = mapper;
    decl.predicates = predicates.data();
    decl.predicates_count = predicates.size();
    return api.watch(b(), &decl);
  }
  int32_t Owned(uint32_t type, uint32_t target) {
    auto decl = Sized<oar_owned_decl>();
    decl.type = type;
    decl.target = target;
    return api.owned(b(), &decl);
  }
  // Why the whole is refused; "" when it is not.
  std::string Refusal(int32_t returned = OAR_OK) {
    const auto result = builder.Finish(returned);
    return result.ok() ? "" : result.status().message();
  }
  void ExpectRefusal(const char* words) {
    const std::string refusal = Refusal();
    EXPECT_NE(refusal.find(words), std::string::npos) << refusal;
  }

  DeclarationBuilder builder;
  const oar_builder_api& api = DeclarationBuilder::Api();
};

TEST_F(DeclarationTest, TakesWhatIsComplete) {
  EXPECT_EQ(Predicate(5, OAR_PREDICATE_GENERATION_CHANGED, {}), OAR_OK);
  EXPECT_EQ(Predicate(2, OAR_PREDICATE_ALL_OF, {5, 3}), OAR_OK) << "order does not matter";
  EXPECT_EQ(Predicate(3, OAR_PREDICATE_PATHS_CHANGED, {1}), OAR_OK);
  EXPECT_EQ(Predicate(4, OAR_PREDICATE_NOT, {2}), OAR_OK);
  EXPECT_EQ(Index(1, 1, {1}), OAR_OK);
  EXPECT_EQ(Mapper(1, OAR_MAPPER_INDEX, {}, 0, 0, 1, "{namespace}/{name}"), OAR_OK);
  EXPECT_EQ(Watch(2, 1, {4}), OAR_OK);
  EXPECT_EQ(Owned(2, 1), OAR_OK);
  EXPECT_EQ(Refusal(), "");
}

TEST_F(DeclarationTest, RefusesIdsThatAreZeroOrTaken) {
  oar_type_decl type = TypeDeclOf(0, "Pod");
  EXPECT_EQ(api.type(b(), &type), OAR_E_INVALID);
  type.id = 1;
  EXPECT_EQ(api.type(b(), &type), OAR_E_ALREADY_EXISTS);
  EXPECT_EQ(AddPath(api, b(), 1, "/x"), OAR_E_ALREADY_EXISTS);
  EXPECT_EQ(AddPath(api, b(), 0, "/x"), OAR_E_INVALID);
  EXPECT_EQ(AddController(api, b(), 1), OAR_E_ALREADY_EXISTS);
  ExpectRefusal("type id 0");
}

TEST_F(DeclarationTest, TheFirstRefusalIsTheOneThatIsTold) {
  EXPECT_EQ(AddPath(api, b(), 2, "no pointer"), OAR_E_INVALID);
  EXPECT_EQ(AddPath(api, b(), 1, "/x"), OAR_E_ALREADY_EXISTS);
  ExpectRefusal("path 2");
}

TEST_F(DeclarationTest, MalformedStructsAreRefused) {
  EXPECT_EQ(api.type(b(), nullptr), OAR_E_INVALID);
  ExpectRefusal("null, too small");
  oar_type_decl type = TypeDeclOf(7, "Pod");
  EXPECT_EQ(api.type({0}, &type), OAR_E_STALE);
  EXPECT_EQ(api.type({b().id + 1}, &type), OAR_E_STALE);
}

TEST_F(DeclarationTest, TypesNeedAKindAGoodSelectorAndAKnownForm) {
  oar_type_decl type = TypeDeclOf(7, "");
  EXPECT_EQ(api.type(b(), &type), OAR_E_INVALID);
  type = TypeDeclOf(7, "Pod");
  type.label_selector = View("((");
  EXPECT_EQ(api.type(b(), &type), OAR_E_INVALID);
  type = TypeDeclOf(7, "Pod");
  type.form = 5;
  EXPECT_EQ(api.type(b(), &type), OAR_E_UNIMPLEMENTED);
  type = TypeDeclOf(7, "Pod");
  const oar_view namespaces[] = {View("a"), View("")};
  type.namespaces = namespaces;
  type.namespaces_count = 2;
  EXPECT_EQ(api.type(b(), &type), OAR_E_INVALID) << "an empty namespace would mean all";
  type.namespaces = nullptr;
  EXPECT_EQ(api.type(b(), &type), OAR_E_INVALID);
  type.namespaces = namespaces;
  type.namespaces_count = kAbiArrayMax + 1;
  EXPECT_EQ(api.type(b(), &type), OAR_E_INVALID) << "not cut";
}

TEST_F(DeclarationTest, PermissionsNeedAResourceAndVerbs) {
  auto access = Sized<oar_access_decl>();
  const oar_view verbs[] = {View("get")};
  access.verbs = verbs;
  access.verbs_count = 1;
  EXPECT_EQ(api.access(b(), &access), OAR_E_INVALID);
  access.resource = View("pods");
  access.verbs_count = 0;
  EXPECT_EQ(api.access(b(), &access), OAR_E_INVALID);
  access.verbs = nullptr;
  access.verbs_count = 1;
  EXPECT_EQ(api.access(b(), &access), OAR_E_INVALID);
}

TEST_F(DeclarationTest, PredicatesAreCheckedAtOnce) {
  EXPECT_EQ(Predicate(1, 0, {}), OAR_E_UNIMPLEMENTED);
  EXPECT_EQ(Predicate(1, OAR_PREDICATE_CALLBACK + 1, {}), OAR_E_UNIMPLEMENTED);
  EXPECT_EQ(Predicate(1, OAR_PREDICATE_LABELS_MATCH, {}, "a in ("), OAR_E_INVALID);
  EXPECT_EQ(Predicate(1, OAR_PREDICATE_CHANGE_IS, {}, {}, 0), OAR_E_INVALID);
  EXPECT_EQ(Predicate(1, OAR_PREDICATE_CHANGE_IS, {}, {}, 8), OAR_E_INVALID);
  EXPECT_EQ(Predicate(1, OAR_PREDICATE_CHANGE_IS, {}, {}, OAR_CHANGE_BIT_DELETED), OAR_OK);
}

TEST_F(DeclarationTest, NoPredicateContainsItself) {
  EXPECT_EQ(Predicate(1, OAR_PREDICATE_NOT, {2}), OAR_OK);
  EXPECT_EQ(Predicate(2, OAR_PREDICATE_ANY_OF, {3, 3}), OAR_OK);
  EXPECT_EQ(Predicate(3, OAR_PREDICATE_ALL_OF, {1}), OAR_OK);
  ExpectRefusal("contains itself");
}

TEST_F(DeclarationTest, PredicatesMayNestOnlySoDeep) {
  EXPECT_EQ(Predicate(1, OAR_PREDICATE_GENERATION_CHANGED, {}), OAR_OK);
  for (uint32_t id = 2; id <= kPredicateDepthMax; ++id) {
    EXPECT_EQ(Predicate(id, OAR_PREDICATE_NOT, {id - 1}), OAR_OK);
  }
  EXPECT_EQ(Refusal(), "");
}

TEST_F(DeclarationTest, PredicatesNestedTooDeepAreRefused) {
  EXPECT_EQ(Predicate(1, OAR_PREDICATE_GENERATION_CHANGED, {}), OAR_OK);
  for (uint32_t id = 2; id <= kPredicateDepthMax + 1; ++id) {
    EXPECT_EQ(Predicate(id, OAR_PREDICATE_NOT, {id - 1}), OAR_OK);
  }
  ExpectRefusal("nested deeper");
}

TEST_F(DeclarationTest, NotHasExactlyOnePart) {
  EXPECT_EQ(Predicate(1, OAR_PREDICATE_GENERATION_CHANGED, {}), OAR_OK);
  EXPECT_EQ(Predicate(2, OAR_PREDICATE_NOT, {1, 1}), OAR_OK);
  ExpectRefusal("negates 2 parts");
}

TEST_F(DeclarationTest, CompositesHaveParts) {
  EXPECT_EQ(Predicate(2, OAR_PREDICATE_ANY_OF, {}), OAR_OK);
  ExpectRefusal("has no part");
}

TEST_F(DeclarationTest, NamesThePredicateThatRefersToNothing) {
  EXPECT_EQ(Predicate(2, OAR_PREDICATE_ANY_OF, {8}), OAR_OK);
  ExpectRefusal("predicate 2 refers to predicate 8");
}

TEST_F(DeclarationTest, NamesThePathThatIsMissing) {
  EXPECT_EQ(Predicate(2, OAR_PREDICATE_PATHS_CHANGED, {8}), OAR_OK);
  ExpectRefusal("predicate 2 refers to path 8");
}

TEST_F(DeclarationTest, MappersAreCheckedAtOnce) {
  EXPECT_EQ(Mapper(1, 0), OAR_E_UNIMPLEMENTED);
  EXPECT_EQ(Mapper(1, OAR_MAPPER_LABEL), OAR_E_INVALID) << "which label?";
  EXPECT_EQ(Mapper(1, OAR_MAPPER_PATH, {}, 0, 1, 0, "{what}"), OAR_E_INVALID);
  EXPECT_EQ(Mapper(1, OAR_MAPPER_ANNOTATION, "example.com/owner"), OAR_OK);
}

TEST_F(DeclarationTest, MappersNeedATargetThatIsPrimary) {
  EXPECT_EQ(Mapper(1, OAR_MAPPER_SAME_NAME, {}, 2), OAR_OK);
  ExpectRefusal("target 2 is no primary type");
}

TEST_F(DeclarationTest, IndexMappersNeedAnIndexOfTheirTarget) {
  EXPECT_EQ(Index(1, 2, {1}), OAR_OK);
  EXPECT_EQ(Mapper(1, OAR_MAPPER_INDEX, {}, 1, 0, 1), OAR_OK);
  ExpectRefusal("not one of its target type");
}

TEST_F(DeclarationTest, IndexesNeedPartsWithPathsThatAreDeclared) {
  EXPECT_EQ(Index(1, 1, {1}, 0), OAR_OK);
  ExpectRefusal("index 1 has no part");
}

TEST_F(DeclarationTest, AnIndexPartWithoutAPathIsRefused) {
  EXPECT_EQ(Index(1, 1, {}), OAR_OK);
  ExpectRefusal("part without a path");
}

TEST_F(DeclarationTest, WatchesNeedATypeAndAMapper) {
  EXPECT_EQ(Watch(2, 9), OAR_OK);
  ExpectRefusal("a watch refers to mapper 9");
}

TEST_F(DeclarationTest, UncachedTypesCannotBeWatched) {
  oar_type_decl type = TypeDeclOf(7, "Pod");
  type.uncached = 1;
  EXPECT_EQ(api.type(b(), &type), OAR_OK);
  EXPECT_EQ(Owned(7, 0), OAR_OK);
  ExpectRefusal("declared uncached");
}

TEST_F(DeclarationTest, TheWordsOfThePluginAreTheReasonOfItsFailure) {
  EXPECT_EQ(api.set_error(b(), OAR_E_UNAVAILABLE, View("not today")), OAR_OK);
  const auto result = builder.Finish(OAR_E_UNAVAILABLE);
  EXPECT_EQ(result.status().code(), base::StatusCode::kUnavailable);
  EXPECT_NE(result.status().message().find("not today"), std::string::npos);
}

TEST_F(DeclarationTest, WordsWithoutAFailureAreNone) {
  EXPECT_EQ(api.set_error(b(), OAR_OK, View("just saying")), OAR_OK);
  EXPECT_EQ(Refusal(OAR_OK), "");
}

TEST_F(DeclarationTest, WordsWithAGoodCodeStillExplainAFailure) {
  EXPECT_EQ(api.set_error(b(), OAR_OK, View("confused")), OAR_OK);
  EXPECT_NE(Refusal(OAR_E_INVALID).find("confused"), std::string::npos);
}

TEST_F(DeclarationTest, HasAMostOfEachKind) {
  for (uint32_t id = 2; id <= kDeclarationsMax; ++id) {
    ASSERT_EQ(AddPath(api, b(), id, "/x"), OAR_OK);
  }
  EXPECT_EQ(AddPath(api, b(), 5000, "/x"), OAR_E_TOO_LARGE);
}

TEST_F(DeclarationTest, TypeSetsShareTheirIdsWithTypes) {
  auto set = Sized<oar_type_set_decl>();
  set.id = 1;
  EXPECT_EQ(api.type_set(b(), &set), OAR_E_ALREADY_EXISTS);
  ExpectRefusal("type 1 is declared twice");
}

TEST_F(DeclarationTest, ATypeSetIsChecked) {
  auto set = Sized<oar_type_set_decl>();
  set.id = 5;
  set.scope = 9;
  EXPECT_EQ(api.type_set(b(), &set), OAR_E_UNIMPLEMENTED);
  ExpectRefusal("type set 5: it is of scope 9");
}

TEST_F(DeclarationTest, ASetAsATargetTakesOwnersAndCallbacksOnly) {
  const auto finish = [&](int32_t kind) {
    DeclarationBuilder own;
    auto set = Sized<oar_type_set_decl>();
    set.id = 5;
    const oar_view core[] = {View("")};
    set.groups = core;
    set.groups_count = 1;
    EXPECT_EQ(api.type_set(own.handle(), &set), OAR_OK) << "the core group's name is empty";
    EXPECT_EQ(AddController(api, own.handle(), 5), OAR_OK);
    auto mapper = Sized<oar_mapper_decl>();
    mapper.id = 1;
    mapper.kind = kind;
    EXPECT_EQ(api.mapper(own.handle(), &mapper), OAR_OK);
    return own.Finish(OAR_OK).status().message();
  };
  EXPECT_EQ(finish(OAR_MAPPER_OWNER), "");
  EXPECT_EQ(finish(OAR_MAPPER_CALLBACK), "");
  EXPECT_NE(finish(OAR_MAPPER_SAME_NAME).find("has a type set as its target"), std::string::npos);
}

TEST_F(DeclarationTest, ACallbackIndexNeedsNoParts) {
  auto index = Sized<oar_index_decl>();
  index.id = 3;
  index.kind = OAR_INDEX_CALLBACK;
  index.type = 1;
  EXPECT_EQ(api.index(b(), &index), OAR_OK);
  EXPECT_TRUE(builder.Finish(OAR_OK)->indexes.at(3).callback);
}

}  // namespace
}  // namespace oarlock::pluginhost
