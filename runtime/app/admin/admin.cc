#include "app/admin/admin.h"

#include "app/admin/routes.h"

namespace oarlock::app {

void AddAdminRoutes(server::Router& router, const AdminParts& parts) {
  AddPluginRoutes(router, parts);
  AddQueueRoutes(router, parts);
  AddCacheRoutes(router, parts);
}

}  // namespace oarlock::app
