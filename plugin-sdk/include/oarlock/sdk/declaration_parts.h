#pragma once
// The larger statements of a Declaration: type sets, indexes, metrics. Included by declaration.h,
// which says how they are used.

#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "oarlock/sdk/declaration.h"

namespace oarlock::sdk {

class Declaration::TypeSetDecl {
 public:
  TypeSetDecl(Declaration& to, uint32_t id) : to_(to), decl_(Sized<oar_type_set_decl>()) {
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
    to_.Note(to_.api_.type_set(to_.builder_, &decl_));
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
  Declaration& to_;
  oar_type_set_decl decl_;
  std::vector<oar_view> groups_;
  std::vector<oar_view> kinds_;
  std::vector<oar_view> exclude_;
  std::vector<oar_view> verbs_;
  std::vector<oar_view> namespaces_;
};

struct IndexPart {
  std::vector<uint32_t> paths;  // path ids
  std::string_view split = {};
  std::string_view strip_prefix = {};
  bool lower_case = false;
};

class Declaration::IndexDecl {
 public:
  IndexDecl(Declaration& to, uint32_t id, uint32_t type) : to_(to), decl_(Sized<oar_index_decl>()) {
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
    to_.Note(to_.api_.index(to_.builder_, &decl_));
  }
  // Several parts make a composite, joined with the separator.
  IndexDecl& Part(IndexPart part) { return parts_.push_back(std::move(part)), *this; }
  IndexDecl& Separator(std::string_view text) { return decl_.separator = ToView(text), *this; }

 private:
  Declaration& to_;
  oar_index_decl decl_;
  std::vector<IndexPart> parts_;
};

inline Declaration::TypeSetDecl Declaration::TypeSet(uint32_t id) { return {*this, id}; }
inline void Declaration::Metric(uint32_t id, int32_t kind, std::string_view name,
                                std::string_view help, Texts labels,
                                std::initializer_list<double> buckets) {
  const std::vector<oar_view> names = detail::Views(labels);
  auto decl = Sized<oar_metric_decl>();
  decl.id = id;
  decl.kind = kind;
  decl.name = ToView(name);
  decl.help = ToView(help);
  decl.labels = names.data();
  decl.labels_count = names.size();
  decl.buckets = buckets.begin();
  decl.buckets_count = buckets.size();
  Note(api_.metric(builder_, &decl));
}
inline Declaration::IndexDecl Declaration::Index(uint32_t id, uint32_t type) {
  return {*this, id, type};
}

}  // namespace oarlock::sdk
