#pragma once
// Reads one number out of Prometheus text.

#include <map>
#include <string>
#include <string_view>

namespace oarlock::kubetest {

using Labels = std::map<std::string, std::string>;

// The sum over all series of `name` that carry at least `labels`; 0 when there is none. Label
// values with escapes are compared as they stand in the text.
double SumSeries(std::string_view text, std::string_view name, const Labels& labels);

}  // namespace oarlock::kubetest
