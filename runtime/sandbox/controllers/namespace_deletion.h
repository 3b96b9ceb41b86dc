#pragma once
// NamespaceDeletion: a namespace that is being deleted is emptied, Pods first, says in its
// conditions what is left, and goes when nothing is. Keys are names of namespaces.

#include "sandbox/controllers/controller.h"

namespace oarlock::sandbox {

class NamespaceDeletion final : public Controller {
 public:
  using Controller::Controller;

  void OnChange(const ObjectChange& change) override;
  ApiStatus Reconcile(const std::string& name) override;

 private:
  // Empty: all that can go is asked to.
  ApiStatus DeleteContent(const std::string& name);
  ApiStatus Report(const Json& ns, const ApiStatus& failure);
  ApiStatus Finalize(Json ns);
};

}  // namespace oarlock::sandbox
