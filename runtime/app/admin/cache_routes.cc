// Caches: the informers, and the objects they hold.
#include "app/admin/cached_objects.h"
#include "app/admin/describe.h"
#include "app/admin/routes.h"

namespace oarlock::app {
namespace {

base::Result<Json> ObjectsJson(const AdminParts& parts, const Parameters& given) {
  ObjectsQuery query;
  OARLOCK_ASSIGN_OR_RETURN(query.resource, given.Required("resource"));
  query.ns = given.Get("namespace");
  query.name = given.Get("name");
  query.selector = given.Get("selector");
  query.after = given.Get("continue");
  OARLOCK_ASSIGN_OR_RETURN(query.limit, given.Number("limit", kObjectsPageMax, kObjectsPageMax));
  return CachedObjects(parts.informers.Stores(), query);
}

}  // namespace

void AddCacheRoutes(server::Router& router, const AdminParts& parts) {
  router.Get(
      "/informers", Handles({}, [parts](const Parameters&) -> base::Result<Json> {
        return Json{{"informers", DescribeAll(parts.informers.Summaries(), Moment(parts.clock))}};
      }));
  router.Get("/objects",
             Handles({"resource", "namespace", "name", "selector", "limit", "continue"},
                     [parts](const Parameters& given) { return ObjectsJson(parts, given); }));
}

}  // namespace oarlock::app
