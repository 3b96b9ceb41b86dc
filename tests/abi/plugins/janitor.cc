// Deletes whatever carries the annotation `janitor.example.dev/ttl` (seconds) and is older than
// that, of any type that the server serves and that can be deleted.
#include <charconv>

#include "oarlock/sdk/sdk.h"

namespace sdk = oarlock::sdk;

class Janitor : public sdk::Controller {
 public:
  static constexpr std::string_view kId = "janitor";
  static constexpr std::string_view kTtl = "janitor.example.dev/ttl";
  static constexpr uint32_t kAnything = 1;
  static constexpr uint32_t kDeleted = 1;

  sdk::Status Declare(sdk::Declaration& d) override {
    d.TypeSet(kAnything)
        .Verbs({"delete"})
        .Exclude({"Event", "Event.events.k8s.io", "Lease.coordination.k8s.io"})
        .Metadata();
    d.Primary(kAnything);
    d.Access("*", "*", {"delete"});
    d.Counter(kDeleted, "janitor_deleted_total", "Objects whose time was over.", {"kind"});
    return {};
  }

  sdk::Outcome Reconcile(sdk::Context& ctx, const sdk::Key& key) override {
    const auto object = ctx.client().Get(key);
    if (!object.ok()) return Forgive(object.status());
    const std::string_view text = object->Annotation(kTtl);
    const oar_obj_meta meta = object->meta();
    if (text.empty() || meta.deletion_time.unix_ns != 0) return sdk::Outcome::Done();
    int64_t seconds = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (error != std::errc() || end != text.data() + text.size() || seconds < 0) {
      return sdk::Outcome::Permanent("BadTtl", "the annotation is no number of seconds");
    }
    const int64_t now = ctx.clock().Unix().time_since_epoch().count();
    const int64_t left = meta.creation_time.unix_ns + seconds * 1'000'000'000 - now;
    if (left > 0) return sdk::Outcome::After(std::chrono::nanoseconds(left));
    sdk::DeleteOptions options;
    options.uid = sdk::FromView(meta.uid);
    const sdk::Status deleted = ctx.client().Delete(key, options);
    if (deleted.ok()) sdk::Metrics(ctx).Count(kDeleted, {sdk::FromView(meta.kind)});
    return Forgive(deleted);
  }

 private:
  // It is gone, or its type is: what was to be done is done.
  static sdk::Outcome Forgive(const sdk::Status& status) {
    const bool gone = status.code() == OAR_E_NOT_FOUND || status.code() == OAR_E_UNAVAILABLE ||
                      status.code() == OAR_E_CONFLICT;
    return gone ? sdk::Outcome::Done() : sdk::Outcome(status);
  }
};

OARLOCK_PLUGIN("dev.example.janitor", "1.0.0", Janitor);
