#include "sandbox/access/access_control.h"
#include "sandbox/access/default_roles.h"
#include "sandbox/api/api_fixture.h"

namespace oarlock::sandbox {
namespace {

constexpr std::string_view kRbac = "/apis/rbac.authorization.k8s.io/v1";
constexpr std::string_view kReviews = "/apis/authorization.k8s.io/v1";
constexpr std::string_view kPods = "/api/v1/namespaces/t/pods";
constexpr std::string_view kTokens = "/api/v1/namespaces/t/serviceaccounts/robot/token";

class Access : public ApiFixture {
 protected:
  Access() : ApiFixture(AuthorizationMode::kRbac) {
    for (const Json& role : DefaultRoles()) {
      const bool binding = TextAt(role, {"kind"}) == "ClusterRoleBinding";
      const auto made =
          Do("POST", Rbac(binding ? "/clusterrolebindings" : "/clusterroles"), WriteJson(role));
      EXPECT_EQ(made.status, 201) << made.response.body;
    }
  }
  static std::string Rbac(std::string_view rest) { return std::string(kRbac).append(rest); }
  void Be(const char* user, std::vector<std::string> groups = {}) {
    headers_.clear();
    peer_ = std::make_shared<server::HttpPeer>(server::HttpPeer{user, std::move(groups)});
  }
  void BeAdministrator() {
    headers_.clear();
    peer_ = Administrator();
  }
  void BeBearer(const std::string& token) {
    peer_ = nullptr;
    headers_ = {{"Authorization", "Bearer " + token}};
  }
  // A role of the namespace t with one rule, bound to a subject; both called `name`.
  void Grant(const std::string& name, const char* rule, const char* subject) {
    BeAdministrator();
    EXPECT_EQ(Do("POST", Rbac("/namespaces/t/roles"),
                 R"({"metadata":{"name":")" + name + R"("},"rules":[)" + rule + "]}")
                  .status,
              201);
    Bind("/namespaces/t/rolebindings", "Role", name, subject);
  }
  void Bind(const char* path, const char* kind, const std::string& role, const char* subject) {
    const auto made = Do(
        "POST", Rbac(path),
        R"({"metadata":{"name":")" + role + R"("},"roleRef":{"kind":")" + kind + R"(","name":")" +
            role + R"(","apiGroup":"rbac.authorization.k8s.io"},"subjects":[)" + subject + "]}");
    EXPECT_EQ(made.status, 201) << made.response.body;
  }
  std::string MakeToken() {
    BeAdministrator();
    EXPECT_EQ(Do("POST", "/api/v1/namespaces/t/serviceaccounts", R"({"metadata":{"name":"robot"}})")
                  .status,
              201);
    const auto made = Do("POST", kTokens, "{}");
    EXPECT_EQ(made.status, 201) << made.response.body;
    return std::string(TextAt(made.body, {"status", "token"}));
  }
  std::string Message(const ApiAnswer& answer) {
    return std::string(TextAt(answer.body, {"message"}));
  }
};

constexpr const char* kJane =
    R"({"kind":"User","name":"jane","apiGroup":"rbac.authorization.k8s.io"})";

TEST_F(Access, WhoHasNoRoleIsRefusedInTheServersWords) {
  Be("jane");
  const auto list = Do("GET", kPods);
  EXPECT_EQ(list.status, 403);
  EXPECT_EQ(
      Message(list),
      "pods is forbidden: User \"jane\" cannot list resource \"pods\" in API group \"\" in the "
      "namespace \"t\"");
  EXPECT_EQ(WriteJson(Member(list.body, "details")), R"({"kind":"pods"})");
  EXPECT_EQ(Message(Do("GET", "/apis/apps/v1/deployments/x")),
            "deployments.apps \"x\" is forbidden: User \"jane\" cannot get resource "
            "\"deployments\" in API group \"apps\" at the cluster scope");
  EXPECT_EQ(Message(Do("GET", "/metrics")),
            "forbidden: User \"jane\" cannot get path \"/metrics\"");
  EXPECT_EQ(Do("GET", "/apis").status, 200) << "everybody may discover";
}

TEST_F(Access, ARoleAllowsWhatItsRulesSayInItsNamespace) {
  Grant("reader", R"({"apiGroups":[""],"resources":["pods","pods/log"],"verbs":["get","list"]})",
        kJane);
  Be("jane");
  EXPECT_EQ(Do("GET", kPods).status, 200);
  EXPECT_EQ(Do("GET", "/api/v1/namespaces/t/pods/x").status, 404) << "allowed, and not there";
  EXPECT_EQ(Do("GET", "/api/v1/namespaces/default/pods").status, 403);
  EXPECT_EQ(Do("GET", "/api/v1/pods").status, 403);
  EXPECT_EQ(Do("GET", std::string(kPods) + "?watch=true").status, 403);
  EXPECT_EQ(Do("GET", "/api/v1/namespaces/t/pods/x/status").status, 403);
  EXPECT_EQ(Do("DELETE", kPods).status, 403);
}

