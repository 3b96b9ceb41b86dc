#include "tests/kube/sync/churn.h"

#include "tests/kube/polling.h"

namespace oarlock::kubetest {
namespace {

constexpr std::chrono::seconds kAwayLimit{30};

std::string Body(std::mt19937_64& random, const std::string& name) {
  static constexpr const char* kPieces[] = {"x", "Grüße ", "\\n", "\\\"", "<&>", "𝄞", "0123456789"};
  std::string value;
  for (uint64_t i = random() % 100; i > 0; --i) value += kPieces[random() % std::size(kPieces)];
  return R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":")" + name +
         R"(","labels":{"g":")" + std::to_string(random() % 4) + R"("}},"data":{"k":")" + value +
         "\"}}";
}

}  // namespace

void Churn::Start() {
  for (int i = 0; i < options_.writers; ++i) threads_.emplace_back([this, i] { Write(i); });
}

void Churn::Join() {
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

int Churn::done() const {
  base::MutexLock lock(mutex_);
  return done_;
}

std::string Churn::Fault() const {
  base::MutexLock lock(mutex_);
  return fault_;
}

void Churn::Write(int writer) {
  std::mt19937_64 random(options_.seed + static_cast<uint64_t>(writer));
  std::set<std::string> live;
  const int share = options_.changes / options_.writers;
  for (int i = 0; i < share && Fault().empty(); ++i) {
    const uint64_t number = random() % static_cast<uint64_t>(options_.names);
    Change(random, "w" + std::to_string(writer) + "-" + std::to_string(number), live);
    base::MutexLock lock(mutex_);
    ++done_;
  }
}

void Churn::Change(std::mt19937_64& random, const std::string& name, std::set<std::string>& live) {
  const std::string all = "/api/v1/namespaces/" + options_.ns + "/configmaps";
  const std::string one = all + "/" + name;
  if (!live.contains(name)) {
    live.insert(name);
    Send("POST", all, Body(random, name));
  } else if (random() % 3 != 0) {
    Send("PUT", one, Body(random, name));
  } else if (random() % 2 == 0) {
    live.erase(name);
    Send("DELETE", one, {});
  } else {  // another object under the same name, at once
    Send("DELETE", one, {});
    Send("POST", all, Body(random, name));
  }
}

// What the server did before it died is answered by 409 or 404 the second time.
void Churn::Send(const std::string& method, const std::string& path, const std::string& body) {
  std::string last;
  const bool sent = PollUntil(kAwayLimit, [&] {
    const auto answer = server_.Request(method, path, body);
    last = answer.ok() ? std::to_string(answer->code) + " " + answer->body
                       : answer.status().ToString();
    return answer.ok() && (answer->code < 300 || answer->code == 404 || answer->code == 409);
  });
  if (sent) return;
  base::MutexLock lock(mutex_);
  fault_ = method + " " + path + ": " + last;
}

}  // namespace oarlock::kubetest
