#pragma once
// DeclarationBuilder: the host's side of the declare call (oar_builder_api).
//
// Lives for one declare call on [control]. Copies and checks each declaration at once; the first
// refusal is remembered and becomes the error of the whole declaration. Not thread-safe.

#include <string>

#include "base/status.h"
#include "oarlock/abi/abi.h"
#include "pluginhost/abi/handle_registry.h"
#include "pluginhost/declare/declaration.h"

namespace oarlock::pluginhost {

class DeclarationBuilder {
 public:
  static constexpr HandleKind kHandleKind = HandleKind::kBuilder;

  DeclarationBuilder();
  static const oar_builder_api& Api();
  oar_builder handle() const { return {registration_.id()}; }

  int32_t Add(const oar_type_decl& decl);
  int32_t Add(const oar_type_set_decl& decl);
  int32_t Add(const oar_access_decl& decl);
  int32_t Add(const oar_path_decl& decl);
  int32_t Add(const oar_predicate_decl& decl);
  int32_t Add(const oar_mapper_decl& decl);
  int32_t Add(const oar_index_decl& decl);
  int32_t Add(const oar_controller_decl& decl);
  int32_t Add(const oar_owned_decl& decl);
  int32_t Add(const oar_watch_decl& decl);
  int32_t Add(const oar_metric_decl& decl);
  void SetError(int32_t code, std::string message);
  // Remembers why and gives the code back.
  int32_t Refuse(int32_t code, std::string message);

  // What declare made of it: `status` is what the plugin returned.
  base::Result<Declaration> Finish(int32_t status);

 private:
  // Checks id and count; kOk, or the refusal.
  int32_t CheckNewType(uint32_t id);
  template <typename Map>
  int32_t CheckNew(const Map& map, uint32_t id, std::string_view what);

  Declaration declaration_;
  bool has_controller_ = false;
  base::Status refusal_;
  base::Status plugin_error_;
  Registration registration_;
};

}  // namespace oarlock::pluginhost
