#pragma once
// EditDocument: a document that is changed step by step, and the patches that say what was changed.
//
// Paths are JSON Pointers plus `[key=value]` for an element that is there. An edit that fails
// changes nothing. Numbers keep their digits. Values given as JSON text are copied.
// Not thread-safe. Errors: kInvalidArgument in words for the author, kTooLarge past a limit,
// kDataLoss for text that is no JSON.
// Limits: kObjectDepthMax levels, kObjectBytesMax of the document and of all that was ever put in.

#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "kube/object.h"
#include "kube/patch/edit_tree.h"

namespace oarlock::kube {

class EditDocument {
 public:
  EditDocument();  // {}
  explicit EditDocument(const Object& origin) : EditDocument(origin.root(), origin) {}
  static base::Result<EditDocument> FromJson(std::string_view json);

  // Puts the value where `path` says, making maps on the way; "/-" is behind an array's end.
  base::Status Set(std::string_view path, std::string_view json);
  base::Status Set(std::string_view path, Value value, const Object& owner);
  base::Status Remove(std::string_view path);
  // Behind the last element of the array at `path`, which is made if it is missing.
  base::Status Append(std::string_view path, std::string_view json);
  // A merge patch (RFC 7396) of what is at `path`.
  base::Status Merge(std::string_view path, std::string_view json);

  base::Result<std::string> ToJson() const;
  // What turns the origin into the document; empty where nothing was changed.
  base::Result<std::string> JsonPatch() const;
  // kInvalidArgument where a null was set.
  base::Result<std::string> MergePatch() const;
  // Identity and all that was set, lists whole; empty where nothing was.
  base::Result<std::string> ApplyConfiguration() const;

 private:
  using Segments = std::vector<std::string>;

  EditDocument(Value root, Object origin);
  base::Result<Object> Parse(std::string_view json);
  base::Status Put(std::string_view path, EditNode value);
  // The node at the first `depth` segments, or null where it is missing.
  base::Result<EditNode*> Find(const Segments& segments, size_t depth);
  // The same; what is missing is made as maps.
  base::Result<EditNode*> Make(const Segments& segments, size_t depth);

  Object origin_;
  EditNode root_;
  size_t bytes_ = 0;  // put in
};

}  // namespace oarlock::kube
