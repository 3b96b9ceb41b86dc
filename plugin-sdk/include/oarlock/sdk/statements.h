#pragma once
// The statements of a Declaration that have parts: TypeDecl, TypeSetDecl, AccessDecl, WatchDecl,
// IndexDecl. Each is sent to the host when it ends.
//
// Made by Declaration's functions (declaration.h), which say what they mean. Threads: the control
// thread, inside Declare. Texts are used within the statement only.

#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "oarlock/abi/declare.h"
#include "oarlock/sdk/api.h"

namespace oarlock::sdk {

using Texts = std::initializer_list<std::string_view>;
using Ids = std::initializer_list<uint32_t>;

namespace detail {

inline std::vector<oar_view> Views(Texts texts) {
  std::vector<oar_view> views;
  for (const std::string_view text : texts) views.push_back(ToView(text));
  return views;
}

}  // namespace detail

// The host's builder, and the first refusal.
class Builder {
 public:
  Builder(const oar_builder_api& api, oar_builder builder)
      : api_(detail::CopyTable(
            &api, &oar_builder_api::type, &oar_builder_api::access, &oar_builder_api::path,
            &oar_builder_api::predicate, &oar_builder_api::mapper, &oar_builder_api::index,
            &oar_builder_api::controller, &oar_builder_api::owned, &oar_builder_api::watch,
            &oar_builder_api::set_error, &oar_builder_api::type_set, &oar_builder_api::metric)),
        builder_(builder) {}
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;

  // `function`: the one of the table that takes such a struct.
  template <typename Function, typename Decl>
  void Send(Function oar_builder_api::*function, const Decl& decl) {
    const int32_t code = (api_.*function)(builder_, &decl);
    if (code_ == OAR_OK && code < OAR_OK) code_ = code;
  }
  void SetError(int32_t code, std::string_view message) {
    api_.set_error(builder_, code, ToView(message));
  }
  int32_t code() const { return code_; }

 private:
  const oar_builder_api api_;
  const oar_builder builder_;
  int32_t code_ = OAR_OK;
};

class TypeDecl {
 public:
  TypeDecl(Builder& to, uint32_t id, std::string_view group, std::string_view kind)
      : to_(to), decl_(Sized<oar_type_decl>()) {
    decl_.id = id;
    decl_.group = ToView(group);
    decl_.kind = ToView(kind);
  }
  TypeDecl(const TypeDecl&) = delete;
  TypeDecl& operator=(const TypeDecl&) = delete;
  ~TypeDecl() {
    decl_.versions = versions_.data();
    decl_.versions_count = versions_.size();
    decl_.namespaces = namespaces_.data();
    decl_.namespaces_count = namespaces_.size();
    to_.Send(&oar_builder_api::type, decl_);
  }
  // Accepted ones, best first; without: the server's preferred one.
  TypeDecl& Versions(Texts texts) {
    versions_ = detail::Views(texts);
    return *this;
  }
  TypeDecl& Namespaces(Texts texts) {
    namespaces_ = detail::Views(texts);
    return *this;
  }
  TypeDecl& Metadata() { return decl_.form = OAR_FORM_METADATA, *this; }
  TypeDecl& Optional() { return decl_.optional = 1, *this; }
  TypeDecl& Uncached() { return decl_.uncached = 1, *this; }
  TypeDecl& ManagedFields() { return decl_.managed_fields = 1, *this; }
  TypeDecl& Labels(std::string_view text) { return decl_.label_selector = ToView(text), *this; }
  TypeDecl& Fields(std::string_view text) { return decl_.field_selector = ToView(text), *this; }

 private:
  Builder& to_;
  oar_type_decl decl_;
  std::vector<oar_view> versions_;
  std::vector<oar_view> namespaces_;
};

class TypeSetDecl {
 public:
  TypeSetDecl(Builder& to, uint32_t id) : to_(to), decl_(Sized<oar_type_set_decl>()) {
    decl_.id = id;
  }
  TypeSetDecl(const TypeSetDecl&) = delete;
  TypeSetDecl& operator=(const TypeSetDecl&) = delete;
  ~TypeSetDecl() {
    decl_.groups = groups_.data();
    decl_.groups_count = groups_.size();
    decl_.kinds = kinds_.data();
    decl_.kinds_count = kinds_.size();
    decl_.exclude = exclude_.data();
    decl_.exclude_count = exclude_.size();
    decl_.verbs = verbs_.data();
    decl_.verbs_count = verbs_.size();
    decl_.namespaces = namespaces_.data();
    decl_.namespaces_count = namespaces_.size();
    to_.Send(&oar_builder_api::type_set, decl_);
  }
  // Empty text: the core group.
  TypeSetDecl& Groups(Texts texts) { return groups_ = detail::Views(texts), *this; }
  // "Kind" in every group, or "Kind.group".
  TypeSetDecl& Kinds(Texts texts) { return kinds_ = detail::Views(texts), *this; }
  TypeSetDecl& Exclude(Texts texts) { return exclude_ = detail::Views(texts), *this; }
  TypeSetDecl& Verbs(Texts texts) { return verbs_ = detail::Views(texts), *this; }
  TypeSetDecl& Namespaces(Texts texts) { return namespaces_ = detail::Views(texts), *this; }
  TypeSetDecl& Labels(std::string_view text) { return decl_.label_selector = ToView(text), *this; }
  TypeSetDecl& Scope(int32_t scope) { return decl_.scope = scope, *this; }  // OAR_SCOPE_*
  TypeSetDecl& Metadata() { return decl_.form = OAR_FORM_METADATA, *this; }
  TypeSetDecl& Uncached() { return decl_.uncached = 1, *this; }

