// `oarlock check` on libraries that are good, and on those that break the contract in one way each.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "app/check/check_report.h"
#include "app/check/dynamic_check.h"
#include "app/check/static_check.h"
#include "app/check/subject_config.h"
#include "base/random.h"
#include "kube/decode.h"
#include "supervisor/elf_image.h"

namespace oarlock::app {
namespace {

// What a build with sanitizers brings along.

std::string Path(const std::string& name) {
  return std::string(OARLOCK_TEST_PLUGIN_DIR) + "/" + name + ".so";
}

std::string BytesOf(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

std::string Bytes(const std::string& name) { return BytesOf(Path(name)); }

bool IsOfThisMachine(const std::filesystem::path& path) {
  return supervisor::ElfImage::Parse(BytesOf(path)).ok();
}

CheckReport CheckedFile(const std::string& path) {
  CheckReport report;
  const std::string bytes = BytesOf(path);
  const bool loadable = CheckStatic(bytes, {}, report);
  if (!loadable) return report;
  const auto config = MakeSubjectConfig(SectionText(bytes, ".oarlock.schema"), "");
  EXPECT_TRUE(config.ok()) << config.status().ToString();
  if (config.ok()) CheckDynamic(path, *config, report);
  return report;
}

CheckReport Checked(const std::string& name) { return CheckedFile(Path(name)); }

bool Has(const CheckReport& report, Severity severity, const std::string& check,
         const std::string& text) {
  return std::any_of(report.findings().begin(), report.findings().end(), [&](const Finding& f) {
    return f.severity == severity && f.check == check && f.what.find(text) != std::string::npos;
  });
}

TEST(Check, GoodPluginsInThreeLanguagesPass) {
  for (const char* name : {"owner_label", "inherit_label", "expiry", "hello", "tls_dtor"}) {
    const CheckReport report = Checked(name);
    EXPECT_FALSE(report.failed()) << name << "\n" << report.ToText();
    EXPECT_TRUE(Has(report, Severity::kOk, "life", "")) << name << "\n" << report.ToText();
    EXPECT_TRUE(Has(report, Severity::kOk, "process", "")) << name << "\n" << report.ToText();
  }
}

// What was built for an earlier release of the ABI is as good as it was.
TEST(Check, FrozenPluginsPass) {
  size_t checked = 0;
  for (const auto& file :
       std::filesystem::recursive_directory_iterator(OARLOCK_FROZEN_PLUGIN_DIR)) {
    if (file.path().extension() != ".so" || !IsOfThisMachine(file.path())) continue;
    const CheckReport report = CheckedFile(file.path());
    EXPECT_FALSE(report.failed()) << file.path() << "\n" << report.ToText();
    ++checked;
  }
  EXPECT_GE(checked, 5u);
}

TEST(Check, WhatIsNoPluginIsNotLoaded) {
  CheckReport text;
  EXPECT_FALSE(CheckStatic("#!/bin/sh\n", {}, text));
  EXPECT_TRUE(text.failed());
  const CheckReport no_entry = Checked("no_entry");
  EXPECT_TRUE(Has(no_entry, Severity::kError, "exports", "does not export oar_entry_v1"));
  const CheckReport major = Checked("bad_abi_major");
  EXPECT_TRUE(Has(major, Severity::kError, "note", "built for plugin ABI 99")) << major.ToText();
}

TEST(Check, EachBreachOfTheContractIsNamed) {
  struct Breach {
    const char* plugin;
    const char* check;
    const char* text;
  };
  const Breach breaches[] = {
      {"naughty_CRASHES", "life", "crashed with SIGABRT in reconcile"},
      {"naughty_BAD_STATUS", "life", "reconcile returned 77777, which is no status"},
      {"naughty_EXITS", "life", "ended the process with exit(3) in reconcile"},
      {"naughty_HOST_IN_CREATE", "no-host-call", "create or destroy calls the host"},
      {"naughty_LEAVES_THINGS", "process", "file descriptors are left open"},
      {"naughty_LEAVES_THINGS", "process", "it changes the umask"},
      {"naughty_LEAVES_THINGS", "process", "it takes over SIGPIPE"},
      {"naughty_MISPLACED", "declare", "a read of the client in configure"},
      {"naughty_MISPLACED", "life", "on a thread of its own with the context of reconcile"},
      {"naughty_RANDOM_DECLARE", "declare", "declares something else"},
      {"naughty_SICK", "health", "its health is 17, which no host knows"},
      {"naughty_SICK", "health", "check of health writes behind its struct"},
      {"naughty_TAKES_ANY_HOST", "versions", "it accepts a host of another major"},
      {"naughty_WRITES_BEHIND", "sizes", "writes behind its result struct"},
      {"create_fails", "create", "no licence for this planet"},
      {"describe_throws", "declare", "declare went wrong"},
  };
  for (const Breach& breach : breaches) {
    const CheckReport report = Checked(breach.plugin);
    EXPECT_TRUE(report.failed()) << breach.plugin;
    EXPECT_TRUE(Has(report, Severity::kError, breach.check, breach.text))
        << breach.plugin << ": " << breach.text << "\n"
        << report.ToText();
  }
}

TEST(Check, WhatIsOnlyUntidyIsAWarning) {
  const CheckReport report = Checked("naughty_KEEPS");
  EXPECT_TRUE(Has(report, Severity::kWarning, "declare", "1 kept objects are not released"))
      << report.ToText();
}

TEST(Check, SaysWhatTheLinkerDidWrong) {
  CheckReport report;
  EXPECT_FALSE(CheckStatic(Bytes("badly_linked"), {}, report));
  for (const char* check : {"note", "exports", "flags", "libraries"}) {
    EXPECT_TRUE(Has(report, Severity::kError, check, "")) << check << "\n" << report.ToText();
  }
}

// Nothing of a mutated file is believed: no crash, and an answer.
TEST(CheckStatic, SurvivesMutatedFiles) {
  const std::string good = Bytes("hello_c");
  base::Random random(20240501);
  for (int i = 0; i < 3000; ++i) {
    std::string bytes = good;
    const uint64_t edits = 1 + random.Next() % 6;
    for (uint64_t e = 0; e < edits; ++e) {
      // Half of them into the headers, where they hurt.
      const size_t reach = e % 2 == 0 ? std::min<size_t>(bytes.size(), 4096) : bytes.size();
      bytes[random.Next() % reach] = static_cast<char>(random.Next());
    }
    if (i % 5 == 0) bytes.resize(random.Next() % bytes.size());
    CheckReport report;
    (void)CheckStatic(bytes, {}, report);
  }
}

TEST(SubjectConfig, IsTheSmallestThatTheSchemaTakes) {
  const auto sample = [](const std::string& schema) {
    const auto made = MakeSubjectConfig(schema, "");
    return made.ok() ? made->json : made.status().message();
  };
  EXPECT_EQ(sample(""), "{}");
  EXPECT_EQ(sample(R"({"type": "object", "required": ["a", "b", "c"], "properties": {
      "a": {"type": "string", "minLength": 2}, "b": {"type": "integer", "minimum": 3},
      "c": {"type": "string", "enum": ["x", "y"]}, "d": {"type": "boolean"}}})"),
            R"({"a":"xx","b":3,"c":"x"})");
  EXPECT_EQ(sample(R"({"type": "object", "properties": {"a": {"type": "string",
      "default": "team"}}})"),
            R"({"a":"team"})");
  EXPECT_NE(sample(R"({"type": "object", "required": ["a"], "properties": {
      "a": {"type": "string", "pattern": "^q+$"}}})")
                .find("--config"),
            std::string::npos);
}

TEST(CheckReport, EndsWithAVerdict) {
  CheckReport report;
  report.Ok("note", "fine");
  report.Warning("tls", "much", "less");
  EXPECT_NE(report.ToText().find("passed: 0 errors, 1 warnings"), std::string::npos);
  report.Error("flags", "bad", "good");
  EXPECT_NE(report.ToText().find("fix: good"), std::string::npos);
  EXPECT_NE(report.ToText().find("FAILED: 1 errors, 1 warnings"), std::string::npos);
}

}  // namespace
}  // namespace oarlock::app
