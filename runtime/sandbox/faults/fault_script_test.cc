#include "sandbox/faults/fault_script.h"

#include <gtest/gtest.h>

namespace oarlock::sandbox {
namespace {

std::string Refusal(std::string_view yaml) {
  const auto script = FaultScript::Parse(yaml, "f.yaml");
  return script.ok() ? "accepted" : script.status().message();
}

TEST(FaultScript, ReadsEveryKey) {
  const auto script = FaultScript::Parse(R"(
rules:
- name: conflicts
  match: {verbs: [update, apply], resources: [leases.coordination.k8s.io, pods/status],
          namespace: n, name: x, userAgent: oarlock, path: /api}
  from: 2
  every: 3
  times: 5
  delay: 1s
  delayAnswer: 2s
  answer: {when: afterCommit, status: 429, retryAfter: 3s, message: slow down}
- name: broken
  duplicate: {types: [ADDED]}
  chunks: [1, 500]
  pause: 10ms
  cut: {afterEvents: 2, bytes: 10, ending: reset}
- {name: gone, expired: http}
- {name: old, stale: {age: 10s}}
- {name: told, error: {afterEvents: 1, status: 410}}
- {name: mute, mute: {afterEvents: 3}}
- {name: quiet, silence: {when: afterCommit}}
- {name: dropped, drop: {}}
)",
                                         "f.yaml");
  ASSERT_TRUE(script.ok()) << script.status().message();
  ASSERT_EQ(script->rules.size(), 8u);
  const FaultRule& first = script->rules[0];
  EXPECT_EQ(first.match.verbs, (std::vector<std::string>{"update", "apply"}));
  EXPECT_EQ(first.match.user_agent, "oarlock");
  EXPECT_EQ(first.from, 2u);
  EXPECT_EQ(first.every, 3u);
  EXPECT_EQ(first.times, 5u);
  EXPECT_EQ(first.delay, std::chrono::seconds(1));
  EXPECT_EQ(first.delay_answer, std::chrono::seconds(2));
  ASSERT_TRUE(first.answer.has_value());
  EXPECT_EQ(first.answer->moment, FaultMoment::kAfterCommit);
  EXPECT_EQ(first.answer->reason, "TooManyRequests");
  EXPECT_EQ(first.answer->retry_after, std::chrono::seconds(3));
  const FaultRule& second = script->rules[1];
  EXPECT_EQ(second.bytes.chunks, (std::vector<size_t>{1, 500}));
  EXPECT_EQ(second.bytes.cut_events, 2u);
  EXPECT_EQ(second.bytes.cut_bytes, 10u);
  EXPECT_EQ(second.bytes.ending, server::BodyStream::State::kReset);
  EXPECT_EQ(script->rules[2].expired, ExpiredForm::kHttp);
  EXPECT_EQ(script->rules[3].stale->age, std::chrono::seconds(10));
  EXPECT_EQ(script->rules[4].events.error.reason, "Expired");
  EXPECT_EQ(script->rules[5].events.mute_after, 3u);
  EXPECT_EQ(script->rules[6].silence->moment, FaultMoment::kAfterCommit);
  EXPECT_TRUE(script->rules[7].drop.has_value());
}

TEST(FaultScript, SaysWhereItIsWrongAndWhatToDo) {
  const std::pair<const char*, const char*> cases[] = {
      {"rules:\n- {name: a, anwser: {status: 500}}\n", "f.yaml:2:21: rules[0].anwser"},
      {"rules:\n- name: a\n  answer: {status: 700}\n", "f.yaml:3:20: rules[0].answer.status"},
      {"rules:\n- name: a\n", "f.yaml:2:3: rules[0]: it does nothing: add one of answer"},
      {"rules:\n- {name: a, drop: {}, silence: {}}\n", "make two rules"},
      {"rules:\n- {name: a, drop: {}, cut: {}}\n", "without an answer there is no body"},
      {"rules:\n- {name: a, delay: soon}\n", "f.yaml:2:20: rules[0].delay: "},
      {"rules:\n- {name: a, delay: 0s}\n", "write a duration above 0"},
      {"rules:\n- {name: a, cut: {}, pause: 1s}\n", "say their sizes with chunks"},
      {"rules:\n- {name: a, stale: {}}\n", "either versions or age"},
      {"rules:\n- {name: a, drop: {}}\n- {name: a, drop: {}}\n",
       "f.yaml:3:10: rules[1].name: another rule has this name"},
      {"", "one document"},
      {"rules: [", "f.yaml:"}};
  for (const auto& [yaml, text] : cases) {
    EXPECT_NE(Refusal(yaml).find(text), std::string::npos) << yaml << Refusal(yaml);
  }
}

}  // namespace
}  // namespace oarlock::sandbox