 private:
  Builder& to_;
  oar_type_set_decl decl_;
  std::vector<oar_view> groups_;
  std::vector<oar_view> kinds_;
  std::vector<oar_view> exclude_;
  std::vector<oar_view> verbs_;
  std::vector<oar_view> namespaces_;
};

class AccessDecl {
 public:
  AccessDecl(Builder& to, std::string_view group, std::string_view resource, Texts verbs)
      : to_(to), decl_(Sized<oar_access_decl>()), verbs_(detail::Views(verbs)) {
    decl_.group = ToView(group);
    decl_.resource = ToView(resource);
  }
  AccessDecl(const AccessDecl&) = delete;
  AccessDecl& operator=(const AccessDecl&) = delete;
  ~AccessDecl() {
    decl_.verbs = verbs_.data();
    decl_.verbs_count = verbs_.size();
    decl_.namespaces = namespaces_.data();
    decl_.namespaces_count = namespaces_.size();
    decl_.names = names_.data();
    decl_.names_count = names_.size();
    to_.Send(&oar_builder_api::access, decl_);
  }
  AccessDecl& Subresource(std::string_view text) { return decl_.subresource = ToView(text), *this; }
  AccessDecl& Namespaces(Texts texts) { return namespaces_ = detail::Views(texts), *this; }
  AccessDecl& Names(Texts texts) { return names_ = detail::Views(texts), *this; }

 private:
  Builder& to_;
  oar_access_decl decl_;
  std::vector<oar_view> verbs_;
  std::vector<oar_view> namespaces_;
  std::vector<oar_view> names_;
};

// A watch (mapper not 0) or an owned type.
class WatchDecl {
 public:
  WatchDecl(Builder& to, uint32_t type, uint32_t mapper, uint32_t target)
      : to_(to), type_(type), mapper_(mapper), target_(target) {}
  WatchDecl(const WatchDecl&) = delete;
  WatchDecl& operator=(const WatchDecl&) = delete;
  ~WatchDecl() { mapper_ != 0 ? SendWatch() : SendOwned(); }
  // All must pass.
  WatchDecl& When(Ids ids) { return predicates_.assign(ids), *this; }
  WatchDecl& Priority(int32_t priority) { return priority_ = priority, *this; }
  // Owned: not only the controller reference.
  WatchDecl& AnyOwner() { return any_owner_ = true, *this; }

 private:
  void SendWatch() {
    auto decl = Sized<oar_watch_decl>();
    decl.type = type_;
    decl.mapper = mapper_;
    decl.priority = priority_;
    decl.predicates = predicates_.data();
    decl.predicates_count = predicates_.size();
    to_.Send(&oar_builder_api::watch, decl);
  }
  void SendOwned() {
    auto decl = Sized<oar_owned_decl>();
    decl.type = type_;
    decl.target = target_;
    decl.priority = priority_;
    decl.any_owner = any_owner_ ? 1 : 0;
    decl.predicates = predicates_.data();
    decl.predicates_count = predicates_.size();
    to_.Send(&oar_builder_api::owned, decl);
  }

  Builder& to_;
  uint32_t type_;
  uint32_t mapper_;
  uint32_t target_;
  int32_t priority_ = 0;
  bool any_owner_ = false;
  std::vector<uint32_t> predicates_;
};

struct IndexPart {
  std::vector<uint32_t> paths;  // path ids
  std::string_view split = {};
  std::string_view strip_prefix = {};
  bool lower_case = false;
};

class IndexDecl {
 public:
  IndexDecl(Builder& to, uint32_t id, uint32_t type) : to_(to), decl_(Sized<oar_index_decl>()) {
    decl_.id = id;
    decl_.kind = OAR_INDEX_PATHS;
    decl_.type = type;
  }
  IndexDecl(const IndexDecl&) = delete;
  IndexDecl& operator=(const IndexDecl&) = delete;
  ~IndexDecl() {
    std::vector<oar_index_part> raw;
    for (const IndexPart& part : parts_) {
      auto& out = raw.emplace_back(Sized<oar_index_part>());
      out.paths = part.paths.data();
      out.paths_count = part.paths.size();
      out.split = ToView(part.split);
      out.strip_prefix = ToView(part.strip_prefix);
      out.lower_case = part.lower_case ? 1 : 0;
    }
    decl_.parts = raw.data();
    decl_.parts_count = raw.size();
    decl_.parts_stride = sizeof(oar_index_part);
    to_.Send(&oar_builder_api::index, decl_);
  }
  // Several parts make a composite, joined with the separator.
  IndexDecl& Part(IndexPart part) { return parts_.push_back(std::move(part)), *this; }
  IndexDecl& Separator(std::string_view text) { return decl_.separator = ToView(text), *this; }

 private:
  Builder& to_;
  oar_index_decl decl_;
  std::vector<IndexPart> parts_;
};

}  // namespace oarlock::sdk
