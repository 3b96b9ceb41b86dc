#include "kube/edit_document.h"

#include <algorithm>
#include <utility>

#include "kube/decode.h"
#include "kube/json_text.h"
#include "kube/patch.h"
#include "kube/patch/json_diff.h"

namespace oarlock::kube {
namespace {

using Kind = EditNode::Kind;

base::Status Bad(std::string message) { return base::InvalidArgument(std::move(message)); }

base::Result<std::string> Unescape(std::string_view raw) {
  std::string out;
  for (size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] != '~') {
      out += raw[i];
      continue;
    }
    const char code = ++i < raw.size() ? raw[i] : '\0';
    if (code < '0' || code > '2') return Bad("`~` in a path must be ~0, ~1 or ~2");
    out += code == '0' ? '~' : code == '1' ? '/' : '*';
  }
  return out;
}

base::Result<std::vector<std::string>> Split(std::string_view path) {
  std::vector<std::string> out;
  if (!path.empty() && path.front() != '/') return Bad("a path is empty or starts with `/`");
  while (!path.empty()) {
    path.remove_prefix(1);
    const std::string_view raw = path.substr(0, path.find('/'));
    path.remove_prefix(raw.size());
    if (raw == "*") return Bad("a path of an edit names one place: no `*`");
    if (out.size() == kObjectDepthMax) return Bad("the path is too long");
    OARLOCK_ASSIGN_OR_RETURN(std::string segment, Unescape(raw));
    out.push_back(std::move(segment));
  }
  return out;
}

bool IsMatch(std::string_view segment) {
  return segment.size() > 2 && segment.front() == '[' && segment.back() == ']' &&
         segment.find('=') != std::string_view::npos;
}

bool HasMember(const EditNode& element, const std::string& key, std::string_view text) {
  if (element.kind == Kind::kFrozen) {
    const Value member = element.frozen[key];
    if (member.is_number()) return member.NumberText() == text;
    return member.is_string() && member.AsString() == text;
  }
  const size_t at = ChildAt(element, key);
  if (element.kind != Kind::kMap || at == element.children.size()) return false;
  const Value member = element.children[at].frozen;
  if (element.children[at].kind != Kind::kFrozen) return false;
  return member.is_number() ? member.NumberText() == text
                            : member.is_string() && member.AsString() == text;
}

// Where the segment is among the children of an opened node; their number when it is not there.
size_t PlaceOf(const EditNode& node, const std::string& segment) {
  if (node.kind != Kind::kArray || !IsMatch(segment)) return ChildAt(node, segment);
  const size_t equals = segment.find('=');
  const std::string key = segment.substr(1, equals - 1);
  const std::string_view text =
      std::string_view(segment).substr(equals + 1, segment.size() - equals - 2);
  const auto found =
      std::find_if(node.children.begin(), node.children.end(),
                   [&](const EditNode& child) { return HasMember(child, key, text); });
  return static_cast<size_t>(found - node.children.begin());
}

EditNode EmptyMap() {
  EditNode node;
  node.kind = Kind::kMap;
  node.touched = true;
  return node;
}

base::Status NoContainer(const std::string& segment) {
  return Bad("\"" + segment + "\" would be inside of something that is neither a map nor a list");
}

base::Status NoElement(const std::string& segment) {
  return Bad("\"" + segment + "\" is no element of a list");
}

void MergeInto(EditNode& node, Value patch, const Object& owner) {
  if (!patch.is_map()) {
    node.touched = true;
    node.kind = Kind::kFrozen;
    node.children.clear();
    node.frozen = patch;
    node.owner = owner;
    return;
  }
  OpenNode(node);
  if (node.kind != Kind::kMap) {
    node.kind = Kind::kMap;
    node.touched = true;
    node.children.clear();
  }
  for (const Member& member : DistinctMembers(patch)) {
    const std::string key(member.key);
    const size_t at = ChildAt(node, key);
    if (member.value.is_null()) {
      if (at < node.children.size()) {
        node.children.erase(node.children.begin() + static_cast<std::ptrdiff_t>(at));
      }
      continue;
    }
    if (at == node.children.size()) {
      node.children.emplace_back();
      node.children.back().key = key;
    }
    MergeInto(node.children[at], member.value, owner);
  }
}

bool AnyTouched(const EditNode& node) {
  return node.touched || std::any_of(node.children.begin(), node.children.end(), AnyTouched);
}

void AppendKey(const std::string& key, std::string& out) {
  if (out.back() != '{') out += ',';
  AppendJsonString(key, out);
  out += ':';
}

