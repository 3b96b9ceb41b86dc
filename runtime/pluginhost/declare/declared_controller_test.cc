#include <functional>
#include <limits>

#include "pluginhost/testing/call_fixture.h"

namespace oarlock::pluginhost {
namespace {

using testing::TypeDeclOf;

template <typename T>
T Sized() {
  T decl{};
  decl.struct_size = sizeof(T);
  return decl;
}

std::string RefusalOfController(const std::function<void(oar_controller_decl&)>& change) {
  DeclarationBuilder builder;
  const oar_type_decl type = TypeDeclOf(1, "ConfigMap");
  EXPECT_EQ(DeclarationBuilder::Api().type(builder.handle(), &type), OAR_OK);
  oar_primary_decl primaries[2] = {Sized<oar_primary_decl>(), Sized<oar_primary_decl>()};
  primaries[0].type = primaries[1].type = 1;
  auto decl = Sized<oar_controller_decl>();
  decl.primaries = primaries;
  decl.primaries_count = 1;
  decl.primaries_stride = sizeof(primaries[0]);
  change(decl);
  (void)DeclarationBuilder::Api().controller(builder.handle(), &decl);
  const auto result = builder.Finish(OAR_OK);
  return result.ok() ? "" : result.status().message();
}

TEST(DeclaredController, NumbersAreChecked) {
  const auto has = [](const std::string& text, const char* words) {
    return text.find(words) != std::string::npos;
  };
  EXPECT_EQ(RefusalOfController([](auto&) {}), "");
  EXPECT_TRUE(has(RefusalOfController([](auto& d) { d.resync_ns = -1; }), "negative"));
  EXPECT_TRUE(has(RefusalOfController([](auto& d) { d.backoff_max_ns = -1; }), "negative"));
  EXPECT_TRUE(has(RefusalOfController([](auto& d) { d.rate_qps = -1; }), "rate"));
  EXPECT_TRUE(has(
      RefusalOfController([](auto& d) { d.rate_qps = std::numeric_limits<double>::quiet_NaN(); }),
      "rate"));
  EXPECT_TRUE(has(RefusalOfController([](auto& d) { d.primaries_count = 0; }), "no primary type"));
  EXPECT_TRUE(has(RefusalOfController([](auto& d) { d.primaries_count = 2; }), "primary twice"));
  EXPECT_TRUE(has(RefusalOfController([](auto& d) { d.primaries_stride = 4; }), "malformed"));
}

}  // namespace
}  // namespace oarlock::pluginhost
