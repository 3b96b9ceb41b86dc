#include "tests/kube/conformance/transcript.h"

#include <nlohmann/json.hpp>
#include <regex>
#include <set>

namespace oarlock::kubetest {
namespace {

using Json = nlohmann::json;
using Variables = std::map<std::string, std::string>;

constexpr int kTries = 20'000;  // of a step with `until`

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
    } else if (key == "continue" && member.is_string()) {
      member = "<continue>";
    } else if (key == "cells" && member.is_array()) {
      for (Json& cell : member) {
        if (IsAge(cell)) cell = "<time>";
      }
    } else {
      Normalise(member);
    }
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

// "POST configmaps?dryRun&fieldValidation 201".
std::string KindOf(const Step& step, long code) {
  const size_t question = step.target.find('?');
  std::string path = step.target.substr(0, question);
  path = Replaced(path, "/namespaces/\\$NS", "");
  std::set<std::string> options;
  std::string query = question == std::string::npos ? "" : step.target.substr(question + 1);
  for (size_t end = 0; end != std::string::npos && !query.empty();) {
    end = query.find('&');
    const std::string pair = query.substr(0, end);
    query = end == std::string::npos ? "" : query.substr(end + 1);
    options.insert(pair);
  }
  std::string kind = step.method + " " + path + " ";
  for (const std::string& option : options) kind += option + "&";
  return kind + " " + step.content_type + " " + step.accept + " " + std::to_string(code);
}

Exchange RunStep(const std::string& title, Step step, const Sender& send, Variables& variables) {
  Exchange exchange;
  exchange.title = title + ": " + step.method + " " + step.target;
  exchange.differs = step.differs;
  const Step raw = step;
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
  exchange.kind = KindOf(raw, answer->code);
  exchange.answer = std::to_string(answer->code) + "\n";
  for (const std::string& warning : answer->warnings) {
    exchange.answer += "Warning: " + warning + "\n";
  }
  exchange.answer += NormalisedBody(answer->body);
  return exchange;
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
  std::vector<Exchange> exchanges;
  for (const ScriptCase& one : cases) {
    Variables variables = {{"NS", one.name}};
    Step make;
    make.method = "POST";
    make.target = "/api/v1/namespaces";
    make.body = R"({"metadata":{"name":")" + one.name + R"("}})";
    static_cast<void>(send(make));
    int number = 0;
    for (const Step& step : one.steps) {
      exchanges.push_back(
          RunStep(one.name + "." + std::to_string(++number), step, send, variables));
    }
  }
  return exchanges;
}

}  // namespace oarlock::kubetest
