#include "controller/event_json.h"

#include <algorithm>
#include <cstdio>

#include "kube/json_text.h"
#include "kube/timestamp.h"

namespace oarlock::controller {
namespace {

constexpr char kDefaultReporter[] = "oarlock.dev/oarlock";
constexpr size_t kNameMax = 230;  // leaves room for the unique part below the server's 253

void Cut(std::string& text, size_t max) {
  if (text.size() <= max) return;
  while (max > 0 && (static_cast<unsigned char>(text[max]) & 0xC0) == 0x80) --max;  // UTF-8
  text.resize(max);
}

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

}  // namespace

EventObject EventObject::Of(const kube::Object& object) {
  return {std::string(object.api_version()), std::string(object.kind()),
          std::string(object.ns()),          std::string(object.name()),
          std::string(object.uid()),         std::string(object.resource_version())};
}

bool NormalizeEvent(Event& event) {
  if (event.reason.empty() || event.regarding.kind.empty() || event.regarding.name.empty()) {
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

std::string SeriesKey(const Event& event) {
  std::string key = RateKey(event);
  for (const std::string* part : {&event.reason, &event.action, &event.note}) {
    AppendPart(key, *part);
  }
  return key;
}

const std::string& EventNamespace(const Event& event) {
  static const std::string kDefault = "default";
  return event.regarding.ns.empty() ? kDefault : event.regarding.ns;
}

std::string EventName(const Event& event, uint64_t unique) {
  const std::string& name = event.regarding.name;
  const bool usable =
      name.size() <= kNameMax && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
      });
  char hex[24];
  std::snprintf(hex, sizeof hex, "%llx", static_cast<unsigned long long>(unique));
  return (usable ? name : "event") + "." + hex;
}

std::string EventJson(const Event& event, const std::string& name, const std::string& instance,
                      const SeriesState& series) {
  const EventObject& about = event.regarding;
  JsonObject out;
  out.Text("apiVersion", "events.k8s.io/v1").Text("kind", "Event");
  out.Raw("metadata",
          JsonObject().Text("name", name).Text("namespace", EventNamespace(event)).Take());
  out.Text("eventTime", kube::FormatMicroTime(series.first));
  out.Text("reportingController", event.controller).Text("reportingInstance", instance);
  out.Text("type", TypeName(event.type));
  out.Text("reason", event.reason).Text("action", event.action).OptionalText("note", event.note);
  out.Raw("regarding", JsonObject()
                           .OptionalText("apiVersion", about.api_version)
                           .Text("kind", about.kind)
                           .OptionalText("namespace", about.ns)
                           .Text("name", about.name)
                           .OptionalText("uid", about.uid)
                           .OptionalText("resourceVersion", about.resource_version)
                           .Take());
  if (series.count > 1) out.Raw("series", SeriesJson(series));
  return out.Take();
}

std::string SeriesPatch(const SeriesState& series) {
  return JsonObject().Raw("series", SeriesJson(series)).Take();
}

const kube::ResourceInfo& EventResource() {
  static const kube::ResourceInfo kEvents{
      {"events.k8s.io", "v1", "events"}, "Event", true, {"create", "patch"}, {}};
  return kEvents;
}

}  // namespace oarlock::controller
