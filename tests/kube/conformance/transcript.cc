#include "tests/kube/conformance/transcript.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
#include <thread>

#include "tests/kube/conformance/exchange_kind.h"

namespace oarlock::kubetest {
namespace {

using Json = nlohmann::json;
using Variables = std::map<std::string, std::string>;

constexpr int kTries = 20'000;  // of a step with `until`
constexpr size_t kCasesAtOnce = 12;

std::string Replaced(std::string text, const char* pattern, const char* by) {
  return std::regex_replace(text, std::regex(pattern), by);
}

// Values inside of messages.
std::string NormalisedText(std::string text) {
  text = Replaced(std::move(text), "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
                  "<uid>");
  text = Replaced(std::move(text), "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}(\\.[0-9]+)?Z", "<time>");
  text = Replaced(std::move(text), "current: [0-9]+", "current: <version>");
  text = Replaced(std::move(text), "too old resource version: [0-9]+ \\([0-9]+\\)",
                  "too old resource version: <version>");
  text = Replaced(std::move(text), "(ResourceVersion in [a-z]+) \\([0-9]+\\)", "$1 (<version>)");
  // An object as text: YAML, or JSON inside of a message.
  text = Replaced(std::move(text), "(resourceVersion[\\\\\"]*: ?[\\\\]?\")[0-9]+", "$1<version>");
  return text;
}

// Cells of tables tell how long ago a timestamp was.
bool IsAge(const Json& cell) {
  static const std::regex kAge("([0-9]+[dhms])+");
  return cell.is_string() && std::regex_match(cell.get<std::string>(), kAge);
}

// Their order is that of their times, which two servers do not share.
void SortOwners(Json& entries) {
  std::sort(entries.begin(), entries.end(),
            [](const Json& a, const Json& b) { return a.dump() < b.dump(); });
}

void Normalise(Json& value) {
  if (value.is_string()) value = NormalisedText(value.get<std::string>());
  if (value.is_array()) {
    for (Json& element : value) Normalise(element);
  }
  if (!value.is_object()) return;
  if (value.contains("generateName") && value.contains("name")) {
    const std::string base = value["generateName"].get<std::string>();
    const std::string name = value["name"].get<std::string>();
    if (name.starts_with(base) && name.size() == base.size() + 5) value["name"] = base + "<5>";
  }
  for (auto& [key, member] : value.items()) {
    if (key == "resourceVersion" && member.is_string() && member != "" && member != "0") {
      member = "<version>";
    } else if (key == "uid" && member.is_string()) {
      member = "<uid>";
    } else if (key == "continue" && member.is_string() && member != "") {
      member = "<continue>";
    } else if (key == "cells" && member.is_array()) {
      for (Json& cell : member) {
        if (IsAge(cell)) cell = "<time>";
        Normalise(cell);
      }
    } else {
      Normalise(member);
    }
    if (key == "managedFields" && member.is_array()) SortOwners(member);
  }
}

std::string Expanded(std::string text, const Variables& variables) {
  for (const auto& [name, value] : variables) {
    const std::string from = "$" + name;
    for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
      text.replace(at, from.size(), value);
      at += value.size();
    }
  }
  return text;
}

void Save(const Step& step, const std::string& body, Variables& variables) {
  const Json parsed = Json::parse(body, nullptr, false);
  for (const auto& [name, path] : step.save) {
    const Json* at = &parsed;
    std::string rest = path;
    while (at->is_object() && !rest.empty()) {
      const size_t dot = rest.find('.');
      const std::string key = rest.substr(0, dot);
      rest = dot == std::string::npos ? "" : rest.substr(dot + 1);
      if (!at->contains(key)) break;
      at = &(*at)[key];
    }
    variables[name] = at->is_string() ? at->get<std::string>() : at->dump();
  }
}

std::string TitleOf(const ScriptCase& script, size_t step) {
  return script.name + "." + std::to_string(step + 1);
}

bool IsWatch(const Step& step) {
  return step.target.find("watch") != std::string::npos &&
         step.target.find("timeoutSeconds=") != std::string::npos;
}

Exchange RunStep(const std::string& title, const Step& raw, const Sender& send,
                 Variables& variables) {
  Exchange exchange;
  exchange.title = title + ": " + raw.method + " " + raw.target;
  exchange.differs = raw.differs;
  Step step = raw;
  step.target = Expanded(step.target, variables);
  step.body = Expanded(step.body, variables);
  auto answer = send(step);
  for (int i = 0; i < kTries && step.until != 0 && answer.ok() && answer->code != step.until; ++i) {
    answer = send(step);
  }
  if (!answer.ok()) {
    exchange.answer = "no answer: " + answer.status().ToString();
    return exchange;
  }
  Save(step, answer->body, variables);
  exchange.kind = KindOf(step, answer->code);
  exchange.answer = std::to_string(answer->code) + "\n";
  for (const std::string& warning : answer->warnings) {
    exchange.answer += "Warning: " + warning + "\n";
  }
  exchange.answer += NormalisedBody(answer->body);
  return exchange;
}

// Watches that follow each other change nothing and wait for their end: side by side.
std::vector<Exchange> RunWatches(const ScriptCase& script, size_t begin, size_t end,
                                 const Sender& send, const Variables& variables) {
  std::vector<Exchange> exchanges(end - begin);
  std::vector<std::thread> threads;
  for (size_t i = begin; i < end; ++i) {
    threads.emplace_back([&, i, own = variables]() mutable {
      exchanges[i - begin] = RunStep(TitleOf(script, i), script.steps[i], send, own);
    });
  }
  for (std::thread& thread : threads) thread.join();
  return exchanges;
}

std::vector<Exchange> PlayCase(const ScriptCase& script, const Sender& send) {
  Variables variables = {{"NS", script.name}};
  for (const auto& [name, value] : script.with) variables[name] = Expanded(value, variables);
  Step make;
  make.method = "POST";
  make.target = "/api/v1/namespaces";
  make.body = R"({"metadata":{"name":")" + script.name + R"("}})";
  static_cast<void>(send(make));
  std::vector<Exchange> exchanges;
  for (size_t i = 0; i < script.steps.size();) {
    size_t end = i;
    while (end < script.steps.size() && IsWatch(script.steps[end])) ++end;
    if (end == i) {
      exchanges.push_back(RunStep(TitleOf(script, i), script.steps[i], send, variables));
      ++i;
      continue;
    }
    for (Exchange& one : RunWatches(script, i, end, send, variables)) {
      exchanges.push_back(std::move(one));
    }
    i = end;
  }
  return exchanges;
}

}  // namespace

