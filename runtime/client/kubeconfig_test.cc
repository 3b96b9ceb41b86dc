#include "client/kubeconfig.h"

#include <dirent.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "client/test_files.h"
#include "kube/text/base64.h"

namespace oarlock::client {
namespace {

using base::StatusCode;

constexpr const char* kPem = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";

// One cluster, user and context named "a"; the arguments are the members of each.
std::string OneContext(const std::string& cluster, const std::string& user = "{}",
                       const std::string& context = "") {
  return "apiVersion: v1\nkind: Config\ncurrent-context: a\nclusters:\n- name: a\n  cluster: " +
         cluster + "\nusers:\n- name: a\n  user: " + user +
         "\ncontexts:\n- name: a\n  context: {cluster: a, user: a" + context + "}\n";
}
const std::string kServer = "{server: 'https://s:6443'}";

bool Says(const base::Status& status, std::string_view text) {
  return status.message().find(text) != std::string::npos;
}
bool AnySays(const std::vector<std::string>& texts, std::string_view text) {
  for (const std::string& one : texts) {
    if (one.find(text) != std::string::npos) return true;
  }
  return false;
}

base::Result<ClientConfig> ResolveText(const std::string& text,
                                       const KubeconfigOverrides& overrides = {}) {
  OARLOCK_ASSIGN_OR_RETURN(const Kubeconfig config, ParseKubeconfig(text, "/cfg/config"));
  return ResolveKubeconfig(config, overrides);
}

Environment WithList(const std::string& list) { return {.variables = {{"KUBECONFIG", list}}}; }

size_t OpenDescriptors() {
  DIR* dir = opendir("/proc/self/fd");
  size_t count = 0;
  while (readdir(dir) != nullptr) ++count;
  closedir(dir);
  return count;
}

TEST(Kubeconfig, C_KC_01_KC_4_RelativePathsAreSeenFromTheFile) {
  const auto config = ParseKubeconfig(
      OneContext("{server: 'https://s', certificate-authority: stage/ca.pem}",
                 "{client-certificate: ./me.crt, client-key: ../keys/me.key, tokenFile: tok}"),
      "/cfg/one/config");
  ASSERT_TRUE(config.ok()) << config.status().ToString();
  EXPECT_EQ(config->clusters.at("a").tls.ca_file, "/cfg/one/stage/ca.pem");
  const KubeUser& user = config->users.at("a");
  EXPECT_EQ(user.tls.client_cert_file, "/cfg/one/me.crt");
  EXPECT_EQ(user.tls.client_key_file, "/cfg/keys/me.key");
  EXPECT_EQ(user.auth.token_file, "/cfg/one/tok");
}

TEST(Kubeconfig, KC_4_ARelativeListIsSeenFromTheWorkingDirectory) {
  TempDir dir;
  dir.Write("sub/config", OneContext("{server: 'https://s', certificate-authority: /abs/ca}"));
  Environment environment = WithList("sub/config");
  environment.working_dir = dir.path();
  const auto config = LoadKubeconfig({}, environment);
  ASSERT_TRUE(config.ok()) << config.status().ToString();
  EXPECT_EQ(config->files[0].path, dir / "sub/config");
  EXPECT_EQ(config->clusters.at("a").tls.ca_file, "/abs/ca");
}

TEST(Kubeconfig, C_KC_03_KC_4_ExecCommandIsRelativeOnlyWithASeparator) {
  const auto command = [](const std::string& text) {
    return ParseKubeconfig(OneContext(kServer, "{exec: {command: " + text + "}}"), "/cfg/config")
        ->users.at("a")
        .auth.exec->command;
  };
  EXPECT_EQ(command("auth/token.sh"), "/cfg/auth/token.sh");
  EXPECT_EQ(command("aws"), "aws");
  EXPECT_EQ(command("./tok"), "/cfg/tok");
  EXPECT_EQ(command("/bin/tok"), "/bin/tok");
}

TEST(Kubeconfig, C_KC_06_StaticCredentialsWinOverExecWithAWarning) {
  const std::string exec =
      "exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: aws}}";
  for (const char* user : {"{token: t1, ", "{username: u, password: p, "}) {
    const auto config = ResolveText(OneContext(kServer, user + exec));
    ASSERT_TRUE(config.ok()) << config.status().ToString();
    EXPECT_FALSE(config->auth.exec.has_value());
    EXPECT_TRUE(AnySays(config->warnings, "the exec plugin is not run"));
  }
  const auto alone = ResolveText(OneContext(kServer, "{" + exec));
  EXPECT_TRUE(alone->auth.exec.has_value());
  EXPECT_TRUE(alone->warnings.empty());
}

std::string Utf16(const std::string& ascii, bool little) {
  std::string out = little ? "\xff\xfe" : "\xfe\xff";
  for (const char c : ascii) out += little ? std::string{c, '\0'} : std::string{'\0', c};
  return out;
}

TEST(Kubeconfig, C_KC_08_EncodingsOfWindowsShells) {
  std::string text;
  for (const char c : OneContext(kServer, "{token: t}"))
    text += c == '\n' ? "\r\n" : std::string{c};
  for (const std::string& bytes :
       {text, "\xef\xbb\xbf" + text, Utf16(text, true), Utf16(text, false)}) {
    const auto config = ResolveText(bytes);
    ASSERT_TRUE(config.ok()) << config.status().ToString();
    EXPECT_EQ(config->server, "https://s:6443");
    EXPECT_EQ(config->auth.token, "t");
  }
  const auto odd = ParseKubeconfig(Utf16(text, true) + "x", "/cfg/config");
  EXPECT_TRUE(Says(odd.status(), "/cfg/config")) << odd.status().ToString();
  EXPECT_TRUE(Says(odd.status(), "odd number of bytes")) << odd.status().ToString();
}

TEST(Kubeconfig, C_KC_09_EmptyFilesAreEmptyUntilAContextIsNeeded) {
  TempDir dir;
  for (const char* text : {"", "---\n", "users: null\nclusters:\n", "# only\n# comments\n"}) {
    const std::string path = dir.Write("config", text);
    const auto config = LoadKubeconfig({}, WithList(path + ":/nowhere/b"));
    ASSERT_TRUE(config.ok()) << config.status().ToString();
    EXPECT_TRUE(config->empty());
    const auto resolved = ResolveKubeconfig(*config, {});
    EXPECT_TRUE(Says(resolved.status(), "looked at " + path + ", /nowhere/b (missing)"))
        << resolved.status().ToString();
  }
}

TEST(Kubeconfig, C_KC_11_EmptyInlineDataIsAsIfItWereNotThere) {
  TempDir dir;
  const std::string ca = dir.Write("ca.pem", kPem);
  const std::string empty = "certificate-authority-data: ''}";
  const auto skip =
      ResolveText(OneContext("{server: 'https://s', insecure-skip-tls-verify: true, " + empty));
  ASSERT_TRUE(skip.ok()) << skip.status().ToString();
  EXPECT_TRUE(skip->tls.insecure);
  const auto alone = ResolveText(OneContext("{server: 'https://s', " + empty));
  ASSERT_TRUE(alone.ok());
  EXPECT_TRUE(alone->tls.ca_data.empty() && alone->tls.ca_file.empty() && !alone->tls.insecure);
  const auto file =
      ResolveText(OneContext("{server: 'https://s', certificate-authority: " + ca + ", " + empty));
  ASSERT_TRUE(file.ok()) << file.status().ToString();
  EXPECT_EQ(file->tls.ca_file, ca);
}

TEST(Kubeconfig, C_KC_12_KC_5_OrderOfTheListStaysAndNoFileIsWritten) {
  TempDir dir;
  const std::string z = dir.Write("z/z.yaml", "current-context: a\n");
  const std::string a = dir.Write("a/a.yaml", OneContext(kServer, "{token: t}"));
  const auto before = std::filesystem::last_write_time(a);
  const auto config = LoadKubeconfig({}, WithList(z + ":" + a + ":" + z));
  ASSERT_TRUE(config.ok()) << config.status().ToString();
  ASSERT_TRUE(ResolveKubeconfig(*config, {}).ok());
  ASSERT_EQ(config->files.size(), 2u);
  EXPECT_EQ(config->files[0].path, z);
  EXPECT_EQ(config->files[1].path, a);
  EXPECT_EQ(dir.Read("z/z.yaml"), "current-context: a\n");
  EXPECT_EQ(dir.Read("a/a.yaml"), OneContext(kServer, "{token: t}"));
  EXPECT_EQ(std::filesystem::last_write_time(a), before);
  size_t entries = 0;  // two folders, two files: no lock files
  for ([[maybe_unused]] const auto& e : std::filesystem::recursive_directory_iterator(dir.path())) {
    ++entries;
  }
  EXPECT_EQ(entries, 4u);
}

// Opens as somebody who may not read files of root (needed where tests run as root).
class AsNobody {
 public:
  AsNobody() : root_(geteuid() == 0) { EXPECT_TRUE(!root_ || seteuid(65534) == 0); }
  ~AsNobody() { EXPECT_TRUE(!root_ || seteuid(0) == 0); }
  AsNobody(const AsNobody&) = delete;
  AsNobody& operator=(const AsNobody&) = delete;