// The touched parts of a node; all of it where it is a list.
bool AppendTouched(const EditNode& node, std::string& out) {
  if (node.kind != Kind::kMap) return AppendNode(node, out);
  out += '{';
  for (const EditNode& child : node.children) {
    if (!AnyTouched(child)) continue;
    AppendKey(child.key, out);
    if (!AppendTouched(child, out)) return false;
  }
  out += '}';
  return true;
}

base::Status TooLarge() { return {base::StatusCode::kTooLarge, "the document is too large"}; }

// The member of a map, or null.
EditNode* MemberOf(EditNode& node, const std::string& key) {
  OpenNode(node);
  if (node.kind != Kind::kMap) return nullptr;
  const size_t at = ChildAt(node, key);
  return at < node.children.size() ? &node.children[at] : nullptr;
}

void Touch(EditNode& node, const std::string& key) {
  if (EditNode* const member = MemberOf(node, key)) member->touched = true;
}

}  // namespace

EditDocument::EditDocument(Value root, Object origin) : origin_(std::move(origin)) {
  root_.frozen = root;
  root_.owner = origin_;
}

EditDocument::EditDocument() {
  root_ = EmptyMap();
  root_.touched = false;
}

base::Result<EditDocument> EditDocument::FromJson(std::string_view json) {
  OARLOCK_ASSIGN_OR_RETURN(Object document, DocumentFromJson(json));
  return EditDocument(document);
}

base::Result<Object> EditDocument::Parse(std::string_view json) {
  if (json.size() > kObjectBytesMax - bytes_) return TooLarge();
  OARLOCK_ASSIGN_OR_RETURN(Object document, DocumentFromJson(json));
  bytes_ += json.size();
  return document;
}

base::Result<EditNode*> EditDocument::Find(const Segments& segments, size_t depth) {
  EditNode* node = &root_;
  for (size_t i = 0; i < depth; ++i) {
    OpenNode(*node);
    if (node->kind == Kind::kFrozen) return NoContainer(segments[i]);
    const size_t at = PlaceOf(*node, segments[i]);
    if (at == node->children.size()) {
      if (node->kind == Kind::kArray) return NoElement(segments[i]);
      const auto match =
          std::find_if(segments.begin() + static_cast<std::ptrdiff_t>(i), segments.end(), IsMatch);
      if (match != segments.end()) return NoElement(*match);
      return static_cast<EditNode*>(nullptr);
    }
    node = &node->children[at];
  }
  return node;
}

base::Result<EditNode*> EditDocument::Make(const Segments& segments, size_t depth) {
  OARLOCK_ASSIGN_OR_RETURN(EditNode * node, Find(segments, depth));
  if (node != nullptr) return node;
  node = &root_;
  for (size_t i = 0; i < depth; ++i) {
    const size_t at = PlaceOf(*node, segments[i]);
    if (at == node->children.size()) {
      node->children.push_back(EmptyMap());
      node->children.back().key = segments[i];
      node->children.back().touched = false;  // what is put into it is
    }
    node = &node->children[at];
  }
  return node;
}

base::Status EditDocument::Put(std::string_view path, EditNode value) {
  OARLOCK_ASSIGN_OR_RETURN(const Segments segments, Split(path));
  value.touched = true;
  if (segments.empty()) {
    root_ = std::move(value);
    return base::Status::Ok();
  }
  const std::string& last = segments.back();
  OARLOCK_ASSIGN_OR_RETURN(EditNode * found, Find(segments, segments.size() - 1));
  if (found != nullptr) {
    OpenNode(*found);
    if (found->kind == Kind::kFrozen) return NoContainer(last);
    const bool there = PlaceOf(*found, last) < found->children.size();
    if (found->kind == Kind::kArray && !there && last != "-") return NoElement(last);
  }
  if (IsMatch(last) && (found == nullptr || found->kind == Kind::kMap)) return NoElement(last);
  OARLOCK_ASSIGN_OR_RETURN(EditNode* const parent, Make(segments, segments.size() - 1));
  const size_t at = PlaceOf(*parent, last);
  if (parent->kind == Kind::kArray) parent->touched = true;
  if (at == parent->children.size()) parent->children.emplace_back();
  if (parent->kind == Kind::kMap) value.key = last;
  parent->children[at] = std::move(value);
  return base::Status::Ok();
}

base::Status EditDocument::Set(std::string_view path, std::string_view json) {
  OARLOCK_ASSIGN_OR_RETURN(const Object document, Parse(json));
  return Set(path, document.root(), document);
}