std::string NormalisedBody(const std::string& body) {
  std::string out;
  // A watch has one object per line, all else one object in all.
  std::string rest = body;
  Json whole = Json::parse(body, nullptr, false);
  if (!whole.is_discarded()) {
    Normalise(whole);
    return whole.dump(1);
  }
  while (!rest.empty()) {
    const size_t end = rest.find('\n');
    const std::string line = rest.substr(0, end);
    rest = end == std::string::npos ? "" : rest.substr(end + 1);
    Json event = Json::parse(line, nullptr, false);
    if (event.is_discarded()) return NormalisedText(body);
    Normalise(event);
    out += event.dump() + "\n";
  }
  return out;
}

std::vector<Exchange> Play(const std::vector<ScriptCase>& cases, const Sender& send) {
  std::vector<std::vector<Exchange>> played(cases.size());
  std::atomic<size_t> next = 0;
  std::vector<std::thread> threads;
  for (size_t i = 0; i < std::min(kCasesAtOnce, cases.size()); ++i) {
    threads.emplace_back([&] {
      for (size_t at = next++; at < cases.size(); at = next++) {
        played[at] = PlayCase(cases[at], send);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::vector<Exchange> exchanges;
  for (std::vector<Exchange>& one : played) {
    std::move(one.begin(), one.end(), std::back_inserter(exchanges));
  }
  return exchanges;
}

}  // namespace oarlock::kubetest
