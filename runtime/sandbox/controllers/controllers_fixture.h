#pragma once
// ControllersFixture: an API server with controllers that run when the test says so. For tests.

#include <initializer_list>
#include <string>
#include <string_view>

#include "sandbox/api/api_fixture.h"
#include "sandbox/controllers/controllers.h"

namespace oarlock::sandbox {

class ControllersFixture : public ApiFixture {
 protected:
  explicit ControllersFixture(ControllerSet set) {
    controllers_ = std::make_unique<Controllers>(ControllerOptions{set, "PEM"}, env_, api_,
                                                 executor_, base::Log::Discard());
    Settle();
  }

  // Until nothing is ready.
  void Settle() {
    executor_.RunUntilIdle();
    EXPECT_EQ(controllers_->work(), 0u);
  }
  // Settles, moves time on, settles.
  void Pass(base::Duration time) {
    Settle();
    for (const base::MonoTime end = clock_.Now() + time; clock_.Now() < end; Settle()) {
      clock_.Advance(
          std::min<base::Duration>(clock_.next_deadline() - clock_.Now(), end - clock_.Now()));
    }
  }
  // What the API answers, without the controllers having run before.
  Json Get(const std::string& target) { return Do("GET", target).body; }
  bool Exists(const std::string& target) { return Do("GET", target).status == 200; }
  // Creates; gives the uid.
  std::string Make(const std::string& collection, const Json& object) {
    const ApiAnswer made = Do("POST", collection, WriteJson(object));
    EXPECT_EQ(made.status, 201) << made.response.body;
    return std::string(TextAt(made.body, {"metadata", "uid"}));
  }
  std::string MakeMap(const std::string& name, const Json& metadata = Json::object()) {
    Json object = {{"metadata", metadata}};
    object["metadata"]["name"] = name;
    return Make("/api/v1/namespaces/t/configmaps", object);
  }
  static Json OwnerOf(const std::string& kind, const std::string& name, const std::string& uid,
                      bool blocks = false) {
    return {{"apiVersion", "v1"},
            {"kind", kind},
            {"name", name},
            {"uid", uid},
            {"blockOwnerDeletion", blocks}};
  }
  void Delete(const std::string& target, const std::string& propagation = "Background") {
    const ApiAnswer answer = Do("DELETE", target, WriteJson({{"propagationPolicy", propagation}}));
    EXPECT_EQ(answer.status, 200) << answer.response.body;
  }
  void Patch(const std::string& target, const Json& patch) {
    const ApiAnswer answer = Do("PATCH", target, WriteJson(patch), "application/merge-patch+json");
    EXPECT_EQ(answer.status, 200) << answer.response.body;
  }

  base::ManualExecutor executor_;
  std::unique_ptr<Controllers> controllers_;
};

}  // namespace oarlock::sandbox
