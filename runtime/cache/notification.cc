#include "cache/notification.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <typeinfo>

namespace oarlock::cache {

std::string_view ChangeTypeName(ChangeType type) {
  switch (type) {
    case ChangeType::kAdd: return "add";
    case ChangeType::kUpdate: return "update";
    case ChangeType::kDelete: return "delete";
  }
  return "unknown";
}

std::string_view CauseName(Cause cause) {
  switch (cause) {
    case Cause::kInitial: return "initial";
    case Cause::kWatch: return "watch";
    case Cause::kRelist: return "relist";
    case Cause::kRedeliver: return "redeliver";
  }
  return "unknown";
}

std::string EventHandler::Name() const {
  int failed = 0;
  const char* mangled = typeid(*this).name();
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(mangled, nullptr, nullptr, &failed), &std::free);
  std::string text = name ? name.get() : mangled;
  const size_t colon = text.rfind("::");
  return colon == std::string::npos ? text : text.substr(colon + 2);
}

}  // namespace oarlock::cache
