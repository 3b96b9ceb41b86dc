#pragma once
// The server's own words about a collection, cut and compared without the code under test.
// Values. Threads: [any].

#include <map>
#include <string>
#include <string_view>

namespace oarlock::kubetest {

// `json` with every string written in one way, whatever escapes it used. Nothing else changes.
std::string WithOneSpelling(std::string_view json);

// The items of a list's body, in one spelling and by name. `head` is put in front of the first
// field of each, as a reader of items without apiVersion and kind does. Items that do not begin
// with their name, and lists that are cut off, give nothing.
std::map<std::string, std::string> ItemsByName(std::string_view list, std::string_view head);

}  // namespace oarlock::kubetest
