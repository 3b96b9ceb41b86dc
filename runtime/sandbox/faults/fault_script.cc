#include "sandbox/faults/fault_script.h"

#include <fmt/format.h>

#include <set>

#include "base/time/duration.h"
#include "kube/schema.h"
#include "kube/yaml.h"
#include "sandbox/faults/fault_schema.h"

namespace oarlock::sandbox {
namespace {

using kube::Value;
using State = server::BodyStream::State;

// What a server says beside a code.
std::string_view ReasonOf(int status) {
  switch (status) {
    case 400: return "BadRequest";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "NotFound";
    case 409: return "Conflict";
    case 410: return "Expired";
    case 422: return "Invalid";
    case 429: return "TooManyRequests";
    case 500: return "InternalError";
    case 503: return "ServiceUnavailable";
    case 504: return "Timeout";
    default: return "";
  }
}

FaultMoment MomentOf(Value fault) {
  return fault["when"].AsString() == "afterCommit" ? FaultMoment::kAfterCommit
                                                   : FaultMoment::kBeforeCommit;
}

State EndingOf(Value fault) {
  return fault["ending"].AsString() == "reset" ? State::kReset : State::kClose;
}

std::vector<std::string> TextsOf(Value list) {
  std::vector<std::string> texts;
  for (const auto& [key, value] : kube::Members(list)) texts.emplace_back(value.AsString());
  return texts;
}

class RuleReader {
 public:
  RuleReader(const kube::YamlDocument& document, std::vector<std::string>& faults)
      : document_(document), faults_(faults) {}

  FaultRule Read(Value rule, std::string path) {
    path_ = std::move(path);
    FaultRule read;
    read.name = rule["name"].AsString();
    read.match = ReadMatch(rule["match"]);
    read.from = rule["from"].AsUint(1);
    read.every = rule["every"].AsUint(1);
    read.times = rule["times"].AsUint(0);
    read.delay = ReadDuration(rule, "delay");
    read.delay_answer = ReadDuration(rule, "delayAnswer");
    ReadOutcome(rule, read);
    ReadEvents(rule, read.events);
    ReadBytes(rule, read.bytes);
    CheckActions(rule, read);
    return read;
  }

 private:
  static FaultMatch ReadMatch(Value match) {
    FaultMatch read;
    read.verbs = TextsOf(match["verbs"]);
    read.resources = TextsOf(match["resources"]);
    read.ns = match["namespace"].AsString();
    read.name = match["name"].AsString();
    read.user_agent = match["userAgent"].AsString();
    read.path = match["path"].AsString();
    return read;
  }

  void ReadOutcome(Value rule, FaultRule& read) {
    if (rule["answer"].exists()) read.answer = ReadAnswer(rule["answer"], ".answer");
    if (const Value drop = rule["drop"]; drop.exists()) {
      read.drop = DropFault{MomentOf(drop), EndingOf(drop)};
    }
    if (rule["silence"].exists()) read.silence = SilenceFault{MomentOf(rule["silence"])};
    if (rule["expired"].exists()) {
      read.expired =
          rule["expired"].AsString() == "http" ? ExpiredForm::kHttp : ExpiredForm::kStream;
    }
    const Value stale = rule["stale"];
    if (!stale.exists()) return;
    read.stale = StaleFault{stale["versions"].AsUint(0), {}};
    if (const auto age = ReadDuration(stale, "age", ".stale.")) read.stale->age = *age;
    if ((read.stale->versions > 0) == (read.stale->age > base::Duration::zero())) {
      Fault(stale, ".stale", "say how old the state is: either versions or age");
    }
  }

  AnswerFault ReadAnswer(Value answer, const std::string& key) {
    AnswerFault read;
    read.moment = MomentOf(answer);
    read.status = static_cast<int>(answer["status"].AsInt());
    read.reason = answer["reason"].AsString(ReasonOf(read.status));
    read.message = answer["message"].AsString("the fault script answers so");
    read.retry_after = ReadDuration(answer, "retryAfter", key + ".");
    if (answer["body"].exists()) read.body = std::string(answer["body"].AsString());
    read.content_type = answer["contentType"].AsString("application/json");
    return read;
  }

