// Users with all kinds of requests come and go at random while the server changes and fails. At
// rest every view equals what the server would tell that user alone, every handler's replay equals
// the view (INV-1, INV-2), notifications were valid words with the right old object (INV-2, INV-3),
// the store was there first (INV-4), and exactly the planned watches are open.
#include <gtest/gtest.h>

#include <deque>

#include "cache/testing/view_fixture.h"
#include "cache/view/planner.h"

namespace oarlock::cache {
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using testing::Recorder;

class RebaseModel : public testing::ViewFixture {
 protected:
  struct User {
    InformerRequest request;
    InformerLease lease;
    std::vector<std::shared_ptr<Recorder>> recorders;
    std::vector<HandlerRegistration> handlers;
  };

  std::string Pick(const std::vector<std::string>& from) {
    return from[model->Next() % from.size()];
  }

  InformerRequest AnyRequest() {
    const std::vector<std::vector<std::string>> versions{
        {"v1"}, {"v1", "v2"}, {"v2", "v1"}, {"v2"}};
    InformerRequest request = testing::ConfigMapRequest(versions[model->Next() % versions.size()],
                                                        Pick({"", "", "n0", "n1", "n2"}));
    request.scope.label_selector = Pick({"", "", "app=x", "app!=x"});
    request.scope.field_selector = Pick({"", "", "", "metadata.name=o1", "metadata.name!=o2"});
    request.scope.form = std::array{ObjectForm::kFull, ObjectForm::kFullWithManaged,
                                    ObjectForm::kMetadataOnly}[model->Next() % 3];
    return request;
  }

  void AddUser() {
    User user;
    user.request = AnyRequest();
    EXPECT_TRUE(Normalize(user.request).ok());
    if (UsersOf(user.request.Key()) == 0) order.push_back(user.request);
    user.lease = Acquire(user.request);
    users.push_back(std::move(user));
    AddHandler(users.back());
  }

  void AddHandler(User& user) {
    auto recorder = std::make_shared<Recorder>();
    recorder->same_memory = false;
    recorder->store = user.lease->reader();
    HandlerOptions options;
    if (model->Next() % 2 == 0) options.executor = &slow;
    user.handlers.push_back(user.lease->AddHandler(recorder, options).value());
    user.recorders.push_back(recorder);
  }

  // Handlers go before the lease, as users do it; sometimes the other way round.
  void RemoveUser() {
    if (users.empty()) return;
    const size_t which = model->Next() % users.size();
    if (model->Next() % 2 == 0) users[which].lease.Release();
    Checked(users[which]);
    const std::string key = users[which].request.Key();
    users.erase(users.begin() + static_cast<ptrdiff_t>(which));
    if (UsersOf(key) > 0) return;
    std::erase_if(order, [&key](const auto& request) { return request.Key() == key; });
  }

  int64_t UsersOf(const std::string& key) const {
    return std::count_if(users.begin(), users.end(),
                         [&key](const User& user) { return user.request.Key() == key; });
  }

  void Fault() {
    switch (model->Next() % 5) {
      case 0: return cluster.CloseWatches(false);
      case 1: return cluster.CloseWatches(true);
      case 2: return cluster.Bookmark();
      case 3:
        return cluster.Refuse([](const InformerScope& scope) {
          return scope.ns.empty() ? testing::HttpError(base::StatusCode::kPermissionDenied, 403,
                                                       "Forbidden", "no")
                                  : base::Status();
        });
      default: return cluster.Refuse(nullptr);
    }
  }

  void Step() {
    const uint64_t dice = model->Next() % 100;
    if (dice < 12) return AddUser();
    if (dice < 22) return RemoveUser();
    if (dice < 27) return Fault();
    if (dice < 32 && !users.empty()) return AddHandler(users[model->Next() % users.size()]);
    if (dice < 37 && !users.empty()) return RemoveHandler(users[model->Next() % users.size()]);
    if (dice < 45) return Advance(milliseconds(model->Next() % 3000));
    if (dice < 55) return (void)slow.RunOne();
    if (dice < 75) return cluster.Change(*model);
    for (uint64_t i = model->Next() % 6; i > 0; --i) executor.RunOne();
  }

  void RemoveHandler(User& user) {
    if (user.handlers.empty()) return;
    user.handlers.pop_back();
    EXPECT_EQ(user.recorders.back()->violations, std::vector<std::string>{});
    user.recorders.pop_back();
  }

  static void Checked(const User& user) {
    for (const auto& recorder : user.recorders) {
      EXPECT_EQ(recorder->violations, std::vector<std::string>{}) << user.request.Key();
    }
  }

  void CheckAtRest() {
    cluster.Refuse(nullptr);
    Advance(minutes(5));
    cluster.Bookmark();
    Advance(minutes(1));
    slow.RunUntilIdle();
    std::vector<const InformerRequest*> oldest_first;
    for (const User& user : users) {
      const std::string wanted = cluster.Content(user.request.scope);
      EXPECT_EQ(Content(user.lease), wanted) << user.request.Key();
      for (const auto& recorder : user.recorders) {
        EXPECT_EQ(ViewOf(*recorder), wanted) << user.request.Key();
      }
      for (const auto& handler : user.handlers) EXPECT_TRUE(handler.HasSynced());
      Checked(user);
    }
    for (const InformerRequest& request : order) oldest_first.push_back(&request);
    std::vector<std::string> planned;
    for (const auto& [key, scope] : PlanInformers(oldest_first, {}).informers) {
      planned.push_back(key);
    }
    std::sort(planned.begin(), planned.end());
    EXPECT_EQ(cluster.Watched(), planned);
    EXPECT_EQ(factory.size(), planned.size());
  }

  void RunSeed(uint64_t seed) {
    RecordProperty("seed", std::to_string(seed));
    SCOPED_TRACE("seed " + std::to_string(seed));
    model = std::make_unique<base::Random>(seed);
    for (int round = 0; round < 6 && !HasFailure(); ++round) {
      for (int step = 0; step < 150; ++step) Step();
      CheckAtRest();
    }
    users.clear();
    order.clear();
    Run();
    EXPECT_EQ(factory.size(), 0u);
    EXPECT_TRUE(cluster.Watched().empty());
    EXPECT_EQ(clock.pending_timers(), 0u);
  }

  std::unique_ptr<base::Random> model;
  base::ManualExecutor slow;
  std::deque<User> users;
  std::vector<InformerRequest> order;  // of the users, without repeats, oldest first
};

TEST_F(RebaseModel, AtRestEveryViewIsWhatTheServerWouldTellItsUserAlone) {
  factory.Start();
  const uint64_t seed = base::Random::OsSeed();
  for (uint64_t i = 0; i < 3 && !HasFailure(); ++i) RunSeed(seed + i);
}

}  // namespace
}  // namespace oarlock::cache
