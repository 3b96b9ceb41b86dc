#include "tests/kube/leader/audit_log.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <utility>

#include "kube/decode.h"
#include "kube/timestamp.h"

namespace oarlock::kubetest {

WallTime WallNow() {
  return std::chrono::time_point_cast<std::chrono::microseconds>(std::chrono::system_clock::now());
}

AuditLog::AuditLog(std::string path, std::string ns) : path_(std::move(path)), ns_(std::move(ns)) {
  std::ifstream file(path_, std::ios::ate);
  offset_ = file ? static_cast<uint64_t>(file.tellg()) : 0;
}

const std::vector<AuditedWrite>& AuditLog::Writes() {
  std::ifstream file(path_, std::ios::ate);
  // A shorter file is another one: what the test waits for would never come.
  if (file) {
    EXPECT_GE(static_cast<uint64_t>(file.tellg()), offset_) << path_ << " was rotated";
  }
  file.seekg(static_cast<std::streamoff>(offset_));
  for (std::string line; std::getline(file, line) && !file.eof();) {
    offset_ += line.size() + 1;
    ReadLine(line);
  }
  std::stable_sort(writes_.begin(), writes_.end(),
                   [](const auto& a, const auto& b) { return a.received < b.received; });
  return writes_;
}

void AuditLog::ReadLine(const std::string& line) {
  const auto event = kube::DocumentFromJson(line);
  ASSERT_TRUE(event.ok()) << line;
  const kube::Value root = event->root();
  const kube::Value object = root["objectRef"];
  if (object["resource"].AsString() != "configmaps" || object["namespace"].AsString() != ns_) {
    return;
  }
  AuditedWrite write;
  write.verb = root["verb"].AsString();
  if (write.verb != "patch" && write.verb != "update" && write.verb != "delete") return;
  write.user = root["user"]["username"].AsString();
  write.name = object["name"].AsString();
  const auto received = kube::ParseTimestamp(root["requestReceivedTimestamp"].AsString());
  ASSERT_TRUE(received.has_value()) << line;
  write.received = std::chrono::time_point_cast<std::chrono::microseconds>(*received);
  writes_.push_back(std::move(write));
}

std::vector<AuditedWrite> AuditLog::Since(WallTime from, const std::string& user) {
  std::vector<AuditedWrite> out;
  for (const AuditedWrite& write : Writes()) {
    if (write.received >= from && (user.empty() || write.user == user)) out.push_back(write);
  }
  return out;
}

void AuditLog::ForgetBefore(WallTime time) {
  std::erase_if(writes_, [time](const AuditedWrite& write) { return write.received < time; });
}

}  // namespace oarlock::kubetest