 private:
  const bool root_;
};

TEST(Kubeconfig, C_KC_17_EveryFailedLoadNamesPathAndReasonAndLeaksNothing) {
  TempDir dir;
  const std::string closed = dir.Write("closed", "");
  std::filesystem::permissions(closed, std::filesystem::perms::none);
  const std::string bad = dir.Write("bad", "clusters: [\n");
  const auto fails = [](const std::string& path, StatusCode code, std::string_view reason) {
    const base::Status status = LoadKubeconfig({.path = path}, {}).status();
    EXPECT_EQ(status.code(), code) << status.ToString();
    EXPECT_TRUE(Says(status, path) && Says(status, reason)) << status.ToString();
  };
  const size_t descriptors = OpenDescriptors();
  for (int i = 0; i < 1000 && !testing::Test::HasFailure(); ++i) {
    fails(dir / "none", StatusCode::kNotFound, "No such file");
    fails(dir.path(), StatusCode::kInvalidArgument, "Is a directory");
    fails(bad, StatusCode::kInvalidArgument, bad + ":");
    const AsNobody nobody;
    fails(closed, StatusCode::kPermissionDenied, "Permission denied");
  }
  EXPECT_EQ(OpenDescriptors(), descriptors);
}

TEST(Kubeconfig, C_YM_03_BooleansOfYaml) {
  const auto insecure = [](const std::string& value) {
    return ResolveText(
        OneContext("{server: 'https://s',\n    insecure-skip-tls-verify: " + value + "}"));
  };
  for (const char* good : {"true", "True"}) {
    EXPECT_TRUE(insecure(good)->tls.insecure) << good;
    EXPECT_TRUE(insecure(good)->warnings.empty()) << good;
  }
  const auto quoted = insecure("\"true\"");
  EXPECT_TRUE(quoted->tls.insecure);
  EXPECT_TRUE(AnySays(quoted->warnings, "/cfg/config:7:")) << quoted->warnings.size();
  EXPECT_FALSE(insecure("\"false\"")->tls.insecure);
  for (const char* bad : {"yes", "on", "1", "\"yes\""}) {
    const auto refused = insecure(bad);
    EXPECT_TRUE(Says(refused.status(), "/cfg/config:7:")) << refused.status().ToString();
    EXPECT_TRUE(Says(refused.status(), "clusters[a].cluster.insecure-skip-tls-verify"));
  }
}

TEST(Kubeconfig, KC_1_ExplicitPathThenListThenHome) {
  TempDir dir;
  const std::string home = dir.Write(".kube/config", "current-context: home\n");
  const std::string listed = dir.Write("listed", "current-context: listed\n");
  const std::string given = dir.Write("given", "current-context: given\n");
  Environment environment{.variables = {{"HOME", dir.path()}}};
  EXPECT_EQ(LoadKubeconfig({}, environment)->current_context, "home");
  environment.variables["KUBECONFIG"] = "";
  EXPECT_EQ(LoadKubeconfig({}, environment)->current_context, "home");
  environment.variables["KUBECONFIG"] = ":" + listed + "::" + listed;
  const auto list = LoadKubeconfig({}, environment);
  EXPECT_EQ(list->current_context, "listed");
  EXPECT_EQ(list->files.size(), 1u);
  EXPECT_EQ(LoadKubeconfig({.path = given}, environment)->current_context, "given");
}

TEST(Kubeconfig, KC_1_MissingFilesOfTheListAreSkippedBrokenOnesAreAllNamed) {
  TempDir dir;
  const auto missing = LoadKubeconfig({}, WithList("/nowhere/a:/nowhere/b"));
  ASSERT_TRUE(missing.ok());
  EXPECT_TRUE(AnySays(missing->warnings, "/nowhere/a (missing), /nowhere/b (missing)"));
  const std::string good = dir.Write("good", "current-context: x\n");
  EXPECT_TRUE(LoadKubeconfig({}, WithList("/nowhere/a:" + good))->warnings.empty());
  const std::string one = dir.Write("one", "clusters: 5\n");
  const std::string two = dir.Write("two", "users: [x]\ncontexts: [{context: {}}]\n");
  const auto broken = LoadKubeconfig({}, WithList(one + ":" + good + ":" + two));
  for (const std::string& text : {one + ":1:", two + ":1:", two + ":2:"}) {
    EXPECT_TRUE(Says(broken.status(), text)) << broken.status().ToString();
  }
}

TEST(Kubeconfig, KC_2_TheFirstFileThatDefinesANameWinsAsAWhole) {
  TempDir dir;
  const std::string one = dir.Write(
      "one",
      "clusters: [{name: c, cluster: {server: 'https://one'}}]\nusers: [{name: u, user: {}}]\n");
  const std::string two =
      dir.Write("two",
                "current-context: x\n"
                "clusters: [{name: c, cluster: {server: 'https://two', tls-server-name: n}}]\n"
                "users: [{name: u, user: {token: t}}]\n"
                "contexts: [{name: x, context: {cluster: c, user: u, namespace: ns}}]\n");
  const auto config = LoadKubeconfig({}, WithList(one + ":" + two));
  ASSERT_TRUE(config.ok()) << config.status().ToString();
  const auto resolved = ResolveKubeconfig(*config, {});
  ASSERT_TRUE(resolved.ok()) << resolved.status().ToString();
  EXPECT_EQ(resolved->server, "https://one");
  EXPECT_EQ(resolved->tls.server_name, "");
  EXPECT_EQ(resolved->auth.token, "");
  EXPECT_EQ(resolved->default_namespace, "ns");
  EXPECT_EQ(resolved->source, "context \"x\" of " + two);
}

TEST(Kubeconfig, KC_3_ANameTwiceInOneFileIsAnErrorWithBothLines) {
  for (const char* text : {"clusters:\n- {name: a}\n- {name: a}\n",
                           "users:\n- name: a\n- name: a\n", "contexts:\n- name: a\n- name: a\n"}) {
    const auto config = ParseKubeconfig(text, "/cfg/config");
    EXPECT_TRUE(Says(config.status(), "/cfg/config:3:")) << config.status().ToString();
    EXPECT_TRUE(Says(config.status(), "first in line 2")) << config.status().ToString();
  }
  const auto extension = ParseKubeconfig(
      "clusters:\n- name: a\n  cluster: {extensions: [{name: e},\n    {name: e}]}\n", "/c");
  EXPECT_TRUE(Says(extension.status(), "/c:4:")) << extension.status().ToString();
}

TEST(Kubeconfig, KC_6_OverridesReplaceWhatContradictsThem) {
  TempDir dir;
  const std::string ca = dir.Write("ca.pem", kPem);
  const std::string text =
      OneContext("{server: 'https://s', tls-server-name: n, certificate-authority: " + ca + "}",
                 "{username: u, password: p}", ", namespace: ns");
  const auto insecure = ResolveText(text, {.ns = "other", .insecure = true});
  ASSERT_TRUE(insecure.ok()) << insecure.status().ToString();
  EXPECT_TRUE(insecure->tls.insecure && insecure->tls.ca_file.empty());
  EXPECT_EQ(insecure->default_namespace, "other");
  const auto server = ResolveText(text, {.server = "https://new/", .token = "t"});
  ASSERT_TRUE(server.ok()) << server.status().ToString();
  EXPECT_EQ(server->server, "https://new");
  EXPECT_EQ(server->tls.server_name, "");
  EXPECT_EQ(server->auth.token, "t");
  EXPECT_EQ(server->auth.username, "");
  EXPECT_EQ(ResolveText(text, {.server = "https://new", .tls_server_name = "m"})->tls.server_name,
            "m");
  const std::string open = OneContext("{server: 'https://s', insecure-skip-tls-verify: true}");
  const auto with_ca = ResolveText(open, {.ca_file = ca});
  ASSERT_TRUE(with_ca.ok()) << with_ca.status().ToString();
  EXPECT_FALSE(with_ca->tls.insecure);
  EXPECT_FALSE(ResolveText(open, {.ca_file = ca, .insecure = true}).ok());
  const auto none = ResolveText(text, {.context = "b"});
  EXPECT_TRUE(Says(none.status(), "context \"b\" does not exist; there are: a"));
  const auto only_server = ResolveKubeconfig({}, {.server = "https://only"});
  ASSERT_TRUE(only_server.ok()) << only_server.status().ToString();
  EXPECT_EQ(only_server->server, "https://only");
}

TEST(Kubeconfig, KC_6_ClusterUserAndImpersonationCanBeChosenApart) {
  const auto config = ParseKubeconfig(
      "current-context: x\nclusters: [{name: c, cluster: {server: 'https://c'}},"
      " {name: d, cluster: {server: 'https://d'}}]\n"
      "users: [{name: u, user: {token: t1, as: someone}}, {name: v, user: {token: t2}}]\n"
      "contexts: [{name: x, context: {cluster: c, user: u}}]\n",
      "/c");
  const auto other = ResolveKubeconfig(*config, {.cluster = "d", .user = "v"});
  ASSERT_TRUE(other.ok()) << other.status().ToString();
  EXPECT_EQ(other->server, "https://d");
  EXPECT_EQ(other->auth.token, "t2");
  const auto as = ResolveKubeconfig(*config, {.impersonate = Impersonation{.user = "me"}});
  EXPECT_EQ(as->auth.impersonate.user, "me");
  EXPECT_EQ(as->auth.token, "t1");
  EXPECT_TRUE(Says(ResolveKubeconfig(*config, {.cluster = "e"}).status(), "\"e\""));
  EXPECT_TRUE(Says(ResolveKubeconfig(*config, {.user = "w"}).status(), "\"w\""));
}

TEST(Kubeconfig, KC_7_TokenAndTokenFileAreBothKept) {
  TempDir dir;
  const std::string file = dir.Write("tok", "f\n");
  const auto both = ResolveText(OneContext(kServer, "{token: t, tokenFile: " + file + "}"));
  ASSERT_TRUE(both.ok()) << both.status().ToString();
  EXPECT_EQ(both->auth.token, "t");
  EXPECT_EQ(both->auth.token_file, file);
  EXPECT_TRUE(ResolveText(OneContext(kServer, "{token: t, tokenFile: /nowhere/t}")).ok());
  const auto missing = ResolveText(OneContext(kServer, "{tokenFile: /nowhere/t}"));
  EXPECT_TRUE(Says(missing.status(), "/nowhere/t: No such file")) << missing.status().ToString();
}

TEST(Kubeconfig, KC_8_KC_9_EveryField) {
  const std::string ca = kube::EncodeBase64(kPem);
  const auto config = ResolveText(OneContext(
      "{server: 'https://s/prefix/', tls-server-name: n, proxy-url: 'socks5://p:1',"
      " disable-compression: true, certificate-authority-data: " +
          ca +
          ", extensions: [{name: other, extension: 1},"
          " {name: client.authentication.k8s.io/exec, extension: {audience: x}}]}",
      "{as: u, as-uid: '7', as-groups: [g, h], as-user-extra: {k: [v, w]},"
      " exec: {apiVersion: client.authentication.k8s.io/v1, command: c, args: [get, '1'],"
      " env: [{name: A, value: b}], installHint: \"see \\e[31mhere\","
      " provideClusterInfo: true, interactiveMode: Never}}"));
  ASSERT_TRUE(config.ok()) << config.status().ToString();
  EXPECT_EQ(config->server, "https://s/prefix");
  EXPECT_EQ(config->tls.server_name, "n");
  EXPECT_EQ(config->proxy_url, "socks5://p:1");
  EXPECT_TRUE(config->disable_compression);
  EXPECT_EQ(config->tls.ca_data, kPem);
  EXPECT_EQ(config->auth.impersonate.uid, "7");
  EXPECT_EQ(config->auth.impersonate.groups, (std::vector<std::string>{"g", "h"}));
  EXPECT_EQ(config->auth.impersonate.extra.at("k"), (std::vector<std::string>{"v", "w"}));
  const ExecConfig& exec = *config->auth.exec;
  EXPECT_EQ(exec.args, (std::vector<std::string>{"get", "1"}));
  EXPECT_EQ(exec.env.at(0), std::make_pair(std::string("A"), std::string("b")));
  EXPECT_EQ(exec.install_hint, "see  [31mhere");
  EXPECT_TRUE(exec.provide_cluster_info);
  EXPECT_EQ(exec.interactive, ExecConfig::Interactive::kNever);
  EXPECT_EQ(exec.cluster_config_json, R"({"audience":"x"})");
}

TEST(Kubeconfig, KC_8_ProxiesOfEveryScheme) {
  const auto with_proxy = [](const std::string& proxy) {
    return ResolveText(OneContext("{server: 'https://s', proxy-url: '" + proxy + "'}"));
  };
  for (const char* good : {"http://p:3128", "https://u:w@p", "socks5://[::1]:1080"}) {
    EXPECT_EQ(with_proxy(good)->proxy_url, good);
  }
  for (const char* bad : {"p:3128", "socks4://p", "ftp://p"}) {
    EXPECT_TRUE(Says(with_proxy(bad).status(), "proxy-url must start with")) << bad;
  }
}

TEST(Kubeconfig, KC_10_OneErrorNamesEverythingThatIsWrong) {
  const auto config = ResolveText(OneContext(
      "{server: 'https://s', certificate-authority: /nowhere/ca, insecure-skip-tls-verify: true,"
      " proxy-url: 'ftp://p'}",
      "{client-certificate: /nowhere/crt, token: t, username: u, as-groups: [g],"
      " auth-provider: {name: gcp}, exec: {interactiveMode: Sometimes}}"));
  for (const char* text :
       {"context \"a\" of /cfg/config", "/nowhere/ca: No such file", "both set", "proxy-url",
        "/nowhere/crt: No such file", "needs client-key", "a token and username/password",
        "exec.command is missing", "exec.apiVersion is missing", "Sometimes", "as-groups needs as",
        "auth-provider and exec"}) {
    EXPECT_TRUE(Says(config.status(), text)) << text << "\n" << config.status().ToString();
  }
}

TEST(Kubeconfig, KC_10_SingleRules) {
  const std::pair<std::string, const char*> rows[] = {
      {OneContext("{}"), "server is missing"},
      {OneContext("{server: 'ftp://s'}"), "scheme"},
      {OneContext("{server: 'https://s', certificate-authority-data: aGk=}"), "no PEM"},
      {OneContext(kServer, "{auth-provider: {name: gcp}}"), "use an exec plugin"},
      {OneContext(kServer, "{exec: {command: c, apiVersion: client.authentication.k8s.io/v1}}"),
       "interactiveMode is missing"},
      {OneContext(kServer,
                  "{exec: {command: c, apiVersion: client.authentication.k8s.io/v1alpha1}}"),
       "not supported"},
      {OneContext(kServer, "{exec: {env: [{value: x}]}}"), "environment variable"},
      {OneContext(kServer, "{client-key-data: '%'}"), "no base64"},
      {OneContext(kServer, "{token: 12}"), "put it in quotes"},
      {"current-context: a\ncontexts: [{name: a, context: {cluster: b, user: c}}]",
       "cluster \"b\" does not exist; there is none; user \"c\" does not exist"},
      {"current-context: a\ncontexts: [{name: a}]", "names no cluster"},
      {"contexts: [{name: a}]", "no current-context is set"},
      {"kind: Pod", "must be Config"},
      {"apiVersion: v2", "must be v1"},
      {"[]", "must be a map"},
      {"a: 1\n---\nb: 1\n", "/cfg/config:3:1"}};
  for (const auto& [text, says] : rows) {
    const auto config = ResolveText(text);
    EXPECT_TRUE(Says(config.status(), says)) << says << "\n" << config.status().ToString();
  }
}

TEST(Kubeconfig, RC_20_AuthProvidersAreRefusedWithWhatToDo) {
  for (const char* name : {"oidc", "gcp", "azure"}) {
    const auto config = ResolveText(
        OneContext(kServer, std::string("{auth-provider: {name: ") + name + ", config: {a: b}}}"));
    EXPECT_EQ(config.status().code(), StatusCode::kInvalidArgument);
    EXPECT_TRUE(Says(config.status(), name)) << config.status().ToString();
    EXPECT_TRUE(Says(config.status(), "use an exec plugin")) << config.status().ToString();
  }
}

TEST(Kubeconfig, KC_11_OneContextIsTakenOutOfMany) {
  TempDir dir;
  const std::string ca = dir.Write("ca.pem", kPem);
  const std::string text =
      "current-context: x\n"
      "clusters:\n"
      "- {name: c, cluster: {server: 'https://c', certificate-authority: ca.pem}}\n"
      "- {name: other, cluster: {server: 'https://other'}}\n"
      "users:\n- {name: u, user: {token: mine}}\n- {name: v, user: {token: theirs}}\n"
      "contexts:\n- {name: x, context: {cluster: c, user: u}}\n"
      "- {name: y, context: {cluster: other, user: v}}\n"
      "- {name: no-cluster, context: {cluster: gone, user: u}}\n"
      "- {name: no-user, context: {cluster: c, user: gone}}\n";
  const auto config = ParseKubeconfig(text, dir / "config");
  ASSERT_TRUE(config.ok()) << config.status().ToString();
  const auto mine = ResolveKubeconfig(*config, {});
  ASSERT_TRUE(mine.ok()) << mine.status().ToString();
  EXPECT_EQ(mine->server, "https://c");
  EXPECT_EQ(mine->auth.token, "mine");
  EXPECT_EQ(mine->tls.ca_file, ca);
  EXPECT_EQ(ResolveKubeconfig(*config, {.context = "y"})->auth.token, "theirs");
  for (const char* broken : {"no-cluster", "no-user", "nowhere"}) {
    EXPECT_EQ(ResolveKubeconfig(*config, {.context = broken}).status().code(),
              StatusCode::kInvalidArgument)
        << broken;
  }
}

TEST(Kubeconfig, KC_12_PlainHttpGetsNoCredentials) {
  const auto config = ResolveText(OneContext("{server: 'http://s'}", "{token: t, as: u}"));
  ASSERT_TRUE(config.ok()) << config.status().ToString();
  EXPECT_EQ(config->auth.token, "");
  EXPECT_EQ(config->auth.impersonate.user, "u");
  EXPECT_TRUE(AnySays(config->warnings, "not https"));
  // Without a scheme, TLS settings decide (RC-18).
  EXPECT_EQ(ResolveText(OneContext("{server: 's:1'}"))->server, "http://s:1");
  EXPECT_EQ(ResolveText(OneContext("{server: 's:1', insecure-skip-tls-verify: true}"))->server,
            "https://s:1");
}

TEST(ClientConfig, RC_18_KC_11_RedactedShowsNoSecret) {
  ClientConfig config;
  config.server = "https://user:hunter2@s:1/p@q";
  config.proxy_url = "http://me:hunter2@proxy";
  config.auth.token = "hunter2";
  config.auth.username = "u";
  config.auth.password = "hunter2";
  config.auth.exec = ExecConfig{.command = "aws", .args = {"hunter2"}, .env = {{"K", "hunter2"}}};
  config.tls.client_key_data = "hunter2";
  config.tls.client_cert_data = "pem";
  const std::string text = Redacted(config);
  EXPECT_EQ(text.find("hunter2"), std::string::npos) << text;
  EXPECT_NE(text.find("server=https://s:1/p@q"), std::string::npos) << text;
  EXPECT_NE(text.find("exec(aws)"), std::string::npos) << text;
}

}  // namespace
}  // namespace oarlock::client
