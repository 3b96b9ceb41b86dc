#include "tests/kube/crd.h"

#include "tests/kube/polling.h"

namespace oarlock::kubetest {
namespace {

constexpr std::chrono::seconds kServedLimit{30};
constexpr char kAllCrds[] = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

std::string CrdBody(const Crd& crd) {
  std::string versions;
  for (const std::string& version : crd.versions) {
    versions += (versions.empty() ? "" : ",");
    versions += R"({"name":")" + version + R"(","served":true,"storage":)" +
                (version == crd.versions.back() ? "true" : "false") +
                R"(,"schema":{"openAPIV3Schema":{"type":"object",)"
                R"("x-kubernetes-preserve-unknown-fields":true}}})";
  }
  return R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",)"
         R"("metadata":{"name":"things.)" +
         crd.group + R"("},"spec":{"group":")" + crd.group +
         R"(","scope":"Namespaced","conversion":{"strategy":"None"},)"
         R"("names":{"plural":"things","singular":"thing","kind":"Thing","listKind":"ThingList"},)"
         R"("versions":[)" +
         versions + "]}}";
}

long CodeOf(ApiServer& server, const std::string& path) {
  const auto answer = server.Request("GET", path);
  return answer.ok() ? answer->code : 0;
}

base::Status Expect(const base::Result<HttpAnswer>& answer, const std::string& what) {
  if (!answer.ok()) return answer.status().WithContext(what);
  if (answer->code < 300) return {};
  return base::Unavailable(what + ": " + std::to_string(answer->code) + " " + answer->body);
}

}  // namespace

base::Status CreateCrd(ApiServer& server, const Crd& crd) {
  OARLOCK_RETURN_IF_ERROR(Expect(server.Request("POST", kAllCrds, CrdBody(crd)), CrdPath(crd)));
  for (const std::string& version : crd.versions) {
    const std::string path = ThingsPath(crd, version, "default");
    if (!PollUntil(kServedLimit, [&] { return CodeOf(server, path) == 200; })) {
      return base::DeadlineExceeded(path + " is not served");
    }
  }
  return {};
}

base::Status DeleteCrd(ApiServer& server, const Crd& crd) {
  OARLOCK_RETURN_IF_ERROR(Expect(server.Request("DELETE", CrdPath(crd)), CrdPath(crd)));
  const std::string things = ThingsPath(crd, crd.versions.back(), "default");
  const bool gone = PollUntil(kServedLimit, [&] {
    return CodeOf(server, CrdPath(crd)) == 404 && CodeOf(server, things) == 404;
  });
  return gone ? base::Status() : base::DeadlineExceeded(CrdPath(crd) + " is still there");
}

std::string ThingsPath(const Crd& crd, const std::string& version, const std::string& ns,
                       const std::string& name) {
  return "/apis/" + crd.group + "/" + version + "/namespaces/" + ns + "/things" +
         (name.empty() ? "" : "/" + name);
}

std::string CrdPath(const Crd& crd) { return std::string(kAllCrds) + "/things." + crd.group; }

std::string ThingBody(const Crd& crd, const std::string& version, const std::string& name,
                      const std::string& labels) {
  return R"({"apiVersion":")" + crd.group + "/" + version +
         R"(","kind":"Thing","metadata":{"name":")" + name + R"(","labels":{)" + labels +
         R"(}},"spec":{"from":")" + version + "\"}}";
}

}  // namespace oarlock::kubetest
