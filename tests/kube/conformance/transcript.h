#pragma once
// Transcript: what a server answered to a script, in a form in which two servers can be compared.
//
// Normalised are uids, resourceVersions, timestamps, continue tokens and generated suffixes, and
// nothing else. Threads: values. Errors: a request without an answer is an entry that says so.

#include <functional>
#include <string>
#include <vector>

#include "tests/kube/conformance/script.h"
#include "tests/kube/http.h"

namespace oarlock::kubetest {

struct Exchange {
  std::string title;   // case, step and request
  std::string answer;  // code, warnings and body: normalised, one text
  std::string kind;    // what counts as one exchange: exchange_kind.h
  std::string differs;
};

// Sends one request of a script to a server.
using Sender = std::function<base::Result<HttpAnswer>(const Step& step)>;

// Each case in a namespace of its own, which is created before. Cases run side by side; the
// exchanges are in the order of the scripts. `send` is called by several threads.
std::vector<Exchange> Play(const std::vector<ScriptCase>& cases, const Sender& send);
std::string NormalisedBody(const std::string& body);

}  // namespace oarlock::kubetest
