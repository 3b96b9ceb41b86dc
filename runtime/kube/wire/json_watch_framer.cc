#include "kube/wire/json_watch_framer.h"

#include <cstring>

#include "kube/printable.h"
#include "kube/wire/event_type.h"
#include "kube/wire/json_scan.h"

namespace oarlock::kube {
namespace {

constexpr size_t kLineTextShown = 200;

base::Status BadLine(std::string_view line, std::string_view why) {
  return base::DataLoss("watch line is no event: " + std::string(why) + ": " +
                        PrintableText(line, kLineTextShown));
}

// The two members of an event, found in any order among others.
struct EventParts {
  std::string_view type;
  std::string_view object;
  bool has_type = false;
};

bool TakeMember(JsonCursor& in, EventParts& out, std::string_view& why) {
  std::string_view key;
  std::string_view value;
  if (!in.TakeString(key) || !in.Take(':') || !in.TakeValue(value)) {
    why = "a member is incomplete";
  } else if (key == "type") {
    if (out.has_type) why = "type comes twice";
    if (value.front() != '"') why = "type is no string";
    out.has_type = true;
    out.type = why.empty() ? value.substr(1, value.size() - 2) : std::string_view();
  } else if (key == "object") {
    if (!out.object.empty()) why = "object comes twice";
    if (value.front() != '{') why = "object is no map";
    out.object = value;
  }
  return why.empty();
}

// Appends the event of one line; nothing for an empty one.
base::Status ParseLine(std::string_view line, std::vector<RawEvent>& events) {
  JsonCursor in(line);
  if (in.AtEnd()) return base::Status::Ok();
  if (!in.Take('{')) return BadLine(line, "expected an object");
  EventParts members;
  std::string_view why;
  if (!in.Take('}')) {
    do {
      if (!TakeMember(in, members, why)) return BadLine(line, why);
    } while (in.Take(','));
    if (!in.Take('}')) return BadLine(line, "it ends early");
  }
  if (!in.AtEnd()) return BadLine(line, "trailing content");
  if (!members.has_type || members.object.empty()) {
    return BadLine(line, "type or object is missing");
  }
  events.push_back({EventTypeOf(members.type), {ContentType::kJson, members.object}});
  return base::Status::Ok();
}

base::Status TooLong() {
  return {base::StatusCode::kTooLarge,
          "watch line of more than " + std::to_string(kWatchLineBytesMax) + " bytes"};
}

}  // namespace

base::Status JsonWatchFramer::Feed(std::string_view chunk, std::vector<RawEvent>& events) {
  while (!chunk.empty()) {
    const size_t newline = chunk.find('\n');
    const std::string_view part = chunk.substr(0, newline);
    if (buffer_.size() + part.size() > kWatchLineBytesMax) return TooLong();
    if (newline == std::string_view::npos) {
      buffer_.append(part);
      return base::Status::Ok();
    }
    chunk.remove_prefix(newline + 1);
    if (buffer_.empty()) {
      OARLOCK_RETURN_IF_ERROR(ParseLine(part, events));
      continue;
    }
    // At most once per call: only the first line of a chunk can have begun in an earlier one.
    buffer_.append(part);
    complete_.clear();
    complete_.swap(buffer_);
    OARLOCK_RETURN_IF_ERROR(ParseLine(complete_, events));
  }
  return base::Status::Ok();
}

base::Status JsonWatchFramer::Finish(std::vector<RawEvent>& events) {
  complete_.clear();
  complete_.swap(buffer_);
  return ParseLine(complete_, events);
}

}  // namespace oarlock::kube
