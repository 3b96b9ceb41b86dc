// The library behind the sandbox against the real API server: what one makes of a create, so does
// the other. And the tables it works with are what their generator makes of the running server.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

#include "sandbox/merge/server_side_apply.h"
#include "sandbox/schema/builtin_schemas.h"
#include "sandbox/schema/builtin_validation.h"
#include "sandbox/schema/decode.h"
#include "sandbox/schema/defaults.h"
#include "tests/kube/kube_environment.h"
#include "tests/kube/process.h"
#include "tests/kube/server_flags.h"

namespace oarlock::kubetest {
namespace {

using sandbox::At;
using sandbox::Json;
using sandbox::Member;
using sandbox::ResourceType;
using sandbox::TextAt;
using sandbox::TextOf;

class SandboxSchema : public KubeTest {};

std::string ReadFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST_F(SandboxSchema, TablesAreWhatTheGeneratorMakes) {
  const auto program = FindProgram("sandboxtables");
  ASSERT_TRUE(program.ok()) << program.status().ToString();
  for (const auto& [table, file] : {std::pair("types", "type_rows.cc"),
                                    {"definitions", "definition_rows.cc"},
                                    {"columns", "column_rows.cc"}}) {
    const auto made = RunCommand(
        {*program, "-kubeconfig", server().Kubeconfig(Identity::kAdmin), "-table", table}, "", {},
        std::chrono::minutes(2));
    ASSERT_TRUE(made.ok() && made->exit_code == 0) << (made.ok() ? made->err : "");
    EXPECT_TRUE(made->out == ReadFile(std::string(OARLOCK_SANDBOX_TABLES) + "/" + file))
        << file << ": run sandboxtables of tests/kube/tools and check in what it writes";
  }
}

// What both sides are compared by: the object, or what is wrong with it.
struct Outcome {
  long code = 0;
  Json object;
  std::string message;           // of a 400
  std::set<std::string> causes;  // of a 422
};

// What a server adds by its state and its admission plugins.
void Normalize(Json& object) {
  object.erase("metadata");
  object.erase("status");
  if (!Member(object, "spec").is_object()) return;
  Json& spec = object["spec"];
  for (const char* name : {"clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy", "priority",
                           "preemptionPolicy", "tolerations", "taints"}) {
    spec.erase(name);
  }
  const std::string_view kind = TextAt(object, {"kind"});
  if (kind == "Namespace") spec.erase("finalizers");
  if (kind == "Job") {
    spec.erase("selector");
    spec["template"].erase("metadata");
  }
}

Outcome Judged(const HttpAnswer& answer) {
  Outcome out;
  out.code = answer.code;
  out.object = sandbox::ParseTrustedJson(answer.body);
  if (answer.code < 300) {
    Normalize(out.object);
    return out;
  }
  out.message = TextAt(out.object, {"message"});
  for (const Json& cause : At(out.object, {"details", "causes"})) {
    out.causes.insert(std::string(TextAt(cause, {"field"})) + ": " +
                      std::string(TextAt(cause, {"message"})));
  }
  return out;
}

struct Request {
  std::string path;
  std::string body;
};

std::vector<Request> Requests() {
  std::vector<Request> out;
  std::ifstream in(OARLOCK_SANDBOX_CREATES);
  for (std::string line; std::getline(in, line);) {
    const size_t blank = line.find(' ');
    if (!line.starts_with('/') || blank == std::string::npos) continue;
    out.push_back({line.substr(0, blank), line.substr(blank + 1)});
  }
  return out;
}

class Library {
 public:
  Outcome Create(const Request& request) const {
    const ResourceType& type = TypeOf(request.path);
    const sandbox::Schema& schema = *schemas_.Find(type.gvk());
    Json object = sandbox::ParseTrustedJson(request.body);
    object["kind"] = type.kind;
    object["apiVersion"] = type.api_version();
    Outcome out;
    const auto report = sandbox::DecodeBuiltin(schema, object);
    if (!report.status.ok()) {
      out.code = 400;
      out.message = type.kind + " in version \"" + type.version + "\" cannot be handled as a " +
                    type.kind + ": " + report.status.message();
      return out;
    }
    sandbox::DefaultBuiltin(schema, object);
    if (type.namespaced) object["metadata"]["namespace"] = "default";
    const auto errors = sandbox::ValidateBuiltin(type, object, Json());
    for (const auto& error : errors) out.causes.insert(error.field + ": " + error.message);
    out.code = errors.empty() ? 201 : 422;
    sandbox::CompleteBuiltin(schema, object);
    Normalize(object);
    out.object = std::move(object);
    return out;
  }

 private:
  const ResourceType& TypeOf(const std::string& path) const {
    const std::string plural = path.substr(path.rfind('/') + 1);
    for (const auto& type : types_) {
      const std::string root =
          type->group.empty() ? "/api/v1/" : "/apis/" + type->api_version() + "/";
      if (type->plural == plural && path.starts_with(root)) return *type;
    }
    ADD_FAILURE() << path;
    return *types_.front();
  }

  const sandbox::BuiltinSchemas schemas_;
  const std::vector<std::shared_ptr<const ResourceType>> types_ = sandbox::BuiltinTypes();
};

std::string Listed(const std::set<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

TEST_F(SandboxSchema, CreatesAreJudgedAsTheServerDoes) {
  const Library library;
  const auto requests = Requests();
  ASSERT_GT(requests.size(), 90u);
  for (const Request& request : requests) {
    SCOPED_TRACE(request.path + " " + request.body);
    const auto answer = server().Request("POST", request.path + "?dryRun=All", request.body);
    ASSERT_TRUE(answer.ok()) << answer.status().ToString();
    const Outcome real = Judged(*answer);
    const Outcome ours = library.Create(request);
    EXPECT_EQ(ours.code, real.code) << Listed(ours.causes) << answer->body;
    if (real.code == 422) {
      EXPECT_EQ(Listed(ours.causes), Listed(real.causes));
    }
    if (real.code == 400) {
      EXPECT_EQ(ours.message, real.message);
    }
    if (real.code == 201 && ours.code == 201) {
      EXPECT_EQ(sandbox::WriteJson(ours.object), sandbox::WriteJson(real.object));
    }
  }
}

}  // namespace
}  // namespace oarlock::kubetest