base::Status EditDocument::Set(std::string_view path, Value value, const Object& owner) {
  if (!value.exists()) return Bad("there is no value to set");
  EditNode node;
  node.frozen = value;
  node.owner = owner;
  return Put(path, std::move(node));
}

base::Status EditDocument::Remove(std::string_view path) {
  OARLOCK_ASSIGN_OR_RETURN(const Segments segments, Split(path));
  if (segments.empty()) return Bad("the whole document cannot be removed");
  const auto parent = Find(segments, segments.size() - 1);
  if (!parent.ok() || *parent == nullptr) return base::Status::Ok();  // nothing is there
  OpenNode(**parent);
  const size_t at = PlaceOf(**parent, segments.back());
  if (at == (*parent)->children.size()) return base::Status::Ok();
  (*parent)->children.erase((*parent)->children.begin() + static_cast<std::ptrdiff_t>(at));
  (*parent)->touched = (*parent)->touched || (*parent)->kind == Kind::kArray;
  return base::Status::Ok();
}

base::Status EditDocument::Append(std::string_view path, std::string_view json) {
  OARLOCK_ASSIGN_OR_RETURN(const Segments segments, Split(path));
  OARLOCK_ASSIGN_OR_RETURN(const Object document, Parse(json));
  OARLOCK_ASSIGN_OR_RETURN(EditNode * list, Find(segments, segments.size()));
  if (list != nullptr) OpenNode(*list);
  if (list != nullptr && list->kind != Kind::kArray) return Bad("there is no list to append to");
  if (list == nullptr) {
    OARLOCK_ASSIGN_OR_RETURN(list, Make(segments, segments.size()));
    list->kind = Kind::kArray;
  }
  list->touched = true;
  EditNode& element = list->children.emplace_back();
  element.frozen = document.root();
  element.owner = document;
  element.touched = true;
  return base::Status::Ok();
}

base::Status EditDocument::Merge(std::string_view path, std::string_view json) {
  OARLOCK_ASSIGN_OR_RETURN(const Segments segments, Split(path));
  OARLOCK_ASSIGN_OR_RETURN(const Object patch, Parse(json));
  OARLOCK_ASSIGN_OR_RETURN(EditNode* const node, Make(segments, segments.size()));
  MergeInto(*node, patch.root(), patch);
  return base::Status::Ok();
}

base::Result<std::string> EditDocument::ToJson() const {
  std::string out;
  if (!AppendNode(root_, out)) return TooLarge();
  return out;
}

base::Result<std::string> EditDocument::JsonPatch() const {
  OARLOCK_ASSIGN_OR_RETURN(const std::string json, ToJson());
  OARLOCK_ASSIGN_OR_RETURN(const Object now, DocumentFromJson(json));
  OARLOCK_ASSIGN_OR_RETURN(const Object none, DocumentFromJson("{}"));
  return CreateJsonPatch(origin_ ? origin_.root() : none.root(), now.root());
}

base::Result<std::string> EditDocument::MergePatch() const {
  OARLOCK_ASSIGN_OR_RETURN(const std::string json, ToJson());
  OARLOCK_ASSIGN_OR_RETURN(const Object now, DocumentFromJson(json));
  OARLOCK_ASSIGN_OR_RETURN(const Object none, DocumentFromJson("{}"));
  const Value from = origin_ ? origin_.root() : none.root();
  if (DeepEqual(from, now.root())) return std::string();
  OARLOCK_ASSIGN_OR_RETURN(std::string patch, CreateMergePatch(from, now.root()));
  OARLOCK_ASSIGN_OR_RETURN(const std::string merged, ApplyMergePatch(from, patch));
  OARLOCK_ASSIGN_OR_RETURN(const Object result, DocumentFromJson(merged));
  if (!DeepEqual(result.root(), now.root())) {
    return Bad("a merge patch cannot set a null; use another kind of patch");
  }
  return patch;
}

base::Result<std::string> EditDocument::ApplyConfiguration() const {
  if (!AnyTouched(root_)) return std::string();
  EditNode copy = root_;
  OpenNode(copy);
  if (copy.kind != Kind::kMap) return Bad("the document is no map");
  // What names the object is always said.
  for (const char* key : {"apiVersion", "kind"}) Touch(copy, key);
  if (EditNode* const metadata = MemberOf(copy, "metadata")) {
    for (const char* key : {"name", "namespace"}) Touch(*metadata, key);
  }
  std::string out;
  if (!AppendTouched(copy, out)) return TooLarge();
  return out;
}

}  // namespace oarlock::kube
