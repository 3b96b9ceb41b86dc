#include "server/metrics_page.h"

#include <zlib.h>

#include <charconv>
#include <string>

#include "server/openmetrics.h"
#include "server/prometheus.h"

namespace oarlock::server {
namespace {

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// Takes what stands before `end` off the front.
std::string_view Next(std::string_view& rest, char end) {
  const size_t at = rest.find(end);
  const std::string_view part = rest.substr(0, at);
  rest = at == std::string_view::npos ? std::string_view() : rest.substr(at + 1);
  return Trimmed(part);
}

// How much a header of preferences ("a;q=0.5, b") wants `word`, 0 to 1; with `version`, only where
// it names that one or none.
double Wish(std::string_view header, std::string_view word, std::string_view version = {}) {
  double wish = 0;
  while (!header.empty()) {
    std::string_view item = Next(header, ',');
    if (Next(item, ';') != word) continue;
    double q = 1;
    bool fits = true;
    while (!item.empty()) {
      std::string_view value = Next(item, ';');
      const std::string_view key = Next(value, '=');
      if (key == "q") std::from_chars(value.data(), value.data() + value.size(), q);
      if (key == "version" && !version.empty()) fits = value == version;
    }
    if (fits && q > wish) wish = q;
  }
  return wish;
}

std::string Gzipped(const std::string& text) {
  constexpr int kGzipWindow = 15 + 16;
  constexpr int kMemoryLevel = 8;
  z_stream stream{};
  if (::deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, kGzipWindow, kMemoryLevel,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
    return {};
  }
  std::string out(::deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const bool whole = ::deflate(&stream, Z_FINISH) == Z_STREAM_END;
  out.resize(whole ? stream.total_out : 0);
  ::deflateEnd(&stream);
  return out;
}

}  // namespace

Response MetricsPage(const std::vector<base::MetricFamily>& families, const Request& request) {
  const double open = Wish(request.accept, "application/openmetrics-text", "1.0.0");
  const bool openmetrics = open > 0 && open >= Wish(request.accept, "text/plain");
  Response response;
  response.content_type = openmetrics ? kOpenMetricsContentType : kPrometheusContentType;
  response.body = openmetrics ? RenderOpenMetrics(families) : RenderPrometheus(families);
  if (Wish(request.accept_encoding, "gzip") <= 0) return response;
  std::string packed = Gzipped(response.body);
  if (packed.empty()) return response;
  response.body = std::move(packed);
  response.headers.emplace_back("Content-Encoding", "gzip");
  return response;
}

}  // namespace oarlock::server
