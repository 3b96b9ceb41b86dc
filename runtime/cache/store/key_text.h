#pragma once
// KeyText: the key "namespace/name" of an object for the time of a look-up, in memory of the stack
// where it is as short as keys are. Threads: [any]. A longer one is allocated.

#include <array>
#include <cstring>
#include <string>
#include <string_view>

#include "kube/object.h"

namespace oarlock::cache {

class KeyText {
 public:
  explicit KeyText(const kube::Object& object) : KeyText(object.ns(), object.name()) {}
  // `ns` empty for cluster-scoped objects.
  KeyText(std::string_view ns, std::string_view name) {
    const size_t size = ns.empty() ? name.size() : ns.size() + 1 + name.size();
    char* text = here_.data();
    if (size > here_.size()) {
      far_.resize(size);
      text = far_.data();
    }
    view_ = {text, size};
    if (!ns.empty()) {
      std::memcpy(text, ns.data(), ns.size());
      text[ns.size()] = '/';
      text += ns.size() + 1;
    }
    if (!name.empty()) std::memcpy(text, name.data(), name.size());
  }
  KeyText(const KeyText&) = delete;
  KeyText& operator=(const KeyText&) = delete;

  std::string_view view() const { return view_; }

 private:
  std::array<char, 320> here_;  // a namespace of 63, a slash, a name of 253
  std::string far_;
  std::string_view view_;
};

}  // namespace oarlock::cache
