#include "sandbox/controllers/events.h"

#include "base/text/lower_case.h"
#include "kube/timestamp.h"

namespace oarlock::sandbox {

ApiStatus Warn(InProcessClient& client, const base::Clock& clock, const Json& about,
               const Warning& warning) {
  const std::string name(TextAt(about, {"metadata", "name"}));
  const std::string ns(TextAt(about, {"metadata", "namespace"}));
  const std::string uid(TextAt(about, {"metadata", "uid"}));
  const std::string now = kube::FormatTime(clock.UnixNow());
  const std::string reason = base::LowerCase(warning.reason);
  const std::string place = ns.empty() ? "default" : ns;
  auto error = client.Create(
      "events", place,
      {{"metadata", {{"name", name + "." + uid.substr(0, 8) + "." + reason}, {"namespace", place}}},
       {"involvedObject",
        {{"apiVersion", TextAt(about, {"apiVersion"})},
         {"kind", TextAt(about, {"kind"})},
         {"name", name},
         {"namespace", ns},
         {"uid", uid}}},
       {"reason", warning.reason},
       {"message", warning.message},
       {"type", "Warning"},
       {"source", {{"component", warning.component}}},
       {"firstTimestamp", now},
       {"lastTimestamp", now},
       {"count", 1}});
  // Of a namespace that is going nobody needs to be told.
  return error && (error->reason == "AlreadyExists" || error->code == 403) ? ApiStatus() : error;
}

}  // namespace oarlock::sandbox
