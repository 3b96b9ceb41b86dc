#include "tests/kube/metrics_text.h"

#include <cstdlib>

namespace oarlock::kubetest {
namespace {

// `block` is the text between the braces.
bool HasLabels(std::string_view block, const Labels& labels) {
  const std::string framed = "," + std::string(block) + ",";
  for (const auto& [name, value] : labels) {
    std::string pair = ",";
    pair.append(name).append("=\"").append(value).append("\",");
    if (framed.find(pair) == std::string::npos) return false;
  }
  return true;
}

double LineValue(std::string_view line, std::string_view name, const Labels& labels) {
  if (!line.starts_with(name)) return 0;
  line.remove_prefix(name.size());
  std::string_view block;
  if (line.starts_with("{")) {
    const size_t end = line.rfind('}');
    if (end == std::string_view::npos) return 0;
    block = line.substr(1, end - 1);
    line.remove_prefix(end + 1);
  }
  if (!line.starts_with(" ") || !HasLabels(block, labels)) return 0;
  return std::strtod(std::string(line).c_str(), nullptr);
}

}  // namespace

double SumSeries(std::string_view text, std::string_view name, const Labels& labels) {
  double sum = 0;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    sum += LineValue(text.substr(0, end), name, labels);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return sum;
}

}  // namespace oarlock::kubetest
