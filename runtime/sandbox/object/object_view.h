#pragma once
// ObjectView: how objects of one type are shown in the form that a request asks for, as text that
// is put together from the stored one without parsing it. Tables are the exception.
//
// Threads: [any]; a value for one request, which must outlive nothing but the type it shares.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "sandbox/api/accept.h"
#include "sandbox/store/stored_object.h"
#include "sandbox/table/table.h"

namespace oarlock::sandbox {

struct ListMeta {
  uint64_t version = 0;
  std::string continue_token;
  std::optional<int64_t> remaining;
};

class ObjectView {
 public:
  ObjectView(std::shared_ptr<const ResourceType> type, std::shared_ptr<const CustomVersion> custom,
             const TableMaker& tables, const Accept& accept, std::string include_object,
             base::UnixTime now)
      : type_(std::move(type)),
        custom_(std::move(custom)),
        tables_(tables),
        accept_(accept),
        include_object_(std::move(include_object)),
        now_(now) {}

  std::string One(const StoredObject& object) const;
  std::string List(const std::vector<StoredPtr>& objects, const ListMeta& meta) const;
  // The object of a watch event; the first table of a stream has the columns.
  std::string Event(const StoredObject& object, bool first) const;
  // The object of a BOOKMARK.
  std::string Bookmark(uint64_t version, bool initial_end) const;

 private:
  std::string Metadata(const StoredObject& object) const;
  Json Table(const std::vector<StoredPtr>& objects, Json metadata, bool columns) const;

  std::shared_ptr<const ResourceType> type_;
  std::shared_ptr<const CustomVersion> custom_;  // null for a built-in type
  const TableMaker& tables_;
  Accept accept_;
  std::string include_object_;  // of a table's rows: "Metadata", "Object", "None"
  base::UnixTime now_;
};

}  // namespace oarlock::sandbox
