// What single types get when they are created, keep when they are updated, and do when they go.

#include "sandbox/api/api_fixture.h"

namespace oarlock::sandbox {
namespace {

constexpr std::string_view kMergePatch = "application/merge-patch+json";

class SingleTypes : public ApiFixture {
 protected:
  Json Make(const std::string& path, std::string_view body) {
    const auto made = Do("POST", path, body);
    EXPECT_EQ(made.status, 201) << made.response.body;
    return made.body;
  }
  Json Patch(const std::string& path, std::string_view body) {
    const auto patched = Do("PATCH", path, body, kMergePatch);
    EXPECT_EQ(patched.status, 200) << patched.response.body;
    return patched.body;
  }
  static Json Generation(const Json& object) { return At(object, {"metadata", "generation"}); }

  const std::string jobs_ = "/apis/batch/v1/namespaces/t/jobs";
  const std::string services_ = "/api/v1/namespaces/t/services";
  const std::string job_ =
      R"({"metadata":{"name":"j"},"spec":{"template":{"spec":{"restartPolicy":"Never",)"
      R"("containers":[{"name":"c","image":"i"}]}}}})";
};

TEST_F(SingleTypes, AJobFindsItsPodsByALabelOfItsOwn) {
  const Json job = Make(jobs_, job_);
  const Json& uid = At(job, {"metadata", "uid"});
  const char* const key = "batch.kubernetes.io/controller-uid";
  EXPECT_EQ(At(job, {"spec", "selector", "matchLabels", key}), uid);
  const Json& labels = At(job, {"spec", "template", "metadata", "labels"});
  EXPECT_EQ(Member(labels, key), uid);
  EXPECT_EQ(Member(labels, "job-name"), "j");
  EXPECT_EQ(At(job, {"metadata", "labels"}), labels);
}

TEST_F(SingleTypes, PodsOfAJobStayUnlessADeletionSaysOtherwise) {
  Make(jobs_, job_);
  const auto deleted = Do("DELETE", jobs_ + "/j");
  EXPECT_EQ(At(deleted.body, {"metadata", "finalizers"}), Json::array({"orphan"}));
  bool warned = false;
  for (const auto& [name, value] : deleted.response.headers) warned = warned || name == "Warning";
  EXPECT_TRUE(warned);
  Patch(jobs_ + "/j", R"({"metadata":{"finalizers":null}})");
  Make(jobs_, job_);
  EXPECT_EQ(TextAt(Do("DELETE", jobs_ + "/j?propagationPolicy=Background").body, {"status"}),
            "Success");
}

TEST_F(SingleTypes, ANodeIsNotReadyAtFirstAndHasItsRangesTwice) {
  const Json node =
      Make("/api/v1/nodes", R"({"metadata":{"name":"n"},"spec":{"podCIDR":"10.1.0.0/24"}})");
  EXPECT_EQ(At(node, {"spec", "podCIDRs"}), Json::array({"10.1.0.0/24"}));
  EXPECT_EQ(WriteJson(At(node, {"spec", "taints"})),
            R"([{"effect":"NoSchedule","key":"node.kubernetes.io/not-ready"}])");
}

TEST_F(SingleTypes, AServiceWithoutAddressIsOfBothFamiliesWhenItSelectsNothing) {
  const Json some = Make(services_, R"({"metadata":{"name":"a"},"spec":{"clusterIP":"None",)"
                                    R"("selector":{"a":"b"},"ports":[{"port":80}]}})");
  EXPECT_EQ(At(some, {"spec", "ipFamilies"}), Json::array({"IPv4"}));
  const Json none = Make(services_, R"({"metadata":{"name":"b"},"spec":{"clusterIP":"None",)"
                                    R"("ports":[{"port":80}]}})");
  EXPECT_EQ(At(none, {"spec", "ipFamilies"}), Json::array({"IPv4", "IPv6"}));
  const auto put =
      Do("PUT", services_ + "/a", R"({"metadata":{"name":"a"},"spec":{"ports":[{"port":81}]}})");
  EXPECT_EQ(At(put.body, {"spec", "clusterIPs"}), Json::array({"None"}));
}

TEST_F(SingleTypes, AnUpdateWithTheSameBodyChangesNothing) {
  const std::string pods = "/api/v1/namespaces/t/pods";
  const std::string pod =
      R"({"metadata":{"name":"p"},"spec":{"containers":[{"name":"c","image":"i"}]}})";
  Make(pods, pod);
  const auto put = Do("PUT", pods + "/p", pod);
  EXPECT_EQ(put.status, 200) << put.response.body;
  const std::string sets = "/apis/apps/v1/namespaces/t/daemonsets";
  const std::string set =
      R"({"metadata":{"name":"d"},"spec":{"selector":{"matchLabels":{"a":"b"}},"template":{)"
      R"("metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}})";
  Make(sets, set);
  const auto same = Do("PUT", sets + "/d", set);
  EXPECT_EQ(Generation(same.body), 1);
  const char* const key = "deprecated.daemonset.template.generation";
  EXPECT_EQ(At(same.body, {"metadata", "annotations", key}), "1");
  const auto other =
      Patch(sets + "/d", R"({"spec":{"template":{"metadata":{"labels":{"c":"d"}}}}})");
  EXPECT_EQ(At(other, {"metadata", "annotations", key}), "2");
}

TEST_F(SingleTypes, AGenerationCountsWhatTheTypeSays) {
  const std::string slices = "/apis/discovery.k8s.io/v1/namespaces/t/endpointslices";
  Make(slices, R"({"metadata":{"name":"s"},"addressType":"IPv4","endpoints":[]})");
  EXPECT_EQ(Generation(Patch(slices + "/s", R"({"metadata":{"annotations":{"a":"b"}}})")), 1);
  EXPECT_EQ(Generation(Patch(slices + "/s", R"({"metadata":{"labels":{"a":"b"}}})")), 2);
  EXPECT_EQ(Generation(Patch(slices + "/s", R"({"ports":[{"port":1}]})")), 3);
  const std::string templates = "/api/v1/namespaces/t/podtemplates";
  Make(templates, R"({"metadata":{"name":"p"},"template":{"metadata":{"labels":{"a":"b"}},)"
                  R"("spec":{"containers":[{"name":"c","image":"i"}]}}})");
  EXPECT_EQ(Generation(Patch(templates + "/p", R"({"metadata":{"labels":{"a":"b"}}})")), 1);
  EXPECT_EQ(Generation(Patch(templates + "/p", R"({"template":{"metadata":{"labels":null}}})")), 2);
}

TEST_F(SingleTypes, WarningsAreSaidOfRefusedRequestsToo) {
  const auto answer = Do("GET", "/api/v1/namespaces/t/endpoints/none");
  EXPECT_EQ(answer.status, 404);
  bool warned = false;
  for (const auto& [name, value] : answer.response.headers) warned = warned || name == "Warning";
  EXPECT_TRUE(warned);
}

}  // namespace
}  // namespace oarlock::sandbox
