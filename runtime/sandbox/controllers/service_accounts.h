#pragma once
// ServiceAccounts: every namespace has a ServiceAccount "default" and a ConfigMap kube-root-ca.crt
// with the certificate that clients inside of the cluster trust. Keys are names of namespaces.

#include <string>
#include <utility>

#include "sandbox/controllers/controller.h"

namespace oarlock::sandbox {

class ServiceAccounts final : public Controller {
 public:
  ServiceAccounts(const ControllerContext& context, std::string ca_pem)
      : Controller(context), ca_pem_(std::move(ca_pem)) {}

  void OnChange(const ObjectChange& change) override;
  ApiStatus Reconcile(const std::string& name) override;

 private:
  ApiStatus PublishAuthority(const std::string& ns);

  const std::string ca_pem_;
};

}  // namespace oarlock::sandbox
