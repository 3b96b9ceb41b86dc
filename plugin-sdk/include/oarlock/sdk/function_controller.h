#pragma once
// FunctionController: a controller of two functions, where there is nothing to keep in a class.
//
//   sdk::Status Declare(sdk::Declaration& d) { … }
//   sdk::Outcome Reconcile(sdk::Context& ctx, const sdk::Key& key) { … }
//   using Hello = sdk::FunctionController<"hello", Declare, Reconcile>;
//   OARLOCK_PLUGIN("dev.example.hello", "1.0.0", Hello);
// The functions run as the Controller's of these names do: Reconcile on several workers at once.

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "oarlock/sdk/controller.h"

namespace oarlock::sdk {

// A text as a template argument.
template <size_t kSize>
struct FixedText {
  consteval FixedText(const char (&literal)[kSize]) {  // NOLINT: implicit on purpose
    std::copy_n(literal, kSize, text);
  }
  constexpr operator std::string_view() const { return {text, kSize - 1}; }  // NOLINT
  char text[kSize] = {};
};

template <FixedText kName, auto kDeclare, auto kReconcile>
class FunctionController final : public Controller {
 public:
  static constexpr std::string_view kId = kName;

  Status Declare(Declaration& declaration) override { return kDeclare(declaration); }
  Outcome Reconcile(Context& ctx, const Key& key) override { return kReconcile(ctx, key); }
};

}  // namespace oarlock::sdk