  void ReadEvents(Value rule, EventFaults& read) {
    read.duplicate = rule["duplicate"].exists();
    read.duplicate_types = TextsOf(rule["duplicate"]["types"]);
    if (rule["mute"].exists()) read.mute_after = rule["mute"]["afterEvents"].AsUint(0);
    if (!rule["error"].exists()) return;
    read.error_after = rule["error"]["afterEvents"].AsUint(0);
    read.error = ReadAnswer(rule["error"], ".error");
  }

  void ReadBytes(Value rule, ByteFaults& read) {
    for (const auto& [key, size] : kube::Members(rule["chunks"])) {
      read.chunks.push_back(static_cast<size_t>(size.AsUint()));
    }
    if (const auto pause = ReadDuration(rule, "pause")) {
      read.pause = *pause;
      if (read.chunks.empty()) {
        Fault(rule["pause"], ".pause", "it comes after each chunk: say their sizes with chunks");
      }
    }
    const Value cut = rule["cut"];
    if (!cut.exists()) return;
    read.cut_events = cut["afterEvents"].AsUint(0);
    read.cut_bytes = cut["bytes"].AsUint(0);
    read.ending = EndingOf(cut);
  }

  void CheckActions(Value rule, const FaultRule& read) {
    const int outcomes =
        static_cast<int>(read.answer.has_value()) + static_cast<int>(read.drop.has_value()) +
        static_cast<int>(read.silence.has_value()) + static_cast<int>(read.stale.has_value()) +
        static_cast<int>(read.expired.has_value());
    const bool body = read.events.any() || read.bytes.any();
    if (outcomes > 1) {
      Fault(rule, "",
            "answer, drop, silence, stale and expired exclude each other: make two rules");
    } else if (outcomes == 0 && !body && !read.delay && !read.delay_answer) {
      Fault(
          rule, "",
          "it does nothing: add one of answer, drop, silence, stale, expired, delay, delayAnswer, "
          "duplicate, mute, error, chunks, cut");
    } else if (body && (read.drop || read.silence)) {
      Fault(rule, "", "without an answer there is no body: leave its faults out");
    }
  }

  std::optional<base::Duration> ReadDuration(Value parent, std::string_view key,
                                             std::string_view prefix = ".") {
    const Value value = parent[key];
    if (!value.exists()) return std::nullopt;
    const std::string path = std::string(prefix) + std::string(key);
    const auto parsed = base::ParseDuration(value.AsString());
    if (!parsed.ok()) {
      Fault(value, path, parsed.status().message());
      return std::nullopt;
    }
    if (*parsed <= base::Duration::zero()) Fault(value, path, "write a duration above 0");
    return *parsed;
  }

  void Fault(Value at, std::string_view key, std::string_view message) {
    faults_.push_back(document_.Error(at, path_ + std::string(key), message).message());
  }

  const kube::YamlDocument& document_;
  std::vector<std::string>& faults_;
  std::string path_;
};

const kube::StructuralSchema& Schema() {
  static const kube::StructuralSchema kSchema =
      kube::StructuralSchema::Compile(kFaultSchemaJson).value();
  return kSchema;
}

void ReadDocument(const kube::YamlDocument& document, FaultScript& script,
                  std::vector<std::string>& faults) {
  const auto violations = Schema().Validate(document.root());
  for (const kube::SchemaViolation& violation : violations) {
    faults.push_back(document.Error(violation.value, violation.path, violation.message).message());
  }
  if (!violations.empty()) return;
  std::set<std::string_view> names;
  uint32_t index = 0;
  for (const auto& [key, rule] : kube::Members(document.root()["rules"])) {
    const std::string path = fmt::format("rules[{}]", index++);
    script.rules.push_back(RuleReader(document, faults).Read(rule, path));
    if (!names.insert(rule["name"].AsString()).second) {
      faults.push_back(document
                           .Error(rule["name"], path + ".name",
                                  "another rule has this name; its counts need one of its own")
                           .message());
    }
  }
}

}  // namespace

base::Result<FaultScript> FaultScript::Parse(std::string_view yaml, std::string_view file) {
  OARLOCK_ASSIGN_OR_RETURN(const auto documents, kube::ReadYaml(yaml, file));
  if (documents.size() != 1) {
    return base::InvalidArgument(std::string(file) +
                                 ":1:1: : a fault script is one document with a list of rules");
  }
  FaultScript script;
  std::vector<std::string> faults;
  ReadDocument(documents.front(), script, faults);
  if (!faults.empty()) return base::InvalidArgument(fmt::format("{}", fmt::join(faults, "\n")));
  return script;
}

}  // namespace oarlock::sandbox
