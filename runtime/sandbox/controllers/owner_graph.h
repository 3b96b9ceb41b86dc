#pragma once
// OwnerGraph: who depends on which uid, kept from the changes of all objects. For the garbage
// collector. Threads: one at a time. Errors: none. Limits: one entry per object with owners.

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sandbox/controllers/owner_refs.h"

namespace oarlock::sandbox {

// "RESOURCE KEY": an object's place in the store as one word.
std::string PlaceOf(std::string_view resource, std::string_view key);
struct Place {
  std::string_view resource;
  std::string_view key;
};
// A view into `place`.
Place SplitPlace(std::string_view place);

class OwnerGraph {
 public:
  void Clear();
  // Gives what the object's owners were before.
  std::vector<OwnerRef> Set(const std::string& place, std::vector<OwnerRef> owners);
  const std::vector<OwnerRef>& OwnersAt(const std::string& place) const;
  // Places of the dependents of `uid`, in their order.
  std::vector<std::string> DependentsOf(const std::string& uid) const;

 private:
  std::map<std::string, std::vector<OwnerRef>> owners_;
  std::map<std::string, std::set<std::string>> dependents_;
};

}  // namespace oarlock::sandbox
