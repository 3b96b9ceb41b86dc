#include "controller/events/event_json.h"

#include <algorithm>
#include <cstdio>

#include "base/text/cut_text.h"
#include "kube/json_text.h"
#include "kube/timestamp.h"

namespace oarlock::controller {
namespace {

constexpr char kDefaultReporter[] = "oarlock.dev/oarlock";
constexpr std::string_view kCombined = "(combined from similar events): ";
constexpr size_t kNameMax = 230;  // leaves room for the unique part below the server's 253

void Cut(std::string& text, size_t max) { text.resize(base::CutText(text, max).size()); }

class JsonObject {
 public:
  JsonObject& Text(const char* key, std::string_view value) {
    Key(key);
    kube::AppendJsonString(value, out_);
    return *this;
  }
  JsonObject& OptionalText(const char* key, std::string_view value) {
    return value.empty() ? *this : Text(key, value);
  }
  JsonObject& Raw(const char* key, std::string_view json) {
    Key(key);
    out_ += json;
    return *this;
  }
  std::string Take() { return std::move(out_) + "}"; }

 private:
  void Key(const char* key) {
    out_ += out_.size() > 1 ? ",\"" : "\"";
    out_ += key;
    out_ += "\":";
  }
  std::string out_ = "{";
};

std::string SeriesJson(const SeriesState& series) {
  return JsonObject()
      .Raw("count", std::to_string(series.count))
      .Text("lastObservedTime", kube::FormatMicroTime(series.last))
      .Take();
}

const char* TypeName(EventType type) { return type == EventType::kWarning ? "Warning" : "Normal"; }

void AppendPart(std::string& key, std::string_view part) {
  key += std::to_string(part.size());
  key += ':';
  key += part;
}

// A name to which ".HEX" may be put: labels of letters, digits and inner dashes, by dots.
bool IsSubdomain(std::string_view name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  for (size_t i = 0; i < name.size(); ++i) {
    if (is_letter(name[i])) continue;
    const bool inner = i > 0 && i + 1 < name.size() && name[i - 1] != '.' && name[i + 1] != '.';
    if (!inner ||
        (name[i] != '-' && (name[i] != '.' || name[i - 1] == '-' || name[i + 1] == '-'))) {
      return false;
    }
  }
  return !name.empty() && name.size() <= kNameMax;
}

std::string ReferenceJson(const EventObject& about) {
  return JsonObject()
      .Text("apiVersion", about.api_version)
      .Text("kind", about.kind)
      .OptionalText("namespace", about.ns)
      .Text("name", about.name)
      .OptionalText("uid", about.uid)
      .OptionalText("resourceVersion", about.resource_version)
      .Take();
}

std::string CoreEventJson(const Event& event, const std::string& metadata,
                          const std::string& instance, const SeriesState& series) {
  return JsonObject()
      .Text("apiVersion", "v1")
      .Text("kind", "Event")
      .Raw("metadata", metadata)
      .Text("firstTimestamp", kube::FormatTime(series.first))
      .Text("lastTimestamp", kube::FormatTime(series.last))
      .Raw("count", std::to_string(series.count))
      .Raw("source", JsonObject().Text("component", event.controller).Take())
      .Text("reportingComponent", event.controller)
      .Text("reportingInstance", instance)
      .Text("type", TypeName(event.type))
      .Text("reason", event.reason)
      .Text("action", event.action)
      .OptionalText("message", event.note)
      .Raw("involvedObject", ReferenceJson(event.regarding))
      .Take();
}

}  // namespace

EventObject EventObject::Of(const kube::Object& object) {
  return {std::string(object.api_version()), std::string(object.kind()),
          std::string(object.ns()),          std::string(object.name()),
          std::string(object.uid()),         std::string(object.resource_version())};
}

bool NormalizeEvent(Event& event) {
  const EventObject& about = event.regarding;
  if (event.reason.empty() || about.api_version.empty() || about.kind.empty() ||
      about.name.empty()) {
    return false;
  }
  if (event.action.empty()) event.action = event.reason;
  if (event.controller.empty()) event.controller = kDefaultReporter;
  Cut(event.reason, kEventWordMax);
  Cut(event.action, kEventWordMax);
  Cut(event.controller, kEventWordMax);
  Cut(event.note, kEventNoteMax);
  return true;
}

std::string RateKey(const Event& event) {
  std::string key = TypeName(event.type);
  for (const std::string* part :
       {&event.controller, &event.regarding.api_version, &event.regarding.kind, &event.regarding.ns,
        &event.regarding.name, &event.regarding.uid}) {
    AppendPart(key, *part);
  }
  return key;
}

std::string SimilarKey(const Event& event) {
  std::string key = RateKey(event);
  AppendPart(key, event.reason);
  return key;
}

std::string SeriesKey(const Event& event) {
  std::string key = SimilarKey(event);
  AppendPart(key, event.action);
  AppendPart(key, event.note);
  return key;
}

void CombineNote(Event& event) {
  event.note.insert(0, kCombined);
  Cut(event.note, kEventNoteMax);
}

const std::string& EventNamespace(const Event& event) {
  static const std::string kDefault = "default";
  return event.regarding.ns.empty() ? kDefault : event.regarding.ns;
}

std::string EventName(const Event& event, uint64_t unique) {
  const std::string& name = event.regarding.name;
  char hex[24];
  std::snprintf(hex, sizeof hex, "%llx", static_cast<unsigned long long>(unique));
  return (IsSubdomain(name) ? name : "event") + "." + hex;
}

std::string EventJson(EventApi api, const Event& event, const std::string& name,
                      const std::string& instance, const SeriesState& series) {
  const std::string metadata =
      JsonObject().Text("name", name).Text("namespace", EventNamespace(event)).Take();
  if (api == EventApi::kCore) return CoreEventJson(event, metadata, instance, series);
  JsonObject out;
  out.Text("apiVersion", "events.k8s.io/v1").Text("kind", "Event").Raw("metadata", metadata);
  out.Text("eventTime", kube::FormatMicroTime(series.first));
  out.Text("reportingController", event.controller).Text("reportingInstance", instance);
  out.Text("type", TypeName(event.type));
  out.Text("reason", event.reason).Text("action", event.action).OptionalText("note", event.note);
  out.Raw("regarding", ReferenceJson(event.regarding));
  if (series.count > 1) out.Raw("series", SeriesJson(series));
  return out.Take();
}

std::string SeriesPatch(EventApi api, const Event& event, const SeriesState& series) {
  if (api == EventApi::kEvents) return JsonObject().Raw("series", SeriesJson(series)).Take();
  return JsonObject()
      .Raw("count", std::to_string(series.count))
      .Text("lastTimestamp", kube::FormatTime(series.last))
      .OptionalText("message", event.note)
      .Take();
}

const kube::ResourceInfo& EventResource(EventApi api) {
  static const kube::ResourceInfo kEvents{
      {"events.k8s.io", "v1", "events"}, "Event", true, {"create", "patch"}, {}};
  static const kube::ResourceInfo kCore{
      {"", "v1", "events"}, "Event", true, {"create", "patch"}, {}};
  return api == EventApi::kEvents ? kEvents : kCore;
}

}  // namespace oarlock::controller
