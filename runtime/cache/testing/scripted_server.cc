#include "cache/testing/scripted_server.h"

#include <algorithm>

namespace oarlock::cache::testing {
namespace {

using kube::WatchEventType;

base::Status ServerError(base::StatusCode code, int http, const std::string& reason) {
  base::ErrorDetail detail;
  detail.http_status = http;
  detail.reason = reason;
  return {code, reason, std::move(detail)};
}

}  // namespace

ScriptedServer::ScriptedServer(ScriptedSource& source) : source_(source) {
  source.on_list = [this](const kube::ListOptions& options) { return List(options); };
  source.on_watch = [this](const kube::WatchOptions& options) { return Watch(options); };
  snapshots_[version_] = objects_;
}

std::string ScriptedServer::Text(const std::string& name, const Item& item) const {
  return Json({name, std::to_string(item.version), "default", item.uid});
}

void ScriptedServer::Tell(WatchEventType type, std::string json) {
  snapshots_[version_] = objects_;
  history_.push_back({version_, {type, json}});
  if (const auto stream = source_.stream()) stream->Send(type, std::move(json));
}

uint64_t ScriptedServer::Put(const std::string& name) {
  ++version_;
  const auto [known, is_new] = objects_.try_emplace(name, Item{"u" + std::to_string(version_), 0});
  known->second.version = version_;
  Tell(is_new ? WatchEventType::kAdded : WatchEventType::kModified, Text(name, known->second));
  return version_;
}

uint64_t ScriptedServer::Delete(const std::string& name) {
  const auto known = objects_.find(name);
  if (known == objects_.end()) return 0;
  Item last = known->second;
  last.version = ++version_;
  objects_.erase(known);
  Tell(WatchEventType::kDeleted, Text(name, last));
  return version_;
}

uint64_t ScriptedServer::Recreate(const std::string& name) {
  Delete(name);
  return Put(name);
}

void ScriptedServer::DropHistory() {
  oldest_ = version_;
  history_.clear();
  pages_.clear();
  std::erase_if(snapshots_, [this](const auto& entry) { return entry.first < oldest_; });
}

void ScriptedServer::SendBookmark() {
  if (const auto stream = source_.stream()) {
    stream->Send(WatchEventType::kBookmark, BookmarkJson(std::to_string(version_)));
  }
}

void ScriptedServer::Close(base::Status status) const {
  if (const auto stream = source_.stream()) stream->Close(std::move(status));
}

void ScriptedServer::SendError(int code, const std::string& reason) const {
  if (const auto stream = source_.stream()) {
    stream->Send(WatchEventType::kError, ErrorJson(code, reason, reason));
  }
}

std::string ScriptedServer::Content() const {
  std::vector<std::string> lines;
  for (const auto& [name, item] : objects_) {
    lines.push_back("default/" + name + "@" + std::to_string(item.version));
  }
  std::sort(lines.begin(), lines.end());
  std::string out;
  for (const std::string& line : lines) out += (out.empty() ? "" : " ") + line;
  return out;
}

ListReply ScriptedServer::List(const kube::ListOptions& options) {
  ListReply reply;
  if (!list_errors.empty()) {
    reply.error = list_errors.front();
    list_errors.pop_front();
    return reply;
  }
  std::vector<std::string> items;
  if (!options.continue_token.empty()) {
    const auto rest = pages_.find(options.continue_token);
    if (rest == pages_.end()) {
      reply.error = ServerError(base::StatusCode::kGone, 410, "Expired");
      return reply;
    }
    items = rest->second;
    reply.version = options.continue_token.substr(0, options.continue_token.find('/'));
  } else {
    const bool exact = options.match == kube::ResourceVersionMatch::kExact;
    const uint64_t at = exact ? std::stoull(options.resource_version) : version_;
    if (!snapshots_.contains(at)) {
      reply.error = ServerError(base::StatusCode::kGone, 410, "Expired");
      return reply;
    }
    for (const auto& [name, item] : snapshots_.at(at)) items.push_back(Text(name, item));
    reply.version = std::to_string(at);
  }
  size_t size = options.limit == 0 ? items.size() : options.limit;
  if (page != 0 && options.limit != 0) size = page;
  if (items.size() > size) {
    reply.continue_token = reply.version + "/" + std::to_string(next_token_++);
    pages_[reply.continue_token] = {items.begin() + static_cast<long>(size), items.end()};
    items.resize(size);
  }
  reply.items = std::move(items);
  return reply;
}

WatchReply ScriptedServer::Watch(const kube::WatchOptions& options) {
  if (!watch_replies.empty()) {
    WatchReply reply = std::move(watch_replies.front());
    watch_replies.pop_front();
    return reply;
  }
  WatchReply reply;
  if (options.send_initial_events) {
    if (!serves_watch_list) {
      return {false, {}, ServerError(base::StatusCode::kInvalidArgument, 422, "Invalid")};
    }
    for (const auto& [name, item] : objects_) {
      reply.events.push_back({WatchEventType::kAdded, Text(name, item)});
    }
    if (closes_watch_list) {
      reply.events.push_back(
          {WatchEventType::kBookmark, InitialEventsEndJson(std::to_string(version_))});
    }
    return reply;
  }
  const uint64_t from = std::stoull(options.resource_version);
  if (from < oldest_) {
    reply.events.push_back({WatchEventType::kError, ErrorJson(410, "Expired", "too old")});
    return reply;
  }
  for (const Past& past : history_) {
    if (past.version > from) reply.events.push_back(past.event);
  }
  return reply;
}

}  // namespace oarlock::cache::testing
