// Handlers made of functions, filtered and typed.
#include <gtest/gtest.h>

#include "cache/handler/filtering_handler.h"
#include "cache/handler/function_handler.h"
#include "cache/handler/typed_handler.h"
#include "cache/testing/informer_harness.h"
#include "kube/decode.h"

namespace oarlock::cache {
namespace {

using kube::WatchEventType;
using testing::InformerHarness;
using testing::Json;
using testing::Recorder;
using Strings = std::vector<std::string>;

std::string LabelledJson(const std::string& version, const std::string& app) {
  return Json({.name = "a", .version = version, .labels = R"("app":")" + app + "\""});
}

TEST(Handlers, EH_1_FunctionsAreCalledWithWhatTheyAskForAndMissingOnesSkipped) {
  InformerHarness h;
  Strings log;
  HandlerFunctions functions;
  functions.added = [&](const kube::Object& object, bool initial) {
    log.push_back("add " + object.key() + (initial ? " initial" : ""));
  };
  functions.updated = [&](const kube::Object& old, const kube::Object& now) {
    log.push_back("update " + std::string(old.resource_version()) + " to " +
                  std::string(now.resource_version()));
  };
  functions.deleted = [&](const kube::Object& object, bool stale) {
    log.push_back("delete " + object.key() + (stale ? " stale" : ""));
  };
  functions.synced = [&] { log.push_back("synced"); };
  auto all = h.informer->AddHandler(std::make_shared<FunctionHandler>(functions), {}).value();
  auto none = h.informer->AddHandler(std::make_shared<FunctionHandler>(HandlerFunctions{}), {});
  h.StartWith({Json({"a", "1"})}, "10");
  h.Send(WatchEventType::kAdded, Json({"b", "11"}));
  h.Send(WatchEventType::kModified, Json({"a", "12"}));
  h.Send(WatchEventType::kDeleted, Json({"a", "13"}));
  EXPECT_EQ(log, (Strings{"add default/a initial", "synced", "add default/b", "update 1 to 12",
                          "delete default/a"}));
  EXPECT_TRUE(none.value().HasSynced());
}

TEST(Handlers, EH_2_WhatBeginsToMatchIsAddedAndWhatNoLongerDoesIsDeleted) {
  InformerHarness h;
  auto inner = std::make_shared<Recorder>();
  auto filtered = std::make_shared<FilteringHandler>(
      [](const kube::Object& object) { return object.Label("app") == "x"; }, inner);
  auto registration = h.informer->AddHandler(filtered, {}).value();
  h.StartWith({LabelledJson("1", "y")}, "10");
  EXPECT_EQ(inner->Take(), Strings{"synced"});
  h.Send(WatchEventType::kModified, LabelledJson("11", "x"));
  h.Send(WatchEventType::kModified, LabelledJson("12", "x"));
  h.Send(WatchEventType::kModified, LabelledJson("13", "y"));
  EXPECT_EQ(inner->Take(), (Strings{"add default/a@11 watch", "update default/a@12 watch",
                                    "delete default/a@12 watch"}))
      << "deleted as it was known";
  h.Send(WatchEventType::kModified, LabelledJson("14", "z"));
  h.Send(WatchEventType::kDeleted, LabelledJson("15", "z"));
  EXPECT_EQ(inner->Take(), Strings{});
  EXPECT_EQ(inner->violations, Strings{});
}

TEST(Handlers, EH_2_ADeleteIsJudgedByWhatWasTold) {
  InformerHarness h;
  auto inner = std::make_shared<Recorder>();
  auto filtered = std::make_shared<FilteringHandler>(
      [](const kube::Object& object) { return object.Label("app") == "x"; }, inner);
  auto registration = h.informer->AddHandler(filtered, {}).value();
  h.StartWith({LabelledJson("1", "x")}, "10");
  inner->Take();
  // The final state no longer matches; the end of what is known is told all the same.
  h.Send(WatchEventType::kDeleted, LabelledJson("11", "y"));
  EXPECT_EQ(inner->Take(), Strings{"delete default/a@11 watch"});
  h.Send(WatchEventType::kAdded, LabelledJson("12", "y"));
  h.Send(WatchEventType::kDeleted, LabelledJson("13", "x"));
  EXPECT_EQ(inner->Take(), Strings{}) << "never told of it";
}

struct Config {
  std::string name;
  std::string value;
};

base::Result<Config> ToConfig(const kube::Object& object) {
  const std::string value(object["data"]["v"].AsString());
  if (value == "bad") return base::InvalidArgument("a bad value");
  return Config{std::string(object.name()), value};
}

TEST(Handlers, EH_3_ATypedHandlerSeesItsOwnTypeAndEveryDelete) {
  InformerHarness h;
  Strings log;
  TypedFunctions<Config> functions;
  functions.convert = ToConfig;
  functions.added = [&](const Config& config, bool initial) {
    log.push_back("add " + config.name + "=" + config.value + (initial ? " initial" : ""));
  };
  functions.updated = [&](const Config& old, const Config& now) {
    log.push_back("update " + old.value + " to " + now.value);
  };
  functions.deleted = [&](const DeletedObject<Config>& deleted) {
    log.push_back("delete " + deleted.key + (deleted.object ? "=" + deleted.object->value : "") +
                  (deleted.stale ? " stale" : ""));
  };
  functions.failed = [&](const std::string& key, const base::Status& error) {
    log.push_back("failed " + key + ": " + error.message());
  };
  auto typed = std::make_shared<TypedHandler<Config>>(functions);
  auto registration = h.informer->AddHandler(typed, {}).value();
  const auto config = [](const std::string& version, const std::string& value) {
    return Json({.name = "a", .version = version, .value = value});
  };
  h.StartWith({config("1", "one")}, "10");
  h.Send(WatchEventType::kModified, config("11", "two"));
  h.Send(WatchEventType::kModified, config("12", "bad"));
  h.Send(WatchEventType::kModified, config("13", "three"));
  h.Send(WatchEventType::kModified, config("14", "bad"));
  h.Send(WatchEventType::kDeleted, config("15", "bad"));
  EXPECT_EQ(log, (Strings{"add a=one initial", "update one to two", "failed default/a: a bad value",
                          "add a=three", "failed default/a: a bad value", "delete default/a"}));
}

TEST(Handlers, PL_7_NamesComeFromTheRegistrationTheFunctionsOrTheClass) {
  InformerHarness h;
  const auto named = [&](std::shared_ptr<EventHandler> handler, std::string name) {
    h.registrations.push_back(
        h.informer->AddHandler(std::move(handler), {.name = std::move(name)}).value());
    return h.registrations.back().sync()->name();
  };
  auto recorder = std::make_shared<Recorder>();
  auto functions = std::make_shared<FunctionHandler>(HandlerFunctions{}, "count pods");
  EXPECT_EQ(named(recorder, "mine"), "handler mine");
  EXPECT_EQ(named(recorder, ""), "handler Recorder");
  EXPECT_EQ(named(functions, ""), "handler count pods");
  const FilteringHandler::Filter all = [](const kube::Object&) { return true; };
  EXPECT_EQ(named(std::make_shared<FilteringHandler>(all, recorder), ""), "handler Recorder");
}

}  // namespace
}  // namespace oarlock::cache
