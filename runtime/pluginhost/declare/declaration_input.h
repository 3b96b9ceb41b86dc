#pragma once
// What DeclarationBuilder does with the parts of a declaration as they come from the plugin: copies
// arrays, and checks what can be checked without the other declarations.
//
// Threads: [any], no state but an Arrays' own. Errors: kInvalidArgument in words for the author.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/status.h"
#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/declare/declaration.h"

namespace oarlock::pluginhost {

// Texts and numbers of one declaration; remembers whether each array was one.
class Arrays {
 public:
  std::vector<std::string> Texts(const oar_view* views, uint64_t count) {
    std::vector<std::string> out;
    if (!Check(views, count)) return out;
    for (uint64_t i = 0; i < count; ++i) {
      if (FromView(views[i]).empty()) Fail("entry " + std::to_string(i) + " of a list is empty");
      out.push_back(TextOf(views[i]));
    }
    return out;
  }
  // The same; a text may be empty.
  std::vector<std::string> TextsOrEmpty(const oar_view* views, uint64_t count) {
    std::vector<std::string> out;
    if (!Check(views, count)) return out;
    for (uint64_t i = 0; i < count; ++i) out.push_back(TextOf(views[i]));
    return out;
  }
  std::vector<double> Numbers(const double* numbers, uint64_t count) {
    if (!Check(numbers, count)) return {};
    return {numbers, numbers + count};
  }
  std::vector<uint32_t> Ids(const uint32_t* ids, uint64_t count) {
    if (!Check(ids, count)) return {};
    return {ids, ids + count};
  }
  bool ok() const { return problem_.empty(); }
  // The first that is wrong, where not ok.
  const std::string& problem() const { return problem_; }

 private:
  bool Check(const void* first, uint64_t count) {
    if (count == 0) return false;
    const std::string list = "a list of " + std::to_string(count) + " entries is ";
    if (first == nullptr) Fail(list + "null");
    if (count > kAbiArrayMax) Fail(list + "too long");
    return ok();
  }
  void Fail(std::string problem) {
    if (ok()) problem_ = std::move(problem);
  }
  std::string problem_;
};

// In order, each once: an informer is leased per namespace.
std::vector<std::string> Unique(std::vector<std::string> texts);

base::Status CheckPredicate(const PredicateDecl& predicate);
base::Status CheckTypeSet(const oar_type_set_decl& set);
base::Status CheckMapper(const MapperDecl& mapper);
base::Status CheckNumbers(const oar_controller_decl& decl);

}  // namespace oarlock::pluginhost
