#include "server/openmetrics.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

namespace oarlock::server {
namespace {

constexpr std::string_view kTotal = "_total";

// Floats of the format's canonical form have a point or an exponent.
std::string Number(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "+Inf" : "-Inf";
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string Escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    if (c == '\\' || c == '"') out += '\\';
    out += c;
  }
  return out;
}

class Writer {
 public:
  void Family(const base::MetricFamily& family) {
    std::string_view name = family.name;
    const bool counter = family.type == base::MetricType::kCounter;
    if (counter && name.ends_with(kTotal)) name.remove_suffix(kTotal.size());
    const char* const type = counter                                       ? "counter"
                             : family.type == base::MetricType::kHistogram ? "histogram"
                                                                           : "gauge";
    out_ += fmt::format("# TYPE {} {}\n# HELP {} {}\n", name, type, name, Escaped(family.help));
    for (const base::MetricSample& sample : family.samples) {
      if (family.type == base::MetricType::kHistogram) {
        Histogram(name, sample);
      } else {
        Line(name, counter ? kTotal : "", sample.labels, "", Number(sample.value));
      }
    }
  }
  std::string Take() { return std::move(out_) + "# EOF\n"; }

 private:
  void Histogram(std::string_view name, const base::MetricSample& sample) {
    uint64_t cumulative = 0;
    for (size_t i = 0; i < sample.bucket_counts.size(); ++i) {
      cumulative += sample.bucket_counts[i];
      const std::string bound = i < sample.bounds.size() ? Number(sample.bounds[i]) : "+Inf";
      Line(name, "_bucket", sample.labels, bound, std::to_string(cumulative));
    }
    Line(name, "_count", sample.labels, "", std::to_string(cumulative));
    Line(name, "_sum", sample.labels, "", Number(sample.sum));
  }

  void Line(std::string_view name, std::string_view suffix, const base::MetricLabels& labels,
            const std::string& bound, const std::string& value) {
    std::string words;
    for (const auto& [label, text] : labels) {
      words += fmt::format("{}{}=\"{}\"", words.empty() ? "" : ",", label, Escaped(text));
    }
    if (!bound.empty()) words += fmt::format("{}le=\"{}\"", words.empty() ? "" : ",", bound);
    out_ += fmt::format("{}{}{}{}{} {}\n", name, suffix, words.empty() ? "" : "{", words,
                        words.empty() ? "" : "}", value);
  }

  std::string out_;
};

}  // namespace

std::string RenderOpenMetrics(const std::vector<base::MetricFamily>& families) {
  Writer writer;
  for (const base::MetricFamily& family : families) writer.Family(family);
  return writer.Take();
}

}  // namespace oarlock::server