TEST_F(Access, ARuleWithNamesAllowsTheseOnly) {
  Grant("one", R"({"apiGroups":[""],"resources":["configmaps"],"resourceNames":["a"],
                   "verbs":["get","list","update"]})",
        kJane);
  Be("jane");
  EXPECT_EQ(Maps("GET", "/a").status, 404);
  EXPECT_EQ(Maps("GET", "/b").status, 403);
  EXPECT_EQ(Maps("GET", "").status, 403);
  EXPECT_EQ(Maps("GET", "?fieldSelector=metadata.name%3Da").status, 200);
}

TEST_F(Access, WhoNamesAnObjectGetsItWhateverTheQuerySays) {
  Grant("watcher", R"({"apiGroups":[""],"resources":["configmaps"],"verbs":["watch"]})", kJane);
  Be("jane");
  EXPECT_EQ(Maps("GET", "/a?watch=true").status, 403);
  EXPECT_EQ(Maps("GET", "?watch=true").status, 200);
  EXPECT_EQ(Maps("POST", "?watch=true", R"({"metadata":{"name":"a"}})").status, 403);
}

TEST_F(Access, ARoleThatGoesTakesItsRightsWithIt) {
  Grant("reader", R"({"apiGroups":["*"],"resources":["*"],"verbs":["*"]})", kJane);
  Be("jane");
  ASSERT_EQ(Do("GET", kPods).status, 200);
  BeAdministrator();
  ASSERT_EQ(Do("DELETE", Rbac("/namespaces/t/roles/reader")).status, 200);
  Be("jane");
  EXPECT_EQ(
      Message(Do("GET", kPods)),
      "pods is forbidden: User \"jane\" cannot list resource \"pods\" in API group \"\" in the "
      "namespace \"t\": RBAC: role.rbac.authorization.k8s.io \"reader\" not found");
}

TEST_F(Access, ViewSeesAllButSecretsAndRights) {
  Bind("/clusterrolebindings", "ClusterRole", "view",
       R"({"kind":"Group","name":"lookers","apiGroup":"rbac.authorization.k8s.io"})");
  Be("jane", {"lookers"});
  EXPECT_EQ(Do("GET", "/apis/apps/v1/deployments").status, 200);
  EXPECT_EQ(Do("GET", "/api/v1/secrets").status, 403);
  EXPECT_EQ(Do("GET", Rbac("/roles")).status, 403);
  EXPECT_EQ(Maps("POST", "", R"({"metadata":{"name":"a"}})").status, 403);
}

TEST_F(Access, AnAggregatedRoleHasTheRulesOfThoseItSelects) {
  BeAdministrator();
  ASSERT_EQ(Do("POST", Rbac("/clusterroles"), R"({"metadata":{"name":"part",
    "labels":{"to":"whole"}},"rules":[{"apiGroups":[""],"resources":["pods"],"verbs":["list"]}]})")
                .status,
            201);
  ASSERT_EQ(Do("POST", Rbac("/clusterroles"), R"({"metadata":{"name":"whole"},"aggregationRule":{
    "clusterRoleSelectors":[{"matchLabels":{"to":"whole"}}]},"rules":[]})")
                .status,
            201);
  Bind("/clusterrolebindings", "ClusterRole", "whole", kJane);
  Be("jane");
  EXPECT_EQ(Do("GET", kPods).status, 200);
}

TEST_F(Access, AServiceAccountActsByItsTokenWhileItIsThere) {
  const std::string token = MakeToken();
  Grant("robots", R"({"apiGroups":[""],"resources":["pods"],"verbs":["list"]})",
        R"({"kind":"ServiceAccount","name":"robot","namespace":"t"})");
  BeBearer(token);
  EXPECT_EQ(Do("GET", kPods).status, 200);
  EXPECT_EQ(Maps("GET", "").status, 403);
  BeBearer(token + "x");
  EXPECT_EQ(Do("GET", kPods).status, 401);
  EXPECT_EQ(Reason(Do("GET", kPods)), "Unauthorized");

  BeBearer(token);
  clock_.Advance(std::chrono::hours(1));
  EXPECT_EQ(Do("GET", kPods).status, 401) << "an hour is over";
}

TEST_F(Access, ATokenEndsWithItsAccount) {
  const std::string token = MakeToken();
  ASSERT_EQ(Do("DELETE", "/api/v1/namespaces/t/serviceaccounts/robot").status, 200);
  ASSERT_EQ(
      Do("POST", "/api/v1/namespaces/t/serviceaccounts", R"({"metadata":{"name":"robot"}})").status,
      201);
  BeBearer(token);
  EXPECT_EQ(Do("GET", "/api").status, 401) << "another account by that name";
}

TEST_F(Access, TokensLiveForTenMinutesAtLeast) {
  MakeToken();
  const auto made = Do("POST", kTokens, R"({"spec":{"expirationSeconds":599}})");
  EXPECT_EQ(made.status, 422);
  EXPECT_EQ(Message(made),
            "TokenRequest.authentication.k8s.io \"\" is invalid: spec.expirationSeconds: Invalid "
            "value: 599: may not specify a duration less than 10 minutes");
  EXPECT_EQ(Do("POST", kTokens, R"({"spec":{"expirationSeconds":4294967297}})").status, 422);
}

TEST_F(Access, WhoMayImpersonateIsSomebodyElse) {
  Grant("reader", R"({"apiGroups":[""],"resources":["pods"],"verbs":["list"]})", kJane);
  headers_ = {{"Impersonate-User", "jane"}, {"Impersonate-Group", "a"}, {"Impersonate-Group", "b"}};
  EXPECT_EQ(Do("GET", kPods).status, 200);
  EXPECT_EQ(Maps("GET", "").status, 403);
  const auto me = Do("POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews", "{}");
  EXPECT_EQ(WriteJson(At(me.body, {"status", "userInfo"})),
            R"({"groups":["a","b","system:authenticated"],"username":"jane"})");
  Be("jane");
  headers_ = {{"Impersonate-User", "system:serviceaccount:t:robot"}};
  EXPECT_EQ(Message(Do("GET", kPods)),
            "serviceaccounts \"robot\" is forbidden: User \"jane\" cannot impersonate resource "
            "\"serviceaccounts\" in API group \"\" in the namespace \"t\"");
  headers_ = {{"Impersonate-Group", "b"}};  // of nobody
  EXPECT_EQ(Do("GET", kPods).status, 400);
}

TEST_F(Access, ReviewsSayWhatTheAuthoriserWould) {
  Grant("reader", R"({"apiGroups":[""],"resources":["pods"],"verbs":["list"]})", kJane);
  const auto asked = [&](const char* verb) {
    return Do("POST", std::string(kReviews) + "/subjectaccessreviews",
              R"({"spec":{"user":"jane","resourceAttributes":{"namespace":"t","resource":"pods",
                 "verb":")" +
                  std::string(verb) + "\"}}}");
  };
  EXPECT_EQ(WriteJson(Member(asked("list").body, "status")),
            R"({"allowed":true,"reason":"RBAC: allowed by RoleBinding \"reader/t\" of Role )"
            R"(\"reader\" to User \"jane\""})");
  EXPECT_EQ(WriteJson(Member(asked("get").body, "status")), R"({"allowed":false})");
  Be("jane");
  const auto rules = Do("POST", std::string(kReviews) + "/selfsubjectrulesreviews",
                        R"({"spec":{"namespace":"t"}})");
  const Json& resources = At(rules.body, {"status", "resourceRules"});
  EXPECT_NE(
      WriteJson(resources).find(R"({"apiGroups":[""],"resources":["pods"],"verbs":["list"]})"),
      std::string::npos)
      << WriteJson(resources);
}

TEST_F(Access, ATokenIsReviewed) {
  const std::string token = MakeToken();
  const auto review = [&](const std::string& text) {
    return Member(Do("POST", "/apis/authentication.k8s.io/v1/tokenreviews",
                     R"({"spec":{"token":")" + text + "\"}}")
                      .body,
                  "status");
  };
  const Json good = review(token);
  EXPECT_EQ(Member(good, "authenticated"), true);
  EXPECT_EQ(TextAt(good, {"user", "username"}), "system:serviceaccount:t:robot");
  EXPECT_EQ(WriteJson(review("a.b.c")), R"({"error":"[invalid bearer token]","user":{}})");
}

TEST_F(Access, WithoutCredentialsOneIsAnonymous) {
  peer_ = nullptr;
  EXPECT_EQ(Do("GET", "/version").status, 200);
  EXPECT_EQ(Message(Do("GET", "/api")),
            "forbidden: User \"system:anonymous\" cannot get path \"/api\"");
}

}  // namespace
}  // namespace oarlock::sandbox
